/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coarsen_strip.cc - what becomes of the primitives in a strip (coarsen.cc): what
 * waits is its value, what publishes is held back until the strip is left. */
#include "coarsen.h"

namespace erbium {

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

/* Where the strip is always run to its end, what to publish is known before. */
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
        tree way = c.op (MULT_EXPR, size_type_node, turns, build_int_cst (size_type_node, y->step));
        tree last = c.convert (long_integer_type_node,
                               c.op (PLUS_EXPR, size_type_node,
                                     c.convert (size_type_node, y->first), way));
        gimple_seq_add_stmt (&c.seq, publishing_call (*y, last));
      }
  gimple_stmt_iterator gsi = gsi_start_bb (s.publish);
  gsi_insert_seq_after (&gsi, c.seq, GSI_NEW_STMT);
}

/* Else a variable notes what is held back, and each way out publishes it. */
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

/* Where a result is cut to the 32 bits of the index it was made of, it is that. */
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
  gimple *assign = gimple_build_assign (result ? result : y.pending, to);
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
