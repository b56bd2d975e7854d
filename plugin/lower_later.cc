/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower_later.cc - run p (x) of a process that is declared further down, as figure 2 of
 * the paper has it.
 *
 *   before   run p (r, 1);                         process p (record int r, char c) { }
 *   after    tmp = {r, 1}, erbium_start ("p", p.erbium.0, ...)
 *            static void p.erbium.0 (void *a) { p (a->r, (char) a->1); }
 *
 * Until then a function without a prototype stands for the process, so the arguments come
 * as those of `...' do, which is undone.  They are checked and converted in the function that
 * starts it, which is written when p is declared.  The calls wait until then in an attribute of
 * the stand-in: a list of (structure, (start, (call, the function that has the call))), where the first two
 * are there if the call has been lowered, which it is not after an error.
 */
#include "check.h"
#include "lower.h"

#include "diagnostic.h"
#include "function.h"
#include "gcc-rich-location.h"
#include "spellcheck.h"

#include <map>
#include <set>
#include <string>

namespace erbium {

/* What `run' has named and is not declared yet, and where. */
static std::map<std::string, location_t> awaited;
/* The processes that the file declares, or tries to; and those whose declaration has been read. */
static std::set<std::string> known, met;

void
see_process_name (tree name)
{
  known.insert (IDENTIFIER_POINTER (name));
}

static const char waiting[] = "erbium later", found[] = "erbium found";

bool
later_p (tree target)
{
  return TREE_CODE (target) == FUNCTION_DECL && lookup_attribute (waiting, DECL_ATTRIBUTES (target));
}

/* What stands for NAME; NULL_TREE if it has not been asked for. */
static tree
stand_in (tree name)
{
  tree fields = TYPE_FIELDS (TREE_TYPE (identifier_global_value (get_identifier ("__erbium_run"))));
  for (tree field = fields; field; field = DECL_CHAIN (field))
    if (DECL_NAME (field) == name)
      if (tree target = run_target (field); target && later_p (target))
        return target;
  return NULL_TREE;
}

tree
later_process (tree name, location_t place)
{
  if (tree target = stand_in (name))
    return target;
  awaited.insert ({ IDENTIFIER_POINTER (name), place });
  tree type = build_function_type (void_type_node, NULL_TREE);
  tree target = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, name, as_process (type));
  DECL_EXTERNAL (target) = 1;
  DECL_ARTIFICIAL (target) = 1;
  DECL_ATTRIBUTES (target) = tree_cons (get_identifier (waiting), NULL_TREE, NULL_TREE);
  return target;
}

/* Where argument N of CALL stands, for what is said of it: to look for that takes long, and where it
 * is of the parameter's type nothing is. */
static location_t
place_of_argument (tree call, int n, tree parameter)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (CALL_EXPR_ARG (call, n)));
  return parameter && TYPE_MAIN_VARIANT (parameter) == type ? EXPR_LOCATION (call)
         : place::argument (call, n).location ();
}

/* The body of START: the arguments of CALL, which are in STRUCTURE, go to DECL.  A constant
 * is itself: 0 is a null pointer, 1 fits a char.  Without START, it is only checked. */
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
      vec_safe_push (arguments, CONSTANT_CLASS_P (given) || !field ? given
                     : build3 (COMPONENT_REF, TREE_TYPE (given), unshare_expr (packed), field, NULL_TREE));
      places.safe_push (place_of_argument (call, n, parameters ? TREE_VALUE (parameters) : NULL_TREE));
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

/* The entry for CALL among the calls that wait for TARGET. */
static tree
entry_of (tree target, tree call)
{
  tree entry = TREE_VALUE (lookup_attribute (waiting, DECL_ATTRIBUTES (target)));
  while (entry && TREE_PURPOSE (TREE_VALUE (TREE_VALUE (entry))) != call)
    entry = TREE_CHAIN (entry);
  return entry;
}

/* Whether each value of FROM is one of TO, and TO has more. */
static bool
holds_p (const_tree to, const_tree from)
{
  bool integers = INTEGRAL_TYPE_P (to) && INTEGRAL_TYPE_P (from) && (TYPE_UNSIGNED (from) || !TYPE_UNSIGNED (to));
  return (integers || (SCALAR_FLOAT_TYPE_P (to) && SCALAR_FLOAT_TYPE_P (from)))
         && TYPE_PRECISION (from) < TYPE_PRECISION (to);
}

/* Without what the front end does to arguments of `...': a float is one again.  An explicit
 * conversion that changes no value may go, too. */
static tree
unpromoted (tree given)
{
  if (!CONVERT_EXPR_P (given))
    return given;
  tree inner = TREE_OPERAND (given, 0);
  return holds_p (TREE_TYPE (given), TREE_TYPE (inner)) ? inner : given;
}

void
await_process (tree target, tree call)
{
  for (int n = 0; n < call_expr_nargs (call); n++)
    CALL_EXPR_ARG (call, n) = unpromoted (CALL_EXPR_ARG (call, n));
  if (lookup_attribute (found, DECL_ATTRIBUTES (target)) || entry_of (target, call))
    return;
  tree mark = lookup_attribute (waiting, DECL_ATTRIBUTES (target));
  tree who = build_tree_list (call, current_function_decl);
  TREE_VALUE (mark) = tree_cons (NULL_TREE, build_tree_list (NULL_TREE, who), TREE_VALUE (mark));
}

tree
start_later (tree target, tree structure, tree call)
{
  tree start = declare_start (IDENTIFIER_POINTER (DECL_NAME (target)));
  if (tree there = lookup_attribute (found, DECL_ATTRIBUTES (target)))
    define_later (TREE_VALUE (there), start, structure, call, current_function_decl);
  else if (tree entry = entry_of (target, call))
    {
      TREE_PURPOSE (entry) = structure;
      TREE_PURPOSE (TREE_VALUE (entry)) = start;
    }
  return start;
}

/* DECL is what the calls in the list have started further up; false after an error. */
static bool
startable_p (tree decl, location_t run, tree calls)
{
  if (process_p (decl))
    return true;
  tree outer = current_function_decl;
  current_function_decl = calls ? TREE_VALUE (TREE_VALUE (TREE_VALUE (calls))) : NULL_TREE;
  error_at (run, "%qD is no process, and %<run%> starts a process", decl);
  inform (DECL_SOURCE_LOCATION (decl), "%qD is declared here", decl);
  current_function_decl = outer;
  return false;
}

void
meet_process (tree decl)
{
  if (!DECL_P (decl) || !DECL_NAME (decl) || decl_function_context (decl))
    return;
  std::string name = IDENTIFIER_POINTER (DECL_NAME (decl));
  if (process_p (decl))
    known.insert (name);
  if (process_p (decl) && met.insert (name).second && TREE_USED (decl))
    check_earlier_calls (decl);
  auto wanted = awaited.find (name);
  if (wanted == awaited.end ())
    return;
  location_t run = wanted->second;
  awaited.erase (wanted);
  tree target = stand_in (DECL_NAME (decl)), mark = lookup_attribute (waiting, DECL_ATTRIBUTES (target));
  tree calls = nreverse (TREE_VALUE (mark));
  if (!startable_p (decl, run, calls))
    return;
  TREE_USED (decl) = 1;
  TREE_VALUE (mark) = NULL_TREE;
  DECL_ATTRIBUTES (target) = tree_cons (get_identifier (found), decl, DECL_ATTRIBUTES (target));
  for (; calls; calls = TREE_CHAIN (calls))
    {
      tree start = TREE_VALUE (calls), who = TREE_VALUE (start);
      define_later (decl, TREE_PURPOSE (start), TREE_PURPOSE (calls), TREE_PURPOSE (who),
                    TREE_VALUE (who));
    }
}

/* ---- The end of the file ----------------------------------------------- */

static void
tell_missing (const std::string &name, location_t place)
{
  auto_vec<const char *> names;
  for (const std::string &k : known)
    names.safe_push (k.c_str ());
  gcc_rich_location rich (place);
  const char *meant = find_closest_string (name.c_str (), &names);
  if (meant)
    {
      rich.add_fixit_replace (meant);
      error_at (&rich, "%qs is run, and no process of that name is declared in this file; did you mean %qs?",
                name.c_str (), meant);
    }
  else
    error_at (place, "%qs is run, and no process of that name is declared in this file; where it is in"
              " another one: %<process %s (...);%>", name.c_str (), name.c_str ());
}

/* One that is known may have errors in its declaration, which have been told. */
void
tell_missing_processes ()
{
  bool errors = seen_error ();
  for (const auto &a : awaited)
    if (!(errors && known.count (a.first)))
      tell_missing (a.first, a.second);
}

} // namespace erbium
