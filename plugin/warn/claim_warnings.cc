/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claim_warnings.cc - state that a process keeps from one claimed run to the next.
 *
 *   for (;;) { i = claim (in, 1); ... out[[i]] = sum += in[[i]]; ... }     claim-state
 *
 * Which runs a process gets depends on the schedule, and so does a value that it carries from one to
 * the next.  The warning is for a value that is carried over the claim of a loop, by each turn, and
 * goes into an element.  A loop in which not each turn claims may count something that is the
 * same for all who claim, such as the position in a stream that each of them reads.
 */
#include "warn/flow_warnings.h"

#include "dominance.h"

namespace erbium {

/* The innermost loop that has STMT, or NULL. */
static const flow_loop *
loop_of (const flow_function &f, const gimple *stmt)
{
  for (const flow_loop &l : f.loops)
    if (l.has (gimple_bb (stmt)))
      return &l;
  return NULL;
}

/* Whether STMT is executed after FIRST in each turn in which it is executed. */
static bool
after_p (const gimple *stmt, const gimple *first)
{
  if (gimple_bb (stmt) == gimple_bb (first))
    return gimple_code (stmt) != GIMPLE_PHI && gimple_uid (stmt) > gimple_uid (first);
  return dominated_by_p (CDI_DOMINATORS, gimple_bb (stmt), gimple_bb (first));
}

/* Whether the value of a name that is defined in L goes from one turn to the next over CLAIM: it is
 * computed before CLAIM, and a turn ends with it in PHI. */
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

static bool
changes_p (const flow_loop &l, gphi *phi)
{
  for (edge e : l.latches)
    if (PHI_ARG_DEF_FROM_EDGE (phi, e) != gimple_phi_result (phi))
      return true;
  return false;
}

/* Whether what an earlier turn has left in PHI is used behind CLAIM. */
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

/* A store into an element of a view, in L, of something that is made of NAME. */
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
      if (warn (W_claim_state, store, "what %qE has kept from an earlier run flows into %qE: which"
                " runs a process claims depends on timing", SSA_NAME_IDENTIFIER (name), into->name))
        note (claim, "a run of %qE is claimed here", v.name);
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
