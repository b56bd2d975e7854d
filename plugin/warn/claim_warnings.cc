/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claim_warnings.cc - values that a process keeps from one claimed run to the next.
 *
 *   for (;;) { i = claim (in, 1); ... out[[i]] = sum += in[[i]]; ... }     claim-state
 *
 * The runs that a process claims depend on the schedule, and so does a value that it carries from
 * one run to the next.  The warning concerns a loop that claims in each iteration, and a value that
 * is carried over the claim and flows into an element.  If only some iterations claim, the loop may
 * count something that is the same for all members of the group, such as the position in a stream
 * that each of them reads.
 *
 * A local array or structure whose address is not taken is followed, too: a load whose value flows
 * into an element finds what an earlier iteration has left if it dominates each store to the same
 * place in the loop.  Where a store may come first, as in an array that each run fills, there is no
 * warning.  The same holds for static variables and those of the whole program; the latter are left
 * out of loops that call a function which may set them.
 */
#include "warn/flow_warnings.h"

#include "dominance.h"

namespace erbium {

/* Returns the innermost loop that contains STMT, or NULL. */
static const flow_loop *
loop_of (const flow_function &f, const gimple *stmt)
{
  for (const flow_loop &l : f.loops)
    if (l.has (gimple_bb (stmt)))
      return &l;
  return NULL;
}

/* Whether STMT is executed after FIRST in each iteration that executes it. */
static bool
after_p (const gimple *stmt, const gimple *first)
{
  if (gimple_bb (stmt) == gimple_bb (first))
    return gimple_code (stmt) != GIMPLE_PHI && gimple_uid (stmt) > gimple_uid (first);
  return dominated_by_p (CDI_DOMINATORS, gimple_bb (stmt), gimple_bb (first));
}

/* Whether PHI carries a value that is computed in L before CLAIM to the next iteration. */
static bool
kept_at_end_p (const flow_loop &l, gphi *phi, const gimple *claim)
{
  for (edge e : l.latches)
    {
      tree t = PHI_ARG_DEF_FROM_EDGE (phi, e);
      if (TREE_CODE (t) != SSA_NAME || t == gimple_phi_result (phi))
        continue;
      gimple *def = SSA_NAME_DEF_STMT (t);
      if (def != claim && l.has (gimple_bb (def)) && !after_p (def, claim))
        return true;
    }
  return false;
}

/* Whether an iteration may change the value of PHI. */
static bool
changes_p (const flow_loop &l, gphi *phi)
{
  for (edge e : l.latches)
    if (PHI_ARG_DEF_FROM_EDGE (phi, e) != gimple_phi_result (phi))
      return true;
  return false;
}

/* Whether the value of PHI, which earlier iterations have computed, is used after CLAIM. */
static bool
used_after_p (const flow_loop &l, gphi *phi, const gimple *claim)
{
  imm_use_iterator i;
  use_operand_p u;
  FOR_EACH_IMM_USE_FAST (u, i, gimple_phi_result (phi))
    {
      gimple *use = USE_STMT (u);
      if (!is_gimple_debug (use) && l.has (gimple_bb (use)) && after_p (use, claim))
        return true;
    }
  return false;
}

/* Returns a store in L of one of the values into an element of a view, which is returned in *INTO;
 * or NULL. */
static gimple *
stored (const flow_function &f, const flow_loop &l, const ssa_names &values, const flow_view **into)
{
  for (const flow_view &w : f.views)
    for (const event &e : w.events)
      if (element_p (e.f) && l.has (gimple_bb (e.stmt)))
        if (gimple *store = store_into (f, w, e, values, {}))
          {
            *into = &w;
            return store;
          }
  return NULL;
}

static void
give (gimple *store, tree name, const flow_view *into, const flow_view &v, const gimple *claim)
{
  auto_diagnostic_group group;
  if (warn (W_claim_state, store, "%qE, which is kept from an earlier run, flows into %qE; the"
            " output depends on timing", name, into->name))
    note (claim, "run of %qE claimed here", v.name);
}

/* ---- Variables in memory ------------------------------------------------ */

/* A load or store of a variable, or of a part of it. */
struct memory_access
{
  gimple *stmt;
  tree ref, variable;
  bool store;
};

/* Whether T, a variable, lives longer than the function. */
static bool
static_p (tree t)
{
  return TREE_STATIC (t) || DECL_EXTERNAL (t);
}

/* Returns the aggregate of this function, or the static variable, to which REF belongs, or
 * NULL_TREE. */
static tree
variable_of (tree ref)
{
  tree t = ref ? get_base_address (ref) : NULL_TREE;
  if (!t || !VAR_P (t) || !DECL_NAME (t) || TREE_THIS_VOLATILE (t))
    return NULL_TREE;
  bool local = AGGREGATE_TYPE_P (TREE_TYPE (t)) && auto_var_in_fn_p (t, current_function_decl);
  return local || static_p (t) ? t : NULL_TREE;
}

/* Whether CALL may set variables of the program: it is no primitive and no function of the library
 * that GCC knows. */
static bool
sets_variables_p (const gimple *call)
{
  tree fn = gimple_call_fndecl (call);
  return runtime_call (call) == R_count && !gimple_call_internal_p (call)
         && !(fn && fndecl_built_in_p (fn)) && !(gimple_call_flags (call) & (ECF_CONST | ECF_PURE));
}

/* Whether a function that L calls may set variables of the whole program. */
static bool
calls_setter_p (const flow_loop &l)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); l.has (bb) && !gsi_end_p (i); gsi_next (&i))
      if (is_gimple_call (gsi_stmt (i)) && sets_variables_p (gsi_stmt (i)))
        return true;
  return false;
}

static bool
on_address (gimple *, tree base, tree, void *data)
{
  ((std::set<tree> *) data)->insert (get_base_address (base));
  return false;
}

/* Returns the variables whose address is taken.  TREE_ADDRESSABLE is also set for an array that has
 * a variable index, unless GCC optimises. */
static std::set<tree>
addressed ()
{
  std::set<tree> found;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
        walk_stmt_load_store_addr_ops (i.phi (), &found, NULL, NULL, on_address);
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
        walk_stmt_load_store_addr_ops (gsi_stmt (i), &found, NULL, NULL, on_address);
    }
  return found;
}

/* Returns the accesses in L to variables that only such accesses change.  Those that live for one
 * iteration, at whose end they are clobbered, are left out. */
static std::vector<memory_access>
accesses_in (const flow_loop &l)
{
  std::vector<memory_access> all, kept;
  std::set<tree> left_out = addressed ();
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (l.has (bb))
      for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
        {
          gimple *s = gsi_stmt (i);
          tree to = gimple_get_lhs (s);
          tree from = gimple_assign_load_p (s) ? gimple_assign_rhs1 (s) : NULL_TREE;
          if (tree t = variable_of (to))
            {
              if (gimple_clobber_p (s))
                left_out.insert (t);
              all.push_back ({ s, to, t, true });
            }
          if (tree t = variable_of (from))
            all.push_back ({ s, from, t, false });
        }
  bool others_set = calls_setter_p (l);
  for (const memory_access &a : all)
    if (!left_out.count (a.variable)
        && !(others_set && DECL_FILE_SCOPE_P (a.variable)))
      kept.push_back (a);
  return kept;
}

/* The parts of a variable on the way to REF, the largest first. */
static std::vector<tree>
parts_of (tree ref)
{
  std::vector<tree> parts;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    parts.insert (parts.begin (), ref);
  return parts;
}

/* Whether A and B, parts of one variable, may overlap. */
static bool
overlap_p (tree a, tree b)
{
  std::vector<tree> p = parts_of (a), q = parts_of (b);
  for (size_t n = 0; n < p.size () && n < q.size (); n++)
    {
      tree x = TREE_OPERAND (p[n], 1), y = TREE_OPERAND (q[n], 1);
      if (TREE_CODE (p[n]) != TREE_CODE (q[n]))
        return true;
      if (TREE_CODE (p[n]) == COMPONENT_REF && x != y)
        return TREE_CODE (TREE_TYPE (TREE_OPERAND (p[n], 0))) == UNION_TYPE;
      if (TREE_CODE (p[n]) == ARRAY_REF && TREE_CODE (x) == INTEGER_CST
          && TREE_CODE (y) == INTEGER_CST && !tree_int_cst_equal (x, y))
        return false;
    }
  return true;
}

/* Whether LOAD finds what an iteration before the last claim has stored: no store comes before it
 * in an iteration, and there is a claim between.  What follows CLAIM may belong to the next run. */
static bool
finds_earlier_p (const std::vector<memory_access> &all, const memory_access &load,
                 const gimple *claim)
{
  bool stores = false;
  for (const memory_access &s : all)
    if (s.store && s.variable == load.variable && overlap_p (s.ref, load.ref))
      {
        if (!after_p (s.stmt, load.stmt)
            || (!after_p (load.stmt, claim) && after_p (s.stmt, claim)))
          return false;
        stores = true;
      }
  return stores;
}

/* Returns the values that are computed from that of LOAD, also by way of the same variable. */
static ssa_names
values_of (const std::vector<memory_access> &all, const memory_access &load)
{
  ssa_names values = { gimple_assign_lhs (load.stmt) };
  spread (&values);
  bool through = false;
  for (const memory_access &s : all)
    through |= s.store && overlap_p (s.ref, load.ref) && s.variable == load.variable
               && gimple_assign_single_p (s.stmt) && values.count (gimple_assign_rhs1 (s.stmt));
  for (const memory_access &a : all)
    if (through && !a.store && a.variable == load.variable && overlap_p (a.ref, load.ref))
      values.insert (gimple_assign_lhs (a.stmt));
  spread (&values);
  return values;
}

/* Warns of state in memory that is carried over CLAIM in L. */
static void
check_memory (const flow_function &f, const flow_loop &l, const flow_view &v, const gimple *claim)
{
  std::vector<memory_access> all = accesses_in (l);
  std::set<tree> warned;
  const flow_view *into;
  for (const memory_access &a : all)
    if (!a.store && TREE_CODE (gimple_assign_lhs (a.stmt)) == SSA_NAME
        && !warned.count (a.variable) && finds_earlier_p (all, a, claim))
      if (gimple *store = stored (f, l, values_of (all, a), &into))
        {
          warned.insert (a.variable);
          give (store, DECL_NAME (a.variable), into, v, claim);
        }
}

/* ---- Variables in registers --------------------------------------------- */

/* Warns of values that are carried over CLAIM, which claims a run of V. */
static void
check_state (const flow_function &f, const flow_view &v, const gimple *claim)
{
  const flow_loop *l = loop_of (f, claim);
  if (!l || !each_turn_p (*l, gimple_bb (claim)))
    return;
  check_memory (f, *l, v, claim);
  for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
    {
      gphi *phi = i.phi ();
      tree name = gimple_phi_result (phi);
      const flow_view *into;
      if (virtual_operand_p (name) || !SSA_NAME_IDENTIFIER (name) || !changes_p (*l, phi)
          || !(used_after_p (*l, phi, claim) || kept_at_end_p (*l, phi, claim)))
        continue;
      ssa_names values = { name };
      spread (&values);
      if (gimple *store = stored (f, *l, values, &into))
        give (store, SSA_NAME_IDENTIFIER (name), into, v, claim);
    }
}

void
check_claims (const flow_function &f)
{
  if (!warning_on_p (W_claim_state))
    return;
  for (const flow_view &v : f.views)
    for (const event &e : v.events)
      if (e.f == R_claim)
        check_state (f, v, e.stmt);
}

} // namespace erbium
