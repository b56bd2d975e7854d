/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index_warnings.cc - indices that are wrong for all values.
 *
 *   release (v, i + 1);  x = v[[i]];                     after-release
 *   release (v, 4);  for (i = 0; i < 8; i++) x += v[[i]];
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

/* ---- after-release ----------------------------------------------------- */

/* Whether INDEX, at BB, is below LIMIT by itself or because of a condition. */
static bool
below_p (const flow_function &f, const linear &index, basic_block bb, const linear &limit)
{
  HOST_WIDE_INT d;
  if (index.minus (limit, &d))
    return d < 0;
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
 * the release; unknown if that iteration may leave it out. */
static linear
first_index (const flow_function &f, gimple *element, const gimple *release)
{
  linear index = element_index (element);
  basic_block bb = gimple_bb (element);
  for (const flow_loop &l : f.loops)
    if (l.has (bb) && !l.has (gimple_bb (release)))
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

/* Whether the block ELEMENT certainly may come after RELEASE.  It may not if a later iteration of a
 * loop around both would have to execute ELEMENT, which not each iteration does: a condition may
 * prevent it then. */
static bool
follows_p (const flow_function &f, basic_block release, basic_block element)
{
  for (const flow_loop &l : f.loops)
    {
      if (!l.has (release) || !l.has (element))
        continue;
      basic_block first = element; /* where the loops within L that have it begin */
      for (const flow_loop &inner : f.loops)
        if (inner.has (element) && !inner.has (release) && l.has (inner.header))
          first = inner.header;
      return release == element || each_turn_p (l, first) || same_turn_p (l, release, element);
    }
  return true;
}

static void
check_released (const flow_function &f, const flow_view &v, const event &release)
{
  linear limit = linear_of (index_of (release.stmt));
  if (!limit.known)
    return;
  flow_paths paths (f);
  if (v.origin)
    paths.mark (v.origin, M_clear);
  clear_at_terms (&paths, limit);
  paths.mark (release.stmt, M_set);
  for (const event &e : v.events)
    if (element_p (e.f) && f.affordable (blocks_an_index)
        && follows_p (f, gimple_bb (release.stmt), gimple_bb (e.stmt))
        && (below_p (f, element_index (e.stmt), gimple_bb (e.stmt), limit)
            || below_p (f, first_index (f, e.stmt, release.stmt), gimple_bb (e.stmt), limit)))
      paths.mark (e.stmt, M_use);
  flow_paths::answer a;
  if (!paths.ask (AT_USE | FROM_SET | LOOPS, &a))
    return;
  auto_diagnostic_group group;
  if (warn (W_after_release, a.use, "element of %qE read after it was released", v.name))
    note (release.stmt, "elements below this index released here");
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
        if (e.f == R_release && warning_on_p (W_after_release))
          check_released (f, v, e);
        if ((e.f == R_release || e.f == R_commit) && warning_on_p (W_backwards))
          {
            check_backwards (f, v, e, &warned);
            check_descending (f, v, e);
          }
      }
}

} // namespace erbium
