/* SPDX-License-Identifier: GPL-3.0-or-later */
/* local_warnings.cc - processes that may outlive a variable.
 *
 *   long n = 0;  run count (r, &n);  return;      local-address
 *
 * A process runs on when the function that has started it returns.  The address of a local variable
 * is right only if the function waits before: in join, or in any call that may wait.
 */
#include "warn/flow_warnings.h"

#include "fold-const.h"
#include "tree-eh.h"

#include <string.h>

namespace erbium {

/* A local variable whose address is an argument of run. */
struct lent
{
  gimple *run;
  tree variable;
};

/* Returns the variable of this function whose address T is, or NULL_TREE. */
static tree
local_in (tree t)
{
  while (TREE_CODE (t) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (t))
    {
      gimple *def = SSA_NAME_DEF_STMT (t);
      if (!is_gimple_assign (def) || gimple_vuse (def)
          || !(gimple_assign_single_p (def) || gimple_assign_cast_p (def)
               || gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR))
        return NULL_TREE;
      t = gimple_assign_rhs1 (def);
    }
  STRIP_NOPS (t);
  tree base = TREE_CODE (t) == ADDR_EXPR ? get_base_address (TREE_OPERAND (t, 0)) : NULL_TREE;
  return base && (VAR_P (base) || TREE_CODE (base) == PARM_DECL) && DECL_NAME (base)
           && auto_var_in_fn_p (base, current_function_decl) ? base : NULL_TREE;
}

/* Returns the structure that RUN copies its arguments from. */
static tree
packed_by (const gimple *run)
{
  tree a = gimple_call_arg (run, 3);
  return TREE_CODE (a) == ADDR_EXPR ? TREE_OPERAND (a, 0) : NULL_TREE;
}

static std::vector<lent>
find_lent (const flow_function &f)
{
  std::vector<lent> found;
  std::map<tree, gimple *> runs;
  for (gimple *run : f.runs)
    if (tree packed = packed_by (run))
      runs[packed] = run;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
        gimple *s = gsi_stmt (i);
        if (!gimple_assign_single_p (s) || gimple_clobber_p (s)
            || TREE_CODE (gimple_assign_lhs (s)) == SSA_NAME)
          continue;
        auto to = runs.find (get_base_address (gimple_assign_lhs (s)));
        tree variable = to == runs.end () ? NULL_TREE : local_in (gimple_assign_rhs1 (s));
        if (variable)
          found.push_back ({ to->second, variable });
      }
  return found;
}

/* Whether STMT may wait for a process: a primitive that does, a call that is not known, or a test
 * of memory that another process may write. */
static bool
may_wait_p (const gimple *stmt)
{
  if (gimple_code (stmt) == GIMPLE_ASM || gimple_has_volatile_ops (stmt))
    return true;
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return false;
  runtime_function f = runtime_call (stmt);
  if (f != R_count)
    return f == R_update || f == R_stall || f == R_join || f == R_free_view;
  tree callee = gimple_call_fndecl (stmt);
  if (!callee || !fndecl_built_in_p (callee, BUILT_IN_NORMAL))
    return true;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (callee));
  return strncmp (name, "__atomic", 8) == 0 || strncmp (name, "__sync", 6) == 0;
}

static void
check_lent (const flow_function &f, const lent &l)
{
  flow_paths paths (f);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
        gimple *s = gsi_stmt (i);
        if (gimple_code (s) == GIMPLE_RETURN
            || (gimple_clobber_p (s) && gimple_assign_lhs (s) == l.variable))
          paths.mark (s, M_use);
        else if (s == l.run)
          paths.mark (s, M_set);
        else if (may_wait_p (s))
          paths.mark (s, M_clear);
      }
  flow_paths::answer a;
  if (!paths.ask (AT_USE | FROM_SET | BRANCHES, &a))
    return;
  auto_diagnostic_group group;
  if (warn (W_local_address, l.run, "address of local variable %qD passed to a process, which may"
            " outlive it", l.variable))
    inform (DECL_SOURCE_LOCATION (l.variable), "%qD declared here; wait for the process with"
            " %<join%>", l.variable);
}

void
check_local_addresses (const flow_function &f)
{
  if (!warning_on_p (W_local_address))
    return;
  std::set<gimple *> seen;
  for (const lent &l : find_lent (f))
    if (seen.insert (l.run).second)
      check_lent (f, l);
}

} // namespace erbium
