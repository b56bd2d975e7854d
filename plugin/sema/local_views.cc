/* SPDX-License-Identifier: GPL-3.0-or-later */
/* local_views.cc - local variables: which are views, which are the same view, which are constants.
 *
 *   view int w = v;  run p (v);  run q (w);      w is v
 *
 * A copy is a variable whose only value is its initialiser, another variable that has only one
 * value, too.  So both are the same view wherever both are known.
 */
#include "sema/checks.h"

#include "fold-const.h"

namespace erbium {

/* ---- Views ------------------------------------------------------------- */

tree
local_variable (tree e)
{
  if (!e)
    return NULL_TREE;
  while (CONVERT_EXPR_P (e) || TREE_CODE (e) == NON_LVALUE_EXPR || TREE_CODE (e) == SAVE_EXPR)
    e = TREE_OPERAND (e, 0);
  bool local = TREE_CODE (e) == PARM_DECL || (VAR_P (e) && !TREE_STATIC (e) && !DECL_EXTERNAL (e));
  return local && view_p (TREE_TYPE (e)) && DECL_NAME (e) ? e : NULL_TREE;
}

tree
local_view (tree e)
{
  tree view = local_variable (e);
  return view && !TREE_ADDRESSABLE (view) ? view : NULL_TREE;
}

tree
viewed (tree e)
{
  while (handled_component_p (e))
    e = TREE_OPERAND (e, 0);
  e = TREE_CODE (e) == INDIRECT_REF ? element_sum (TREE_OPERAND (e, 0)) : NULL_TREE;
  if (!e)
    return NULL_TREE;
  while (TREE_CODE (e) == POINTER_PLUS_EXPR)
    e = TREE_OPERAND (e, 0);
  return e;
}

/* ---- Structures and arrays of views ------------------------------------ */

/* Whether E is a local variable whose address is not taken. */
static bool
local_whole_p (const_tree e)
{
  bool local = TREE_CODE (e) == PARM_DECL || (VAR_P (e) && !TREE_STATIC (e) && !DECL_EXTERNAL (e));
  return local && !TREE_ADDRESSABLE (e);
}

tree
local_whole (tree e)
{
  if (!e || (TREE_CODE (e) != COMPONENT_REF && TREE_CODE (e) != ARRAY_REF))
    return NULL_TREE;
  for (; TREE_CODE (e) == COMPONENT_REF || TREE_CODE (e) == ARRAY_REF; e = TREE_OPERAND (e, 0))
    if (TREE_CODE (e) == ARRAY_REF && TREE_CODE (TREE_OPERAND (e, 1)) != INTEGER_CST)
      return NULL_TREE;
  return local_whole_p (e) ? e : NULL_TREE;
}

bool
has_view_p (const_tree type)
{
  if (TREE_CODE (type) == ARRAY_TYPE)
    return has_view_p (TREE_TYPE (type));
  if (view_p (type) || !RECORD_OR_UNION_TYPE_P (type))
    return view_p (type);
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL && has_view_p (TREE_TYPE (field)))
      return true;
  return false;
}

bool
local_structure_p (tree e)
{
  return e && RECORD_OR_UNION_TYPE_P (TREE_TYPE (e)) && local_whole_p (e)
         && has_view_p (TREE_TYPE (e));
}

/* ---- Copies ------------------------------------------------------------ */

void
view_copies::visit (tree t)
{
  if (!t || t == error_mark_node || (EXPR_P (t) && !seen.insert (t).second))
    return;
  if (TREE_CODE (t) == DECL_EXPR)
    {
      tree to = local_view (DECL_EXPR_DECL (t)), value = DECL_INITIAL (DECL_EXPR_DECL (t));
      if (to && value && value != error_mark_node)
        {
          assigned[to]++;
          from[to] = local_view (value);
        }
    }
  else if (TREE_CODE (t) == MODIFY_EXPR || TREE_CODE (t) == INIT_EXPR)
    {
      if (tree to = local_view (TREE_OPERAND (t, 0)))
        assigned[to] += 2; /* no copy, and not what one may be made of */
    }
  each_part (t, [&] (tree part) { visit (part); });
}

/* Whether V keeps the first value that it has. */
bool
view_copies::constant_p (tree v) const
{
  auto found = assigned.find (v);
  return (found == assigned.end () ? 0 : found->second) == (TREE_CODE (v) == PARM_DECL ? 0 : 1);
}

tree
view_copies::original (tree v) const
{
  for (size_t n = 0; v && n < from.size (); n++)
    {
      auto found = from.find (v);
      if (found == from.end () || !found->second || !constant_p (v) || !constant_p (found->second))
        break;
      v = found->second;
    }
  return v;
}

/* ---- Constants --------------------------------------------------------- */

/* Whether V changes only by statements that name it. */
static bool
followed_p (const_tree v)
{
  return (TREE_CODE (v) == PARM_DECL || (VAR_P (v) && !TREE_STATIC (v) && !DECL_EXTERNAL (v)))
         && INTEGRAL_TYPE_P (TREE_TYPE (v)) && !TREE_ADDRESSABLE (v) && !TREE_THIS_VOLATILE (v)
         && !DECL_NONLOCAL (v);
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
  if (CONVERT_EXPR_P (e) || TREE_CODE_CLASS (TREE_CODE (e)) == tcc_unary
      || TREE_CODE (e) == TRUTH_NOT_EXPR)
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
  return old ? fold_build2 (up ? PLUS_EXPR : MINUS_EXPR, TREE_TYPE (old), old,
                            build_int_cst (TREE_TYPE (old), 1)) : NULL_TREE;
}

} // namespace erbium
