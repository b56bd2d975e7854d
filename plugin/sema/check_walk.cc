/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_walk.cc - what the C front end cannot know to be wrong: the walk.
 *
 * A function is checked three times, when the front end is done with it: tree by tree (here), and
 * then its variables (view_sides.cc, view_ownership.cc).  The walk passes each tree the place of
 * the text around it, for trees without a place.  Static initialisers are not part of a function;
 * they are checked when their declaration is finished.
 */
#include "sema/checks.h"

#include "diagnostic.h"
#include "fold-const.h"

namespace erbium {

namespace {

class checker
{
public:
  void visit (tree t, const place &where);
  void initialiser (tree decl);
  void arguments (tree call, tree at);
private:
  void parts (tree t, const place &where);
  void assign (tree type, tree value, const place &where);
  void assignment (tree t, const place &where);
  void returned (tree t);
  void call (tree t, const place &where);
  void conversion (tree t, const place &where);
  void constructor (tree t, const place &where);
  hash_set<tree> seen;
};

void
checker::parts (tree t, const place &where)
{
  place here = EXPR_HAS_LOCATION (t) ? place (EXPR_LOCATION (t)) : place (where.location ());
  each_part (t, [&] (tree part) { visit (part, here); });
}

void
checker::assign (tree type, tree value, const place &where)
{
  if (!value || value == error_mark_node)
    return;
  if (check_sink (type, value, where))
    visit (value, where);
}

/* Checks the initialiser of a variable, in which an array or structure may have views. */
void
checker::initialiser (tree decl)
{
  location_t loc = DECL_SOURCE_LOCATION (decl);
  if (DECL_INITIAL (decl))
    assign (TREE_TYPE (decl), DECL_INITIAL (decl),
            DECL_NAME (decl) ? place::initialiser (loc) : place (loc));
}

void
checker::constructor (tree t, const place &where)
{
  unsigned HOST_WIDE_INT n;
  tree index, value;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (t), n, index, value)
    assign (TREE_CODE (TREE_TYPE (t)) == ARRAY_TYPE ? TREE_TYPE (TREE_TYPE (t))
            : index && TREE_CODE (index) == FIELD_DECL ? TREE_TYPE (index) : NULL_TREE,
            value, where);
}

/* Checks the arguments of T, which stand in the text where those of AT do. */
void
checker::arguments (tree t, tree at)
{
  tree fntype = CALL_EXPR_FN (t) ? TREE_TYPE (CALL_EXPR_FN (t)) : NULL_TREE;
  while (fntype && POINTER_TYPE_P (fntype))
    fntype = TREE_TYPE (fntype);
  if (fntype && !FUNC_OR_METHOD_TYPE_P (fntype))
    fntype = NULL_TREE;
  tree types = fntype ? TYPE_ARG_TYPES (fntype) : NULL_TREE;
  bool any_more = fntype && stdarg_p (fntype) && primitive_of_call (t) == P_none;
  for (int n = 0; n < call_expr_nargs (t); n++)
    {
      if (any_more && !types)
        check_unnamed (CALL_EXPR_ARG (t, n), place::argument (at, n));
      assign (types && types != void_list_node ? TREE_VALUE (types) : NULL_TREE,
              CALL_EXPR_ARG (t, n), place::argument (at, n));
      types = types ? TREE_CHAIN (types) : NULL_TREE;
    }
}

void
checker::call (tree t, const place &where)
{
  if (element_sum (t))
    {
      check_address (t);
      return parts (t, where);
    }
  primitive p = primitive_of_call (t);
  if (p != P_none)
    {
      if (check_primitive (p, t) && p == P_new_record)
        error_at (EXPR_LOCATION (t), "cannot determine the element type of %qs; assign its result"
                  " to a %<record T%>", "new_record");
    }
  else
    check_call (t);
  if (p == P_none)
    visit (CALL_EXPR_FN (t), where);
  arguments (t, t);
}

static bool
makes_record_p (tree e)
{
  STRIP_NOPS (e);
  if (TREE_CODE (e) == COND_EXPR)
    return makes_record_p (TREE_OPERAND (e, 1)) || makes_record_p (TREE_OPERAND (e, 2));
  return primitive_of_call (e) == P_new_record;
}

/* Moves the conversion of c ? new_record (1, 1) : new_record (1, 2) to TYPE into the arms: the
 * front end converts the whole expression, but each call must have the type. */
static tree
convert_arms (tree type, tree e)
{
  STRIP_NOPS (e);
  if (TREE_CODE (e) != COND_EXPR)
    return TREE_TYPE (e) == type ? e : build1_loc (EXPR_LOCATION (e), NOP_EXPR, type, e);
  for (int n = 1; n <= 2; n++)
    TREE_OPERAND (e, n) = convert_arms (type, TREE_OPERAND (e, n));
  TREE_TYPE (e) = type;
  return e;
}

void
checker::conversion (tree t, const place &where)
{
  tree value = TREE_OPERAND (t, 0);
  if (record_p (TREE_TYPE (t))
      && TREE_CODE (tree_strip_nop_conversions (value)) == COND_EXPR && makes_record_p (value))
    value = TREE_OPERAND (t, 0) = convert_arms (TREE_TYPE (t), value);
  if (!check_conversion (t, where))
    {
      for (tree v = value; !seen.add (v) && CONVERT_EXPR_P (v);) /* one error is enough */
        v = TREE_OPERAND (v, 0);
    }
  else if (record_p (TREE_TYPE (t)) && primitive_of_call (value) == P_new_record)
    check_primitive (P_new_record, value);
  else
    visit (value, where.here_p () ? place_of (t, where) : where);
}

void
checker::assignment (tree t, const place &where)
{
  /* v += 1: the sum has no place of its own. */
  if (TREE_CODE (TREE_OPERAND (t, 1)) == POINTER_PLUS_EXPR
      && !EXPR_HAS_LOCATION (TREE_OPERAND (t, 1)))
    SET_EXPR_LOCATION (TREE_OPERAND (t, 1), EXPR_LOCATION (t));
  visit (TREE_OPERAND (t, 0), place_of (t, where));
  assign (TREE_TYPE (TREE_OPERAND (t, 0)), TREE_OPERAND (t, 1), place_of (t, where));
}

void
checker::returned (tree t)
{
  tree value = TREE_OPERAND (t, 0);
  place at = place::returned (EXPR_LOCATION (t));
  if (value && (TREE_CODE (value) == MODIFY_EXPR || TREE_CODE (value) == INIT_EXPR)
      && TREE_CODE (TREE_OPERAND (value, 0)) == RESULT_DECL)
    assign (TREE_TYPE (TREE_OPERAND (value, 0)), TREE_OPERAND (value, 1), at);
  else if (value)
    {
      check_return (value, at);
      visit (value, at);
    }
}

void
checker::visit (tree t, const place &where)
{
  if (!t || t == error_mark_node || TYPE_P (t))
    return;
  if (TREE_CODE (t) == INTEGER_CST && TREE_TYPE (t) && !integer_zerop (t)
      && (view_p (TREE_TYPE (t)) || record_p (TREE_TYPE (t))))
    error_at (where.location (), "cannot convert an integer to %qs",
              type_text (TREE_TYPE (t)).c_str ());
  if (!EXPR_P (t) && TREE_CODE (t) != STATEMENT_LIST && TREE_CODE (t) != CONSTRUCTOR)
    return;
  if (seen.add (t))
    return;
  switch (TREE_CODE (t))
    {
    case DECL_EXPR:
      if (VAR_P (DECL_EXPR_DECL (t)) && !TREE_STATIC (DECL_EXPR_DECL (t)))
        initialiser (DECL_EXPR_DECL (t));
      break;
    case RETURN_EXPR:
      returned (t);
      break;
    case MODIFY_EXPR: case INIT_EXPR:
      assignment (t, where);
      break;
    case CALL_EXPR:
      call (t, where);
      break;
    CASE_CONVERT:
      conversion (t, where);
      break;
    case CONSTRUCTOR:
      constructor (t, where);
      break;
    case INDIRECT_REF:
      check_element (t, where);
      if (!check_brackets (t))
        seen.add (TREE_OPERAND (t, 0)); /* one error is enough */
      parts (t, where);
      break;
    case ARRAY_REF:
      check_brackets (t);
      parts (t, where);
      break;
    case POINTER_PLUS_EXPR:
      check_brackets (t);
      check_operator (t, where);
      parts (t, where);
      break;
    default:
      check_operator (t, where);
      parts (t, where);
      break;
    }
}

} // namespace

/* ---- Stations ---------------------------------------------------------- */

void
check_function (tree fndecl)
{
  tree body = DECL_SAVED_TREE (fndecl);
  if (!body || body == error_mark_node)
    return;
  tree outer = current_function_decl;
  current_function_decl = fndecl;
  checker ().visit (body, place (DECL_SOURCE_LOCATION (fndecl)));
  check_sides (fndecl);
  check_given (fndecl);
  current_function_decl = outer;
}

void
check_arguments (tree call, tree at)
{
  checker ().arguments (call, at);
}

void
check_initialiser (tree decl)
{
  if (VAR_P (decl) && TREE_STATIC (decl) && DECL_INITIAL (decl) != error_mark_node)
    checker ().initialiser (decl);
}

} // namespace erbium
