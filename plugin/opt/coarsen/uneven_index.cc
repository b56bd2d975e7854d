/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uneven_index.cc - indices whose growth depends on the data.
 *
 *   for (i = o = 0; update (v, i + 1); i++)
 *     if (keep (v[[i]]))
 *       { stall (w, o + 1); w[[o]] = v[[i]]; o++; commit (w, o); }
 *
 * Which iterations reach stall and commit is not known before a strip, but their indices are at
 * most o + 1 in the first iteration, and o grows by at most 1 in each.  So the index of iteration
 * k is at most o + 1 + k, and these bounds take the place of the indices when the length of the
 * strip is computed.  What is published at its end is the greatest index that was reached.
 *
 * A bound is found by going back from the value to a PHI of the loop's header: through additions of
 * numbers, of values of few bits, and the PHIs at which branches of the iteration join.
 */
#include "opt/coarsen/strip.h"

#include "tree-scalar-evolution.h"

namespace erbium {

namespace {

const HOST_WIDE_INT most_growth = 1 << 20; /* of an index in an iteration */
const int most_asked = 200;                /* statements, for one bound */

/* VALUE - BASE is at least LEAST and at most MOST. */
struct range
{
  HOST_WIDE_INT least, most;
};

class bound_search
{
public:
  /* CUT: only the lower 32 bits of values matter. */
  bound_search (class loop *l, tree base, bool cut) : l (l), base (base), cut (cut) {}
  /* Finds the range of VALUE - BASE.  WIDENED says that VALUE is widened later. */
  bool find (tree value, range *r, bool widened = false);
private:
  bool find_sum (gimple *sum, range *r, bool widened);
  bool find_addend (tree addend, range *r);
  template <typename F> bool find_join (gphi *join, F find_one, range *r);
  class loop *l;
  tree base;
  bool cut;
  int asked = 0;
};

/* Finds the range of JOIN, where branches of an iteration join: it is any of its arguments, whose
 * ranges FIND_ONE finds. */
template <typename F>
bool
bound_search::find_join (gphi *join, F find_one, range *r)
{
  if (gimple_bb (join) == l->header || gimple_bb (join)->loop_father != l)
    return false;
  for (unsigned n = 0; n < gimple_phi_num_args (join); n++)
    {
      range one;
      if (!find_one (gimple_phi_arg_def (join, n), &one))
        return false;
      r->least = n ? MIN (r->least, one.least) : one.least;
      r->most = n ? MAX (r->most, one.most) : one.most;
    }
  return true;
}

/* Finds the range of a value that is added: a number, a value of few bits, or one of several. */
bool
bound_search::find_addend (tree addend, range *r)
{
  if (TREE_CODE (addend) == INTEGER_CST)
    {
      r->least = r->most = wi::sext (wi::to_wide (addend),
                                     TYPE_PRECISION (TREE_TYPE (addend))).to_shwi ();
      return r->least >= -most_growth && r->most <= most_growth;
    }
  if (TREE_CODE (addend) != SSA_NAME || ++asked > most_asked)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (addend);
  wide_int bits = get_nonzero_bits (addend);
  if (wi::leu_p (bits, most_growth))
    {
      *r = { 0, bits.to_shwi () };
      return true;
    }
  if (gphi *join = dyn_cast<gphi *> (def))
    return find_join (join, [this] (tree value, range *one) { return find_addend (value, one); },
                      r);
  return gimple_assign_cast_p (def) && TYPE_PRECISION (TREE_TYPE (addend)) >= 32
         && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))
         && find_addend (gimple_assign_rhs1 (def), r) && r->least >= 0;
}

bool
bound_search::find_sum (gimple *sum, range *r, bool widened)
{
  tree a = gimple_assign_rhs1 (sum), b = gimple_assign_rhs2 (sum);
  range more;
  if (find (a, r, widened))
    std::swap (a, b);
  else if (!find (b, r, widened))
    return false;
  if (!find_addend (a, &more))
    return false;
  r->least += more.least;
  r->most += more.most;
  return r->least >= -most_growth && r->most <= most_growth;
}

bool
bound_search::find (tree value, range *r, bool widened)
{
  if (value == base)
    {
      *r = { 0, 0 };
      return true;
    }
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!def || !gimple_bb (def) || !flow_bb_inside_loop_p (l, gimple_bb (def))
      || ++asked > most_asked)
    return false;
  if (gphi *join = dyn_cast<gphi *> (def))
    return find_join (join, [this, widened] (tree value, range *one)
                      { return find (value, one, widened); }, r);
  if (runtime_call (def) == R_update) /* which widens a narrow index */
    return (cut || !narrow_p (def)) && find (gimple_call_arg (def, 1), r);
  if (!is_gimple_assign (def))
    return false;
  if (gimple_assign_cast_p (def))
    return steady_cast_p (def, &widened) && find (gimple_assign_rhs1 (def), r, widened);
  if (gimple_assign_ssa_name_copy_p (def))
    return find (gimple_assign_rhs1 (def), r, widened);
  return gimple_assign_rhs_code (def) == PLUS_EXPR && find_sum (def, r, widened);
}

} // namespace

bool
bounded_index_p (class loop *l, sync *s)
{
  tree index = sync_narrow (*s) ? unwidened (sync_index (*s)) : sync_index (*s);
  for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
    {
      tree base = gimple_phi_result (i.phi ()), type = TREE_TYPE (base);
      if (virtual_operand_p (base) || !INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) < 32
          || TYPE_PRECISION (type) > 64)
        continue;
      tree next = PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_latch_edge (l));
      bool cut = sync_narrow (*s), widened = !cut && TYPE_PRECISION (type) < 64;
      range at, growth;
      if (!bound_search (l, base, cut).find (index, &at)
          || !bound_search (l, base, cut).find (next, &growth, widened) || growth.least < 0)
        continue;
      s->base = base;
      s->least = at.least;
      s->spread = at.most - at.least;
      s->step = growth.most;
      return true;
    }
  return false;
}

} // namespace erbium
