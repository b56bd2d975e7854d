/* SPDX-License-Identifier: GPL-3.0-or-later */
/* awaited_processes.cc - run p (x) of a process that is declared further down.
 *
 * Until its declaration a function without a prototype stands for the process, so the
 * arguments arrive as those of `...' do.  That is undone here; lower/awaited_runs.cc checks
 * and converts the arguments once the process is declared.
 *
 * The calls wait in an attribute of the stand-in, a list of
 * (structure, (start, (call, the function that has the call))); see struct awaited_call.
 */
#include "language/language.h"

#include "diagnostic.h"
#include "gcc-rich-location.h"
#include "spellcheck.h"

#include <map>
#include <set>

namespace erbium {

/* The processes that `run' has named and that are not declared yet, with the place of `run'. */
static std::map<std::string, location_t> awaited;
/* The processes that the file declares, perhaps wrongly; and those whose declaration is
 * complete. */
static std::set<std::string> known, met;

static const char waiting[] = "erbium later", found[] = "erbium found";

void
note_process_name (tree name)
{
  known.insert (IDENTIFIER_POINTER (name));
}

bool
note_process (tree decl)
{
  note_process_name (DECL_NAME (decl));
  return met.insert (IDENTIFIER_POINTER (DECL_NAME (decl))).second;
}

bool
awaited_p (tree target)
{
  return TREE_CODE (target) == FUNCTION_DECL
         && lookup_attribute (waiting, DECL_ATTRIBUTES (target));
}

tree
await_process (tree name, location_t place)
{
  if (tree target = awaited_stand_in (name))
    return target;
  awaited.insert ({ IDENTIFIER_POINTER (name), place });
  tree type = build_function_type (void_type_node, NULL_TREE);
  tree target = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, name, as_process (type));
  DECL_EXTERNAL (target) = 1;
  DECL_ARTIFICIAL (target) = 1;
  DECL_ATTRIBUTES (target) = tree_cons (get_identifier (waiting), NULL_TREE, NULL_TREE);
  return target;
}

tree
end_waiting (tree name, location_t *run)
{
  auto wanted = awaited.find (IDENTIFIER_POINTER (name));
  if (wanted == awaited.end ())
    return NULL_TREE;
  *run = wanted->second;
  awaited.erase (wanted);
  return awaited_stand_in (name);
}

/* ---- The calls that wait ----------------------------------------------- */

static tree &
calls_of (tree target)
{
  return TREE_VALUE (lookup_attribute (waiting, DECL_ATTRIBUTES (target)));
}

awaited_call
find_awaited_call (tree target, tree call)
{
  awaited_call a = { calls_of (target) };
  while (a.entry && a.call () != call)
    a = a.next ();
  return a;
}

awaited_call
awaited_calls (tree target)
{
  return { calls_of (target) = nreverse (calls_of (target)) };
}

void
note_declared (tree target, tree decl)
{
  calls_of (target) = NULL_TREE;
  DECL_ATTRIBUTES (target) = tree_cons (get_identifier (found), decl, DECL_ATTRIBUTES (target));
}

tree
declared_process (tree target)
{
  tree there = lookup_attribute (found, DECL_ATTRIBUTES (target));
  return there ? TREE_VALUE (there) : NULL_TREE;
}

/* Whether TO has each value of FROM, and more. */
static bool
holds_p (const_tree to, const_tree from)
{
  bool integers = INTEGRAL_TYPE_P (to) && INTEGRAL_TYPE_P (from)
                  && (TYPE_UNSIGNED (from) || !TYPE_UNSIGNED (to));
  return (integers || (SCALAR_FLOAT_TYPE_P (to) && SCALAR_FLOAT_TYPE_P (from)))
         && TYPE_PRECISION (from) < TYPE_PRECISION (to);
}

/* Undoes what the front end does to arguments of `...': a float is one again.  An explicit
 * conversion that changes no value is removed, too. */
static tree
unpromoted (tree given)
{
  if (!CONVERT_EXPR_P (given))
    return given;
  tree inner = TREE_OPERAND (given, 0);
  return holds_p (TREE_TYPE (given), TREE_TYPE (inner)) ? inner : given;
}

void
add_awaited_call (tree target, tree call)
{
  for (int n = 0; n < call_expr_nargs (call); n++)
    CALL_EXPR_ARG (call, n) = unpromoted (CALL_EXPR_ARG (call, n));
  if (declared_process (target) || find_awaited_call (target, call).entry)
    return;
  tree who = build_tree_list (call, current_function_decl);
  calls_of (target) = tree_cons (NULL_TREE, build_tree_list (NULL_TREE, who), calls_of (target));
}

/* ---- The end of the file ----------------------------------------------- */

static void
report_missing (const std::string &name, location_t place)
{
  auto_vec<const char *> names;
  for (const std::string &k : known)
    names.safe_push (k.c_str ());
  gcc_rich_location rich (place);
  const char *meant = find_closest_string (name.c_str (), &names);
  if (meant)
    {
      rich.add_fixit_replace (meant);
      error_at (&rich, "process %qs undeclared in this file; did you mean %qs?", name.c_str (),
                meant);
    }
  else
    error_at (place, "process %qs undeclared in this file; if another file defines it, declare it:"
              " %<process %s (...);%>", name.c_str (), name.c_str ());
}

/* After an error, a process of a known name is not reported: its declaration may be wrong. */
void
report_missing_processes ()
{
  bool errors = seen_error ();
  for (const auto &a : awaited)
    if (!(errors && known.count (a.first)))
      report_missing (a.first, a.second);
}

} // namespace erbium
