/* SPDX-License-Identifier: GPL-3.0-or-later */
/* local_warnings.cc - processes that may outlive a variable.
 *
 *   long n = 0;  run count (r, &n);  return;      local-address
 *
 * A process runs on when the function that has started it returns.  The address of a local variable
 * is right only if the function waits before: in join, or in any call that may wait.
 */
#include "warn/flow_warnings.h"

#include "dominance.h"
#include "fold-const.h"
#include "tree-ssa-alias.h"
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

/* The statements that store into the variables of the function, by variable. */
typedef std::map<tree, std::vector<gimple *>> stores_by_variable;

static stores_by_variable
find_stores ()
{
  stores_by_variable stores;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
        gimple *s = gsi_stmt (i);
        tree to = gimple_clobber_p (s) ? NULL_TREE : gimple_get_lhs (s);
        if (to && TREE_CODE (to) != SSA_NAME && DECL_P (get_base_address (to)))
          stores[get_base_address (to)].push_back (s);
      }
  return stores;
}

/* Whether A comes before B on each path to B. */
static bool
before_p (const gimple *a, const gimple *b)
{
  return gimple_bb (a) == gimple_bb (b)
           ? gimple_uid (a) < gimple_uid (b)
           : dominated_by_p (CDI_DOMINATORS, gimple_bb (b), gimple_bb (a));
}

/* Whether what STORE stores is certainly there when USE reads the variable: it comes before, and
 * none of the other STORES writes the same part, unless that is an earlier one, of zeros. */
static bool
still_there_p (const std::vector<gimple *> &stores, gimple *store, const gimple *use)
{
  for (gimple *other : stores)
    if (other != store && refs_may_alias_p (gimple_get_lhs (other), gimple_get_lhs (store))
        && !(gimple_assign_single_p (other) && before_p (other, store)
             && TREE_CODE (gimple_assign_rhs1 (other)) == CONSTRUCTOR))
      return false;
  return before_p (store, use);
}

/* Returns the variable whose address STORE stores, or copies from a structure; or NULL_TREE. */
static tree
stored_local (const stores_by_variable &stores, const gimple *store)
{
  if (!gimple_assign_single_p (store))
    return NULL_TREE;
  tree from = gimple_assign_rhs1 (store), found = local_in (from);
  auto structure = stores.find (from);
  if (!found && structure != stores.end () && auto_var_in_fn_p (from, current_function_decl)
      && !TREE_ADDRESSABLE (from))
    for (gimple *s : structure->second)
      if (s != store && !found && still_there_p (structure->second, s, store)
          && gimple_assign_single_p (s))
        found = local_in (gimple_assign_rhs1 (s));
  return found;
}

static std::vector<lent>
find_lent (const flow_function &f)
{
  std::vector<lent> found;
  if (f.runs.empty ())
    return found;
  stores_by_variable stores = find_stores ();
  for (gimple *run : f.runs)
    if (tree packed = packed_by (run))
      for (gimple *s : stores[packed])
        if (tree variable = stored_local (stores, s))
          found.push_back ({ run, variable });
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
