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

/* Returns a store in L of a value that is computed from NAME into an element of a view, which is
 * returned in *INTO; or NULL. */
static gimple *
stored (const flow_function &f, const flow_loop &l, tree name, const flow_view **into)
{
  ssa_names values = { name };
  spread (&values);
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

/* Warns of values that are carried over CLAIM, which claims a run of V. */
static void
check_state (const flow_function &f, const flow_view &v, const gimple *claim)
{
  const flow_loop *l = loop_of (f, claim);
  if (!l || !each_turn_p (*l, gimple_bb (claim)))
    return;
  for (gphi_iterator i = gsi_start_phis (l->header); !gsi_end_p (i); gsi_next (&i))
    {
      gphi *phi = i.phi ();
      tree name = gimple_phi_result (phi);
      const flow_view *into;
      if (virtual_operand_p (name) || !SSA_NAME_IDENTIFIER (name) || !changes_p (*l, phi)
          || !(used_after_p (*l, phi, claim) || kept_at_end_p (*l, phi, claim)))
        continue;
      gimple *store = stored (f, *l, name, &into);
      if (!store)
        continue;
      auto_diagnostic_group group;
      if (warn (W_claim_state, store, "%qE, which is kept from an earlier run, flows into %qE; the"
                " output depends on timing", SSA_NAME_IDENTIFIER (name), into->name))
        note (claim, "run of %qE claimed here", v.name);
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
