/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index_warnings.cc - indices that are wrong for all values.
 *
 *   release (v, i + 1);  x = v[[i]];                     after-release
 *   release (v, 4);  for (i = 0; i < 8; i++) x += v[[i]];
 *   commit (v, i + 1);  v[[i]] = x;                      after-commit
 *   commit (v, i + 4);  commit (v, i + 2);               backwards
 *   for (i = n; i > 0; i--) release (v, i);              backwards
 *
 * Two indices are compared if their difference is a number, and none of their names gets another
 * value between the two places.
 */
#include "warn/flow_warnings.h"

#include "dominance.h"

#include <set>

namespace erbium {

/* A comparison of two indices, and the analysis of a condition, cost as much as visits of so many
 * blocks (flow_function::affordable). */
static const unsigned blocks_an_index = 5, blocks_a_condition = 20;

/* ---- after-release, after-commit --------------------------------------- */

/* Whether the index of ELEMENT is below LIMIT by itself or because of a condition.  An index of 32
 * bits counts modulo 2^32. */
static bool
below_p (const flow_function &f, const linear &index, const gimple *element, const linear &limit)
{
  HOST_WIDE_INT d;
  basic_block bb = gimple_bb (element);
  if (index.minus (limit, &d))
    return (narrow_p (element) ? (int) d : d) < 0;
  for (basic_block b = bb; b && f.affordable (blocks_a_condition);
       b = get_immediate_dominator (CDI_DOMINATORS, b))
    {
      bound c;
      if (!single_pred_p (b) || !bound_of_edge (single_pred_edge (b), &c))
        continue;
      linear most = index; /* one sum, since it may wrap */
      most.add (c.left, -1);
      most.add (c.right);
      if (most.minus (limit, &d) && d + c.most < 0)
        return true;
    }
  return false;
}

/* Returns the index of ELEMENT in the first iteration of the loops around it that do not contain
 * END, the release or commit; unknown if that iteration may leave it out. */
static linear
first_index (const flow_function &f, gimple *element, const gimple *end)
{
  linear index = element_index (element);
  basic_block bb = gimple_bb (element);
  for (const flow_loop &l : f.loops)
    if (l.has (bb) && !l.has (gimple_bb (end)))
      for (gphi_iterator i = gsi_start_phis (l.header); !gsi_end_p (i); gsi_next (&i))
        {
          linear start;
          HOST_WIDE_INT step;
          if (index.of (gimple_phi_result (i.phi ())) == 0)
            continue;
          if (!each_turn_p (l, bb) || !evolution (l, i.phi (), &start, &step))
            index.known = false;
          else
            index = with (index, gimple_phi_result (i.phi ()), start);
        }
  return index;
}

/* Whether control may get from FROM to TO within one iteration of L. */
static bool
same_turn_p (const flow_loop &l, basic_block from, basic_block to)
{
  std::set<basic_block> seen = { from };
  std::vector<basic_block> work = { from };
  while (!work.empty ())
    {
      edge e;
      edge_iterator i;
      basic_block bb = work.back ();
      work.pop_back ();
      FOR_EACH_EDGE (e, i, bb->succs)
        {
          if (e->dest == to)
            return true;
          if (e->dest != l.header && l.has (e->dest) && seen.insert (e->dest).second)
            work.push_back (e->dest);
        }
    }
  return false;
}

/* Whether the block ELEMENT certainly may come after the block END.  It may not if a later
 * iteration of a loop around both would have to execute ELEMENT, which not each iteration does: a
 * condition may prevent it then. */
static bool
follows_p (const flow_function &f, basic_block end, basic_block element)
{
  for (const flow_loop &l : f.loops)
    {
      if (!l.has (end) || !l.has (element))
        continue;
      basic_block first = element; /* where the loops within L that have it begin */
      for (const flow_loop &inner : f.loops)
        if (inner.has (element) && !inner.has (end) && l.has (inner.header))
          first = inner.header;
      return end == element || each_turn_p (l, first) || same_turn_p (l, end, element);
    }
  return true;
}

/* Whether the element whose address STMT computes or copies is written.  Addresses that are
 * computed from this one may be those of other elements. */
static bool
written_p (const gimple *stmt)
{
  tree address = gimple_get_lhs (stmt);
  imm_use_iterator i;
  use_operand_p u;
  if (!address || TREE_CODE (address) != SSA_NAME)
    return false;
  const ssa_names only = { address };
  FOR_EACH_IMM_USE_FAST (u, i, address)
    {
      gimple *use = USE_STMT (u);
      if (is_gimple_debug (use))
        continue;
      if (accesses_of (use, only).store || (copied (use) && written_p (use)))
        return true;
    }
  return false;
}

/* Checks the elements below the index of END, a release or commit, that are accessed after it. */
static void
check_ended (const flow_function &f, const flow_view &v, const event &end)
{
  bool commits = end.f == R_commit;
  linear limit = linear_of (index_of (end.stmt));
  if (!limit.known)
    return;
  flow_paths paths (f);
  if (v.origin)
    paths.mark (v.origin, M_clear);
  clear_at_terms (&paths, limit);
  paths.mark (end.stmt, M_set);
  for (const event &e : v.events)
    if (element_p (e.f) && (!commits || written_p (e.stmt)) && f.affordable (blocks_an_index)
        && follows_p (f, gimple_bb (end.stmt), gimple_bb (e.stmt))
        && (below_p (f, element_index (e.stmt), e.stmt, limit)
            || below_p (f, first_index (f, e.stmt, end.stmt), e.stmt, limit)))
      paths.mark (e.stmt, M_use);
  flow_paths::answer a;
  if (!paths.ask (AT_USE | FROM_SET | LOOPS, &a))
    return;
  auto_diagnostic_group group;
  bool warned
    = commits
        ? warn (W_after_commit, a.use, "element of %qE written after it was committed", v.name)
        : warn (W_after_release, a.use, "element of %qE read after it was released", v.name);
  if (warned)
    note (end.stmt, commits ? "elements below this index committed here"
                            : "elements below this index released here");
}

/* ---- backwards --------------------------------------------------------- */

/* WARNED has the statements that have a warning already, because of an earlier index. */
static void
check_backwards (const flow_function &f, const flow_view &v, const event &earlier,
                 std::set<const gimple *> *warned)
{
  linear high = linear_of (index_of (earlier.stmt));
  flow_paths paths (f);
  if (v.origin)
    paths.mark (v.origin, M_clear);
  clear_at_terms (&paths, high);
  paths.mark (earlier.stmt, M_set);
  HOST_WIDE_INT d;
  for (const event &e : v.events)
    if (e.f == earlier.f && f.affordable (blocks_an_index) && !warned->count (e.stmt)
        && linear_of (index_of (e.stmt)).minus (high, &d) && d < 0)
      paths.mark (e.stmt, M_use);
  flow_paths::answer a;
  if (!paths.ask (AT_USE, &a))
    return;
  warned->insert (a.use);
  const char *what = earlier.f == R_commit ? "commit" : "release";
  auto_diagnostic_group group;
  if (warn (W_backwards, a.use, "%qs of %qE has no effect; its index is less than an earlier"
            " one", what, v.name))
    note (earlier.stmt, "earlier %qs with a greater index here", what);
}

/* Whether the index is less in each iteration of L than in the one before. */
static bool
descends_p (const flow_loop &l, const linear &index)
{
  for (const auto &t : index.terms)
    {
      gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t.first));
      linear start;
      HOST_WIDE_INT step = 0;
      if (phi && gimple_bb (phi) == l.header && evolution (l, phi, &start, &step)
          && (step < 0 ? t.second > 0 : step > 0 && t.second < 0)
          && invariant_p (l, with (index, t.first, 0)))
        return true;
    }
  return false;
}

/* Checks for (i = n; i > 0; i--) commit (v, i), with one view in all iterations. */
static void
check_descending (const flow_function &f, const flow_view &v, const event &e)
{
  linear index = linear_of (index_of (e.stmt));
  for (const flow_loop &l : f.loops)
    if (l.has (gimple_bb (e.stmt)))
      {
        if (index.known && descends_p (l, index) && !(v.origin && l.has (gimple_bb (v.origin))))
          warn (W_backwards, e.stmt, "%qs of %qE has no effect after the first iteration; its"
                " index decreases in this loop", e.f == R_commit ? "commit" : "release", v.name);
        return; /* the innermost only */
      }
}

void
check_indices (const flow_function &f)
{
  std::set<const gimple *> warned;
  for (const flow_view &v : f.views)
    for (const event &e : v.events)
      {
        if ((e.f == R_release && warning_on_p (W_after_release))
            || (e.f == R_commit && warning_on_p (W_after_commit)))
          check_ended (f, v, e);
        if ((e.f == R_release || e.f == R_commit) && warning_on_p (W_backwards))
          {
            check_backwards (f, v, e, &warned);
            check_descending (f, v, e);
          }
      }
}

} // namespace erbium
