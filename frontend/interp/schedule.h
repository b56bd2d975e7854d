/* SPDX-License-Identifier: MIT */
/* schedule.h - which process makes the next step; how a program can end. */
#ifndef ERBIUM_SCHEDULE_H
#define ERBIUM_SCHEDULE_H

#include <functional>

#include "interp/machine.h"

namespace er {

struct Limits
{
  uint64_t steps = 100000000;
  uint64_t states = 200000; /* of explore */
  /* the values of one configuration; in explore, all configurations together may have 16 times this
   * number of words */
  uint64_t values = uint64_t (1) << 24;
  bool grow = true;
};

/* How a schedule ended. */
struct Outcome
{
  enum Kind { Finished, Failed, Deadlock, Unfinished };
  Kind kind = Finished;
  Undefined wrong;                 /* Failed, Deadlock, Unfinished */
  std::vector<Undefined> notes;    /* Deadlock: who waits for whom; Failed: the process */
  std::string output;
  std::string committed;           /* what was committed to all records, and how far */

  int status () const;
  std::string text () const; /* two schedules agree if these are the same */
};

/* Called after each step. */
typedef std::function<void (const State &, int process, Place at, const std::string &what)> Watch;

/* Checks whether a schedule exceeds a limit, and fills in the outcome in that case.  Steps are
 * counted by cost: copying 64 values or examining 64 processes counts as one additional step. */
class Meter
{
public:
  Meter (Machine &machine, const Limits &limits)
      : machine (machine), limits (limits), first (machine.made)
  {
    if (limits.steps < (UINT64_MAX - first) / 64)
      machine.most_made = first + limits.steps * 64;
  }
  /* Fills in the outcome of a program that takes too many steps. */
  void too_long (const State &s, Place at, Outcome &outcome) const;
  bool beyond (const State &s, Place at, Outcome &outcome);

private:
  Machine &machine;
  const Limits &limits;
  uint64_t first, looked = 0; /* of machine.made */
};

/* Executes one schedule.  With seed 0, the first process that can make a step is always chosen;
 * another seed chooses at random. */
Outcome run (Machine &machine, uint64_t seed, const Limits &limits, const Watch &watch);

/* The result of executing all schedules, except that steps that commute are executed in one order
 * only.  It contains the different outcomes, each with the sequence of processes that made the
 * steps. */
struct Explored
{
  std::map<std::string, Outcome> outcomes; /* by text */
  std::map<std::string, std::vector<int>> schedules;
  uint64_t states = 0, ends = 0;
  bool complete = true;
  bool able = true; /* false if the search ended because the interpreter could not continue */
  Outcome cannot;   /* why */
};
Explored explore (Machine &machine, const Limits &limits);

/* Handles a state in which no process can make a step (stuck.cc).  Enlarges a horizon and describes
 * it in `grown`, or stores the deadlock in `outcome`; returns whether it has enlarged one. */
bool resolve (Machine &machine, State &s, const Limits &limits, Outcome &outcome,
              std::string &grown);

/* Used by both run and explore (schedule.cc). */
Outcome failed (const State &s, int process, const Undefined &u);
Outcome finished (const State &s);
void describe (const State &s, Outcome &outcome);

} // namespace er
#endif
