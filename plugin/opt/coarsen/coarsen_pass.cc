/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coarsen_pass.cc - synchronisation once per strip instead of once per element.
 *
 *   before   loop: if (!update (x, i + 1)) break;
 *                  stall (y, i + 1);
 *                  y[[i]] = f (x[[i]]);
 *                  commit (y, i + 1); release (x, i + 1);
 *                  i++;
 *
 *   after    loop: m = min (x.update_limit - (i + 1), y.stall_limit - (i + 1), strip);
 *                  if (m >= 4)
 *                    { i0 = i;
 *                      do { y[[i]] = f (x[[i]]); i++; } while (--m);
 *                      commit (y, i0 + m); release (x, i0 + m); }
 *                  ... the loop's body as it was, once ...
 *
 * The view knows its limits without communication: an update below update_limit and a stall below
 * stall_limit return at once (hot.h).  So nothing waits in the iterations of a strip.  Everything
 * that can wait is left to the body as it was, which also finds the end of the stream.  An exit
 * that counts (i < n) becomes one more term of the minimum; every other exit publishes what the
 * strip has done so far.  What remains is a plain loop, which the vectoriser accepts.
 *
 * Liveness.  A strip delays only its own commits and releases.  It is short: it has at most `strip'
 * iterations, and no more than take some tens of microseconds (strip_cost.cc).  For a loop is
 * chosen only if it calls no unknown function (which could block in the kernel), reads nothing
 * volatile, has no inner loops but short ones of constant count, and no cycle by goto outside of
 * GCC's tree of loops.  Nothing waits in a strip, so no process waits longer than that for a
 * delayed publication.  When a limit is used up, after each strip at the latest, everything is
 * published before the body as it was may wait.  The limits of a watched view are never above an
 * index, so m is 0 and the runtime sees every call.
 *
 * Commits and releases of different views may become visible in another order than that of the
 * source.  The outcome does not depend on it, as in every Kahn network (C. Miranda, A. Pop,
 * P. Dumont, A. Cohen, M. Duranton: Erbium: A Deterministic, Concurrent Intermediate Representation
 * to Map Data-Flow Tasks to Scalable, Persistent Streaming Processes, CASES 2010, section 2).
 */
#include "opt/coarsen/coarsen_pass.h"

#include "base/base.h"
#include "opt/coarsen/strip.h"
#include "tree-cfgcleanup.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-niter.h"

namespace erbium {

namespace {

/* ---- One loop ---------------------------------------------------------- */

bool
coarsen (class loop *l, const char **why_not)
{
  auto_vec<sync> syncs;
  shape s;
  if (!suitable_p (l, syncs, &s.most, why_not))
    return false;
  location_t place = gimple_location (syncs[0].stmt);
  dump_user_location_t remark = syncs[0].stmt;
  if (!split_loop (l, syncs, s))
    {
      *why_not = "it cannot be copied";
      return false;
    }
  scev_reset_htab ();

  code c (place);
  s.count = count_by_limits (c, s, syncs);
  s.count = count_by_result_tests (c, s, s.count, syncs);
  gcond *cond = as_a<gcond *> (last_statement (s.dispatch));
  gimple_stmt_iterator gsi = gsi_for_stmt (cond);
  /* The code is in its place before SCEV analyses values that depend on it. */
  gsi_insert_seq_before (&gsi, c.seq, GSI_SAME_STMT);
  c.seq = NULL;
  unsigned n;
  sync *y;
  FOR_EACH_VEC_ELT (syncs, n, y)
    if (bounded_p (*y))
      take_out (*y);
  scev_reset_htab ();
  bool to_the_end = count_by_exits (c, s, &s.count);
  gsi = gsi_for_stmt (cond);
  gsi_insert_seq_before (&gsi, c.seq, GSI_SAME_STMT);
  gimple_cond_set_condition (cond, LT_EXPR, s.count,
                             build_int_cst (size_type_node, fewest_iterations));
  update_stmt (cond);

  FOR_EACH_VEC_ELT (syncs, n, y)
    if (publishing_p (*y) && (!to_the_end || y->sometimes || uneven_p (*y)))
      y->pending = create_tmp_reg (long_integer_type_node, "pending");
  count_down (s);
  record_niter_bound (s.strip, s.most - 1, true, true);
  publish_at_end (s, syncs);
  publish_pending (s, syncs);
  FOR_EACH_VEC_ELT (syncs, n, y)
    if (publishing_p (*y))
      take_out (*y);
  take_out_hints (s.strip);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, remark,
                     "loop coarsened: synchronisation once per strip of up to %d iterations\n",
                     s.most);
  loops_state_set (LOOPS_NEED_FIXUP);
  free_dominance_info (CDI_DOMINATORS);
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa);
  cleanup_tree_cfg ();
  calculate_dominance_info (CDI_DOMINATORS);
  scev_reset ();
  return true;
}

/* ---- The pass ---------------------------------------------------------- */

const pass_data coarsen_data = {
  GIMPLE_PASS, "erbium_coarsen", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

class pass_erbium_coarsen : public gimple_opt_pass
{
public:
  pass_erbium_coarsen (gcc::context *context) : gimple_opt_pass (coarsen_data, context) {}
  bool gate (function *fun) override
  {
    return option.coarsen && !optimize_function_for_size_p (fun);
  }
  unsigned int execute (function *fun) override;
};

/* Finds the headers of loops with a primitive directly in them, before any loop is changed. */
void
find_headers (function *fun, vec<basic_block> &headers)
{
  hash_set<class loop *> seen;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (runtime_call (gsi_stmt (gsi)) <= R_stall && loop_depth (bb->loop_father) > 0
          && !seen.add (bb->loop_father))
        headers.safe_push (bb->loop_father->header);
}

unsigned int
pass_erbium_coarsen::execute (function *fun)
{
  auto_vec<basic_block> headers;
  find_headers (fun, headers);
  if (headers.is_empty ())
    return 0;
  calculate_dominance_info (CDI_DOMINATORS);
  mark_irreducible_loops ();
  bool changed = false;
  unsigned n;
  basic_block header;
  FOR_EACH_VEC_ELT (headers, n, header)
    {
      class loop *l = header->loop_father;
      if (!l || l->header != header)
        continue;
      const char *why_not = NULL;
      if (coarsen (l, &why_not))
        changed = true;
      else if (dump_enabled_p () && why_not)
        dump_printf_loc (MSG_MISSED_OPTIMIZATION, dump_user_location_t (last_statement (header)),
                         "loop not coarsened: %s\n", why_not);
    }
  if (changed)
    verify_after (fun, "erbium_coarsen");
  return 0;
}

} // namespace

void
register_coarsen_pass (const char *plugin)
{
  struct register_pass_info info
    = { new pass_erbium_coarsen (g), "loopinit", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

} // namespace erbium
