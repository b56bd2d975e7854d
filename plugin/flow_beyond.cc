/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow_beyond.cc - elements beyond what the view has synchronised.
 *
 *   hd = update (v, hd);  for (i = tl; i <= hd; i++) x += v[[i]];   beyond-update
 *   stall (v, hd);  v[[hd]] = x;                                    beyond-stall
 */
#include "flow.h"

#include "dominance.h"

namespace erbium {

/* The least that the counter NAME is in the last turn that gets as far as BB, if
 * the loop has one exit and it is this one: i < hd, i + 1 <= hd, ... */
static bool
last_value (const flow_loop &l, tree name, HOST_WIDE_INT step, basic_block bb, linear *least)
{
  if (l.exits.size () != 1 || step <= 0)
    return false;
  edge out = l.exits[0];
  basic_block test = out->src;
  bool above = test != bb && dominated_by_p (CDI_DOMINATORS, bb, test);
  if (!above && !dominated_by_p (CDI_DOMINATORS, test, bb))
    return false;
  bound b; /* what holds when the loop is left: limit - counter <= most */
  if (!bound_of_edge (out, &b) || !invariant_p (l, b.left) || b.right.of (name) != 1)
    return false;
  linear rest = with (b.right, name, 0);
  if (!invariant_p (l, rest))
    return false;
  *least = b.left;
  least->add (rest, -1);
  least->constant -= b.most + (above ? step : 0);
  return true;
}

/* The indices that an element certainly has in some turn, if it is reached: as
 * it stands, in the first turn of its loop, in the last. */
static std::vector<linear>
reached_indices (const flow_function &f, gimple *element)
{
  linear index = element_index (element);
  std::vector<linear> all = { index };
  basic_block bb = gimple_bb (element);
  for (const flow_loop &l : f.loops)
    if (l.has (bb))
      {
        for (edge e : l.latches)
          if (!dominated_by_p (CDI_DOMINATORS, e->src, bb))
            return all;
        for (const auto &t : index.terms)
          {
            gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t.first));
            linear start, least;
            HOST_WIDE_INT step = 0;
            if (!phi || gimple_bb (phi) != l.header || !evolution (l, phi, &start, &step)
                || t.second < 0 || !invariant_p (l, with (index, t.first, 0)))
              continue;
            all.push_back (with (index, t.first, start));
            if (last_value (l, t.first, step, bb, &least))
              all.push_back (with (index, t.first, least));
          }
        break; /* the innermost only */
      }
  return all;
}

/* Whether INDEX is at or beyond what SYNC, an update or a stall, has reached: its
 * argument, or the result, which is never more. */
static bool
beyond_p (const linear &index, const gimple *sync)
{
  HOST_WIDE_INT d;
  if (!index.known)
    return false;
  if (index.minus (linear_of (index_of (sync)), &d) && d >= 0)
    return true;
  tree result = gimple_call_lhs (sync);
  return result && TREE_CODE (result) == SSA_NAME && index.minus (linear_of (result), &d)
         && d >= 0;
}

static void
check_view (const flow_function &f, const flow_view &v)
{
  flow_warning w = v.writes ? W_beyond_stall : W_beyond_update;
  runtime_function kind = v.writes ? R_stall : R_update;
  if (!v.made || v.hidden || !warning_on_p (w))
    return;
  std::vector<gimple *> syncs;
  for (const event &e : v.events)
    if (e.f == kind)
      syncs.push_back (e.stmt);
  if (syncs.empty ())
    return;
  for (const event &e : v.events)
    if (element_p (e.f))
      for (const linear &index : reached_indices (f, e.stmt))
        {
          bool beyond = true;
          flow_paths paths (f);
          paths.mark (v.made, M_clear);
          for (gimple *s : syncs)
            {
              beyond = beyond && beyond_p (index, s);
              paths.mark (s, M_set);
            }
          clear_at_terms (&paths, linear_of (index_of (syncs[0])));
          paths.mark (e.stmt, M_use);
          flow_paths::answer a;
          if (!beyond || !paths.ask (AT_USE, &a))
            continue;
          auto_diagnostic_group group;
          bool said = v.writes
            ? say (w, a.use, "element of %qE written beyond what %<stall%> made writable", v.name)
            : say (w, a.use, "element of %qE read beyond what %<update%> made readable", v.name);
          if (said)
            note (a.set, "an index that is passed here is the first that is not %s",
                  v.writes ? "writable" : "readable");
          return;
        }
}

void
check_beyond (const flow_function &f)
{
  for (const flow_view &v : f.views)
    check_view (f, v);
}

} // namespace erbium
