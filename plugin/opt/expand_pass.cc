/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expand_pass.cc - the calls that the other passes leave become the fast paths of hot.h.
 *
 *   before   p = erbium_element_slow (v, offset, 0, 4);
 *   after    p = v->origin + offset;
 *
 *   before   n = erbium_update_slow (v, i, 0, "a.c:7");
 *   after    if (i >= v->update_limit) [unlikely]
 *              n = erbium_update_slow (v, i, 0, "a.c:7");
 *            else
 *              n = i;
 *
 *   before   erbium_commit_slow (v, i, 0, "a.c:9");
 *   after    s = v->commit_slot; at = atomic_load (&s->index, relaxed);
 *            if (i <= at) [unlikely]
 *              erbium_commit_slow (v, i, 0, "a.c:9");
 *            else
 *              { atomic_store (&s->index, i, release);
 *                atomic_signal_fence ();
 *                if (i >= s->wake_at) [unlikely] erbium_wake_slow (v); }
 *
 * The pass runs after the loop optimisers, which need calls, and again before code is generated,
 * for functions that those do not process (-O0, no loops).  At -O0 and -Os the primitives stay
 * calls.
 */
#include "opt/opt.h"

#include "base/base.h"
#include "builtins.h"
#include "memmodel.h"
#include "profile.h"
#include "tree-ssa.h"

namespace erbium {

namespace {

/* ---- Elements ---------------------------------------------------------- */

void
expand_element (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree lhs = gimple_call_lhs (stmt);
  if (!lhs)
    {
      unlink_stmt_vdef (stmt);
      gsi_replace (gsi, gimple_build_nop (), true);
      return;
    }
  code c (gimple_location (stmt));
  tree v = element_view (stmt);
  bool narrow = narrow_p (stmt);
  tree origin = load_origin (c, v), bound = narrow ? load_bound (c, v) : NULL_TREE;
  tree p = element_address (c, origin, bound, element_offset (stmt), narrow, element_size (stmt));
  gsi_insert_seq_before (gsi, c.seq, GSI_SAME_STMT);
  gimple *assign = gimple_build_assign (lhs, p);
  gimple_set_location (assign, gimple_location (stmt));
  gsi_replace (gsi, assign, true);
}

/* ---- Primitives -------------------------------------------------------- */

/* bb [.. | stmt | ..] becomes bb -> slow: stmt -> join, with a new empty block fast beside slow:
 * bb -> fast -> join.  The condition is added later. */
struct diamond
{
  basic_block bb, slow, fast, join;
};

basic_block
block_beside (basic_block bb, basic_block to)
{
  basic_block block = create_empty_bb (bb);
  if (current_loops)
    add_bb_to_loop (block, bb->loop_father);
  make_single_succ_edge (block, to, EDGE_FALLTHRU);
  return block;
}

diamond
split_around (gimple *stmt)
{
  diamond d;
  d.bb = gimple_bb (stmt);
  d.join = split_block (d.bb, stmt)->dest;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gsi_prev (&gsi);
  edge e = gsi_end_p (gsi) ? split_block_after_labels (d.bb) : split_block (d.bb, gsi_stmt (gsi));
  d.slow = e->dest;
  d.fast = block_beside (d.bb, d.join);
  e->flags = (e->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  e->probability = profile_probability::very_unlikely ();
  edge n = make_edge (d.bb, d.fast, EDGE_FALSE_VALUE);
  n->probability = profile_probability::very_likely ();
  d.fast->count = d.bb->count;
  d.slow->count = e->count ();
  return d;
}

void
end_with_condition (basic_block bb, code &c, enum tree_code compare, tree a, tree b,
                    location_t place)
{
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gcond *cond = gimple_build_cond (compare, a, b, NULL_TREE, NULL_TREE);
  gimple_set_location (cond, place);
  gimple_seq_add_stmt (&c.seq, cond);
  gsi_insert_seq_after (&gsi, c.seq, GSI_NEW_STMT);
}

tree
index_argument (code &c, gimple *stmt, tree near)
{
  tree i = gimple_call_arg (stmt, 1);
  return narrow_p (stmt) ? c.widen (i, near) : i;
}

tree
atomic_load_relaxed (code &c, tree address)
{
  auto_vec<tree> arguments;
  arguments.safe_push (address);
  arguments.safe_push (build_int_cst (integer_type_node, MEMMODEL_RELAXED));
  tree fn = builtin_decl_explicit (BUILT_IN_ATOMIC_LOAD_8);
  return c.convert (long_integer_type_node,
                    c.call (fn, TREE_TYPE (TREE_TYPE (fn)), arguments));
}

/* Expands update and stall: i < limit needs no call.  An index of 32 bits means the value nearest
 * to the limit, or to the index in a slot, as in hot.h. */
void
expand_bounded (gimple *stmt, size_t limit_field, size_t slot_field = 0)
{
  location_t place = gimple_location (stmt);
  tree lhs = gimple_call_lhs (stmt);
  diamond d = split_around (stmt);
  code c (place);
  tree v = gimple_call_arg (stmt, 0);
  tree limit = c.load (v, limit_field, long_integer_type_node), at = limit;
  if (slot_field && narrow_p (stmt))
    at = atomic_load_relaxed (c, c.load (v, slot_field, ptr_type_node));
  tree to = index_argument (c, stmt, at);
  end_with_condition (d.bb, c, GE_EXPR, to, limit, place);
  if (!lhs)
    return;
  tree slow = make_ssa_name (TREE_TYPE (lhs), stmt);
  gimple_call_set_lhs (stmt, slow);
  gphi *phi = create_phi_node (lhs, d.join);
  add_phi_arg (phi, slow, find_edge (d.slow, d.join), place);
  add_phi_arg (phi, to, find_edge (d.fast, d.join), place);
}

/* Adds the release store of hot.h's erbium_publish_fast, with the same acquire. */
void
publish (code &c, tree slot, tree to)
{
  tree store = builtin_decl_explicit (BUILT_IN_ATOMIC_STORE_8);
  tree value = TREE_VALUE (TREE_CHAIN (TYPE_ARG_TYPES (TREE_TYPE (store))));
  auto_vec<tree> arguments;
  arguments.safe_push (slot);
  arguments.safe_push (c.convert (value, to));
  arguments.safe_push (build_int_cst (integer_type_node, MEMMODEL_RELEASE));
  c.call (store, void_type_node, arguments);
  auto_vec<tree> fence;
  fence.safe_push (build_int_cst (integer_type_node, MEMMODEL_SEQ_CST));
  c.call (builtin_decl_explicit (BUILT_IN_ATOMIC_SIGNAL_FENCE), void_type_node, fence);
}

/* Expands commit and release: i > at is stored, and a sleeper is woken. */
void
expand_publishing (gimple *stmt, size_t slot_field)
{
  location_t place = gimple_location (stmt);
  tree v = gimple_call_arg (stmt, 0);
  diamond d = split_around (stmt);
  code c (place);
  tree slot = c.load (v, slot_field, ptr_type_node);
  tree at = atomic_load_relaxed (c, slot);
  tree to = index_argument (c, stmt, at);
  end_with_condition (d.bb, c, LE_EXPR, to, at, place);

  code fast (place);
  publish (fast, slot, to);
  tree wake_field = fast.plus (slot, size_int (offsetof (struct erbium_slot, wake_at)));
  tree wake_at = atomic_load_relaxed (fast, wake_field);
  basic_block wake = block_beside (d.fast, d.join);
  end_with_condition (d.fast, fast, GE_EXPR, to, wake_at, place);
  edge past = single_succ_edge (d.fast);
  past->flags = (past->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  past->probability = profile_probability::very_likely ();
  edge e = make_edge (d.fast, wake, EDGE_TRUE_VALUE);
  e->probability = profile_probability::very_unlikely ();
  wake->count = e->count ();
  gcall *call = gimple_build_call (plain_runtime_decl (R_wake), 1, v);
  gimple_set_location (call, place);
  gimple_stmt_iterator gsi = gsi_start_bb (wake);
  gsi_insert_after (&gsi, call, GSI_NEW_STMT);
}

bool
expand_primitive (gimple *stmt, runtime_function f)
{
  if (stmt_ends_bb_p (stmt)) /* with setjmp, the calls may return elsewhere */
    return false;
  switch (f)
    {
    case R_update:
      expand_bounded (stmt, offsetof (struct erbium_view, update_limit));
      return true;
    case R_stall:
      expand_bounded (stmt, offsetof (struct erbium_view, stall_limit),
                      offsetof (struct erbium_view, commit_slot));
      return true;
    case R_commit:
      expand_publishing (stmt, offsetof (struct erbium_view, commit_slot));
      return true;
    case R_release:
      expand_publishing (stmt, offsetof (struct erbium_view, release_slot));
      return true;
    default:
      return false;
    }
}

/* ---- The pass ---------------------------------------------------------- */

const pass_data expand_data = {
  GIMPLE_PASS, "erbium_expand", OPTGROUP_OTHER, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

class pass_erbium_expand : public gimple_opt_pass
{
public:
  pass_erbium_expand (gcc::context *context) : gimple_opt_pass (expand_data, context) {}
  opt_pass *clone () override { return new pass_erbium_expand (m_ctxt); }
  bool gate (function *) override { return option.inline_fast; }
  unsigned int execute (function *fun) override;
};

unsigned int
pass_erbium_expand::execute (function *fun)
{
  auto_vec<gimple *> primitives;
  bool changed = false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      switch (runtime_function f = runtime_call (gsi_stmt (gsi)))
        {
        case R_element:
          expand_element (&gsi);
          changed = true;
          break;
        case R_commit: case R_update: case R_release: case R_stall:
          /* The pass of the thread sanitizer is over; it recognises synchronisation by calls. */
          if (!(flag_sanitize & SANITIZE_THREAD) && optimize
              && !optimize_function_for_size_p (fun))
            primitives.safe_push (gsi_stmt (gsi));
          break;
        default:
          (void) f;
          break;
        }
  unsigned n;
  gimple *stmt;
  bool split = false;
  FOR_EACH_VEC_ELT (primitives, n, stmt)
    if (expand_primitive (stmt, runtime_call (stmt)))
      {
        split = true;
        /* The call that remains is an ordinary one, so it is not expanded again. */
        gimple_call_set_fndecl (as_a<gcall *> (stmt), plain_runtime_decl (runtime_call (stmt)));
      }
  if (split)
    free_dominance_info (CDI_DOMINATORS);
  if (!changed && !split)
    return 0;
  mark_virtual_operands_for_renaming (fun);
  update_ssa (TODO_update_ssa);
  verify_after (fun, "erbium_expand");
  return 0;
}

} // namespace

void
register_expand_passes (const char *plugin)
{
  struct register_pass_info early
    = { new pass_erbium_expand (g), "slsr", 1, PASS_POS_INSERT_BEFORE };
  struct register_pass_info late
    = { new pass_erbium_expand (g), "optimized", 1, PASS_POS_INSERT_BEFORE };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &early);
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &late);
}

} // namespace erbium
