/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip_shape.cc - the new shape of a loop.
 *
 * A copy of the loop is the strip.  Before it a dispatch block decides between strip and loop, and
 * behind it a block publishes.  In the strip, a primitive that waits is replaced by its value, and
 * one that publishes is delayed until the strip is left.
 */
#include "opt/coarsen/strip.h"

#include "cfgloopmanip.h"
#include "profile.h"
#include "tree-dfa.h"
#include "tree-ssa.h"

namespace erbium {

/* ---- The loop and its copy --------------------------------------------- */

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

/* Makes SYNCS the primitives of the copy.  A block's copy lacks its labels and some debug
 * statements, so the synchronisations of both are counted in step. */
void
move_to_copy (vec<sync> &syncs)
{
  unsigned n;
  sync *y;
  FOR_EACH_VEC_ELT (syncs, n, y)
    {
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
}

/* Leads the slow loop back to the dispatch block, which gets its PHIs: both loops begin with
 * their values. */
void
return_to_dispatch (shape &s)
{
  edge in = single_pred_edge (s.dispatch), back = loop_latch_edge (s.slow);
  edge slow_in = loop_preheader_edge (s.slow), strip_in = loop_preheader_edge (s.strip);
  auto_vec<tree> next;
  unsigned n;
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
}

} // namespace

bool
split_loop (class loop *l, vec<sync> &syncs, shape &s)
{
  initialize_original_copy_tables ();
  s.slow = l;
  /* The count is not known yet, and a constant in its place would be used. */
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
  move_to_copy (syncs);
  free_original_copy_tables ();
  collect_phis (s.slow->header, s.slow_phis);
  collect_phis (s.strip->header, s.strip_phis);
  gcc_assert (s.slow_phis.length () == s.strip_phis.length ());
  update_ssa (TODO_update_ssa);
  remove_virtual_phis (s.slow->header);
  return_to_dispatch (s);
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

/* ---- The primitives in the strip --------------------------------------- */

namespace {

gcall *
publishing_call (const sync &y, tree index)
{
  gcall *call = gimple_build_call (gimple_call_fndecl (y.stmt), 4, sync_view (y), index,
                                   integer_zero_node, gimple_call_arg (y.stmt, 3));
  gimple_set_location (call, gimple_location (y.stmt));
  return call;
}

} // namespace

/* Publishes at the end of a strip without other exits: the indices are known before. */
void
publish_at_end (shape &s, vec<sync> &syncs)
{
  code c (UNKNOWN_LOCATION);
  tree turns = c.op (MINUS_EXPR, size_type_node, s.count, size_one_node);
  unsigned n;
  sync *y;
  FOR_EACH_VEC_ELT (syncs, n, y)
    if (publishing_p (*y) && !y->pending)
      {
        tree way = c.op (MULT_EXPR, size_type_node, turns,
                         build_int_cst (size_type_node, y->step));
        tree last = c.convert (long_integer_type_node,
                               c.op (PLUS_EXPR, size_type_node,
                                     c.convert (size_type_node, y->first), way));
        gimple_seq_add_stmt (&c.seq, publishing_call (*y, last));
      }
  gimple_stmt_iterator gsi = gsi_start_bb (s.publish);
  gsi_insert_seq_after (&gsi, c.seq, GSI_NEW_STMT);
}

/* Publishes at each exit of a strip, from variables that have the delayed indices. */
void
publish_pending (shape &s, vec<sync> &syncs)
{
  auto_vec<edge> exits = get_loop_exit_edges (s.strip);
  unsigned n, k;
  sync *y;
  edge e;
  FOR_EACH_VEC_ELT (syncs, n, y)
    if (y->pending)
      gsi_insert_on_edge (loop_preheader_edge (s.strip),
                          gimple_build_assign (y->pending,
                                               build_int_cst (long_integer_type_node,
                                                              HOST_WIDE_INT_MIN)));
  FOR_EACH_VEC_ELT (exits, k, e)
    FOR_EACH_VEC_ELT (syncs, n, y)
      if (y->pending && e->dest != s.publish)
        gsi_insert_on_edge (e, publishing_call (*y, y->pending));
  gsi_commit_edge_inserts ();
  FOR_EACH_VEC_ELT (syncs, n, y)
    if (y->pending)
      {
        gimple_stmt_iterator gsi = gsi_start_bb (s.publish);
        gsi_insert_before (&gsi, publishing_call (*y, y->pending), GSI_SAME_STMT);
      }
}

namespace {

/* Replaces RESULT, where it is cut to 32 bits, by the index of 32 bits that it comes from. */
void
cut_results (tree result, tree index)
{
  tree raw = unwidened (index);
  if (TYPE_PRECISION (TREE_TYPE (raw)) != 32)
    return;
  auto_vec<gimple *> cuts;
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, result)
    if (gimple_assign_cast_p (USE_STMT (use))
        && TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (USE_STMT (use)))) == 32)
      cuts.safe_push (USE_STMT (use));
  unsigned n;
  gimple *cut;
  FOR_EACH_VEC_ELT (cuts, n, cut)
    {
      gimple_assign_set_rhs1 (cut, raw);
      if (useless_type_conversion_p (TREE_TYPE (gimple_assign_lhs (cut)), TREE_TYPE (raw)))
        gimple_assign_set_rhs_code (cut, TREE_CODE (raw));
      update_stmt (cut);
    }
}

} // namespace

void
take_out (const sync &y)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (y.stmt);
  code c (gimple_location (y.stmt));
  tree result = gimple_call_lhs (y.stmt), to = sync_index (y);
  if (result)
    cut_results (result, to);
  if ((result || y.pending) && y.near)
    to = c.widen (to, y.near);
  gsi_insert_seq_before (&gsi, c.seq, GSI_SAME_STMT);
  unlink_stmt_vdef (y.stmt);
  if (!result && !y.pending)
    {
      gsi_remove (&gsi, true);
      return;
    }
  /* A lower index, after a higher one, has no effect. */
  gimple *assign = y.pending && y.spread
                     ? gimple_build_assign (y.pending, MAX_EXPR, y.pending, to)
                     : gimple_build_assign (result ? result : y.pending, to);
  gimple_set_location (assign, gimple_location (y.stmt));
  gsi_replace (&gsi, assign, true);
}

void
take_out_hints (class loop *strip)
{
  basic_block *body = get_loop_body (strip);
  for (unsigned n = 0; n < strip->num_nodes; n++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[n]); !gsi_end_p (gsi);)
      if (runtime_call (gsi_stmt (gsi)) == R_receive)
        {
          unlink_stmt_vdef (gsi_stmt (gsi));
          gsi_remove (&gsi, true);
        }
      else
        gsi_next (&gsi);
  free (body);
}

} // namespace erbium
