/* SPDX-License-Identifier: MIT */
/* link.h - combines units into one network, and determines which process, started by which run,
 * uses which record.
 *
 *   main:    records { r }, runs { p (r), p (r), q (r) }         processes p, p, q
 *   p (r):   views { v, write, of parameter 0 }                  p -> r, p -> r
 *   q (r):   views { w, read, of parameter 0 }                   r -> q
 *
 * Each run creates a separate process node with its own arguments, and so does each run within that
 * process.  A function belongs to the process that calls it.  A process that runs itself, directly
 * or not, is drawn once.  If the network is folded, all processes of one definition are drawn as
 * one.
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
  bool process = true;           /* false for a function that nothing runs or calls, such as main */
  bool defined = true;
  std::string times;             /* "": once; else how many, a number or "n" */
  /* The call of a body that runs it, by a number; none if several do. */
  std::optional<size_t> runner;
  std::vector<int> ranks;        /* in turn, if it is placed */
};

struct Record_node
{
  std::string name, element, at;
  std::optional<int64_t> producers, consumers;
  std::string times;
  bool known = true; /* if false, this node represents a record that could not be tracked */
  bool fusable = false;
  std::optional<size_t> maker;  /* the process that makes it */
  std::optional<int64_t> size;  /* of an element, in bytes */
};

struct Edge
{
  size_t process, record;
  enum Way { Reads, Writes, Unknown } way;
  std::string view;                     /* its name; "" for Unknown */
  /* window: in elements; rate: in elements for each iteration of the loop whose location is in
   * `loop` */
  std::optional<int64_t> window, rate;
  std::string loop;
  std::vector<std::string> sites;       /* "commit, FILE:12:3" */
  bool own = false;                     /* the process has made the view itself */
};

struct Network
{
  std::vector<Process_node> processes;
  std::vector<Record_node> records;
  std::vector<Edge> edges;
  bool folded = false;
};

/* Returns the network of these units.  Folds it if `fold` is true, or if there would be more than
 * `most` processes. */
Network link (const std::vector<Unit> &units, bool fold, size_t most);

} // namespace graph
} // namespace er
#endif
