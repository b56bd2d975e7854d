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

/* ---- Pointers to elements ---------------------------------------------- */

/* Returns the pointer T, or the pointer in the address T, or NULL_TREE. */
static tree
pointer_in (tree t)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (t, 0));
      t = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0) : NULL_TREE;
    }
  return t && TREE_CODE (t) == SSA_NAME && POINTER_TYPE_P (TREE_TYPE (t)) ? t : NULL_TREE;
}

/* Returns the pointer from which STMT computes another pointer, or NULL_TREE. */
static tree
moved_pointer (const gimple *stmt)
{
  if (!is_gimple_assign (stmt) || gimple_vuse (stmt)
      || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
      || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
    return NULL_TREE;
  switch (gimple_assign_rhs_code (stmt))
    {
    case SSA_NAME: case POINTER_PLUS_EXPR: case ADDR_EXPR: CASE_CONVERT:
      return pointer_in (gimple_assign_rhs1 (stmt));
    default:
      return NULL_TREE;
    }
}

/* Whether all pointers that meet in the PHI come from elements of the view. */
static bool
only_from (const flow_function &f, const flow_view *v, tree name, ssa_names *seen)
{
  if (TREE_CODE (name) != SSA_NAME)
    return false;
  if (!seen->insert (name).second)
    return true;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (element_p (runtime_call (def)))
    return f.view (gimple_call_arg (def, 0)) == v;
  if (gphi *phi = dyn_cast<gphi *> (def))
    {
      for (unsigned n = 0; n < gimple_phi_num_args (phi); n++)
        if (!only_from (f, v, gimple_phi_arg_def (phi, n), seen))
          return false;
      return true;
    }
  tree from = SSA_NAME_IS_DEFAULT_DEF (name) ? NULL_TREE : moved_pointer (def);
  return from && only_from (f, v, from, seen);
}

/* Returns the pointers into elements of V that come from the result of CALL, and the others that
 * they meet in a PHI. */
static ssa_names
pointers_from (const flow_function &f, const flow_view *v, const gimple *call)
{
  ssa_names names;
  std::vector<tree> work;
  auto reach = [&] (tree t)
  {
    if (t && TREE_CODE (t) == SSA_NAME && names.insert (t).second)
      work.push_back (t);
  };
  reach (gimple_call_lhs (call));
  while (!work.empty ())
    {
      tree t = work.back ();
      work.pop_back ();
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, t)
        {
          gimple *use = USE_STMT (u);
          ssa_names seen;
          if (gimple_code (use) == GIMPLE_PHI && only_from (f, v, gimple_phi_result (use), &seen))
            for (tree other : seen)
              reach (other);
          else if (moved_pointer (use) == t)
            reach (gimple_assign_lhs (use));
        }
    }
  return names;
}

struct accesses
{
  const ssa_names *names;
  bool load, store;
};

static bool
through (tree base, const ssa_names *names)
{
  base = get_base_address (base);
  return base && TREE_CODE (base) == MEM_REF && names->count (TREE_OPERAND (base, 0));
}

static bool
on_load (gimple *, tree base, tree, void *data)
{
  accesses *a = (accesses *) data;
  a->load |= through (base, a->names);
  return false;
}

static bool
on_store (gimple *, tree base, tree, void *data)
{
  accesses *a = (accesses *) data;
  a->store |= through (base, a->names);
  return false;
}

static accesses
accesses_of (gimple *stmt, const ssa_names &names)
{
  accesses a = { &names, false, false };
  walk_stmt_load_store_ops (stmt, &a, on_load, on_store);
  return a;
}

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
  return f < R_count && !element_p (f) && f != R_give;
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

/* Adds the names whose values are computed from the values. */
static void
spread (ssa_names *values)
{
  std::vector<tree> work (values->begin (), values->end ());
  while (!work.empty ())
    {
      tree t = work.back ();
      work.pop_back ();
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, t)
        {
          gimple *use = USE_STMT (u);
          tree to = NULL_TREE;
          if (gimple_code (use) == GIMPLE_PHI)
            to = gimple_phi_result (use);
          else if (is_gimple_assign (use) && !gimple_vuse (use))
            to = gimple_assign_lhs (use);
          else if (is_gimple_call (use)
                   && (gimple_call_flags (use) & (ECF_CONST | ECF_PURE))
                   && !element_p (runtime_call (use)))
            to = gimple_call_lhs (use);
          if (to && TREE_CODE (to) == SSA_NAME && !virtual_operand_p (to)
              && values->insert (to).second)
            work.push_back (to);
        }
    }
}

/* Whether STMT stores one of the values, or copies from one of the pointers. */
static bool
stores_p (gimple *stmt, const ssa_names &values, const ssa_names &from)
{
  return is_gimple_assign (stmt)
         && (values.count (gimple_assign_rhs1 (stmt)) || accesses_of (stmt, from).load);
}

/* Adds the values that are read through the pointers. */
static void
values_read (const ssa_names &from, ssa_names *values)
{
  for (tree p : from)
    {
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, p)
        {
          gimple *use = USE_STMT (u);
          if (is_gimple_assign (use) && TREE_CODE (gimple_assign_lhs (use)) == SSA_NAME
              && accesses_of (use, from).load)
            values->insert (gimple_assign_lhs (use));
        }
    }
}

/* Returns a statement that stores one of the values, or a copy from one of the pointers, into the
 * element of W; or NULL. */
static gimple *
store_into (const flow_function &f, const flow_view &w, const event &element,
            const ssa_names &values, const ssa_names &from)
{
  ssa_names to = pointers_from (f, &w, element.stmt);
  for (tree p : to)
    {
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, p)
        if (accesses_of (USE_STMT (u), to).store && stores_p (USE_STMT (u), values, from))
          return USE_STMT (u);
    }
  return NULL;
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
