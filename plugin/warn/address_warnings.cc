/* SPDX-License-Identifier: GPL-3.0-or-later */
/* address_warnings.cc - addresses of elements that are kept, values of observers that flow on.
 *
 *   int *p = &v[[0]];  release (v, 1);  x = *p;      kept-address
 *   out[[i]] = seen[[i]];   `seen' is not registered observer
 *
 * The window of a view may move with each primitive of the view.  Lowering computes each subscript
 * anew, so an address that is older than a primitive was kept by the program.
 */
#include "warn/flow_warnings.h"

namespace erbium {

/* ---- kept-address ------------------------------------------------------ */

/* Whether STMT reads or writes through one of the pointers, or passes it on. */
static bool
uses_p (gimple *stmt, const ssa_names &names)
{
  accesses a = accesses_of (stmt, names);
  if (a.load || a.store)
    return true;
  if (is_gimple_call (stmt))
    for (unsigned n = 0; n < gimple_call_num_args (stmt); n++)
      if (tree p = pointer_in (gimple_call_arg (stmt, n)))
        if (names.count (p))
          return true;
  return false;
}

static bool
moves_window_p (runtime_function f)
{
  return f < R_count && !element_p (f) && f != R_pass_view;
}

static void
check_kept (const flow_function &f, const flow_view *v, const event &element, ssa_names *done)
{
  ssa_names names = pointers_from (f, v, element.stmt);
  done->insert (names.begin (), names.end ());
  flow_paths paths (f);
  for (tree name : names)
    {
      imm_use_iterator i;
      use_operand_p u;
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (element_p (runtime_call (def)))
        paths.mark (def, M_clear);
      std::set<gimple *> marked;
      FOR_EACH_IMM_USE_FAST (u, i, name)
        if (!is_gimple_debug (USE_STMT (u)) && marked.insert (USE_STMT (u)).second
            && uses_p (USE_STMT (u), names))
          paths.mark (USE_STMT (u), M_use);
    }
  for (const event &e : v->events)
    if (moves_window_p (e.f))
      paths.mark (e.stmt, M_set);
  flow_paths::answer a;
  if (!paths.ask (AT_USE | FROM_SET | LOOPS, &a))
    return;
  auto_diagnostic_group group;
  if (warn (W_kept_address, a.use, "address of an element of %qE used after a primitive of %qE,"
           " which may have moved it", v->name, v->name))
    {
      note (element.stmt, "address taken here");
      note (a.set, "primitive called here");
    }
}

/* Whether all uses of the address follow its call in the same block, before any primitive, as is
 * usual. */
static bool
used_at_once_p (const flow_view &v, const event &element)
{
  tree lhs = gimple_call_lhs (element.stmt);
  if (!lhs || TREE_CODE (lhs) != SSA_NAME)
    return true;
  unsigned last = gimple_uid (element.stmt);
  imm_use_iterator i;
  use_operand_p u;
  FOR_EACH_IMM_USE_FAST (u, i, lhs)
    if (!is_gimple_debug (USE_STMT (u)))
      {
        if (gimple_bb (USE_STMT (u)) != gimple_bb (element.stmt) || moved_pointer (USE_STMT (u))
            || gimple_code (USE_STMT (u)) == GIMPLE_PHI)
          return false;
        last = MAX (last, gimple_uid (USE_STMT (u)));
      }
  for (const event &e : v.events)
    if (moves_window_p (e.f) && gimple_bb (e.stmt) == gimple_bb (element.stmt)
        && gimple_uid (e.stmt) > gimple_uid (element.stmt) && gimple_uid (e.stmt) <= last)
      return false;
  return true;
}

void
check_addresses (const flow_function &f)
{
  if (!warning_on_p (W_kept_address))
    return;
  ssa_names done;
  for (const flow_view &v : f.views)
    for (const event &e : v.events)
      if (element_p (e.f) && !used_at_once_p (v, e) && !done.count (gimple_call_lhs (e.stmt)))
        check_kept (f, &v, e, &done);
}

/* ---- observer ---------------------------------------------------------- */

static bool
unregister_p (const event &e)
{
  return e.f == R_register && integer_minus_onep (gimple_call_arg (e.stmt, 1));
}

static bool
registers_p (const flow_view &v)
{
  for (const event &e : v.events)
    if (e.f == R_register && !unregister_p (e))
      return true;
  return false;
}

/* Whether V is an observer when ELEMENT is read, for certain. */
static bool
observes_p (const flow_function &f, const flow_view &v, const event &element)
{
  if (v.made && !v.writes && !v.hidden && !registers_p (v))
    return true;
  flow_paths paths (f);
  if (v.origin)
    paths.mark (v.origin, M_clear);
  for (const event &e : v.events)
    if (e.f == R_register)
      paths.mark (e.stmt, unregister_p (e) ? M_set : M_clear);
    else if (e.f == R_count)
      paths.mark (e.stmt, M_clear);
  paths.mark (element.stmt, M_use);
  flow_paths::answer a;
  return paths.ask (AT_USE, &a);
}

/* Whether elements that are written into V may be read through a registered view. */
static bool
registered_p (const flow_view &v)
{
  return !v.made || v.hidden || (v.writes && registers_p (v));
}

/* Checks SOURCE, an element of an observer, or its missed. */
static void
check_observed (const flow_function &f, const flow_view *v, const event &source)
{
  ssa_names from, values;
  tree result = gimple_call_lhs (source.stmt);
  if (element_p (source.f))
    from = pointers_from (f, v, source.stmt);
  else if (result && TREE_CODE (result) == SSA_NAME)
    values.insert (result);
  values_read (from, &values);
  spread (&values);
  for (const flow_view &w : f.views)
    for (const event &e : w.events)
      if (&w != v && element_p (e.f) && registered_p (w))
        if (gimple *store = store_into (f, w, e, values, from))
          {
            auto_diagnostic_group group;
            if (warn (W_observer, store, "values from the unregistered view %qE flow into %qE; the"
                      " output depends on timing", v->name, w.name))
              note (source.stmt, element_p (source.f) ? "element of %qE read here"
                                                      : "%<missed%> of %qE called here",
                    v->name);
            return;
          }
}

void
check_observers (const flow_function &f)
{
  if (!warning_on_p (W_observer))
    return;
  for (const flow_view &v : f.views)
    for (const event &e : v.events)
      if ((element_p (e.f) || e.f == R_missed) && observes_p (f, v, e))
        check_observed (f, &v, e);
}

} // namespace erbium
