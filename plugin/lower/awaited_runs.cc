/* SPDX-License-Identifier: GPL-3.0-or-later */
/* awaited_runs.cc - run p (x) of a process that is declared further down.
 *
 *   before   run p (r, 1);                         process p (record int r, char c) { }
 *   after    tmp = {r, 1}, erbium_start ("p", p.erbium.0, ...)
 *            static void p.erbium.0 (void *a) { p (a->r, (char) a->1); }
 *
 * The arguments are checked and converted in the function that starts the process.  That
 * function is written when p is declared (language/awaited_processes.cc has the calls until
 * then).
 */
#include "lower/lowering.h"

#include "diagnostic.h"
#include "function.h"
#include "sema/sema.h"

namespace erbium {

/* Returns the place of argument N of CALL, for messages.  Finding it takes long, and an argument of
 * the parameter's type causes no message. */
static location_t
place_for_message (tree call, int n, tree parameter)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (CALL_EXPR_ARG (call, n)));
  return parameter && TYPE_MAIN_VARIANT (parameter) == type ? EXPR_LOCATION (call)
         : argument_location (call, n);
}

/* Writes the body of START, which passes the arguments of CALL, kept in STRUCTURE, to DECL.  A
 * constant is passed itself: 0 is a null pointer, 1 fits a char.  Without START, the call is
 * only checked. */
static void
define_later (tree decl, tree start, tree structure, tree call, tree caller)
{
  tree packed = start ? packed_arguments (start, structure) : NULL_TREE;
  tree field = start ? TYPE_FIELDS (structure) : NULL_TREE;
  vec<tree, va_gc> *arguments = NULL;
  tree parameters = process_p (decl) ? TYPE_ARG_TYPES (TREE_TYPE (decl)) : NULL_TREE;
  vec<location_t> places = vNULL;
  for (int n = 0; n < call_expr_nargs (call); n++)
    {
      tree given = CALL_EXPR_ARG (call, n);
      field = field ? DECL_CHAIN (field) : NULL_TREE;
      tree kept = CONSTANT_CLASS_P (given) || !field ? given
                  : build3 (COMPONENT_REF, TREE_TYPE (given), unshare_expr (packed), field,
                            NULL_TREE);
      vec_safe_push (arguments, kept);
      tree parameter = parameters ? TREE_VALUE (parameters) : NULL_TREE;
      places.safe_push (place_for_message (call, n, parameter));
      parameters = parameters ? TREE_CHAIN (parameters) : NULL_TREE;
    }
  tree outer = current_function_decl;
  current_function_decl = caller;
  int errors = errorcount;
  tree made = build_function_call_vec (EXPR_LOCATION (call), places, decl, arguments, NULL);
  if (made != error_mark_node && TREE_CODE (made) == CALL_EXPR)
    check_arguments (made, call);
  current_function_decl = outer;
  places.release ();
  if (start && errorcount == errors && made != error_mark_node)
    define_function (start, made);
}

tree
start_later (tree target, tree structure, tree call)
{
  tree start = declare_start (IDENTIFIER_POINTER (DECL_NAME (target)));
  if (tree decl = declared_process (target))
    define_later (decl, start, structure, call, current_function_decl);
  else if (awaited_call a = find_awaited_call (target, call); a.entry)
    {
      a.structure () = structure;
      a.start () = start;
    }
  return start;
}

/* Whether DECL, which `run' has named further up, can be started; reports an error if not. */
static bool
startable_p (tree decl, location_t run, awaited_call first)
{
  if (process_p (decl))
    return true;
  tree outer = current_function_decl;
  current_function_decl = first.entry ? first.caller () : NULL_TREE;
  error_at (run, TREE_CODE (decl) == FUNCTION_DECL
            ? "%<run%> expects a process, but %qD is a function"
            : "%<run%> expects a process, but %qD is not a process", decl);
  inform (DECL_SOURCE_LOCATION (decl), "%qD declared here", decl);
  current_function_decl = outer;
  return false;
}

void
resolve_awaited_process (tree decl)
{
  if (!DECL_P (decl) || !DECL_NAME (decl) || decl_function_context (decl))
    return;
  if (process_p (decl) && note_process (decl) && TREE_USED (decl))
    check_earlier_calls (decl);
  location_t run;
  tree target = end_waiting (DECL_NAME (decl), &run);
  if (!target)
    return;
  awaited_call a = awaited_calls (target);
  if (!startable_p (decl, run, a))
    return;
  TREE_USED (decl) = 1;
  note_declared (target, decl);
  for (; a.entry; a = a.next ())
    define_later (decl, a.start (), a.structure (), a.call (), a.caller ());
}

} // namespace erbium
