/* SPDX-License-Identifier: MIT */
/* place.h - which process of a network runs on which rank of an MPI job.
 *
 *   weigh.cc           the network becomes a graph of shares, and the bytes between them
 *   partition.cc       the graph is divided, by METIS
 *   placement_file.cc  the file of ERBIUM_PLACEMENT (docs/howto/clusters.md)
 *
 *   main: run read(r); for k in 0 .. 4 { run work(r, s[k]); } run write(s)
 *
 *   shares     { main }   { read }   { work 0 }   { work 1 }   ...   { write }
 *   placement  read 0     work 0 0 1 1     write 1
 *
 * A share is a set of processes that have to be on one rank.  Its weight is the work of its
 * processes, and that of an edge is what flows between two shares.  A good placement gives each
 * rank the same work, and lets little flow between ranks.
 */
#ifndef ERBIUM_PLACE_H
#define ERBIUM_PLACE_H

#include "graph/draw.h"

namespace er {
namespace place {

/* What the user knows and the network does not show. */
struct Known
{
  int ranks = 2;
  int64_t imbalance = 10;              /* percent by which a rank may have more than its part */
  std::map<std::string, int64_t> work; /* of a process, by name; 1 for others */
  std::map<std::string, int64_t> count; /* of the processes that a run starts, by name */
  std::set<std::string> home;          /* names of processes that stay with main */
};

/* A process: one of those that a node of the network stands for. */
struct Instance
{
  size_t node;
  size_t share;
};

struct Graph
{
  std::vector<Instance> instances; /* in the order in which they are run, by node */
  std::vector<int64_t> work;       /* by share; share 0 is that of main */
  std::map<std::pair<size_t, size_t>, double> flow; /* bytes between two shares, the lesser first */
};

/* Returns the graph of a network that is not folded, or is. */
Graph weigh (const graph::Network &network, const Known &known);

/* Returns the rank of each share; that of share 0 is 0. */
std::vector<int> partition (const Graph &g, const Known &known);

/* ---- Files ---------------------------------------------------------------------------------- */

/* The ranks of processes, by name, in turn. */
typedef std::map<std::string, std::vector<int>> Placement;

/* Returns the text of the file, with what flows between ranks as a comment. */
std::string placement_text (const graph::Network &network, const Graph &g,
                            const std::vector<int> &rank, int ranks);

/* Reads a file.  Reports an error and returns false if it is wrong. */
bool read_placement (const std::string &path, Placement &placement);

/* Gives each process of the network the rank that the file says, or all ranks that it may run on.
 * main runs on rank 0. */
void show (graph::Network &network, const Placement &placement);

} // namespace place
} // namespace er
#endif
