/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_tests.cc - tests of the result of update.
 *
 *   while (update (v, i) > 0)      if (update (v, i) < i) break;
 *   while ((hd = update (v, i)))   while (update (v, i) == i)
 *
 * In a strip the result is the argument W, so the outcome of each of these is known before, and the
 * test is removed from the strip.  Further conditions for that bound the strip's length.  The
 * program may have cut W to the 32 bits of its own variable and widened them again, and the index
 * with which it compares may have 32 bits, too:
 *
 *   WHOLE   W
 *   CUT     the lower 32 bits
 *   SIGNED, UNSIGNED   the lower 32 bits, widened
 *
 * Two values of one form are equal.  Two of different forms are equal while W has no more than 31
 * (32) bits; the strip ends there.  But SIGNED and UNSIGNED are never greater than W, so >= and <
 * between them hold in all of the stream.  W is greater than 0; a cut value is, while it does not
 * wrap, and it is greater than the cut of a lower index.
 */
#include "opt/coarsen/strip.h"

namespace erbium {

namespace {

enum form { WHOLE, CUT, SIGNED, UNSIGNED, OTHER };

/* The conditions on the strip's first index and length under which the tests are known. */
struct needs
{
  HOST_WIDE_INT above = 0; /* the first index is more */
  int bits = 64;           /* indices do not pass a multiple of 2 to the power of this */
  bool whole = false;      /* and have no more bits */

  void at_most (int b) { bits = MIN (bits, b); }
};

int
bits_of (form f)
{
  return f == SIGNED ? 31 : f == UNSIGNED ? 32 : 64;
}

/* Returns the form of a conversion, or mask, of a value of form F; OTHER if CAST is none, or cuts
 * to other widths. */
form
converted (form f, gimple *cast)
{
  if (is_gimple_assign (cast) && gimple_assign_rhs_code (cast) == BIT_AND_EXPR && f != CUT
      && tree_fits_uhwi_p (gimple_assign_rhs2 (cast))
      && tree_to_uhwi (gimple_assign_rhs2 (cast)) == 0xffffffffu)
    return UNSIGNED;
  if (!gimple_assign_cast_p (cast))
    return OTHER;
  const_tree to = TREE_TYPE (gimple_assign_lhs (cast));
  const_tree from = TREE_TYPE (gimple_assign_rhs1 (cast));
  if (!INTEGRAL_TYPE_P (to) || TREE_CODE (to) == BOOLEAN_TYPE || !INTEGRAL_TYPE_P (from))
    return OTHER;
  if (TYPE_PRECISION (to) == 32)
    return CUT;
  if (TYPE_PRECISION (to) != 64)
    return OTHER;
  return f == CUT ? (TYPE_UNSIGNED (from) ? UNSIGNED : SIGNED) : f;
}

/* Returns VALUE without casts that change no bit. */
tree
same_bits (tree value)
{
  for (;;)
    {
      gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
      tree from = def && gimple_assign_cast_p (def) ? gimple_assign_rhs1 (def) : NULL_TREE;
      if (!from || !INTEGRAL_TYPE_P (TREE_TYPE (from))
          || TYPE_PRECISION (TREE_TYPE (from)) != TYPE_PRECISION (TREE_TYPE (value)))
        return value;
      value = from;
    }
}

/* *BY becomes INDEX - BASE, computed in 64 bits only. */
bool
whole_distance_p (tree index, tree base, HOST_WIDE_INT *by)
{
  *by = 0;
  for (int depth = 0; index != base; depth++)
    {
      gimple *def = TREE_CODE (index) == SSA_NAME ? SSA_NAME_DEF_STMT (index) : NULL;
      if (!def || depth > 16 || !is_gimple_assign (def))
        return false;
      tree from = gimple_assign_rhs1 (def);
      if (!INTEGRAL_TYPE_P (TREE_TYPE (from)) || TYPE_PRECISION (TREE_TYPE (from)) != 64)
        return false;
      if (gimple_assign_rhs_code (def) == PLUS_EXPR && tree_fits_shwi_p (gimple_assign_rhs2 (def)))
        *by += tree_to_shwi (gimple_assign_rhs2 (def));
      else if (!gimple_assign_cast_p (def) && !gimple_assign_ssa_name_copy_p (def))
        return false;
      index = from;
    }
  return true;
}

/* Returns the form of VALUE, made of the index of Y, which is *BY greater. */
form
form_of_index (const sync &y, tree value, HOST_WIDE_INT *by)
{
  tree index = sync_index (y), raw = unwidened (index);
  int precision = INTEGRAL_TYPE_P (TREE_TYPE (value)) ? TYPE_PRECISION (TREE_TYPE (value)) : 0;
  if (!sync_narrow (y))
    return precision == 64 && whole_distance_p (index, same_bits (value), by) ? WHOLE : OTHER;
  if (TYPE_PRECISION (TREE_TYPE (raw)) != 32)
    return OTHER;
  if (precision == 32)
    return distance_p (raw, same_bits (value), by) ? CUT : OTHER;
  tree inner = unwidened (same_bits (value));
  if (precision != 64 || TYPE_PRECISION (TREE_TYPE (inner)) != 32
      || !distance_p (raw, same_bits (inner), by))
    return OTHER;
  return TYPE_UNSIGNED (TREE_TYPE (inner)) ? UNSIGNED : SIGNED;
}

/* Returns A op B, if A - B has the sign of DIFFERENCE. */
bool
outcome (enum tree_code op, HOST_WIDE_INT difference)
{
  switch (op)
    {
    case EQ_EXPR: return difference == 0;
    case NE_EXPR: return difference != 0;
    case LT_EXPR: return difference < 0;
    case LE_EXPR: return difference <= 0;
    case GT_EXPR: return difference > 0;
    default: return difference >= 0;
    }
}

/* Whether RESULT op 0 is known, for a RESULT of form F; *KNOWN becomes its value. */
bool
known_against_zero (form f, tree result, enum tree_code op, needs &need, bool *known)
{
  bool equality = op == EQ_EXPR || op == NE_EXPR;
  if (f != WHOLE)
    need.at_most (equality || f == UNSIGNED || TYPE_UNSIGNED (TREE_TYPE (result)) ? 32 : 31);
  *known = outcome (op, 1);
  return true;
}

/* Whether RESULT op OTHER is known, for a RESULT of form F and an OTHER of form G that is BY
 * less. */
bool
known_against_index (form f, form g, HOST_WIDE_INT by, bool is_unsigned, enum tree_code op,
                     needs &need, bool *known)
{
  *known = outcome (op, by);
  if (f == g && (by == 0 || (f == WHOLE && !is_unsigned)))
    return true;
  if (by < 0)
    return false;
  if (f == CUT || g == CUT)
    {
      /* Both are lower bits, BY apart: they must not wrap in between. */
      if (is_unsigned && by > 1)
        return false;
      need.at_most (is_unsigned ? 32 : 31);
      return true;
    }
  need.above = MAX (need.above, by);
  bool order = op == LT_EXPR || op == GE_EXPR || (by > 0 && (op == LE_EXPR || op == GT_EXPR));
  if (f == WHOLE && order && !is_unsigned)
    return true;
  need.at_most (MIN (bits_of (f), bits_of (g)));
  need.whole = true;
  return true;
}

/* Decides COND, a test of RESULT, of form F; false if it cannot be decided. */
bool
decide (const sync &y, gcond *cond, tree result, form f, needs &need)
{
  enum tree_code op = gimple_cond_code (cond);
  tree other = gimple_cond_rhs (cond);
  if (gimple_cond_lhs (cond) != result)
    {
      other = gimple_cond_lhs (cond);
      op = swap_tree_comparison (op);
    }
  HOST_WIDE_INT by = 0;
  bool known, decided = false;
  if (integer_zerop (other))
    decided = known_against_zero (f, result, op, need, &known);
  else if (form g = TREE_CODE (other) == SSA_NAME ? form_of_index (y, other, &by) : OTHER;
           g != OTHER)
    decided = known_against_index (f, g, by, TYPE_UNSIGNED (TREE_TYPE (result)), op, need, &known);
  if (!decided)
    return false;
  if (known)
    gimple_cond_make_true (cond);
  else
    gimple_cond_make_false (cond);
  update_stmt (cond);
  return true;
}

/* Finds the tests, in the strip, of VALUE, of form F, and of its conversions. */
void
find_tests (const shape &s, tree value, form f, vec<gcond *> &tests, vec<tree> &values,
            vec<form> &forms)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
    {
      gimple *stmt = USE_STMT (use);
      if (!gimple_bb (stmt) || !flow_bb_inside_loop_p (s.strip, gimple_bb (stmt)))
        continue;
      if (gcond *cond = dyn_cast<gcond *> (stmt))
        {
          tests.safe_push (cond);
          values.safe_push (value);
          forms.safe_push (f);
        }
      else if (form g = converted (f, stmt); g != OTHER)
        find_tests (s, gimple_assign_lhs (stmt), g, tests, values, forms);
    }
}

} // namespace

tree
count_by_result_tests (code &c, const shape &s, tree count, vec<sync> &syncs)
{
  unsigned n, k;
  sync *y;
  FOR_EACH_VEC_ELT (syncs, n, y)
    {
      tree result = y->f == R_update ? gimple_call_lhs (y->stmt) : NULL_TREE;
      if (!result)
        continue;
      auto_vec<gcond *> tests;
      auto_vec<tree> values;
      auto_vec<form> forms;
      find_tests (s, result, WHOLE, tests, values, forms);
      needs need;
      bool any = false;
      gcond *test;
      FOR_EACH_VEC_ELT (tests, k, test)
        any |= decide (*y, test, values[k], forms[k], need);
      if (!any)
        continue;
      tree zero = build_zero_cst (size_type_node);
      count = choose (c, build2 (GT_EXPR, boolean_type_node, y->first,
                                 build_int_cst (long_integer_type_node, need.above)), count, zero);
      if (need.bits == 64)
        continue;
      /* The indices that are left below the next multiple. */
      tree end = build_int_cstu (size_type_node, HOST_WIDE_INT_1U << need.bits);
      tree at = c.convert (size_type_node, y->first);
      if (!need.whole)
        at = c.convert (size_type_node, c.convert (unsigned_type_node, at));
      tree left = c.op (MINUS_EXPR, size_type_node, end, at);
      if (y->spread)
        {
          tree spread = build_int_cst (size_type_node, y->spread);
          left = choose (c, build2 (GT_EXPR, boolean_type_node, left, spread),
                         c.op (MINUS_EXPR, size_type_node, left, spread), zero);
        }
      if (y->step > 1)
        left = c.op (TRUNC_DIV_EXPR, size_type_node, left, build_int_cst (size_type_node, y->step));
      /* 0 < at < end, in one comparison */
      tree before = c.op (MINUS_EXPR, size_type_node, at, size_one_node);
      count = choose (c, build2 (LT_EXPR, boolean_type_node, before,
                                 c.op (MINUS_EXPR, size_type_node, end, size_one_node)),
                      least (c, count, left), zero);
    }
  return count;
}

} // namespace erbium
