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
  /* of a configuration; of all together, in explore, 16 times as many words */
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

/* Whether the schedule goes beyond a limit; fills in the outcome then.  Steps are counted by cost:
 * copying 64 values or examining 64 processes counts as one additional step. */
class Meter
{
public:
  Meter (Machine &machine, const Limits &limits)
      : machine (machine), limits (limits), first (machine.made)
  {
  }
  bool beyond (const State &s, Place at, Outcome &outcome);

private:
  Machine &machine;
  const Limits &limits;
  uint64_t first, looked = 0; /* of machine.made */
};

/* One schedule.  Seed 0: always the first process that can step. */
Outcome run (Machine &machine, uint64_t seed, const Limits &limits, const Watch &watch);

/* All schedules, but for orders of steps that commute.  Different outcomes, each with the
   processes that made its steps. */
struct Explored
{
  std::map<std::string, Outcome> outcomes; /* by text */
  std::map<std::string, std::vector<int>> schedules;
  uint64_t states = 0, ends = 0;
  bool complete = true;
  bool able = true; /* else the search has ended where the interpreter could not go on */
  Outcome cannot;   /* why */
};
Explored explore (Machine &machine, const Limits &limits);

/* stuck.cc: of a state in which no process can step.  Enlarges a horizon and says which, or fills
 * in the deadlock. */
bool resolve (Machine &machine, State &s, const Limits &limits, Outcome &outcome,
              std::string &grown);

/* schedule.cc: for both. */
Outcome failed (const State &s, int process, const Undefined &u);
Outcome finished (const State &s);
void describe (const State &s, Outcome &outcome);

} // namespace er
#endif
