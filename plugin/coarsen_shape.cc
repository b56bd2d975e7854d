/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coarsen_shape.cc - the new shape of a loop (coarsen.cc): a copy of it is the strip,
 * before which the way divides and after which there is a place to publish. */
#include "coarsen.h"

#include "cfgloopmanip.h"
#include "profile.h"
#include "tree-dfa.h"
#include "tree-ssa.h"

namespace erbium {

namespace {

void
collect_phis (basic_block header, vec<tree> &results)
{
  for (gphi_iterator i = gsi_start_phis (header); !gsi_end_p (i); gsi_next (&i))
    if (!virtual_operand_p (gimple_phi_result (i.phi ())))
      results.safe_push (gimple_phi_result (i.phi ()));
}

void
remove_virtual_phis (basic_block bb)
{
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i);)
    if (virtual_operand_p (gimple_phi_result (i.phi ())))
      {
        mark_virtual_phi_result_for_renaming (i.phi ());
        remove_phi_node (&i, true);
      }
    else
      gsi_next (&i);
}

gphi *
phi_of (tree result)
{
  return as_a<gphi *> (SSA_NAME_DEF_STMT (result));
}

} // namespace

bool
split_loop (class loop *l, vec<sync> &syncs, shape &s)
{
  initialize_original_copy_tables ();
  s.slow = l;
  /* The count is not known yet; a constant in its place would be believed. */
  tree unknown = get_or_create_ssa_default_def (cfun, create_tmp_reg (size_type_node));
  tree condition = build2 (LT_EXPR, boolean_type_node, unknown,
                           build_int_cst (size_type_node, fewest_iterations));
  s.strip = loop_version (l, condition, &s.dispatch, profile_probability::unlikely (),
                          profile_probability::likely (), profile_probability::always (),
                          profile_probability::always (), false);
  if (!s.strip)
    {
      free_original_copy_tables ();
      return false;
    }
  /* From here on the primitives meant are those of the copy. */
  unsigned n;
  sync *y;
  FOR_EACH_VEC_ELT (syncs, n, y)
    {
      /* A copy lacks the labels of its block, and some debug statements. */
      gimple_stmt_iterator from = gsi_start_bb (gimple_bb (y->stmt));
      gimple_stmt_iterator to = gsi_start_bb (get_bb_copy (gimple_bb (y->stmt)));
      for (;; gsi_next (&from), gsi_next (&to))
        {
          while (runtime_call (gsi_stmt (from)) > R_stall)
            gsi_next (&from);
          while (runtime_call (gsi_stmt (to)) > R_stall)
            gsi_next (&to);
          if (gsi_stmt (from) == y->stmt)
            break;
        }
      y->stmt = gsi_stmt (to);
    }
  free_original_copy_tables ();
  collect_phis (s.slow->header, s.slow_phis);
  collect_phis (s.strip->header, s.strip_phis);
  gcc_assert (s.slow_phis.length () == s.strip_phis.length ());
  update_ssa (TODO_update_ssa);
  remove_virtual_phis (s.slow->header);

  edge in = single_pred_edge (s.dispatch), back = loop_latch_edge (s.slow);
  edge slow_in = loop_preheader_edge (s.slow), strip_in = loop_preheader_edge (s.strip);
  auto_vec<tree> next;
  tree phi;
  FOR_EACH_VEC_ELT (s.slow_phis, n, phi)
    next.safe_push (PHI_ARG_DEF_FROM_EDGE (phi_of (phi), back));
  back = redirect_edge_and_branch (back, s.dispatch);
  redirect_edge_var_map_clear (back);
  FOR_EACH_VEC_ELT (s.slow_phis, n, phi)
    {
      tree first = PHI_ARG_DEF_FROM_EDGE (phi_of (phi), slow_in);
      tree d = copy_ssa_name (phi);
      gphi *join = create_phi_node (d, s.dispatch);
      add_phi_arg (join, first, in, UNKNOWN_LOCATION);
      add_phi_arg (join, next[n], back, UNKNOWN_LOCATION);
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi_of (phi), slow_in), d);
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi_of (s.strip_phis[n]), strip_in), d);
      s.dispatch_phis.safe_push (d);
    }
  return true;
}

void
count_down (shape &s)
{
  edge in = loop_preheader_edge (s.strip);
  basic_block latch = split_edge (loop_latch_edge (s.strip));
  s.publish = create_empty_bb (latch);
  add_bb_to_loop (s.publish, loop_outer (s.slow));
  edge again = single_succ_edge (latch);
  tree k = make_ssa_name (size_type_node), k1 = make_ssa_name (size_type_node);
  gphi *phi = create_phi_node (k, s.strip->header);
  add_phi_arg (phi, s.count, in, UNKNOWN_LOCATION);
  add_phi_arg (phi, k1, again, UNKNOWN_LOCATION);
  gimple_stmt_iterator gsi = gsi_start_bb (latch);
  gsi_insert_after (&gsi, gimple_build_assign (k1, PLUS_EXPR, k,
                                               build_minus_one_cst (size_type_node)),
                    GSI_NEW_STMT);
  gsi_insert_after (&gsi, gimple_build_cond (NE_EXPR, k1, build_zero_cst (size_type_node),
                                             NULL_TREE, NULL_TREE), GSI_NEW_STMT);
  again->flags = (again->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  again->probability = profile_probability::very_likely ();
  edge out = make_edge (latch, s.publish, EDGE_FALSE_VALUE);
  out->probability = profile_probability::very_unlikely ();
  s.publish->count = s.dispatch->count;
  edge on = make_single_succ_edge (s.publish, s.slow->header, EDGE_FALLTHRU);
  unsigned n;
  tree slow;
  FOR_EACH_VEC_ELT (s.slow_phis, n, slow)
    add_phi_arg (phi_of (slow), PHI_ARG_DEF_FROM_EDGE (phi_of (s.strip_phis[n]), again), on,
                 UNKNOWN_LOCATION);
}

} // namespace erbium
