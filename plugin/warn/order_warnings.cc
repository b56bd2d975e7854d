/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_warnings.cc - primitives in the wrong order.
 *
 *   x = v[[0]];  update (v, 1);         before-update, before-stall, before-alloc
 *   i = claim (v, 8);  register (v, 1); before-register
 *   free_view (v);  update (v, 2);      after-free
 *   run p (v);  update (v, 2);          after-run
 *   update (v, hd);  x = v[[hd - 1]];   unused-update
 *
 * A primitive that must come first is expected only in the function that makes the view: the caller
 * may have updated a view that is a parameter.
 */
#include "warn/flow_warnings.h"
#include "sema/sema.h"

namespace erbium {

/* ---- Before ------------------------------------------------------------ */

/* Adds a note that shows the side of a branch on which the mistake follows. */
static void
note_branch (edge branch)
{
  if (!branch)
    return;
  gimple *last = last_statement (branch->src);
  if (branch->flags & EDGE_TRUE_VALUE)
    note (last, "if this condition is true");
  else if (branch->flags & EDGE_FALSE_VALUE)
    note (last, "if this condition is false");
  else if (last && gimple_code (last) == GIMPLE_SWITCH)
    note (last, "if no case of this %<switch%> matches");
}

static void
warn_before (const flow_view &v, flow_warning w, const flow_paths::answer &a)
{
  runtime_function f = runtime_call (a.use);
  auto_diagnostic_group group;
  bool warned
    = w == W_before_update
        ? warn (w, a.use, "element of %qE read before any %<update%>", v.name)
      : w == W_before_stall
        ? warn (w, a.use, "element of %qE written before any %<stall%>", v.name)
      : w == W_before_register
        ? warn (w, a.use, "%qs of %qE before %<register%>", runtime_word (f), v.name)
      : element_p (f)
        ? warn (w, a.use, "element of %qE used before %<alloc%>", v.name)
        : warn (w, a.use, "%qs of %qE before %<alloc%>", runtime_word (f), v.name);
  if (!warned)
    return;
  note_branch (a.branch);
  note (v.made, "%qE created here", v.name);
}

/* Whether the event F is, or may contain, the primitive that W expects first. */
static bool
comes_first_p (flow_warning w, runtime_function f)
{
  return f == R_count || f == R_free_view || f == R_pass_view
         || f == (w == W_before_update ? R_update : w == W_before_stall ? R_stall
                  : w == W_before_register ? R_register : R_alloc);
}

/* Whether W concerns an event of this function. */
static bool
comes_later_p (flow_warning w, runtime_function f)
{
  if (w == W_before_register)
    return f == R_claim;
  return element_p (f) || (w == W_before_alloc && (f == R_update || f == R_stall));
}

static void
check_before (const flow_function &f, const flow_view &v, flow_warning w)
{
  if (!v.made || !warning_on_p (w))
    return;
  flow_paths paths (f);
  paths.mark (v.made, M_set);
  for (const event &e : v.events)
    if (comes_later_p (w, e.f))
      paths.mark (e.stmt, M_use);
    else if (comes_first_p (w, e.f))
      paths.mark (e.stmt, M_clear);
  flow_paths::answer a;
  if (paths.ask (AT_USE | BRANCHES, &a))
    warn_before (v, w, a);
}

/* ---- After the end ----------------------------------------------------- */

static void
check_after (const flow_function &f, const flow_view &v, flow_warning w, runtime_function end)
{
  if (!warning_on_p (w) || !v.has (end))
    return;
  flow_paths paths (f);
  if (v.origin)
    paths.mark (v.origin, M_clear);
  for (const event &e : v.events)
    {
      if (e.f != R_count)
        paths.mark (e.stmt, M_use);
      if (e.f == end)
        paths.mark (e.stmt, M_set);
    }
  flow_paths::answer a;
  if (!paths.ask (AT_USE | FROM_SET | LOOPS, &a))
    return;
  if (a.use == a.set && turns_counted_p (gimple_location (a.set)))
    return;
  runtime_function use = runtime_call (a.use);
  const char *what = w == W_after_free ? "free_view" : "run";
  auto_diagnostic_group group;
  bool warned = element_p (use)
                ? warn (w, a.use, "element of %qE used after %qs", v.name, what)
                : warn (w, a.use, "%qs of %qE after %qs", runtime_word (use), v.name, what);
  if (warned)
    note (a.set, w == W_after_free ? "%qE freed here"
                                   : "%qE passed to a process here", v.name);
}

/* ---- Ignored results --------------------------------------------------- */

/* Whether NAME has a use, other than copies without uses. */
static bool
used_p (tree name)
{
  imm_use_iterator i;
  use_operand_p u;
  FOR_EACH_IMM_USE_FAST (u, i, name)
    {
      gimple *use = USE_STMT (u);
      if (is_gimple_debug (use))
        continue;
      if (!is_gimple_assign (use) || TREE_CODE (gimple_assign_lhs (use)) != SSA_NAME
          || !(gimple_assign_ssa_name_copy_p (use) || gimple_assign_cast_p (use))
          || used_p (gimple_assign_lhs (use)))
        return true;
    }
  return false;
}

static bool
ignored_p (const gimple *call)
{
  tree lhs = gimple_call_lhs (call);
  return !lhs || (TREE_CODE (lhs) == SSA_NAME && !used_p (lhs));
}

/* Returns an element that is used after UPDATE and before another update, or NULL. */
static gimple *
element_after (const flow_function &f, const flow_view &v, gimple *update)
{
  std::set<basic_block> seen;
  std::vector<std::pair<basic_block, unsigned>> work
    = { { gimple_bb (update), gimple_uid (update) + 1 } };
  while (!work.empty ())
    {
      auto [bb, from] = work.back ();
      work.pop_back ();
      bool again = false;
      for (const event &e : v.events)
        if (gimple_bb (e.stmt) == bb && gimple_uid (e.stmt) >= from)
          {
            if (element_p (e.f))
              return e.stmt;
            if ((again = e.f == R_update))
              break;
          }
      edge s;
      edge_iterator i;
      if (!again)
        FOR_EACH_EDGE (s, i, bb->succs)
          if (seen.insert (s->dest).second)
            work.push_back ({ s->dest, 0 });
    }
  return NULL;
}

static void
check_ignored (const flow_function &f, const flow_view &v)
{
  if (!warning_on_p (W_unused_update) || v.hidden || v.has (R_done))
    return;
  for (const event &e : v.events)
    if (e.f == R_update && ignored_p (e.stmt))
      if (gimple *element = element_after (f, v, e.stmt))
        {
          auto_diagnostic_group group;
          if (warn (W_unused_update, e.stmt, "ignoring the result of %<update%> of %qE, which is"
                    " less than requested at the end of the stream", v.name))
            note (element, "element accessed here regardless of the result");
        }
}

void
check_order (const flow_function &f)
{
  for (const flow_view &v : f.views)
    {
      check_before (f, v, v.writes ? W_before_stall : W_before_update);
      check_before (f, v, W_before_alloc);
      if (v.has (R_claim))
        check_before (f, v, W_before_register);
      check_after (f, v, W_after_free, R_free_view);
      check_after (f, v, W_after_run, R_pass_view);
      check_ignored (f, v);
    }
}

} // namespace erbium
