/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist_loops.cc - the loops out of which a view may be hoisted: loops that call no primitive, and
 * before which the view is known not to be NULL. */
#include "opt/hoist/hoist_parts.h"

#include "tree-ssa-loop-ivopts.h"

namespace erbium {

namespace {

/* Whether a statement may call a primitive: it calls an unknown function. */
bool
may_synchronise_p (const gimple *stmt)
{
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return gimple_code (stmt) == GIMPLE_ASM && gimple_asm_volatile_p (as_a<const gasm *> (stmt));
  if (runtime_call (stmt) == R_element || runtime_call (stmt) == R_keep_thread)
    return false;
  if (gimple_call_flags (stmt) & (ECF_CONST | ECF_PURE))
    return false;
  return builtin_time_of (as_a<const gcall *> (stmt)) == BUILTIN_UNKNOWN;
}

/* Whether V is a parameter, and so a view or NULL.  A value from memory may be anything until an
 * element of it is accessed. */
bool
view_or_null_p (tree v)
{
  return SSA_NAME_IS_DEFAULT_DEF (v) && SSA_NAME_VAR (v)
         && TREE_CODE (SSA_NAME_VAR (v)) == PARM_DECL;
}

/* Whether V is certainly a view, and not NULL, where the loop is entered: the function made it, or
 * a primitive of it has been called on every path to there. */
bool
certain_p (tree v, class loop *l)
{
  if (TREE_CODE (v) != SSA_NAME)
    return false;
  if (runtime_call (SSA_NAME_DEF_STMT (v)) == R_new_view)
    return true;
  basic_block entry = loop_preheader_edge (l)->src;
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, v)
    {
      gimple *stmt = USE_STMT (use);
      if (runtime_call (stmt) <= R_stall && gimple_call_arg (stmt, 0) == v
          && dominated_by_p (CDI_DOMINATORS, entry, gimple_bb (stmt)))
        return true;
    }
  return false;
}

} // namespace

bool
always_p (class loop *l, basic_block bb)
{
  bool always = dominated_by_p (CDI_DOMINATORS, l->latch, bb);
  auto_vec<edge> exits = get_loop_exit_edges (l);
  unsigned n;
  edge e;
  FOR_EACH_VEC_ELT (exits, n, e)
    always &= dominated_by_p (CDI_DOMINATORS, e->src, bb);
  return always;
}

synchronising_loops::synchronising_loops (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (may_synchronise_p (gsi_stmt (gsi)))
        for (class loop *l = bb->loop_father; l && loop_depth (l) > 0 && !statements.get (l);
             l = loop_outer (l))
          statements.put (l, gsi_stmt (gsi));
}

class loop *
outermost (basic_block bb, tree v, synchronising_loops &others)
{
  class loop *l = bb->loop_father, *best = NULL;
  tree plain = plain_view (v);
  for (; others.without (l) && expr_invariant_in_loop_p (l, v); l = loop_outer (l))
    if (TREE_CODE (plain) == SSA_NAME
        && (view_or_null_p (plain) || certain_p (plain, l) || certain_p (v, l)
            || always_p (l, bb)))
      best = l;
  return best;
}

tree
readable (code &c, tree v, class loop *l, basic_block access)
{
  return always_p (l, access) || certain_p (plain_view (v), l) || certain_p (v, l)
           ? v : view_or_nil (c, v);
}

class loop *
loop_for_narrow (gimple *stmt, class loop *most, const vec<gimple *> &elements, run &r)
{
  for (class loop *l = most;;)
    {
      r = run_of (l, stmt);
      if (r.kind != run::UNEVEN && begins_near_p (l, stmt, elements))
        return l;
      class loop *inner = gimple_bb (stmt)->loop_father;
      if (l == inner)
        break;
      while (loop_outer (inner) != l)
        inner = loop_outer (inner);
      l = inner;
    }
  r = run ();
  return most;
}

void
find_elements (function *fun, vec<gimple *> &elements)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (runtime_call (gsi_stmt (gsi)) == R_element)
        elements.safe_push (gsi_stmt (gsi));
}

/* ---- Remarks ----------------------------------------------------------- */

namespace {

/* The view's name in the program, or "?" where it has none. */
const char *
name_of_view (const gimple *element)
{
  tree v = plain_view (element_view (element));
  tree var = TREE_CODE (v) == SSA_NAME ? SSA_NAME_VAR (v) : v;
  return var && DECL_P (var) && DECL_NAME (var) ? IDENTIFIER_POINTER (DECL_NAME (var)) : "?";
}

/* Returns the place of an access; never 0, which the set uses for empty entries. */
location_t
place_of (const gimple *element)
{
  location_t place = LOCATION_LOCUS (gimple_location (element));
  return place == UNKNOWN_LOCATION ? BUILTINS_LOCATION : place;
}

/* Returns what a message calls a statement that may synchronise. */
const char *
name_of_statement (const gimple *stmt)
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
report_statement (gimple *element, const gimple *stmt)
{
  expanded_location place = expand_location (gimple_location (stmt));
  dump_printf_loc (MSG_MISSED_OPTIMIZATION, element, "view '%s' not hoisted: '%s'",
                   name_of_view (element), name_of_statement (stmt));
  if (place.file) /* a call that GCC has made for a directive has none */
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
                     "each access to view '%s' corrected: its subscript of 32 bits does not run"
                     " evenly, or not in each iteration\n", name_of_view (element));
}

void
remarks::report (synchronising_loops &others)
{
  unsigned n;
  gimple *element;
  if (dump_enabled_p ())
    FOR_EACH_VEC_ELT (stay, n, element)
      {
        class loop *l = gimple_bb (element)->loop_father;
        if (loop_depth (l) == 0 || done.contains (place_of (element)))
          continue;
        if (const gimple *stmt = others.first_in (l))
          report_statement (element, stmt);
        else
          dump_printf_loc (MSG_MISSED_OPTIMIZATION, element, "view '%s' not hoisted: it %s\n",
                           name_of_view (element),
                           expr_invariant_in_loop_p (l, element_view (element))
                             ? "may be NULL where the loop begins" : "changes in the loop");
      }
}

} // namespace erbium
