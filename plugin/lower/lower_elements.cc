/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower_elements.cc - an element becomes a call (lower.cc).
 *
 *   before   *element (v + (sizetype) i * 4)       v[[i]] of `view int v'
 *   after    *(int *) erbium_element_slow (v, (sizetype) i * 4, narrow, 4)
 *
 * An element is addressed by its byte offset; narrow is 1 if the index has less than 64 bits.  In a
 * checked unit the call checks that the element is live or, if only its address is used, that it is
 * live or the end.
 */
#include "lower/lowering.h"

#include "base/base.h"
#include "tree-inline.h"

namespace erbium {

static tree
copy_own (tree *tp, int *subtrees, void *)
{
  enum tree_code code = TREE_CODE (*tp);
  if (code == SAVE_EXPR || code == TARGET_EXPR || code == BIND_EXPR || code == STATEMENT_LIST
      || DECL_P (*tp) || TYPE_P (*tp) || CONSTANT_CLASS_P (*tp) || element_sum (*tp))
    *subtrees = 0;
  else
    copy_tree_r (tp, subtrees, NULL);
  return NULL_TREE;
}

/* Does what unshare_expr does, but keeps the subscripts within E: each is lowered once, so
 * v[[v[[v[[i]]]]]] has as many copies as subscripts. */
static tree
unshared (tree e)
{
  walk_tree (&e, copy_own, NULL, NULL);
  return e;
}

/* The sums of E, a sum further in, are its operands from first_sum to last_sum. */
static int
first_sum (const_tree e)
{
  return TREE_CODE (e) == SAVE_EXPR ? 0 : 1;
}

static int
last_sum (const_tree e)
{
  return TREE_CODE (e) == COND_EXPR ? 2 : first_sum (e);
}

/* Lowers the sums in E, in place. */
static tree
lower_inner (tree e, bool narrow, location_t loc, bool accessed)
{
  tree type = build_pointer_type (view_element (TREE_TYPE (e)));
  for (int n = first_sum (e); n <= last_sum (e); n++)
    if (view_p (TREE_TYPE (TREE_OPERAND (e, n))))
      TREE_OPERAND (e, n) = lower_address (TREE_OPERAND (e, n), narrow, loc, accessed);
  TREE_TYPE (e) = type;
  return e;
}

/* Returns E, a view or a sum, with OFFSET added to each sum further in. */
static tree
add_inside (tree e, tree offset)
{
  if (!sum_p (e) || TREE_CODE (e) == POINTER_PLUS_EXPR)
    return build2 (POINTER_PLUS_EXPR, TREE_TYPE (e), e, offset);
  tree sum = copy_node (e);
  for (int n = first_sum (e); n <= last_sum (e); n++)
    TREE_OPERAND (sum, n) = add_inside (TREE_OPERAND (e, n), offset);
  return sum;
}

/* Returns the address at (c ? v + 4 : w + 4) + OFFSET, which is computed once, before. */
static tree
lower_outer (tree e, tree offset, bool narrow, location_t loc, bool accessed)
{
  offset = save_expr (offset);
  tree address = lower_address (add_inside (e, offset), narrow, loc, accessed);
  return TREE_CODE (offset) == SAVE_EXPR
           ? build2_loc (loc, COMPOUND_EXPR, TREE_TYPE (address), offset, address) : address;
}

tree
lower_address (tree pointer, bool narrow, location_t loc, bool accessed)
{
  tree element = view_element (TREE_TYPE (pointer));
  if (!element) /* two calls share the sum: v[[c ? 1 : n]] += 1 */
    return pointer;
  if (TREE_CODE (pointer) != POINTER_PLUS_EXPR && sum_p (pointer))
    return lower_inner (pointer, narrow, loc, accessed);
  tree sum = NULL_TREE;
  for (; TREE_CODE (pointer) == POINTER_PLUS_EXPR && view_p (TREE_TYPE (pointer));
       pointer = TREE_OPERAND (pointer, 0))
    {
      tree part = unshared (TREE_OPERAND (pointer, 1));
      sum = sum ? fold_build2 (PLUS_EXPR, sizetype, sum, part) : part;
    }
  if (sum && TREE_CODE (pointer) != SAVE_EXPR && sum_p (pointer))
    return lower_outer (pointer, sum, narrow, loc, accessed);
  tree size = fold_convert (size_type_node, TYPE_SIZE_UNIT (element));
  tree offset = sum ? fold_convert (size_type_node, sum) : size_zero_node;
  tree v = pointer_to (unshared (pointer));
  if (!option.check)
    note_unchecked_unit ();
  tree call = option.check
    ? build_call_expr_loc (loc, runtime_decl (accessed ? R_element_check : R_address_check), 5, v,
                           offset, flag (narrow), size, where_string (loc))
    : build_call_expr_loc (loc, runtime_decl (R_element), 4, v, offset, flag (narrow), size);
  return fold_convert_loc (loc, build_pointer_type (element), call);
}

/* Returns E, evaluated where it is first used.  An E without a value gets one, since GCC saves
 * values. */
static tree
saved (tree e)
{
  if (VOID_TYPE_P (TREE_TYPE (e)))
    e = build2_loc (EXPR_LOCATION (e), COMPOUND_EXPR, integer_type_node, e, integer_zero_node);
  return save_expr (e);
}

/* Saves the parts of a sum that must be evaluated once. */
static void
save_parts (tree *sum)
{
  tree e = *sum;
  if (!TREE_SIDE_EFFECTS (e) || TREE_CODE (e) == SAVE_EXPR)
    return;
  if (!sum_p (e))
    *sum = saved (e);
  else if (TREE_CODE (e) == POINTER_PLUS_EXPR)
    {
      save_parts (&TREE_OPERAND (e, 0));
      TREE_OPERAND (e, 1) = saved (TREE_OPERAND (e, 1));
    }
  else
    {
      TREE_OPERAND (e, 0) = saved (TREE_OPERAND (e, 0));
      for (int n = 1; n < TREE_OPERAND_LENGTH (e); n++)
        save_parts (&TREE_OPERAND (e, n));
    }
}

/* In v[[i++]] += f () the front end saves the address; but f may move the window, so only the index
 * is saved, and the address is computed for each use. */
tree
lower_saved (tree call, location_t loc, bool accessed)
{
  bool narrow = narrow_element_p (call);
  save_parts (&CALL_EXPR_ARG (call, 0));
  return lower_address (CALL_EXPR_ARG (call, 0), narrow, loc, accessed);
}

} // namespace erbium
