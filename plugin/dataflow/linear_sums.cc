/* SPDX-License-Identifier: GPL-3.0-or-later */
/* linear_sums.cc - indices as sums of SSA names and a number.
 *
 *   hd_5 = tl_2 + 10;  v[[hd_5 - 1]]               tl_2 + 9
 *   for (i_7 = PHI <tl_2, i_8>; ...; i_8 = i_7 + 1)  starts with tl_2, adds 1
 *
 * Two sums can be compared if their difference is a number.  An unsigned number of 32 bits may be
 * meant as an addition or a subtraction: 4294967295u may be -1.  Which one is not known, so the sum
 * is known modulo 2^32 from then on, as the index is (semantics 1.3).
 */
#include "dataflow/dataflow.h"

namespace erbium {

void
linear::add (const linear &other, HOST_WIDE_INT times)
{
  known = known && other.known;
  wraps = wraps || other.wraps;
  constant = (HOST_WIDE_INT) ((unsigned HOST_WIDE_INT) constant
                              + (unsigned HOST_WIDE_INT) other.constant * times);
  for (const auto &t : other.terms)
    if ((terms[t.first] += t.second * times) == 0)
      terms.erase (t.first);
}

HOST_WIDE_INT
linear::of (tree name) const
{
  auto found = terms.find (name);
  return found == terms.end () ? 0 : found->second;
}

bool
linear::minus (const linear &other, HOST_WIDE_INT *difference) const
{
  linear d = *this;
  d.add (other, -1);
  *difference = d.wraps ? (HOST_WIDE_INT) (int) d.constant : d.constant;
  return d.known && d.terms.empty ();
}

static bool
index_type_p (const_tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= 32;
}

static linear
linear_within (tree t, int depth)
{
  linear l;
  if (TREE_CODE (t) == INTEGER_CST)
    {
      l = wi::sext (wi::to_wide (t), TYPE_PRECISION (TREE_TYPE (t))).to_shwi ();
      l.wraps = l.constant < 0 && TYPE_UNSIGNED (TREE_TYPE (t))
                && TYPE_PRECISION (TREE_TYPE (t)) == 32;
      return l;
    }
  gimple *def = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (def && depth > 0 && is_gimple_assign (def) && index_type_p (TREE_TYPE (t)))
    {
      tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
      switch (gimple_assign_rhs_code (def))
        {
        case SSA_NAME: case INTEGER_CST:
          return linear_within (a, depth - 1);
        CASE_CONVERT:
          if (index_type_p (TREE_TYPE (a)))
            return linear_within (a, depth - 1);
          break;
        case PLUS_EXPR: case MINUS_EXPR:
          l = linear_within (a, depth - 1);
          l.add (linear_within (b, depth - 1),
                 gimple_assign_rhs_code (def) == PLUS_EXPR ? 1 : -1);
          return l;
        case MULT_EXPR:
          if (tree_fits_shwi_p (b) && tree_to_shwi (b) > 0 && tree_to_shwi (b) < 1 << 30)
            {
              l.add (linear_within (a, depth - 1), tree_to_shwi (b));
              return l;
            }
          break;
        default:
          break;
        }
    }
  if (TREE_CODE (t) == SSA_NAME)
    l.terms[t] = 1;
  else
    l.known = false;
  return l;
}

linear
linear_of (tree t)
{
  if (TREE_CODE (t) == INTEGER_CST && tree_fits_shwi_p (t))
    return tree_to_shwi (t);
  return linear_within (t, 20);
}

linear
element_index (const gimple *call)
{
  linear l = linear_of (gimple_call_arg (call, 1));
  tree bytes = gimple_call_arg (call, 3);
  HOST_WIDE_INT size = tree_fits_shwi_p (bytes) ? tree_to_shwi (bytes) : 0;
  l.known = l.known && size > 0 && l.constant % size == 0;
  for (auto &t : l.terms)
    l.known = l.known && t.second % size == 0;
  if (!l.known)
    return l;
  l.constant /= size;
  for (auto &t : l.terms)
    t.second /= size;
  return l;
}

void
clear_at_terms (flow_paths *paths, const linear &l)
{
  for (const auto &t : l.terms)
    if (!SSA_NAME_IS_DEFAULT_DEF (t.first))
      paths->mark (SSA_NAME_DEF_STMT (t.first), M_clear);
}

/* ---- Conditions -------------------------------------------------------- */

/* Finds what holds on side WAY of a branch. */
static bool
bound_of (gcond *cond, bool way, bound *b)
{
  tree_code code = gimple_cond_code (cond);
  tree l = gimple_cond_lhs (cond), r = gimple_cond_rhs (cond);
  if (!index_type_p (TREE_TYPE (l)))
    return false;
  if (!way)
    code = invert_tree_comparison (code, false);
  if (code == GT_EXPR || code == GE_EXPR)
    {
      std::swap (l, r);
      code = swap_tree_comparison (code);
    }
  if (code != LT_EXPR && code != LE_EXPR)
    return false;
  b->left = linear_of (l);
  b->right = linear_of (r);
  b->most = code == LT_EXPR ? -1 : 0;
  return b->left.known && b->right.known;
}

bool
bound_of_edge (edge e, bound *b)
{
  gimple *last = last_statement (e->src);
  gcond *cond = last ? dyn_cast<gcond *> (last) : NULL;
  return cond && bound_of (cond, (e->flags & EDGE_TRUE_VALUE) != 0, b);
}

/* ---- Loops ------------------------------------------------------------- */

bool
each_turn_p (const flow_loop &l, basic_block bb)
{
  for (edge e : l.latches)
    if (!dominated_by_p (CDI_DOMINATORS, e->src, bb))
      return false;
  return true;
}

bool
invariant_p (const flow_loop &l, const linear &x)
{
  for (const auto &t : x.terms)
    if (basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (t.first)))
      if (l.has (bb))
        return false;
  return x.known;
}

linear
with (const linear &x, tree name, const linear &value)
{
  linear result = x, it;
  it.terms[name] = 1;
  HOST_WIDE_INT times = x.of (name);
  result.add (it, -times);
  result.add (value, times);
  return result;
}

bool
evolution (const flow_loop &l, gphi *phi, linear *start, HOST_WIDE_INT *step)
{
  linear self;
  self.terms[gimple_phi_result (phi)] = 1;
  bool first_start = true, first_step = true;
  for (unsigned n = 0; n < gimple_phi_num_args (phi); n++)
    {
      linear x = linear_of (gimple_phi_arg_def (phi, n));
      HOST_WIDE_INT d;
      if (l.has (gimple_phi_arg_edge (phi, n)->src))
        {
          if (!x.minus (self, &d) || (!first_step && d != *step))
            return false;
          *step = d;
          first_step = false;
        }
      else if (!first_start)
        return false;
      else
        {
          *start = x;
          first_start = false;
        }
    }
  return !first_start && !first_step && start->known;
}

} // namespace erbium
