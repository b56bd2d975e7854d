/* SPDX-License-Identifier: MIT */
/* partition.cc - shares are divided among ranks, by METIS (place.h).
 *
 * METIS (G. Karypis, V. Kumar, A Fast and High Quality Multilevel Scheme for Partitioning Irregular
 * Graphs, SIAM J. Sci. Comput. 20(1), 1998) gives each part nearly the same weight, and makes the
 * weight of the edges between parts small.  The same graph gives the same parts on each machine.
 */
#include <algorithm>
#include <cmath>
#include <metis.h>

#include "files/files.h"
#include "place/place.h"

namespace er {
namespace place {
namespace {

/* A graph as METIS has it: the neighbours of vertex k are those from begin[k] on. */
struct Adjacency
{
  std::vector<idx_t> begin, neighbour, weight, work;
};

Adjacency
adjacency (const Graph &g)
{
  Adjacency a;
  double most = 0;
  for (const auto &f : g.flow)
    most = std::max (most, f.second);
  /* METIS adds weights up in 32 bits. */
  const double sum = 1e9, scale = std::min (1e6, sum / double (g.flow.size () + 1)) / most;
  std::vector<std::vector<std::pair<idx_t, idx_t>>> all (g.work.size ());
  for (const auto &f : g.flow)
    {
      idx_t weight = std::max<idx_t> (1, idx_t (std::lround (f.second * scale)));
      all[f.first.first].push_back ({ idx_t (f.first.second), weight });
      all[f.first.second].push_back ({ idx_t (f.first.first), weight });
    }
  a.begin.push_back (0);
  for (const auto &one : all)
    {
      for (const auto &n : one)
        {
          a.neighbour.push_back (n.first);
          a.weight.push_back (n.second);
        }
      a.begin.push_back (idx_t (a.neighbour.size ()));
    }
  a.work.assign (g.work.begin (), g.work.end ());
  return a;
}

/* The part of share 0 becomes rank 0, and rank 0 what that was. */
void
rename_home (std::vector<int> &rank)
{
  int home = rank[0];
  for (int &r : rank)
    r = r == home ? 0 : r == 0 ? home : r;
}

} // namespace

std::vector<int>
partition (const Graph &g, const Known &known)
{
  std::vector<int> rank (g.work.size ());
  if (rank.size () <= size_t (known.ranks)) /* METIS wants more vertices than parts */
    {
      for (size_t k = 0; k < rank.size (); k++)
        rank[k] = int (k);
      return rank;
    }
  if (known.ranks == 1)
    return rank;
  Adjacency a = adjacency (g);
  idx_t vertices = idx_t (rank.size ()), constraints = 1, parts = known.ranks, cut;
  idx_t options[METIS_NOPTIONS];
  std::vector<idx_t> part (rank.size ());
  METIS_SetDefaultOptions (options);
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NCUTS] = 20;
  options[METIS_OPTION_UFACTOR] = idx_t (10 * known.imbalance); /* in thousandths */
  const int few = 8; /* parts; METIS divides in two again and again better then */
  auto divide = parts <= few ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  if (divide (&vertices, &constraints, a.begin.data (), a.neighbour.data (), a.work.data (),
              nullptr, a.weight.data (), &parts, nullptr, nullptr, options, &cut, part.data ())
      != METIS_OK)
    give_up ("METIS cannot divide the network");
  rank.assign (part.begin (), part.end ());
  rename_home (rank);
  return rank;
}

} // namespace place
} // namespace er
