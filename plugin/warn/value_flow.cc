/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value_flow.cc - the flow of addresses and values of elements within a function.
 *
 * Values are followed through variables and arithmetic, and into elements of views; not through
 * other memory, nor through functions.
 */
#include "warn/flow_warnings.h"

namespace erbium {

/* ---- Pointers to elements ---------------------------------------------- */

tree
pointer_in (tree t)
{
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      tree base = get_base_address (TREE_OPERAND (t, 0));
      t = base && TREE_CODE (base) == MEM_REF ? TREE_OPERAND (base, 0) : NULL_TREE;
    }
  return t && TREE_CODE (t) == SSA_NAME && POINTER_TYPE_P (TREE_TYPE (t)) ? t : NULL_TREE;
}

tree
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

/* Calls see (NAME, USE, REACH) for each use of the names and of those that REACH adds to them. */
template <typename F> static void
follow (ssa_names *names, F see)
{
  std::vector<tree> work (names->begin (), names->end ());
  auto reach = [&] (tree t)
  {
    if (t && TREE_CODE (t) == SSA_NAME && !virtual_operand_p (t) && names->insert (t).second)
      work.push_back (t);
  };
  while (!work.empty ())
    {
      tree t = work.back ();
      work.pop_back ();
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, t)
        see (t, USE_STMT (u), reach);
    }
}

ssa_names
pointers_from (const flow_function &f, const flow_view *v, const gimple *call)
{
  ssa_names names;
  tree result = gimple_call_lhs (call);
  if (result && TREE_CODE (result) == SSA_NAME)
    names.insert (result);
  follow (&names, [&] (tree t, gimple *use, auto reach)
  {
    ssa_names seen;
    if (gimple_code (use) == GIMPLE_PHI && only_from (f, v, gimple_phi_result (use), &seen))
      for (tree other : seen)
        reach (other);
    else if (moved_pointer (use) == t)
      reach (gimple_assign_lhs (use));
  });
  return names;
}

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

accesses
accesses_of (gimple *stmt, const ssa_names &names)
{
  accesses a = { &names, false, false };
  walk_stmt_load_store_ops (stmt, &a, on_load, on_store);
  return a;
}

/* ---- Values ------------------------------------------------------------ */

void
spread (ssa_names *values)
{
  follow (values, [] (tree, gimple *use, auto reach)
  {
    if (gimple_code (use) == GIMPLE_PHI)
      reach (gimple_phi_result (use));
    else if (is_gimple_assign (use) && !gimple_vuse (use))
      reach (gimple_assign_lhs (use));
    else if (is_gimple_call (use) && (gimple_call_flags (use) & (ECF_CONST | ECF_PURE))
             && !element_p (runtime_call (use)))
      reach (gimple_call_lhs (use));
  });
}

/* Whether STMT stores one of the values, or copies from one of the pointers. */
static bool
stores_p (gimple *stmt, const ssa_names &values, const ssa_names &from)
{
  return is_gimple_assign (stmt)
         && (values.count (gimple_assign_rhs1 (stmt)) || accesses_of (stmt, from).load);
}

void
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

gimple *
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

} // namespace erbium
