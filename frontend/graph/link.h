/* SPDX-License-Identifier: MIT */
/* link.h - units become one network: which process of which run is on which record.
 *
 *   main:    records { r }, runs { p (r), p (r), q (r) }         processes p, p, q
 *   p (r):   views { v, write, of parameter 0 }                  p -> r, p -> r
 *   q (r):   views { w, read, of parameter 0 }                   r -> q
 *
 * Each run creates a separate process node with its own arguments, and so does each run within that
 * process.  A function belongs to the process that calls it.  A process that runs itself, directly
 * or not, is drawn once.  Folded, all processes of one definition are one.
 */
#ifndef ERBIUM_LINK_H
#define ERBIUM_LINK_H

#include "graph/unit.h"

namespace er {
namespace graph {

struct Process_node
{
  std::string name, at;          /* at: "" where the units do not define it */
  std::set<std::string> started; /* where it is run */
  bool process = true;           /* else a function that nothing runs or calls: main */
  bool defined = true;
  std::string times;             /* "": once; else how many, a number or "n" */
};

struct Record_node
{
  std::string name, element, at;
  std::optional<int64_t> producers, consumers;
  std::string times;
  bool known = true; /* else what stands for a record that could not be followed */
  bool fusable = false;
};

struct Edge
{
  size_t process, record;
  enum Way { Reads, Writes, Unknown } way;
  std::string view;                     /* its name; "" for Unknown */
  std::optional<int64_t> window, rate;  /* in elements; rate: in each turn of the loop at ... */
  std::string loop;
  std::vector<std::string> sites;       /* "commit, FILE:12:3" */
};

struct Network
{
  std::vector<Process_node> processes;
  std::vector<Record_node> records;
  std::vector<Edge> edges;
  bool folded = false;
};

/* Folds by itself where there would be more than most processes. */
Network link (const std::vector<Unit> &units, bool fold, size_t most);

} // namespace graph
} // namespace er
#endif
