/* SPDX-License-Identifier: MIT */
/* planner.h - makes the plan of a part of a network (cores.h).
 *
 * First come the order and the turns of the processes (cores_plan.cc), then the shares of the cores
 * (cores_share.cc).
 */
#ifndef ERBIUM_PLANNER_H
#define ERBIUM_PLANNER_H

#include "passes/cores/cores.h"

namespace er {

/* Returns how many elements an array in place of the record may have (2.3). */
int64_t room (const Channel &c);

class Planner
{
public:
  Planner (const Network &network, const Part &part, int64_t most_batch, std::string &why)
    : why (why), most_batch (most_batch)
  {
    plan.network = &network;
    plan.turns = part.turns;
  }
  std::optional<Plan> make (const Part &part, size_t cores);

private:
  Plan plan;
  std::string &why;
  int64_t most_batch; /* or 0 */

  const Network &network () const { return *plan.network; }
  bool no (const std::string &what)
  {
    why = what;
    return false;
  }
  bool members (const Part &part);
  bool find_flows (const Part &part);
  bool find_order ();
  bool find_turns ();
  bool counted (const std::map<size_t, int64_t> &lengths);
  bool fed ();
  bool measure ();
  void find_batch (size_t cores);
  void deal (size_t cores);
  void by_processes (size_t cores);
  bool by_periods (size_t cores);
  void number_groups (const std::set<size_t> &first);
  void find_groups ();
  int64_t needed_again (const End &writer, const End &reader) const;
  bool find_again ();
  bool find_sizes (size_t cores, double shared);
  void share_periods (size_t cores, double first);
  double cost (size_t k) const;
  double cost_again () const;
  int64_t bytes (const Flow &f) const;
  int64_t bytes_between () const;
};

} // namespace er
#endif
