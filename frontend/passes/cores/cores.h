/* SPDX-License-Identifier: MIT */
/* cores.h - a part of a network with known rates as one process for each core: the plan, and the
 * processes (for cores.cc).
 *
 * In a period, each process of the part makes a number of turns (balance_equations.h).  Before the
 * first period, each makes those turns that give its readers what they read ahead.  The processes
 * are in an order in which producers come before their consumers.  So one process can make the
 * turns of all, one after the other, and two cores can share them in one of two ways:
 *
 *   by processes   the first core gets the processes at the beginning of the order, and the second
 *                  one those at its end, so all elements of one record go from core to core
 *   by periods     each core makes all turns of some periods of a batch, of those processes whose
 *                  turns need no order; the first core does the rest.  The records between those
 *                  processes become arrays of each core.  Where they are read ahead, a core first
 *                  makes again the last turns that the core before it makes.
 */
#ifndef ERBIUM_CORES_H
#define ERBIUM_CORES_H

#include "analysis/analysis.h"
#include "ir/ir.h"

namespace er {

/* Turns of a period or a batch, counted from 0. */
struct Turns_of
{
  int64_t from = 0, to = 0;
};

/* What a core does of one instance. */
struct Task
{
  size_t instance;
  Turns_of period, batch;
  size_t number; /* of this task among those of the instance */
};

/* A record between processes of the part. */
struct Flow
{
  size_t channel;
  int64_t elements = 0;  /* in a period */
  int64_t written = 0;   /* an end of what is written before the first period */
  int64_t released = 0;  /* by all readers, then */
  int64_t most = 0;      /* an end of what the first period uses */
  bool local = false;    /* an array takes its place: its ends are tasks of one core, or ... */
  bool own = false;      /* ... each core that shares periods has an array */
  int64_t back = 0;      /* elements before those of a core that turns made again write or read */
};

struct Plan
{
  const Network *network;
  std::vector<size_t> order;        /* instances, producers first */
  std::map<size_t, int64_t> turns;  /* of each, in a period */
  std::map<size_t, int64_t> before; /* of each, before the first period */
  Linear periods;                   /* in names of the root */
  int64_t batch = 1;                /* periods that are executed together */
  /* If cores share periods: so many go through a group of processes at once; else 0. */
  int64_t at_once = 0;
  std::map<size_t, size_t> group;   /* of instances that are shared so; neighbours in the order */
  std::map<size_t, int64_t> again;  /* turns of these that a core makes again before its own */
  std::vector<Flow> flows;
  std::vector<std::vector<Task>> cores;
};

/* ---- The plan: cores_plan.cc, cores_share.cc (planner.h) ---------------- */

/* Returns a plan for so many cores, or none; `why' then has the reason.  A batch has at most
 * most_batch periods, unless that is 0. */
std::optional<Plan> plan_of (const Network &network, const Part &part, size_t cores,
                             int64_t most_batch, std::string &why);

/* The variables that each turn of the instance increases by a constant, whatever happens in it, and
 * the constants.  A turn finds their values without those before it. */
typedef std::map<const Variable *, uint64_t> Steps;
Steps steps_of (const Instance &instance);

/* Whether turns of the instance can be executed in any order, and on several cores. */
bool can_share (const Instance &instance);

/* The commit or release index of a view after so many turns, and the greatest index that it has
 * stalled for or requested. */
int64_t published (const View_rates &view, int64_t turns);
int64_t asked (const View_rates &view, int64_t turns);

/* ---- The processes: cores_build.cc ------------------------------------ */

/* Adds the processes of the plan to the module, and replaces the runs of the root. */
void build (Module &module, Module_names &names, Network &network, const Plan &plan);

} // namespace er
#endif
