/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prefetch_pass.cc - receive ahead of update.
 *
 *   before   n = erbium_update_slow (v, i, 0, "a.c:7");
 *   after    erbium_receive (v, i + N, 0, "a.c:7");
 *            n = erbium_update_slow (v, i, 0, "a.c:7");
 *
 * With -fplugin-arg-erbium-prefetch=N only: each update in a loop first starts to fetch the
 * elements up to N further on, as the simple example of section 3 does in C. Miranda, A. Pop, P.
 * Dumont, A. Cohen, M. Duranton: Erbium: A Deterministic, Concurrent Intermediate Representation to
 * Map Data-Flow Tasks to Scalable, Persistent Streaming Processes, CASES 2010.  The pass runs after
 * coarsening, so a coarsened loop fetches once per strip.  A function that calls receive itself is
 * not changed.
 */
#include "opt/opt.h"

#include "base/base.h"

namespace erbium {

namespace {

const pass_data prefetch_data = {
  GIMPLE_PASS, "erbium_prefetch", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

class pass_erbium_prefetch : public gimple_opt_pass
{
public:
  pass_erbium_prefetch (gcc::context *context) : gimple_opt_pass (prefetch_data, context) {}
  bool gate (function *) override
  {
    return option.prefetch > 0 || g->get_dumps ()->dump_initialized_p (static_pass_number);
  }
  unsigned int execute (function *fun) override;
};

void
receive_before (gimple *update)
{
  code c (gimple_location (update));
  tree ahead = c.op (PLUS_EXPR, long_unsigned_type_node,
                     c.convert (long_unsigned_type_node, gimple_call_arg (update, 1)),
                     build_int_cst (long_unsigned_type_node, option.prefetch));
  gcall *receive = gimple_build_call (plain_runtime_decl (R_receive), 4,
                                      gimple_call_arg (update, 0),
                                      c.convert (long_integer_type_node, ahead),
                                      gimple_call_arg (update, 2), gimple_call_arg (update, 3));
  gimple_set_location (receive, gimple_location (update));
  gimple_seq_add_stmt (&c.seq, receive);
  gimple_stmt_iterator gsi = gsi_for_stmt (update);
  gsi_insert_seq_before (&gsi, c.seq, GSI_SAME_STMT);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, update, "receives %d elements ahead of update\n",
                     option.prefetch);
}

unsigned int
pass_erbium_prefetch::execute (function *fun)
{
  if (option.prefetch == 0)
    {
      if (dump_file)
        fputs ("nothing is received ahead: the option prefetch=N is not given\n", dump_file);
      return 0;
    }
  auto_vec<gimple *> updates;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      switch (runtime_call (gsi_stmt (gsi)))
        {
        case R_receive: case R_receive_range:
          return 0;
        case R_update:
          if (loop_depth (bb->loop_father) > 0)
            updates.safe_push (gsi_stmt (gsi));
          break;
        default:
          break;
        }
  unsigned n;
  gimple *update;
  FOR_EACH_VEC_ELT (updates, n, update)
    receive_before (update);
  if (updates.is_empty ())
    return 0;
  mark_virtual_operands_for_renaming (fun);
  update_ssa (TODO_update_ssa_only_virtuals);
  verify_after (fun, "erbium_prefetch");
  return 0;
}

} // namespace

void
register_prefetch_pass (const char *plugin)
{
  struct register_pass_info info
    = { new pass_erbium_prefetch (g), "erbium_coarsen", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

} // namespace erbium
