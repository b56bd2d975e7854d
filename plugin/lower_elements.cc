/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower_elements.cc - an element becomes a call (lower.cc).
 *
 *   before   *(v + (sizetype) i * 4)               v[[i]] of `view int v'
 *   after    *(int *) erbium_element_far (v, (sizetype) i * 4, narrow, 4)
 *
 * An element is addressed by its byte offset; narrow tells that the index had 32
 * bits.  In a checked unit the call is one that looks whether the element is live.
 */
#include "lower.h"

namespace erbium {

/* ---- Offsets ----------------------------------------------------------- */

/* Whether a term of an offset was made of an index of less than 64 bits alone. */
static bool
narrow_term_p (const_tree e)
{
  if (CONVERT_EXPR_P (e))
    {
      const_tree from = TREE_OPERAND (e, 0);
      return narrow_type_p (TREE_TYPE (from)) || narrow_term_p (from);
    }
  switch (TREE_CODE (e))
    {
    case MULT_EXPR: case LSHIFT_EXPR:
      return TREE_CODE (TREE_OPERAND (e, 1)) == INTEGER_CST && narrow_term_p (TREE_OPERAND (e, 0));
    case PLUS_EXPR: case MINUS_EXPR:
      return narrow_term_p (TREE_OPERAND (e, 0))
             && (TREE_CODE (TREE_OPERAND (e, 1)) == INTEGER_CST
                 || narrow_term_p (TREE_OPERAND (e, 1)));
    case NEGATE_EXPR: case SAVE_EXPR:
      return narrow_term_p (TREE_OPERAND (e, 0));
    default:
      return false;
    }
}

/* The sum of offsets, in bytes, that an address was made of. */
struct offsets
{
  tree size;                   /* of an element */
  bool arrays;                 /* the elements are arrays */
  tree to_element = NULL_TREE; /* whole elements */
  tree within = NULL_TREE;     /* what is added within one: *(v[[i]] + j) of arrays */
  bool narrow = false, wide = false;

  void add (tree part);
};

static tree
sum (tree a, tree b)
{
  return a ? fold_build2 (PLUS_EXPR, sizetype, a, b) : b;
}

void
offsets::add (tree part)
{
  if (TREE_CODE (part) == PLUS_EXPR)
    {
      add (TREE_OPERAND (part, 0));
      add (TREE_OPERAND (part, 1));
      return;
    }
  if (arrays && !integer_onep (size) && !multiple_of_p (sizetype, part, size))
    {
      within = sum (within, unshare_expr (part));
      return;
    }
  to_element = sum (to_element, unshare_expr (part));
  if (TREE_CODE (part) != INTEGER_CST)
    (narrow_term_p (part) ? narrow : wide) = true;
}

/* ---- Elements ---------------------------------------------------------- */

/* v[[i++, 3]] is *(i++, v + 12), v[[c ? 1 : n]] may be *(c ? v + 4 : v + n * 4):
 * the sum stands further in.  A view itself is never a sum. */
static bool
inner_sum_p (const_tree e)
{
  switch (TREE_CODE (e))
    {
    case POINTER_PLUS_EXPR:
      return true;
    case COMPOUND_EXPR:
      return inner_sum_p (TREE_OPERAND (e, 1));
    case SAVE_EXPR:
      return inner_sum_p (TREE_OPERAND (e, 0));
    case COND_EXPR:
      return inner_sum_p (TREE_OPERAND (e, 1)) || inner_sum_p (TREE_OPERAND (e, 2));
    default:
      return false;
    }
}

/* The sums in E lowered, in place. */
static tree
lower_inner (tree e, location_t loc)
{
  tree type = build_pointer_type (view_element (TREE_TYPE (e)));
  int first = TREE_CODE (e) == SAVE_EXPR ? 0 : 1, last = TREE_CODE (e) == COND_EXPR ? 2 : first;
  for (int n = first; n <= last; n++)
    if (view_p (TREE_TYPE (TREE_OPERAND (e, n))))
      TREE_OPERAND (e, n) = lower_address (TREE_OPERAND (e, n), loc);
  TREE_TYPE (e) = type;
  return e;
}

tree
lower_address (tree pointer, location_t loc)
{
  if (TREE_CODE (pointer) != POINTER_PLUS_EXPR && inner_sum_p (pointer))
    return lower_inner (pointer, loc);
  tree element = view_element (TREE_TYPE (pointer));
  offsets sums;
  sums.size = fold_convert (sizetype, TYPE_SIZE_UNIT (element));
  sums.arrays = TREE_CODE (element) == ARRAY_TYPE;
  while (TREE_CODE (pointer) == POINTER_PLUS_EXPR && view_p (TREE_TYPE (pointer)))
    {
      sums.add (TREE_OPERAND (pointer, 1));
      pointer = TREE_OPERAND (pointer, 0);
    }
  tree size = fold_convert (size_type_node, sums.size);
  tree offset = sums.to_element ? fold_convert (size_type_node, sums.to_element) : size_zero_node;
  tree narrow = flag (sums.narrow && !sums.wide), v = pointer_to (unshare_expr (pointer));
  tree call = option.check
    ? build_call_expr_loc (loc, runtime_decl (R_look), 5, v, offset, narrow, size,
                           where_string (loc))
    : build_call_expr_loc (loc, runtime_decl (R_element), 4, v, offset, narrow, size);
  if (sums.within)
    call = build2_loc (loc, POINTER_PLUS_EXPR, ptr_type_node, call, sums.within);
  return fold_convert_loc (loc, build_pointer_type (element), call);
}

} // namespace erbium
