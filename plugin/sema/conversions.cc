/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conversions.cc - views and records against other types.
 *
 * For the front end a view is a pointer with a name, so it accepts whatever C accepts for
 * pointers.  A view converts to no other type, and its only operator is the subscript v[[i]].
 *
 * The address of an element, &v[[i]], is a call in the tree (language/elements.cc), of type T *.
 * Its argument is a sum of the view's type, with the place of the bracket.
 */
#include "sema/checks.h"
#include "lex/lex.h"

#include "diagnostic.h"
#include "fold-const.h"

namespace erbium {

/* ---- What an expression is --------------------------------------------- */

static sort
join (sort a, sort b)
{
  if (a == b || b == NOTHING)
    return a;
  if (a == NOTHING)
    return b;
  if (a == WRONG || b == WRONG)
    return WRONG;
  return a == ELEMENT || b == ELEMENT ? ELEMENT : OTHER;
}

static sort
sort_of_type (tree type)
{
  return view_p (type) ? VIEW : record_p (type) ? RECORD : OTHER;
}

/* Returns the sort of a sum of a view and an offset: ELEMENT if a [[ made it. */
static sort
sort_of_sum (tree sum)
{
  sort base = sort_of (TREE_OPERAND (sum, 0));
  if (base == ELEMENT)
    return ELEMENT;
  return base == VIEW && subscript_at (EXPR_LOCATION (sum)) != SUBSCRIPT_NO ? ELEMENT : WRONG;
}

sort
sort_of (tree e)
{
  tree type = TREE_TYPE (e);
  if (e == error_mark_node || !type || type == error_mark_node)
    return WRONG;
  sort by_type = sort_of_type (type);
  switch (TREE_CODE (e))
    {
    case INTEGER_CST:
      return integer_zerop (e) ? NOTHING : OTHER;
    CASE_CONVERT: case NON_LVALUE_EXPR:
      {
        sort inner = sort_of (TREE_OPERAND (e, 0));
        if (inner == NOTHING || inner == WRONG)
          return inner;
        return inner == ELEMENT && by_type != OTHER ? ELEMENT : by_type;
      }
    case POINTER_PLUS_EXPR:
      return by_type == OTHER ? OTHER : sort_of_sum (e);
    case COND_EXPR:
      {
        if (VOID_TYPE_P (type))
          return OTHER;
        tree then = TREE_OPERAND (e, 1);
        return join (sort_of (then ? then : TREE_OPERAND (e, 0)), sort_of (TREE_OPERAND (e, 2)));
      }
    case COMPOUND_EXPR:
      return sort_of (TREE_OPERAND (e, 1));
    case SAVE_EXPR:
      return sort_of (TREE_OPERAND (e, 0));
    case CALL_EXPR:
      {
        if (tree sum = element_sum (e))
          return record_p (TREE_TYPE (sum)) || sort_of (sum) == WRONG ? WRONG : ELEMENT;
        primitive p = primitive_of_call (e);
        return p == P_new_record || p == P_new_read_view || p == P_new_write_view ? MADE : by_type;
      }
    case ADDR_EXPR:
      return OTHER;
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR: case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
      return by_type == OTHER ? OTHER : WRONG;
    default:
      return by_type;
    }
}

/* ---- Conversions ------------------------------------------------------- */

bool
runtime_pointer_p (tree type, sort s)
{
  if (!POINTER_TYPE_P (type) || TREE_CODE (TREE_TYPE (type)) != RECORD_TYPE)
    return false;
  tree name = TYPE_NAME (TYPE_MAIN_VARIANT (TREE_TYPE (type)));
  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  return name && id_equal (name, s == VIEW ? "erbium_view" : "erbium_record");
}

/* Checks a value of the sort MADE, with each arm of a conditional. */
static bool
check_made (tree type, tree value, const place &where)
{
  STRIP_NOPS (value);
  if (TREE_CODE (value) == COND_EXPR)
    return check_made (type, TREE_OPERAND (value, 1), where)
           && check_made (type, TREE_OPERAND (value, 2), where);
  primitive p = primitive_of_call (value);
  if (p == P_none)
    return true;
  location_t loc = place_of (value, where.location ()).location ();
  const char *name = primitive_table[p].name;
  if (sort_of_type (type) != (p == P_new_record ? RECORD : VIEW))
    {
      error_at (loc, "expected %qs but %qs returns a %s", type_text (type).c_str (), name,
                p == P_new_record ? "record" : "view");
      return false;
    }
  if (p == P_new_record || call_expr_nargs (value) < 1)
    return true;
  tree record = TREE_TYPE (CALL_EXPR_ARG (value, 0));
  if (!record_p (record) || same_elements_p (record, type))
    return true;
  error_at (loc, "cannot convert a view of %qs to %qs; their element types differ",
            type_text (record).c_str (), type_text (type).c_str ());
  return false;
}

/* The type of VALUE as the program has it: an array that the front end has converted to a
 * pointer has its own. */
static tree
written_type (tree value)
{
  tree inner = value;
  STRIP_NOPS (inner);
  if (TREE_CODE (inner) != ADDR_EXPR || character_at (EXPR_LOCATION (inner)) == '&')
    return TREE_TYPE (value);
  tree type = TREE_TYPE (TREE_OPERAND (inner, 0));
  return TREE_CODE (type) == ARRAY_TYPE ? type : TREE_TYPE (value);
}

static void
convert_error (tree to, tree value, sort s, const place &where)
{
  tree from = TREE_TYPE (value);
  std::string target = type_text (to), source = type_text (written_type (value));
  location_t loc = where.location ();
  if (s == ELEMENT)
    error_at (loc, "cannot convert %qs to %qs; the address of an element is not a %s",
              source.c_str (), target.c_str (), record_p (to) ? "record" : "view");
  else if (sort_of_type (to) != OTHER && sort_of_type (from) == sort_of_type (to))
    error_at (loc, "cannot convert %qs to %qs; their element types differ", source.c_str (),
              target.c_str ());
  else if (view_p (to) && record_p (from))
    error_at (loc, "cannot convert %qs to %qs; connect a view with %qs or %qs", source.c_str (),
              target.c_str (), "new_read_view", "new_write_view");
  else if (sort_of_type (to) == OTHER && view_p (from))
    error_at (loc, "cannot convert %qs to %qs; the address of element %<i%> is %<&v[[i]]%>",
              source.c_str (), target.c_str ());
  else
    error_at (loc, "cannot convert %qs to %qs", source.c_str (), target.c_str ());
}

static bool
function_pointer_p (const_tree type)
{
  return POINTER_TYPE_P (type) && FUNC_OR_METHOD_TYPE_P (TREE_TYPE (type));
}

/* Returns the operand of a conversion as the program has it.  GCC converts between a pointer and
 * an integer of another size by way of an integer of the pointer's size. */
static tree
without_detour (tree conversion)
{
  tree value = TREE_OPERAND (conversion, 0);
  if (!CONVERT_EXPR_P (value) || !INTEGRAL_TYPE_P (TREE_TYPE (value))
      || TYPE_PRECISION (TREE_TYPE (value)) != POINTER_SIZE)
    return value;
  tree inner = TREE_OPERAND (value, 0), a = TREE_TYPE (conversion), b = TREE_TYPE (inner);
  bool to_integer = INTEGRAL_TYPE_P (a) && b && POINTER_TYPE_P (b);
  bool from_integer = POINTER_TYPE_P (a) && b && INTEGRAL_TYPE_P (b);
  return to_integer || from_integer ? inner : value;
}

bool
check_conversion (tree conversion, const place &where)
{
  tree to = TREE_TYPE (conversion), value = without_detour (conversion), from = TREE_TYPE (value);
  if (to == error_mark_node || from == error_mark_node)
    return true;
  if (function_pointer_p (to) && function_pointer_p (from)
      && process_type_p (to) != process_type_p (from))
    {
      error_at (place_of (conversion, where).location (), process_type_p (from)
                ? "cannot convert %qs to %qs; a process cannot be called as a function"
                : "cannot convert %qs to %qs; a function cannot be started as a process",
                type_text (from).c_str (), type_text (to).c_str ());
      return false;
    }
  sort t = sort_of_type (to), f = sort_of_type (from), s = sort_of (value);
  if (t == OTHER && f == OTHER && s != WRONG && !same_marks_p (to, from))
    {
      convert_error (to, value, s, place_of (conversion, where));
      return false;
    }
  if ((t == OTHER && f == OTHER && s != MADE) || s == WRONG)
    return true;
  if (s == MADE)
    return VOID_TYPE_P (to) || check_made (to, value, where);
  bool good;
  if (t == OTHER)
    good = s == NOTHING || VOID_TYPE_P (to) || TREE_CODE (to) == BOOLEAN_TYPE
           || runtime_pointer_p (to, f);
  else if (s == NOTHING)
    good = true;
  else
    good = s != ELEMENT && (f == t ? same_elements_p (to, from)
                                   : f == OTHER && runtime_pointer_p (from, t));
  if (!good)
    convert_error (to, value, s, place_of (conversion, where));
  return good;
}

bool
check_sink (tree type, tree value, const place &where)
{
  if (!type || type == error_mark_node || CONVERT_EXPR_P (value) || !TREE_TYPE (value)
      || TREE_TYPE (value) == error_mark_node)
    return true;
  if (sort_of (value) == MADE && sort_of_type (type) == OTHER)
    return check_made (type, value, where);
  return true;
}

void
check_unnamed (tree value, const place &where)
{
  sort s = sort_of (value);
  if (s == VIEW || s == RECORD)
    error_at (place_of (value, where).location (),
              "cannot pass %qs through %<...%>; pass it to a parameter of that type",
              type_text (TREE_TYPE (value)).c_str ());
}

/* ---- Operators --------------------------------------------------------- */

static std::string
words_for (tree e)
{
  STRIP_NOPS (e);
  return DECL_P (e) && DECL_NAME (e) ? IDENTIFIER_POINTER (DECL_NAME (e)) : "v";
}

static void
operator_error (tree operand, location_t loc, const char *what)
{
  tree type = TREE_TYPE (operand);
  if (record_p (type))
    error_at (loc, "invalid %s %qs; connect a view to it with %qs or %qs", what,
              type_text (type).c_str (), "new_read_view", "new_write_view");
  else
    error_at (loc, "invalid %s %qs; use %<%s[[i]]%> for an element", what,
              type_text (type).c_str (), words_for (operand).c_str ());
}

/* Reports v[i], r[[i]] or v + i, where OPERAND is v or r.  Some releases of GCC have made a sum of
 * each arm of a conditional by now.  With the others, each arm has its own error, too. */
static void
sum_error (tree operand, location_t loc)
{
  tree whole = operand;
  STRIP_NOPS (whole);
  if (TREE_CODE (whole) == COND_EXPR)
    {
      sum_error (TREE_OPERAND (whole, 1), loc);
      sum_error (TREE_OPERAND (whole, 2), loc);
      return;
    }
  bool brackets = subscript_at (loc) == SUBSCRIPT_YES || plain_bracket_p (loc)
                  || character_at (loc) == '['
                  || character_at (get_finish (loc)) == ']';
  if (brackets && view_p (TREE_TYPE (operand)))
    error_at (loc, "subscript of %qs in single brackets; use %<%s[[i]]%> for an element",
              type_text (TREE_TYPE (operand)).c_str (), words_for (operand).c_str ());
  else
    operator_error (operand, loc, brackets ? "subscript of" : "arithmetic on");
}

/* Checks v[0] and &v[0], r[[0]] and &r[[0]], whose sum is folded.  Their only place is that of E,
 * an INDIRECT_REF or the call of an element.  There are other addresses: omp atomic takes one. */
static void
check_folded (tree e, tree view)
{
  location_t loc = EXPR_LOCATION (e);
  bool brackets = plain_bracket_p (loc) || character_at (loc) == '['
                  || (character_at (loc) == '&' && character_at (get_finish (loc)) == ']');
  bool single = sort_of (view) == VIEW && brackets && subscript_at (loc) == SUBSCRIPT_NO;
  if (!sum_p (view) && loc != UNKNOWN_LOCATION && (single || sort_of (view) == RECORD))
    sum_error (view, loc);
}

/* INDIRECT is an INDIRECT_REF.  If its operand is a sum, check_operator checks that. */
void
check_element (tree indirect, const place &where)
{
  tree operand = TREE_OPERAND (indirect, 0);
  if (tree sum = element_sum (operand))
    {
      check_swapped (sum, EXPR_LOCATION (sum_p (sum) ? sum : indirect));
      return check_folded (indirect, sum);
    }
  /* Its own place: where a macro has the subscript, an initialiser or argument has the place of
   * the macro. */
  location_t loc = place_of (indirect, place (where.location ())).location ();
  sort s = TREE_CODE (operand) == POINTER_PLUS_EXPR ? OTHER : sort_of (operand);
  if (s == RECORD || (s == VIEW && subscript_at (loc) == SUBSCRIPT_NO))
    operator_error (operand, loc, subscript_at (loc) == SUBSCRIPT_YES ? "subscript of"
                                                                      : "dereference of");
}

void
check_address (tree call)
{
  tree sum = element_sum (call);
  if (sum_p (sum))
    check_swapped (sum, EXPR_LOCATION (sum));
  check_folded (call, sum);
}

/* Whether E is a variable's address as a view: of view int v = x + 1, where x is an array, GCC
 * makes (view int) x + 1.  The conversion is the only error then. */
static bool
converted_address_p (tree e)
{
  return CONVERT_EXPR_P (e) && TREE_CODE (tree_strip_nop_conversions (e)) == ADDR_EXPR;
}

void
check_operator (tree e, const place &where)
{
  location_t loc = place_of (e, where).location ();
  switch (TREE_CODE (e))
    {
    case POINTER_PLUS_EXPR:
      if (sort_of_type (TREE_TYPE (e)) != OTHER && sort_of (e) == WRONG
          && sort_of (TREE_OPERAND (e, 0)) != WRONG && !converted_address_p (TREE_OPERAND (e, 0)))
        sum_error (TREE_OPERAND (e, 0), loc);
      break;
    case PREINCREMENT_EXPR: case PREDECREMENT_EXPR: case POSTINCREMENT_EXPR:
    case POSTDECREMENT_EXPR:
      if (sort_of_type (TREE_TYPE (e)) != OTHER)
        operator_error (TREE_OPERAND (e, 0), loc, "arithmetic on");
      break;
    case LT_EXPR: case LE_EXPR: case GT_EXPR: case GE_EXPR: case POINTER_DIFF_EXPR:
      for (int n = 0; n < 2; n++)
        {
          tree operand = TREE_OPERAND (e, n);
          sort s = sort_of (operand);
          if (s != VIEW && s != RECORD)
            continue;
          operator_error (operand, loc, TREE_CODE (e) == POINTER_DIFF_EXPR ? "arithmetic on"
                                                                           : "comparison of");
          break;
        }
      break;
    default:
      break;
    }
}

} // namespace erbium
