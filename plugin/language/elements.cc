/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elements.cc - the address of an element is a plain pointer.
 *
 *   before   *(v + (sizetype) i * 4)               v + ... has the type of v
 *   after    *element (v + (sizetype) i * 4, 1)    an int *
 *
 * For the front end v[i] is *(v + i), and & removes the * again: &v[[i]] would be a view.  So while
 * the front end builds the subscript, the sum becomes the argument of a call, which nothing folds:
 * later additions to the address stay outside.  Checks see the sum with its place, and lower/
 * replaces the call by one of the runtime.  1: the index has less than 64 bits, which the sum does
 * not show.
 *
 * The front end has no hook for expressions, but it asks the target how to promote an operand, and
 * then to convert it.  For a subscript it does so for the view and again for the sum, as for every
 * operand.  The tree of a sum shows what it is, except for element 0, which is folded to the view.
 * The sequence of the calls in between shows that one:
 *
 *   promote int; promote view, convert it     the operands of [ ]; those of + come in the
 *   binary + of view and int                  opposite order
 *   convert an integer                        the size of an element; in v[[i + 1]], which is
 *                                             v + 1 + i, v comes once more before
 *   promote view, convert it                  the sum
 *
 * A record has no elements of its own, but &r[[0]] must not be r.  So it is a call, too, and an
 * error.
 */
#include "language/language.h"

#include "langhooks.h"
#include "target.h"

namespace erbium {

/* ---- The call ---------------------------------------------------------- */

static tree
element_function ()
{
  tree id = get_identifier ("erbium element"); /* no name that a program can write */
  if (tree decl = identifier_global_value (id))
    return decl;
  tree type = build_function_type (ptr_type_node, NULL_TREE);
  tree decl = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, id, type);
  DECL_EXTERNAL (decl) = 1;
  TREE_PUBLIC (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  TREE_NOTHROW (decl) = 1;
  DECL_PURE_P (decl) = 1;
  lang_hooks.builtin_function_ext_scope (decl);
  DECL_NAME (decl) = get_identifier ("element");
  DECL_ATTRIBUTES (decl) = tree_cons (id, NULL_TREE, NULL_TREE);
  return decl;
}

tree
element_sum (const_tree e)
{
  if (TREE_CODE (e) != CALL_EXPR || call_expr_nargs (e) != 2)
    return NULL_TREE;
  tree fn = get_callee_fndecl (e);
  return fn && DECL_ARTIFICIAL (fn) && lookup_attribute ("erbium element", DECL_ATTRIBUTES (fn))
           ? CALL_EXPR_ARG (e, 0) : NULL_TREE;
}

bool
narrow_element_p (const_tree call)
{
  return integer_onep (CALL_EXPR_ARG (call, 1));
}

/* v[[i++, 3]] is *(i++, v + 12), v[[c ? 1 : n]] may be *(c ? v + 4 : v + n * 4):
 * the sum stands further in.  A view itself is never a sum. */
bool
sum_p (const_tree e)
{
  switch (TREE_CODE (e))
    {
    case POINTER_PLUS_EXPR:
      return true;
    case COMPOUND_EXPR:
      return sum_p (TREE_OPERAND (e, 1));
    case SAVE_EXPR:
      return sum_p (TREE_OPERAND (e, 0));
    case COND_EXPR:
      return sum_p (TREE_OPERAND (e, 1)) || sum_p (TREE_OPERAND (e, 2));
    default:
      return false;
    }
}

/* (c ? v : w)[[i + 1]] is *((c ? v + 4 : w + 4) + i * 4).  The first of these sums has a place
 * elsewhere in the statement; it gets the place of the last one, which is OUTER once that has been
 * visited.  A sum that the program writes would be the call of an element by now. */
static void
place_inner (tree e, location_t outer)
{
  if (!sum_p (e))
    return;
  if (TREE_CODE (e) == POINTER_PLUS_EXPR)
    {
      if (outer != UNKNOWN_LOCATION)
        SET_EXPR_LOCATION (e, outer);
      return place_inner (TREE_OPERAND (e, 0), EXPR_LOCATION (e));
    }
  for (int n = 0; n < TREE_OPERAND_LENGTH (e); n++)
    if (view_p (TREE_TYPE (TREE_OPERAND (e, n))))
      place_inner (TREE_OPERAND (e, n), outer);
}

/* Builds the call.  It folds SUM, as the front end does with arguments, since no later step does.
 * A sum for element 0 is folded already, and has the place of the view: array[1]. */
static tree
build_element (tree sum, bool narrow)
{
  location_t loc = sum_p (sum) ? EXPR_LOCATION (sum) : UNKNOWN_LOCATION;
  sum = c_fully_fold (sum, false, NULL);
  place_inner (sum, UNKNOWN_LOCATION);
  tree type = build_pointer_type (element_of (TREE_TYPE (sum)));
  tree fn = build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (element_function ())),
                    element_function ());
  tree call = build_call_nary (type, fn, 2, sum, narrow ? integer_one_node : integer_zero_node);
  TREE_SIDE_EFFECTS (call) = TREE_SIDE_EFFECTS (sum);
  SET_EXPR_LOCATION (call, loc);
  return call;
}

/* ---- Hooks of the front end -------------------------------------------- */

static tree (*promote) (const_tree);
static tree (*convert_to) (tree, tree);
static const char *(*binary) (int, const_tree, const_tree);

static struct
{
  bool view_last; /* the last operand that was promoted is a view */
  bool promoting; /* ... and may be converted now */
  enum { NONE, SUM, SIZE } subscript; /* the last step of one that has been seen */
  bool narrow;    /* its index has less than 64 bits */
} state;

static tree
on_promote (const_tree type)
{
  tree element = element_of (type);
  state.view_last = state.promoting = element != NULL_TREE;
  return element ? build_pointer_type (element) : promote (type);
}

/* The front end would convert both to void *, and warn. */
static const char *
wrong_comparison (const_tree a, const_tree b)
{
  if (!element_of (a) || !element_of (b)
      || (view_p (a) == view_p (b) && same_elements_p (const_cast<tree> (a), const_cast<tree> (b))))
    return NULL;
  return concat ("comparison of distinct types %<", type_text (const_cast<tree> (a)).c_str (),
                 "%> and %<", type_text (const_cast<tree> (b)).c_str (), "%>", NULL);
}

static const char *
on_binary (int code, const_tree a, const_tree b)
{
  if (code == EQ_EXPR || code == NE_EXPR)
    if (const char *wrong = wrong_comparison (a, b))
      return wrong;
  if (code == PLUS_EXPR && element_of (a) && state.view_last)
    {
      state.subscript = state.SUM;
      state.narrow = narrow_type_p (b);
    }
  return binary (code, a, b);
}

/* E is a view if on_promote has caused this conversion. */
static tree
on_convert (tree type, tree e)
{
  bool promoted = state.promoting && element_of (TREE_TYPE (e));
  bool whole = state.subscript == state.SIZE;
  state.promoting = false;
  if (!promoted)
    {
      if (state.subscript == state.SUM)
        state.subscript = state.SIZE;
      return convert_to (type, e);
    }
  state.subscript = state.NONE;
  return whole || sum_p (e) ? build_element (e, state.narrow) : e;
}

void
watch_subscripts ()
{
  promote = targetm.promoted_type;
  convert_to = targetm.convert_to_type;
  binary = targetm.invalid_binary_op;
  targetm.promoted_type = on_promote;
  targetm.convert_to_type = on_convert;
  targetm.invalid_binary_op = on_binary;
}

} // namespace erbium
