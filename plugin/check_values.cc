/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_values.cc - constants that local variables have, where a function is gone through in the
 * order of execution.
 */
#include "check.h"

#include "fold-const.h"

namespace erbium {

/* A variable that changes where we see it, and nowhere else. */
static bool
followed_p (const_tree v)
{
  return (TREE_CODE (v) == PARM_DECL || (VAR_P (v) && !TREE_STATIC (v) && !DECL_EXTERNAL (v)))
         && INTEGRAL_TYPE_P (TREE_TYPE (v)) && !TREE_ADDRESSABLE (v) && !TREE_THIS_VOLATILE (v) && !DECL_NONLOCAL (v);
}

void
known_values::assign (tree to, tree value)
{
  if (value && followed_p (to))
    values[to] = fold_convert (TREE_TYPE (to), value);
  else
    values.erase (to);
}

void
known_values::keep_common (const known_values &other)
{
  for (auto v = values.begin (); v != values.end ();)
    if (auto its = other.values.find (v->first);
        its != other.values.end () && tree_int_cst_equal (v->second, its->second))
      v++;
    else
      v = values.erase (v);
}

tree
known_values::of (tree e) const
{
  if (!e || !INTEGRAL_TYPE_P (TREE_TYPE (e)))
    return NULL_TREE;
  if (TREE_CODE (e) == INTEGER_CST)
    return e;
  if (auto known = values.find (e); known != values.end ())
    return known->second;
  if (TREE_CODE (e) == C_MAYBE_CONST_EXPR || TREE_CODE (e) == COMPOUND_EXPR)
    return of (TREE_OPERAND (e, 1));
  tree a = EXPR_P (e) && TREE_OPERAND_LENGTH (e) > 0 ? of (TREE_OPERAND (e, 0)) : NULL_TREE;
  if (!a)
    return NULL_TREE;
  if ((TREE_CODE (e) == TRUTH_ANDIF_EXPR && integer_zerop (a))
      || (TREE_CODE (e) == TRUTH_ORIF_EXPR && integer_nonzerop (a)))
    return fold_convert (TREE_TYPE (e), a);
  tree b = TREE_OPERAND_LENGTH (e) == 2 ? of (TREE_OPERAND (e, 1)) : NULL_TREE, result = NULL_TREE;
  if (CONVERT_EXPR_P (e) || TREE_CODE_CLASS (TREE_CODE (e)) == tcc_unary || TREE_CODE (e) == TRUTH_NOT_EXPR)
    result = fold_build1 (TREE_CODE (e), TREE_TYPE (e), a);
  else if (b && !TREE_SIDE_EFFECTS (e))
    result = fold_build2 (TREE_CODE (e), TREE_TYPE (e), a, b);
  return result && TREE_CODE (result) == INTEGER_CST ? result : NULL_TREE;
}

tree
known_values::after_step (tree t) const
{
  bool up = TREE_CODE (t) == PREINCREMENT_EXPR || TREE_CODE (t) == POSTINCREMENT_EXPR;
  tree old = of (TREE_OPERAND (t, 0));
  return old ? fold_build2 (up ? PLUS_EXPR : MINUS_EXPR, TREE_TYPE (old), old, build_int_cst (TREE_TYPE (old), 1))
         : NULL_TREE;
}

} // namespace erbium
