/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process_calls.cc - calls of primitives and processes.
 *
 * For the front end a primitive takes any arguments, since views have many types.  The table of
 * primitives (ir-spec/primitives.def) has the arguments that are right.
 */
#include "sema/checks.h"

#include "cgraph.h"
#include "diagnostic.h"
#include "fold-const.h"
#include "gcc-rich-location.h"

#include <string.h>

namespace erbium {

/* ---- Primitives -------------------------------------------------------- */

/* Returns the fewest arguments of a primitive; its signature has the most. */
static int
fewest (primitive p)
{
  return p == P_register || p == P_free_view ? 1
         : (int) strlen (primitive_table[p].signature) - 1 - (p == P_claim);
}

static bool
check_count (primitive p, tree call)
{
  int given = call_expr_nargs (call), least = fewest (p);
  int most = (int) strlen (primitive_table[p].signature) - 1;
  if (given >= least && given <= most)
    return true;
  const char *name = primitive_table[p].name;
  location_t loc = given > most ? place::argument (call, most).location () : EXPR_LOCATION (call);
  const char *what = given > most ? "many" : "few";
  if (least == most)
    error_at (loc, "too %s arguments to %qs; expected %d, have %d", what, name, most, given);
  else
    error_at (loc, "too %s arguments to %qs; expected %d or %d, have %d", what, name, least, most,
              given);
  return false;
}

/* Returns what a message calls argument N, a number. */
static const char *
parameter (primitive p, int n)
{
  switch (p)
    {
    case P_receive_range: return n == 1 ? "the first index" : "the end index";
    case P_claim: return n == 1 ? "the number of elements" : "the group";
    case P_alloc: return "the horizon";
    case P_register: return "the id";
    case P_new_record: return n == 0 ? "the number of producers" : "the number of consumers";
    case P_free_view: return "the second argument";
    default: return "the index";
    }
}

/* Reports an argument that is the result of another primitive: it has no element type before it is
 * assigned. */
static bool
made_argument (tree argument, location_t loc, const char *name, char letter)
{
  STRIP_NOPS (argument);
  primitive p = primitive_of_call (argument);
  const char *maker = p == P_none ? "new_read_view" : primitive_table[p].name;
  if (p == P_new_record)
    return false; /* the call itself is reported (check_walk.cc) */
  if (letter == 'V')
    error_at (loc, "cannot determine the element type of %qs; assign its result to a %<view T%>",
              maker);
  else
    error_at (loc, "%qs expects %s, but the argument is the result of %qs", name,
              letter == 'R' ? "a record" : letter == 'P' ? "a process handle" : "an integer",
              maker);
  return false;
}

/* Checks argument N against LETTER of the signature. */
static bool
check_argument (primitive p, tree call, int n, char letter)
{
  tree argument = CALL_EXPR_ARG (call, n), type = TREE_TYPE (argument);
  if (argument == error_mark_node || !type || type == error_mark_node)
    return false;
  sort s = sort_of (argument);
  if (s == WRONG)
    return false;
  bool good = letter == 'V' ? s == VIEW : letter == 'R' ? s == RECORD
              : INTEGRAL_TYPE_P (type) && s != ELEMENT;
  if (good)
    return true;
  location_t loc = place_of (argument, place::argument (call, n)).location ();
  const char *name = primitive_table[p].name;
  if (s == MADE)
    return made_argument (argument, loc, name, letter);
  std::string text = type_text (type);
  if (letter == 'V' && s == ELEMENT)
    error_at (loc, "%qs expects a view, but the argument is the address of an element", name);
  else if (letter == 'V' && s == RECORD)
    error_at (loc, "%qs expects a view, but the argument is of type %qs; connect a view to it with"
              " %qs", name, text.c_str (),
              strcmp (primitive_table[p].side, "WRITE") == 0 ? "new_write_view" : "new_read_view");
  else if (letter == 'V')
    error_at (loc, "%qs expects a view, but the argument is of type %qs", name, text.c_str ());
  else if (letter == 'R')
    error_at (loc, "%qs expects a record, but the argument is of type %qs", name, text.c_str ());
  else if (letter == 'P')
    error_at (loc, "%qs expects a process handle, but the argument is of type %qs", name,
              text.c_str ());
  else
    error_at (loc, "%s of %qs must be an integer, but is of type %qs", parameter (p, n), name,
              text.c_str ());
  return false;
}

/* Checks an argument against bounds, if it is a constant. */
static void
check_range (primitive p, tree call, int n, HOST_WIDE_INT least, HOST_WIDE_INT most)
{
  if (n >= call_expr_nargs (call))
    return;
  tree value = fold (CALL_EXPR_ARG (call, n));
  STRIP_NOPS (value);
  if (TREE_CODE (value) != INTEGER_CST)
    return;
  if (tree_fits_shwi_p (value) && tree_to_shwi (value) >= least && tree_to_shwi (value) <= most)
    return;
  error_at (place::argument (call, n).location (),
            "%s of %qs must be between %wd and %wd, but is %E", parameter (p, n),
            primitive_table[p].name, least, most, value);
}

static void
check_constants (primitive p, tree call)
{
  switch (p)
    {
    case P_new_record:
      check_range (p, call, 0, 1, 65535);
      check_range (p, call, 1, 0, 65535);
      break;
    case P_alloc:
      {
        tree element = view_element (TREE_TYPE (CALL_EXPR_ARG (call, 0)));
        HOST_WIDE_INT size = element && tree_fits_shwi_p (TYPE_SIZE_UNIT (element))
                               ? tree_to_shwi (TYPE_SIZE_UNIT (element)) : 1;
        HOST_WIDE_INT most = (HOST_WIDE_INT_1 << 30) / (size > 0 ? size : 1);
        if (most == 0)
          error_at (place::argument (call, 0).location (),
                    "the elements of %qs are larger than 1 GiB",
                    type_text (TREE_TYPE (CALL_EXPR_ARG (call, 0))).c_str ());
        else
          check_range (p, call, 1, 1, most);
        break;
      }
    case P_claim:
      check_range (p, call, 1, 1, HOST_WIDE_INT_1 << 62);
      check_range (p, call, 2, 1, 65535);
      break;
    case P_register:
      {
        tree id = call_expr_nargs (call) > 1 ? fold (CALL_EXPR_ARG (call, 1)) : NULL_TREE;
        if (id && integer_zerop (id))
          error_at (place::argument (call, 1).location (), "invalid id 0; ids begin at 1");
        else
          check_range (p, call, 1, -1, 65535);
        break;
      }
    case P_free_view:
      check_range (p, call, 1, 0, 1);
      break;
    default:
      break;
    }
}

bool
check_primitive (primitive p, tree call)
{
  bool good = check_count (p, call);
  const char *signature = primitive_table[p].signature;
  for (int n = 0; good && n < call_expr_nargs (call); n++)
    good = check_argument (p, call, n, signature[n + 1]);
  int errors = errorcount;
  if (good)
    check_constants (p, call);
  return good && errorcount == errors;
}

/* ---- Processes --------------------------------------------------------- */

static tree
function_type_of (tree fn)
{
  tree type = TREE_TYPE (fn);
  while (type && POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return type && FUNC_OR_METHOD_TYPE_P (type) ? type : NULL_TREE;
}

/* Reports CALL.  DECL is the process, or NULL_TREE if it has no name. */
static void
report_called (tree call, tree decl)
{
  location_t loc = EXPR_LOCATION (call);
  gcc_rich_location rich (loc);
  rich.add_fixit_insert_before (get_start (loc), "run ");
  if (decl)
    {
      error_at (&rich, "process %qD called as a function; use %<run%> to start it", decl);
      inform (DECL_SOURCE_LOCATION (decl), "%qD declared here", decl);
    }
  else
    error_at (&rich, "process called as a function; use %<run%> to start it");
}

void
check_call (tree call)
{
  tree fn = CALL_EXPR_FN (call), field = fn ? run_member (fn) : NULL_TREE;
  if (field && run_target (field) && awaited_p (run_target (field)))
    add_awaited_call (run_target (field), call);
  if (fn && !field && function_type_of (fn) && process_type_p (function_type_of (fn)))
    report_called (call, get_callee_fndecl (call));
}

static tree
report_if_called (tree *tp, int *, void *decl)
{
  if (TREE_CODE (*tp) == CALL_EXPR && get_callee_fndecl (*tp) == (tree) decl)
    report_called (*tp, (tree) decl);
  return NULL_TREE;
}

void
check_earlier_calls (tree decl)
{
  cgraph_node *node;
  tree outer = current_function_decl;
  FOR_EACH_FUNCTION (node)
    if (node->decl != decl && DECL_SAVED_TREE (node->decl) && !node->lowered
        && !DECL_ARTIFICIAL (node->decl)) /* the function that starts it */
      {
        current_function_decl = node->decl;
        walk_tree_without_duplicates (&DECL_SAVED_TREE (node->decl), report_if_called, decl);
      }
  current_function_decl = outer;
}

/* Checks for process p (a) int a; { }.  The type of such a function lacks its parameters; after the
 * error it has them, so that run p (1) is no further error. */
static void
check_old_style (tree fndecl)
{
  tree type = TREE_TYPE (fndecl), types = void_list_node;
  if (TYPE_ARG_TYPES (type) != void_list_node || !DECL_ARGUMENTS (fndecl))
    return;
  error_at (DECL_SOURCE_LOCATION (fndecl), "old-style definition of process %qD; declare its"
            " parameters in the parentheses: %<process %D (int n)%>", fndecl, fndecl);
  auto_vec<tree> parameters;
  for (tree p = DECL_ARGUMENTS (fndecl); p; p = DECL_CHAIN (p))
    parameters.safe_push (p);
  while (!parameters.is_empty ())
    types = tree_cons (NULL_TREE, TREE_TYPE (parameters.pop ()), types);
  TREE_TYPE (fndecl) = build_type_attribute_variant (
    build_function_type (TREE_TYPE (type), types), TYPE_ATTRIBUTES (type));
}

/* Checks for a process within a function, whose frame may be gone while the process runs. */
static void
check_nested (tree fndecl)
{
  tree outer = decl_function_context (fndecl);
  if (!outer)
    return;
  error_at (DECL_SOURCE_LOCATION (fndecl),
            "process %qD defined inside %s %qD, whose variables it may outlive; define it outside"
            " and pass values as arguments", fndecl, process_p (outer) ? "process" : "function",
            outer);
}

void
check_process (tree fndecl)
{
  if (!process_p (fndecl))
    return;
  check_old_style (fndecl);
  check_nested (fndecl);
  if (DECL_NAME (fndecl) && MAIN_NAME_P (DECL_NAME (fndecl)) && TREE_PUBLIC (fndecl))
    error_at (DECL_SOURCE_LOCATION (fndecl),
              "cannot declare %qD as a process; a program starts with a function", fndecl);
}

/* Checks return VALUE in a process. */
void
check_return (tree value, const place &where)
{
  if (!process_p (current_function_decl) || !TREE_TYPE (value) || VOID_TYPE_P (TREE_TYPE (value))
      || !VOID_TYPE_P (TREE_TYPE (TREE_TYPE (current_function_decl))))
    return;
  error_at (place_of (value, where).location (),
            "%<return%> with a value in process %qD, which returns nothing",
            current_function_decl);
  inform (DECL_SOURCE_LOCATION (current_function_decl), "%qD declared here",
          current_function_decl);
}

} // namespace erbium
