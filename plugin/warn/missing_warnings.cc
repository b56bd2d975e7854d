/* SPDX-License-Identifier: GPL-3.0-or-later */
/* missing_warnings.cc - views that are never released or never committed, and a mark in stalls, by
 * which the runtime knows of others that may be committed.
 *
 *   for (i = 0; update (v, i + 1); i++) sum += v[[i]];          never-released
 *   for (i = 0; i < n; i++) { stall (w, i + 1); w[[i]] = i; }   never-committed
 *
 * Only a view that belongs to the function until its end is checked: one that the function makes,
 * or a parameter of a process; and only if all its uses are primitives and elements of this
 * function.  A write view whose elements the function reads serves as an array, like a variable
 * that is set and used.  A read view that is read to a known number of elements may have room for
 * all.
 */
#include "warn/flow_warnings.h"

#include "erbium/hot.h"

namespace erbium {

/* Whether nothing but the events of V in this function can happen to it, before it is freed. */
static bool
own_p (const flow_view &v)
{
  return !v.hidden && !v.has (R_pass_view)
         && (v.made || (!v.origin && process_p (current_function_decl)));
}

static bool
whole_life_p (const flow_view &v)
{
  return own_p (v) && !v.has (R_free_view);
}

/* ---- never-released ---------------------------------------------------- */

/* Whether NAME is computed from the result of an update of V. */
static bool
from_update_p (const flow_function &f, const flow_view &v, tree name, ssa_names *seen)
{
  if (TREE_CODE (name) != SSA_NAME || !seen->insert (name).second)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (runtime_call (def) != R_count)
    return (runtime_call (def) == R_update || runtime_call (def) == R_done)
           && f.view (gimple_call_arg (def, 0)) == &v;
  if (gimple_code (def) == GIMPLE_PHI)
    {
      for (unsigned n = 0; n < gimple_phi_num_args (def); n++)
        if (from_update_p (f, v, gimple_phi_arg_def (def, n), seen))
          return true;
      return false;
    }
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (from_update_p (f, v, use, seen))
      return true;
  return false;
}

/* Whether L ends only at the end of the stream: each of its exits depends on an update. */
static bool
whole_stream_p (const flow_function &f, const flow_view &v, const flow_loop &l)
{
  for (edge e : l.exits)
    {
      gimple *last = last_statement (e->src);
      bool ends = false;
      ssa_names seen;
      ssa_op_iter i;
      tree use;
      if (last)
        FOR_EACH_SSA_TREE_OPERAND (use, last, i, SSA_OP_USE)
          ends = ends || from_update_p (f, v, use, &seen);
      if (!ends)
        return false;
    }
  return true;
}

/* Returns an update of V in a loop that reads the whole stream, or NULL.  Elements that are used
 * outside of such loops may be needed to the end. */
static gimple *
repeated_update (const flow_function &f, const flow_view &v)
{
  gimple *found = NULL;
  std::vector<const flow_loop *> whole;
  for (const flow_loop &l : f.loops)
    for (const event &e : v.events)
      if (e.f == R_update && l.has (gimple_bb (e.stmt)) && whole_stream_p (f, v, l))
        {
          found = found ? found : e.stmt;
          whole.push_back (&l);
        }
  for (const event &e : v.events)
    {
      bool inside = !element_p (e.f);
      for (const flow_loop *l : whole)
        inside = inside || l->has (gimple_bb (e.stmt));
      if (!inside)
        return NULL;
    }
  return found;
}

static void
check_never_released (const flow_function &f, const flow_view &v)
{
  if (!v.has (R_register) || v.has (R_release))
    return;
  gimple *update = repeated_update (f, v);
  if (!update)
    return;
  auto_diagnostic_group group;
  if (warn (W_never_released, update, "%qE is updated in a loop and never released", v.name))
    note (update, "the record keeps all elements until the process ends; call %<release%> after"
          " the last use of an element");
}

/* ---- never-committed --------------------------------------------------- */

/* Returns the first store into the element; NULL if there is none, or if its address is used for
 * anything else. */
static gimple *
only_store (const flow_function &f, const flow_view &v, const event &element)
{
  gimple *store = NULL;
  ssa_names names = pointers_from (f, &v, element.stmt);
  for (tree name : names)
    {
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, name)
        {
          gimple *use = USE_STMT (u);
          tree moved = moved_pointer (use);
          accesses a = accesses_of (use, names);
          if (is_gimple_debug (use) || (moved && names.count (gimple_assign_lhs (use))))
            continue;
          if (!is_gimple_assign (use) || !a.store || a.load
              || (gimple_assign_single_p (use) && gimple_assign_rhs1 (use) == name))
            return NULL;
          store = store ? store : use;
        }
    }
  return store;
}

static void
check_never_committed (const flow_function &f, const flow_view &v)
{
  gimple *first = NULL;
  if (v.has (R_commit))
    return;
  for (const event &e : v.events)
    if (element_p (e.f))
      {
        gimple *store = only_store (f, v, e);
        if (!store)
          return;
        first = first ? first : store;
      }
  if (!first)
    return;
  auto_diagnostic_group group;
  if (warn (W_never_committed, first, "elements of %qE written but never committed", v.name))
    note (first, "no consumer receives them; call %<commit%> after the last write to an element");
}

/* Marks the stalls of views that code of this unit may commit: this function, or any other that may
 * get the view.  Such a view may be one whose elements the process has all dropped. */
void
mark_stalls (const flow_function &f)
{
  if (!unit_calls_p (R_commit))
    return;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      if (gimple *stall = gsi_stmt (i); runtime_call (stall) == R_stall)
        {
          const flow_view *v = f.view (gimple_call_arg (stall, 0));
          int marked = narrow_p (stall) | ERBIUM_MAY_COMMIT;
          if (!v || !own_p (*v) || v->has (R_commit))
            gimple_call_set_arg (stall, 2, build_int_cst (integer_type_node, marked));
        }
}

void
check_missing (const flow_function &f)
{
  for (const flow_view &v : f.views)
    if (whole_life_p (v))
      {
        if (warning_on_p (W_never_released))
          check_never_released (f, v);
        if (warning_on_p (W_never_committed))
          check_never_committed (f, v);
      }
}

} // namespace erbium
