/* SPDX-License-Identifier: MIT */
/* network.h - finds which processes a process runs, and which records connect them.
 *
 *   process main() {                                   instances: main, a, b
 *       let r : record i32 = new_record(1, 1);         channel r: from a (view w) to b (view v)
 *       run a(r, 100);
 *       run b(r);
 *   }
 *
 * The analysis considers only statements of the process itself, outside of loops and ifs.  A record
 * that is also used elsewhere (stored in an array, or passed on by one process to another) is not
 * closed: its writers and readers are not all known.
 */
#ifndef ERBIUM_NETWORK_H
#define ERBIUM_NETWORK_H

#include <set>

#include "analysis/rates.h"

namespace er {

struct Instance
{
  Process *process;
  Stmt *stmt = nullptr; /* the statement that runs it; none for the root */
  Expr *run = nullptr;
  Process_rates rates;  /* with its arguments, as sums of names of the root */
};

/* A view of a record: the number of its instance, and its index in the instance's rates.views. */
struct End
{
  size_t instance, view;
};

struct Channel
{
  Variable *record;
  Stmt *made; /* let record = new_record (wreg, rreg), both constants */
  int64_t wreg, rreg;
  /* only the views in writers and readers use the record, and each of them is registered with an id
   * of its own */
  bool closed = true;
  std::vector<End> writers, readers;
};

struct Network
{
  Process *root;
  std::vector<Instance> instances; /* the root first; then in the order of the text */
  std::vector<Channel> channels;

  const View_rates &view (const End &end) const
  {
    return instances[end.instance].rates.views[end.view];
  }
};

/* Returns the number of `run` statements of the module for each process. */
std::map<const Process *, size_t> runs_of (Module &module);

/* Removes each of these processes that no process runs any more.  Removes nothing from a module
 * without main, because C may run its processes. */
void drop_unused (Module &module, const std::set<const Process *> &processes);

/* Returns a network for each process that runs others, in the order of the text.  The module must
 * be well-formed. */
std::vector<Network> networks_of (Module &module);

} // namespace er
#endif
