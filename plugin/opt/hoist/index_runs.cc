/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index_runs.cc - how a subscript of 32 bits runs through a loop, and where it begins. */
#include "opt/hoist/hoist_parts.h"

#include "tree-chrec.h"
#include "tree-data-ref.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-ivopts.h"

namespace erbium {

/* ---- How an index runs ------------------------------------------------- */

namespace {

/* Returns the evolution of VALUE in the loops from L down to STMT. */
tree
evolution_of (class loop *l, gimple *stmt, tree value)
{
  class loop *inner = gimple_bb (stmt)->loop_father;
  tree chrec = analyze_scalar_evolution (inner, value);
  return instantiate_scev (loop_preheader_edge (l), inner, chrec);
}

/* Whether a step of an offset is 2^31 elements or more, so that the next element need not
 * have the same correction. */
bool
wide_step_p (tree step, tree size)
{
  if (TREE_CODE (step) != INTEGER_CST || TYPE_PRECISION (TREE_TYPE (step)) < 64)
    return false;
  widest_int bytes = widest_int::from (wi::to_wide (step), SIGNED);
  return wi::gtu_p (wi::abs (bytes), wi::to_widest (size) * HOST_WIDE_INT_C (0x7fffffff));
}

/* As evolution_of, but NULL_TREE if the value does not evolve evenly.  *START becomes its first
 * value, *DOWN whether any step may be negative. */
tree
even_evolution (class loop *l, gimple *stmt, tree value, tree *start, bool *down)
{
  tree chrec = evolution_of (l, stmt, value);
  if (!chrec || chrec_contains_undetermined (chrec))
    return NULL_TREE;
  tree first = chrec;
  *down = false;
  while (TREE_CODE (first) == POLYNOMIAL_CHREC)
    {
      tree step = CHREC_RIGHT (first);
      if (tree_contains_chrecs (step, NULL) || wide_step_p (step, element_size (stmt)))
        return NULL_TREE;
      *down |= TREE_CODE (step) != INTEGER_CST
               || (TREE_INT_CST_LOW (step) & (HOST_WIDE_INT_1U << 31)) != 0;
      first = CHREC_LEFT (first);
    }
  if (tree_contains_chrecs (first, NULL) || !expr_invariant_in_loop_p (l, first))
    return NULL_TREE;
  *start = first;
  return chrec;
}

/* Finds the difference of the values at B and A, if it is a number. */
bool
differ_by (class loop *l, gimple *a, tree value_a, gimple *b, tree value_b, tree *by)
{
  tree from = evolution_of (l, a, value_a), to = evolution_of (l, b, value_b);
  if (!from || !to || chrec_contains_undetermined (from) || chrec_contains_undetermined (to)
      || !types_compatible_p (TREE_TYPE (from), TREE_TYPE (to)))
    return false;
  *by = chrec_fold_minus (TREE_TYPE (from), to, from);
  return TREE_CODE (*by) == INTEGER_CST;
}

/* Whether a cast keeps a value modulo 2^32. */
bool
modular_cast_p (const gimple *def)
{
  return gimple_assign_cast_p (def) && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))
         && TYPE_PRECISION (TREE_TYPE (gimple_assign_rhs1 (def))) >= 32
         && TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (def))) >= 32;
}

/* Returns the unsigned index i of 32 bits in an offset (sizetype) i * size, or NULL_TREE. */
tree
unsigned_index (tree offset, tree size)
{
  bool is_scaled = integer_onep (size);
  while (TREE_CODE (offset) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (offset)))
    {
      gimple *def = SSA_NAME_DEF_STMT (offset);
      tree from = gimple_assign_rhs1 (def), type = TREE_TYPE (offset);
      if (is_scaled && INTEGRAL_TYPE_P (type) && TYPE_UNSIGNED (type)
          && TYPE_PRECISION (type) == 32)
        return offset;
      bool scales = !is_scaled && gimple_assign_rhs_code (def) == MULT_EXPR
                    && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST
                    && wi::to_widest (gimple_assign_rhs2 (def)) == wi::to_widest (size);
      if (!scales && !modular_cast_p (def))
        return NULL_TREE;
      is_scaled |= scales;
      offset = from;
    }
  tree type = TREE_TYPE (offset);
  return is_scaled && TREE_CODE (offset) == SSA_NAME && INTEGRAL_TYPE_P (type)
             && TYPE_UNSIGNED (type) && TYPE_PRECISION (type) == 32 ? offset : NULL_TREE;
}

/* Returns VALUE without the constants that are added to it, and adds them to *CONSTANT. */
tree
without_constant (tree value, HOST_WIDE_INT *constant)
{
  while (TREE_CODE (value) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (value)))
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (gimple_assign_rhs_code (def) != PLUS_EXPR
          || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
        break;
      *constant += (HOST_WIDE_INT) TREE_INT_CST_LOW (gimple_assign_rhs2 (def));
      value = gimple_assign_rhs1 (def);
    }
  return value;
}

} // namespace

bool
extension_of (tree offset, bool *with_zeros)
{
  bool sum = false;
  while (TREE_CODE (offset) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (offset)))
    {
      gimple *def = SSA_NAME_DEF_STMT (offset);
      tree from = gimple_assign_rhs1 (def), type = TREE_TYPE (from);
      enum tree_code code = gimple_assign_rhs_code (def);
      bool number = gimple_num_ops (def) == 3
                    && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST;
      if (gimple_assign_cast_p (def) && INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) < 64)
        {
          *with_zeros = TYPE_UNSIGNED (type);
          return TYPE_PRECISION (TREE_TYPE (offset)) == 64 && TYPE_PRECISION (type) <= 32
                 && (!sum || TYPE_UNSIGNED (type) || TYPE_OVERFLOW_UNDEFINED (type));
        }
      /* v[[i + 1]] may be (sizetype) i * 4 + 4, where i + 1 does not overflow. */
      if (code == PLUS_EXPR && number)
        sum = true;
      else if (!gimple_assign_cast_p (def)
               && !((code == MULT_EXPR || code == LSHIFT_EXPR) && number))
        return false;
      offset = from;
    }
  return false;
}

run
run_of (class loop *l, gimple *element)
{
  run r;
  tree offset = element_offset (element), start;
  bool down;
  if (TREE_CODE (offset) != SSA_NAME)
    {
      r.kind = run::EVEN;
      r.start = size_zero_node;
      r.constant = TREE_INT_CST_LOW (offset);
    }
  else if (even_evolution (l, element, offset, &start, &down))
    {
      tree var, constant;
      split_constant_offset (fold_convert (ssizetype, start), &var, &constant);
      r.kind = run::EVEN;
      r.start = fold_convert (size_type_node, var);
      r.constant = TREE_INT_CST_LOW (constant);
    }
  else if (tree index = unsigned_index (offset, element_size (element)))
    {
      /* SCEV sees that i - tl begins with 0, but not that (i - 1) - (tl - 1) does. */
      r.index = without_constant (index, &r.constant);
      r.constant = (int) r.constant;
      if (even_evolution (l, element, r.index, &start, &down) && !down)
        {
          r.kind = run::DISTANCE;
          r.start = start;
        }
    }
  return r;
}

bool
apart_by (class loop *l, gimple *a, gimple *b, HOST_WIDE_INT *by)
{
  tree size = element_size (a), from = element_offset (a), to = element_offset (b), number;
  tree index_a = unsigned_index (from, size), index_b = unsigned_index (to, size);
  if (index_a && index_b && differ_by (l, a, index_a, b, index_b, &number))
    *by = wi::sext (wi::to_wide (number), 32).to_shwi ();
  else if (differ_by (l, a, from, b, to, &number))
    *by = (HOST_WIDE_INT) TREE_INT_CST_LOW (number) / (HOST_WIDE_INT) TREE_INT_CST_LOW (size);
  else
    return false;
  return *by > -REACH && *by < REACH;
}

/* ---- Where a run begins ------------------------------------------------
 *
 * One correction serves a run, for the index with which it begins.  A narrow index means the
 * element nearest to the view's bound.  That is certain for an index whose element is accessed,
 * since the element must be live; any other index may be 2^31 or more away, and would be corrected
 * wrongly.
 *
 *   for (unsigned block = 0; block < 64; block++)     begins with 0, but the elements
 *     if (block == at)                                that live may be around 3 << 30
 *       for (unsigned k = 0; k < 100; k++)
 *         sum += v[[(block << 26) + k]];              here the run of k can be corrected
 *
 * So the run must begin with an access, if it has any: each complete iteration executes the access,
 * in l and in each loop in between.  Then the correction is right for the whole run, since each
 * step leads from one accessed element to another, over less than 2^31 both in the index and among
 * live elements.
 *
 * A condition that does not change in l may precede the access or an inner loop: then there is no
 * access, or there are all.  Another access will do, too, if each iteration with this access has
 * it, and its element is always at the same distance:
 *
 *   sum += v[[i]];  if (i > 0) sum += v[[i - 1]];
 */

namespace {

/* The number of other elements that are tried. */
const unsigned MOST_ASKED = 200;

/* Returns the block before BB, if control goes from there to BB always or never while L is
 * executed; else NULL. */
basic_block
before (class loop *l, basic_block bb)
{
  if (!single_pred_p (bb) || (single_pred_edge (bb)->flags & EDGE_COMPLEX))
    return NULL;
  basic_block from = single_pred (bb);
  if (single_succ_p (from))
    return from;
  gimple *last = last_statement (from);
  gcond *cond = last ? dyn_cast<gcond *> (last) : NULL;
  return cond && expr_invariant_in_loop_p (l, gimple_cond_lhs (cond))
         && expr_invariant_in_loop_p (l, gimple_cond_rhs (cond)) ? from : NULL;
}

/* Whether the run of an access in BB begins with the access in L, if L has it at all: no complete
 * iteration of L lacks it, and no loop in between is left without it. */
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

/* Whether OTHER, in L, is accessed in each iteration of its own loop that accesses ELEMENT. */
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
    if (other != element && narrow_p (other)
        && element_view (other) == element_view (element)
        && goes_with_p (l, other, element) && asked++ < MOST_ASKED
        && begins_p (l, gimple_bb (other)) && apart_by (l, other, element, &by))
      return true;
  return false;
}

} // namespace erbium
