/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist_remarks.cc - what -fopt-info says of hoisting (hoist.cc). */
#include "hoist.h"

#include "tree-ssa-loop-ivopts.h"

namespace erbium {

namespace {

/* The view's name in the program, or "?" where it has none. */
const char *
name_of_view (const gimple *element)
{
  tree v = plain_view (element_view (element));
  tree var = TREE_CODE (v) == SSA_NAME ? SSA_NAME_VAR (v) : v;
  return var && DECL_P (var) && DECL_NAME (var) ? IDENTIFIER_POINTER (DECL_NAME (var)) : "?";
}

/* Where an access is in the program; never 0, which the set has for nothing. */
location_t
place_of (const gimple *element)
{
  location_t place = LOCATION_LOCUS (gimple_location (element));
  return place == UNKNOWN_LOCATION ? BUILTINS_LOCATION : place;
}

/* What a message calls a statement that may synchronise. */
const char *
name_of_loud (const gimple *stmt)
{
  if (!is_gimple_call (stmt))
    return "a volatile asm";
  runtime_function f = runtime_call (stmt);
  if (f != R_count)
    return runtime_word (f);
  tree fn = gimple_call_fndecl (stmt);
  return fn && DECL_NAME (fn) ? IDENTIFIER_POINTER (DECL_NAME (fn)) : "a call through a pointer";
}

void
say_loud (gimple *element, const gimple *stmt)
{
  expanded_location place = expand_location (gimple_location (stmt));
  dump_printf_loc (MSG_MISSED_OPTIMIZATION, element, "view '%s' is not hoisted: '%s'",
                   name_of_view (element), name_of_loud (stmt));
  if (place.file) /* a call that GCC made of a directive has none */
    dump_printf (MSG_MISSED_OPTIMIZATION, " at %s:%d", place.file, place.line);
  dump_printf (MSG_MISSED_OPTIMIZATION, " may synchronise\n");
}

} // namespace

void
remarks::hoisted (const gimple *element, class loop *l)
{
  done.add (place_of (element));
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, element, "view hoisted out of loop %d\n", l->num);
}

void
remarks::corrected (const gimple *element)
{
  done.add (place_of (element));
  if (dump_enabled_p ())
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, element,
                     "subscript of 32 bits does not run evenly, or not in each turn: each access"
                     " to view '%s' is corrected\n", name_of_view (element));
}

void
remarks::say_why (loudness &loud)
{
  unsigned n;
  gimple *element;
  if (dump_enabled_p ())
    FOR_EACH_VEC_ELT (stay, n, element)
      {
        class loop *l = gimple_bb (element)->loop_father;
        if (loop_depth (l) == 0 || done.contains (place_of (element)))
          continue;
        if (const gimple *stmt = loud.heard (l))
          say_loud (element, stmt);
        else
          dump_printf_loc (MSG_MISSED_OPTIMIZATION, element, "view '%s' is not hoisted: it %s\n",
                           name_of_view (element),
                           expr_invariant_in_loop_p (l, element_view (element))
                             ? "may be none where the loop begins" : "changes in the loop");
      }
}

} // namespace erbium
