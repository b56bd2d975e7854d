/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow_loops.cc - the loops of a function, and the blocks that control may reach again. */
#include "dataflow/dataflow.h"

#include "dominance.h"

#include <algorithm>

namespace erbium {

/* ---- Loops ------------------------------------------------------------- */

static void
grow_body (flow_loop *l, basic_block from)
{
  std::vector<basic_block> work = { from };
  while (!work.empty ())
    {
      basic_block bb = work.back ();
      work.pop_back ();
      edge e;
      edge_iterator i;
      if (l->body.insert (bb).second)
        FOR_EACH_EDGE (e, i, bb->preds)
          work.push_back (e->src);
    }
}

/* Finds the natural loops, one for each header.  GCC's own would have to be built and discarded
 * here, so that later passes see the same as without the plugin. */
std::vector<flow_loop>
find_loops ()
{
  std::vector<flow_loop> loops;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      flow_loop l;
      l.header = bb;
      l.body.insert (bb);
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, bb->preds)
        if (dominated_by_p (CDI_DOMINATORS, e->src, bb))
          {
            l.latches.push_back (e);
            grow_body (&l, e->src);
          }
      if (l.latches.empty ())
        continue;
      for (basic_block b : l.body)
        FOR_EACH_EDGE (e, i, b->succs)
          if (!l.has (e->dest))
            l.exits.push_back (e);
      loops.push_back (l);
    }
  std::sort (loops.begin (), loops.end (), [] (const flow_loop &a, const flow_loop &b)
             { return a.body.size () < b.body.size (); });
  return loops;
}

/* Returns the blocks that are reached from those of WORK over successors, or predecessors. */
static std::vector<bool>
reached_from (std::vector<basic_block> work, bool backwards)
{
  std::vector<bool> reached (last_basic_block_for_fn (cfun));
  for (basic_block bb : work)
    reached[bb->index] = true;
  while (!work.empty ())
    {
      basic_block bb = work.back ();
      work.pop_back ();
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, backwards ? bb->preds : bb->succs)
        if (basic_block next = backwards ? e->src : e->dest; !reached[next->index])
          {
            reached[next->index] = true;
            work.push_back (next);
          }
    }
  return reached;
}

/* Finds the blocks that control may reach again, and perhaps some between two loops.  In the order
 * in which a search of the CFG leaves the blocks, each cycle has an edge backwards. */
std::vector<bool>
find_cycles ()
{
  std::vector<int> order (n_basic_blocks_for_fn (cfun)), rank (last_basic_block_for_fn (cfun), -1);
  int n = pre_and_rev_post_order_compute (NULL, order.data (), false);
  for (int k = 0; k < n; k++)
    rank[order[k]] = k;
  std::vector<basic_block> sources, targets;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, bb->succs)
        if (e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun) && rank[e->dest->index] <= rank[bb->index])
          {
            sources.push_back (bb);
            targets.push_back (e->dest);
          }
    }
  std::vector<bool> in = reached_from (targets, false), back = reached_from (sources, true);
  for (size_t k = 0; k < in.size (); k++)
    in[k] = in[k] && back[k];
  return in;
}

} // namespace erbium
