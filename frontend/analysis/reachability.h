/* SPDX-License-Identifier: MIT */
/* reachability.h - which processes the elements of a network reach, directly or through any number
 * of other processes. */
#ifndef ERBIUM_REACHABILITY_H
#define ERBIUM_REACHABILITY_H

#include "analysis/network.h"

namespace er {

/* Returns, for each node of a graph, the number of its strongly connected component. */
std::vector<size_t> scc_of (const std::vector<std::set<size_t>> &next);

/* The nodes of this graph have the numbers of the instances of the network.  One more number, after
 * those of the instances, stands for everything unknown.  An instance that uses a record that is
 * not closed is a neighbour of this node.  The remaining nodes represent late registrations.  If a
 * reader waits for other processes before it takes its id, and the writer's stalls wait for this id
 * (5.4), there is a path from those processes to the writer.  They are omitted (with_late is false)
 * if the caller considers late registrations itself. */
class Reachability
{
public:
  explicit Reachability (const Network &network, bool with_late = true);

  /* Returns whether a path leads from the instance back to itself, directly or through others. */
  bool leads_back (size_t k) const { return component_size[component[k]] > 1 || next[k].count (k); }
  /* Returns an instance on a path that leaves the pair and comes back to it.  If there is none, the
   * process that results from merging the two never waits for a process that waits for it.  There
   * must be an edge from producer to consumer. */
  std::optional<size_t> around (size_t producer, size_t consumer) const;
  /* Returns whether it is obvious that around () finds nothing, even after any number of such pairs
   * have been merged.  This is so if all paths out of the pair leave from the consumer, or all
   * paths into it arrive at the producer, or all cycles are between the two. */
  bool plainly_none_around (size_t producer, size_t consumer) const;

private:
  std::vector<std::set<size_t>> next, before;
  std::vector<size_t> component;      /* of each */
  std::vector<size_t> component_size; /* by that number */
  void add (size_t from, size_t to);
  void add_late (const Network &network);
};

} // namespace er
#endif
