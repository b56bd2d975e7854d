/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist_near.cc - where the run of a narrow index begins near the view's own (hoist.cc).
 *
 * One correction is made for a run, for the index with which it begins.  A narrow index
 * means the element nearest to the view's bound.  That is certain of one whose element
 * is accessed, and must be live then; any other index may be 2^31 or more away, and be
 * taken for another.
 *
 *   for (unsigned block = 0; block < 64; block++)     begins with 0, but the elements
 *     if (block == at)                                that live may be around 3 << 30
 *       for (unsigned k = 0; k < 100; k++)
 *         sum += v[[(block << 26) + k]];              here the run of k can be corrected
 *
 * So the run has to begin with an access, if it has any: each turn that comes to its
 * end has come to the access, in l and in each loop between.  Then the correction is
 * right for the whole run, since each step leads from one accessed element to another,
 * over less than 2^31 both in the index and among live elements.
 *
 * A condition that does not change in l may stand before the access, or before an inner
 * loop: there is no access, or there are all.  And any access will do that is made in
 * each turn where this one is, of an element that is always so many from it:
 *
 *   sum += v[[i]];  if (i > 0) sum += v[[i - 1]];
 */
#include "hoist.h"

#include "tree-ssa-loop-ivopts.h"

namespace erbium {

namespace {

/* So many elements are asked whether they are accessed where another is. */
const unsigned MOST_ASKED = 200;

/* The block before bb, if from there the way leads to bb whenever l is run, or never. */
basic_block
before (class loop *l, basic_block bb)
{
  if (!single_pred_p (bb) || (single_pred_edge (bb)->flags & EDGE_COMPLEX))
    return NULL;
  basic_block from = single_pred (bb);
  if (single_succ_p (from))
    return from;
  gimple *last = last_stmt (from);
  gcond *cond = last ? dyn_cast<gcond *> (last) : NULL;
  return cond && expr_invariant_in_loop_p (l, gimple_cond_lhs (cond))
         && expr_invariant_in_loop_p (l, gimple_cond_rhs (cond)) ? from : NULL;
}

/* Whether the run of an access in bb begins with it in l, if it is accessed in l at all:
 * no turn of l comes to its end without it, and no loop between is left without it. */
bool
begins_p (class loop *l, basic_block bb)
{
  for (class loop *m = bb->loop_father;; m = loop_outer (m))
    {
      while (m == l ? !dominated_by_p (CDI_DOMINATORS, m->latch, bb) : !always_p (m, bb))
        if (!(bb = before (l, bb)))
          return false;
      if (m == l)
        return true;
      bb = loop_preheader_edge (m)->src;
    }
}

/* Whether other, in l, is accessed in each turn of its own loop in which element is. */
bool
goes_with_p (class loop *l, gimple *other, gimple *element)
{
  basic_block bb = gimple_bb (element), with = gimple_bb (other);
  class loop *m = with->loop_father;
  return flow_bb_inside_loop_p (l, with) && flow_bb_inside_loop_p (m, bb)
         && (dominated_by_p (CDI_DOMINATORS, bb, with) || always_p (m, with));
}

} // namespace

bool
begins_near_p (class loop *l, gimple *element, const vec<gimple *> &elements)
{
  if (begins_p (l, gimple_bb (element)))
    return true;
  unsigned n, asked = 0;
  gimple *other;
  HOST_WIDE_INT by;
  FOR_EACH_VEC_ELT (elements, n, other)
    if (other != element && element_narrow (other) && element_view (other) == element_view (element)
        && goes_with_p (l, other, element) && asked++ < MOST_ASKED
        && begins_p (l, gimple_bb (other)) && apart_by (l, other, element, &by))
      return true;
  return false;
}

} // namespace erbium
