/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow_paths.cc - what must have happened before a statement, or must happen after it, on the paths
 * of a function.
 *
 *   v = new_read_view (r);     sets   "no update yet"
 *   if (c)
 *     update (v, 1);           clears it
 *   x = v[[0]];                is a mistake while it is set
 *
 * A warning about any path of the CFG would also be given for correct programs, in which one
 * condition guards both statements.  So a warning needs a place, a use or one side of a branch,
 * that cannot be reached without the mistake: either the program is wrong, or the place is never
 * reached.  Here it is the side of the `if' where c is false.
 */
#include "dataflow/dataflow.h"

#include <algorithm>

namespace erbium {

/* Statements are numbered in the order of the text; marks of one statement stay
 * in the order in which they were made. */
void
flow_paths::mark (gimple *stmt, mark_kind kind)
{
  marks &m = by_block[gimple_bb (stmt)];
  auto later = [] (const mark_at &a, const mark_at &b)
  { return gimple_uid (a.stmt) < gimple_uid (b.stmt); };
  mark_at made = { stmt, kind };
  m.insert (std::upper_bound (m.begin (), m.end (), made, later), made);
}

const flow_paths::marks &
flow_paths::at (basic_block bb)
{
  static const marks none;
  auto found = by_block.find (bb);
  return found == by_block.end () ? none : found->second;
}

/* Returns the blocks that control can enter without having passed CUT, a statement, or CUT_EDGE. */
static std::vector<bool>
entered_before (const gimple *cut, edge cut_edge)
{
  std::vector<bool> entered (last_basic_block_for_fn (cfun));
  std::vector<basic_block> work = { ENTRY_BLOCK_PTR_FOR_FN (cfun) };
  entered[ENTRY_BLOCK] = true;
  while (!work.empty ())
    {
      basic_block bb = work.back ();
      work.pop_back ();
      edge e;
      edge_iterator i;
      if (!cut || bb != gimple_bb (cut))
        FOR_EACH_EDGE (e, i, bb->succs)
          if (e != cut_edge && !entered[e->dest->index])
            {
              entered[e->dest->index] = true;
              work.push_back (e->dest);
            }
    }
  return entered;
}

/* Whether the state may not be set before mark END of BB.  The blocks at whose begin it may not be
 * set are found once, for all uses. */
bool
flow_paths::unset_p (basic_block bb, size_t end)
{
  const marks &m = at (bb);
  while (end > 0 && m[end - 1].kind == M_use)
    end--;
  return end > 0 ? m[end - 1].kind == M_clear : unset[bb->index];
}

void
flow_paths::find_unset ()
{
  unset.assign (last_basic_block_for_fn (cfun), false);
  std::vector<basic_block> work = { ENTRY_BLOCK_PTR_FOR_FN (cfun) };
  unset[ENTRY_BLOCK] = true;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (unset_p (bb, at (bb).size ()))
      work.push_back (bb); /* it ends with a clear */
  while (!work.empty ())
    {
      bb = work.back ();
      work.pop_back ();
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, bb->succs)
        if (!unset[e->dest->index])
          {
            unset[e->dest->index] = true;
            if (unset_p (e->dest, at (e->dest).size ()))
              work.push_back (e->dest);
          }
    }
}

/* Whether the state is set before mark END of BB when control gets there first: to the use CUT, or
 * to CUT_EDGE.  *SET becomes a statement that sets it.  Only paths that have not been there before
 * count. */
bool
flow_paths::certain (basic_block bb, size_t end, const gimple *cut, edge cut_edge, gimple **set)
{
  return (!unset_p (bb, end) || f.in_cycle[bb->index])
         && f.affordable (n_basic_blocks_for_fn (cfun))
         && certain_first (bb, end, cut, cut_edge, set);
}

bool
flow_paths::certain_first (basic_block bb, size_t end, const gimple *cut, edge cut_edge,
                           gimple **set)
{
  std::vector<bool> todo = entered_before (cut, cut_edge);
  std::vector<std::pair<basic_block, size_t>> work = { { bb, end } };
  *set = NULL;
  while (!work.empty ())
    {
      auto [b, n] = work.back ();
      work.pop_back ();
      const marks &m = at (b);
      while (n > 0 && m[n - 1].kind == M_use)
        n--;
      if (n > 0)
        {
          if (m[n - 1].kind == M_clear)
            return false;
          if (!*set || gimple_uid (m[n - 1].stmt) < gimple_uid (*set))
            *set = m[n - 1].stmt;
          continue;
        }
      if (b == ENTRY_BLOCK_PTR_FOR_FN (cfun))
        return false;
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, b->preds)
        if (e != cut_edge && todo[e->src->index] && !(cut && e->src == gimple_bb (cut)))
          {
            todo[e->src->index] = false;
            work.push_back ({ e->src, at (e->src).size () });
          }
    }
  return *set != NULL;
}

/* Returns the first mark in BB from FROM on that is a use or a clear; M_set for none. */
mark_kind
flow_paths::first (basic_block bb, size_t from, gimple **use)
{
  const marks &m = at (bb);
  for (; from < m.size (); from++)
    if (m[from].kind != M_set)
      {
        *use = m[from].stmt;
        return m[from].kind;
      }
  return M_set;
}

/* Whether each path from mark FROM of BB leads to a use, provided that each path from the begin of
 * the blocks IN does.  Exits of WITHIN do not count. */
bool
flow_paths::always_after (basic_block bb, size_t from, const std::vector<bool> &in,
                          const flow_loop *within)
{
  gimple *use;
  mark_kind kind = first (bb, from, &use);
  if (kind != M_set)
    return kind == M_use;
  bool some = false;
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, bb->succs)
    if (!within || !within->has (bb) || within->has (e->dest))
      {
        if (!in[e->dest->index])
          return false;
        some = true;
      }
  return some;
}

/* Returns the blocks from whose begin each path leads to a use. */
std::vector<bool>
flow_paths::inevitable (const flow_loop *within)
{
  std::vector<bool> in (last_basic_block_for_fn (cfun));
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    in[bb->index] = true;
  for (bool changed = true; changed;)
    {
      changed = false;
      FOR_EACH_BB_REVERSE_FN (bb, cfun)
        if (in[bb->index] && !always_after (bb, 0, in, within))
          {
            in[bb->index] = false;
            changed = true;
          }
    }
  return in;
}

/* Returns the nearest use on the paths from mark FROM of BB. */
gimple *
flow_paths::find_use (basic_block bb, size_t from)
{
  std::set<basic_block> seen;
  std::vector<basic_block> work = { bb };
  for (size_t n = 0; n < work.size (); n++)
    {
      gimple *use = NULL;
      mark_kind kind = first (work[n], n == 0 ? from : 0, &use);
      if (kind == M_use)
        return use;
      if (kind == M_clear)
        continue;
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, work[n]->succs)
        if (seen.insert (e->dest).second)
          work.push_back (e->dest);
    }
  return NULL;
}

bool
flow_paths::ask_at_use (answer *a)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (size_t n = 0; n < at (bb).size (); n++)
      if (at (bb)[n].kind == M_use && (n == 0 || at (bb)[n - 1].kind != M_use)
          && certain (bb, n, at (bb)[n].stmt, NULL, &a->set))
        {
          a->use = at (bb)[n].stmt;
          a->branch = NULL;
          return true;
        }
  return false;
}

bool
flow_paths::ask_from_set (answer *a)
{
  std::vector<bool> in = inevitable (NULL);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (size_t n = 0; n < at (bb).size (); n++)
      if (at (bb)[n].kind == M_set && always_after (bb, n + 1, in, NULL)
          && (a->use = find_use (bb, n + 1)))
        {
          a->set = at (bb)[n].stmt;
          a->branch = NULL;
          return true;
        }
  return false;
}

bool
flow_paths::ask_branches (answer *a)
{
  std::vector<bool> in = inevitable (NULL);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (EDGE_COUNT (bb->succs) > 1)
      {
        edge e;
        edge_iterator i;
        FOR_EACH_EDGE (e, i, bb->succs)
          if (!(e->flags & EDGE_COMPLEX) && in[e->dest->index]
              && certain (bb, at (bb).size (), NULL, e, &a->set)
              && (a->use = find_use (e->dest, 0)))
            {
              a->branch = e;
              return true;
            }
      }
  return false;
}

bool
flow_paths::ask_loops (answer *a)
{
  for (const flow_loop &l : f.loops)
    {
      std::vector<bool> in;
      for (edge e : l.latches)
        if (certain (e->src, at (e->src).size (), NULL, NULL, &a->set)
            && l.has (gimple_bb (a->set)))
          {
            if (in.empty ())
              in = inevitable (&l);
            if (in[l.header->index] && (a->use = find_use (l.header, 0)))
              {
                a->branch = NULL;
                return true;
              }
          }
    }
  return false;
}

bool
flow_paths::ask (unsigned rules, answer *a)
{
  bool some[3] = { false, false, false };
  for (const auto &b : by_block)
    for (const mark_at &m : b.second)
      some[m.kind] = true;
  if (!some[M_use] || !some[M_set] || !f.affordable (8 * n_basic_blocks_for_fn (cfun)))
    return false;
  find_unset ();
  return ((rules & AT_USE) && ask_at_use (a)) || ((rules & FROM_SET) && ask_from_set (a))
         || ((rules & BRANCHES) && ask_branches (a)) || ((rules & LOOPS) && ask_loops (a));
}

} // namespace erbium
