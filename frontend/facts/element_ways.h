/* SPDX-License-Identifier: MIT */
/* element_ways.h - to whom elements go in a network, over how many processes whatsoever. */
#ifndef ERBIUM_ELEMENT_WAYS_H
#define ERBIUM_ELEMENT_WAYS_H

#include "facts/network.h"

namespace er {

/* The knots of a graph, the largest sets of nodes within which ways lead from each to each: a number for each node. */
std::vector<size_t> knots_of (const std::vector<std::set<size_t>> &next);

/* Numbers are those of the instances.  One more, behind them, stands for all that is not known: who shares a record
   that is not closed is its neighbour.  Behind that are those who take ids late: a reader that waits for some before it takes its
   id, when the writer's stalls wait for that (5.4), makes a way from these to the writer.  Not where the caller
   looks at that itself. */
class Ways
{
public:
  explicit Ways (const Network &network, bool with_late = true);

  /* A way leads from it over others back to it, or straight. */
  bool leads_back (size_t k) const { return knot_size[knot[k]] > 1 || next[k].count (k); }
  /* One that a way leads over out of the two and back to them; none: as one process they wait for nobody who waits
     for them.  There is an edge from producer to consumer. */
  std::optional<size_t> around (size_t producer, size_t consumer) const;
  /* The same is known at once, and stays so however many such pairs become one process each: all ways out of the two
     leave from the consumer, or all ways into them arrive at the producer, or all ways back are between them. */
  bool plainly_none_around (size_t producer, size_t consumer) const;

private:
  std::vector<std::set<size_t>> next, before;
  std::vector<size_t> knot;      /* of each */
  std::vector<size_t> knot_size; /* by that number */
  void add (size_t from, size_t to);
  void add_late (const Network &network);
};

} // namespace er
#endif
