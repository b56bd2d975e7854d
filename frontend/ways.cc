/* SPDX-License-Identifier: MIT */
/* ways.cc - to whom elements go (ways.h).
 *
 * Why plain pairs can become one process all at once: suppose that a cycle leads over several of the new processes.  Where it
 * enters one at the producer or the consumer, and leaves it at either, there was a way between these two places before:
 * from the producer to the consumer is the edge; the other way round it need not go where all leave from the consumer, or all
 * arrive at the producer; and where the two feed each other both ways exist.  So the cycle was there before, and it
 * led out of a plain pair and back, which none does.
 *
 * The knots are the strongly connected components (Tarjan, SIAM J. Comput. 1(2), 1972), without recursion.
 */
#include "ways.h"

#include <algorithm>

namespace er {

Ways::Ways (const Network &network)
{
  size_t unknown = network.instances.size ();
  next.resize (unknown + 1);
  before.resize (unknown + 1);
  auto add = [&] (size_t from, size_t to) {
    next[from].insert (to);
    before[to].insert (from);
  };
  std::set<std::pair<size_t, size_t>> known;
  for (const Channel &c : network.channels)
    {
      if (!c.closed)
        continue;
      for (const auto *side : { &c.writers, &c.readers })
        for (const End &end : *side)
          known.insert ({ end.instance, end.view });
      for (const End &w : c.writers)
        for (const End &r : c.readers)
          add (w.instance, r.instance);
    }
  for (size_t k = 0; k < unknown; k++)
    for (size_t v = 0; v < network.instances[k].rates.views.size (); v++)
      if (!known.count ({ k, v }))
        {
          bool write = network.instances[k].rates.views[v].write;
          add (write ? k : unknown, write ? unknown : k);
        }
  knot = knots_of (next);
  knot_size.resize (next.size ());
  for (size_t k : knot)
    knot_size[k]++;
}

std::vector<size_t>
knots_of (const std::vector<std::set<size_t>> &next)
{
  const size_t none = size_t (-1);
  struct Visit
  {
    size_t at;
    std::set<size_t>::const_iterator edge;
  };
  std::vector<size_t> number (next.size (), none), low (next.size ()), open;
  std::vector<Visit> visits;
  size_t count = 0, knots = 0;
  std::vector<size_t> knot (next.size (), none);
  auto enter = [&] (size_t k) {
    number[k] = low[k] = count++;
    open.push_back (k);
    visits.push_back ({ k, next[k].begin () });
  };
  auto leave = [&] (size_t k) {
    if (low[k] != number[k])
      return;
    do
      {
        knot[open.back ()] = knots;
        open.pop_back ();
      }
    while (knot[k] == none);
    knots++;
  };
  for (size_t first = 0; first < next.size (); first++)
    {
      if (number[first] == none)
        enter (first);
      while (!visits.empty ())
        {
          size_t at = visits.back ().at;
          if (visits.back ().edge != next[at].end ())
            {
              size_t to = *visits.back ().edge++;
              if (number[to] == none)
                enter (to);
              else if (knot[to] == none)
                low[at] = std::min (low[at], number[to]);
              continue;
            }
          leave (at);
          visits.pop_back ();
          if (!visits.empty ())
            low[visits.back ().at] = std::min (low[visits.back ().at], low[at]);
        }
    }
  return knot;
}

bool
Ways::plainly_none_around (size_t producer, size_t consumer) const
{
  if (knot[producer] == knot[consumer])
    return knot_size[knot[producer]] == 2;
  if (knot_size[knot[producer]] != 1 || knot_size[knot[consumer]] != 1)
    return false;
  return next[producer].size () - next[producer].count (producer) == 1
         || before[consumer].size () - before[consumer].count (consumer) == 1;
}

std::optional<size_t>
Ways::around (size_t producer, size_t consumer) const
{
  if (plainly_none_around (producer, consumer))
    return {};
  auto is_one = [&] (size_t k) { return k == producer || k == consumer; };
  std::vector<size_t> todo;
  std::set<size_t> seen;
  for (size_t one : { producer, consumer })
    for (size_t k : next[one])
      if (!is_one (k) && seen.insert (k).second)
        todo.push_back (k);
  while (!todo.empty ())
    {
      size_t at = todo.back ();
      todo.pop_back ();
      for (size_t k : next[at])
        {
          if (is_one (k))
            return at;
          if (seen.insert (k).second)
            todo.push_back (k);
        }
    }
  return {};
}

} // namespace er
