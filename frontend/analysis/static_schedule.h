/* SPDX-License-Identifier: MIT */
/* static_schedule.h - simulates a part of a network with known rates, iteration by iteration,
 * without its elements.
 *
 * A state contains for each process the number of turns that it has executed and its position in
 * the current one; with the rates, these determine each commit and release index.  After a period
 * each process has executed its number of iterations (balance_equations.h), and the state is the
 * same as before, except that all indices are larger.  So if a period can be simulated once, it can
 * be repeated for ever.  Since a step that a process can make stays possible (persistence, ir-spec
 * 7.2), no other order of steps ends in a deadlock either.
 */
#ifndef ERBIUM_STATIC_SCHEDULE_H
#define ERBIUM_STATIC_SCHEDULE_H

#include "analysis/balance_equations.h"

namespace er {

/* Turns has a number of turns for each process, Windows a number of elements for each writer, by
 * (instance, view). */
typedef std::map<size_t, int64_t> Turns;
typedef std::map<std::pair<size_t, size_t>, int64_t> Windows;

class Play
{
public:
  /* Windows that are missing have no bound.  The part must have turns. */
  Play (const Network &network, const Part &part, const Windows &windows = {});

  /* Returns whether the part can be simulated, that is, whether all indices begin at constants. */
  bool possible () const { return numbers; }
  /* Makes steps until no process can make another one without exceeding its number of iterations in
   * `most`.  Returns false if this takes too long. */
  bool run (const Turns &most);
  /* Executes complete iterations of one process, at most `most`, as long as it does not have to
   * wait for others; returns their number. */
  int64_t turn (size_t instance, int64_t most);
  const Turns &done () const { return turns; }
  /* Finds the waiting stall that needs the smallest window; returns the size of that window and
   * stores its writer. */
  int64_t least_window (std::pair<size_t, size_t> &writer) const;

  /* Returns whether some processes form a cycle in which each waits for elements that the next has
   * not written.  None of them can continue, whatever others do. */
  bool in_cycle () const;

private:
  struct Step
  {
    size_t view;
    Primitive primitive;
    int64_t start, by;
  };
  const Network &network;
  const Part &part;
  Windows windows;
  bool numbers = true;
  Turns turns;
  std::map<size_t, std::vector<Step>> steps;                  /* of a turn */
  std::map<size_t, size_t> next;                              /* step in it */
  /* commit or release index of a view */
  std::map<std::pair<size_t, size_t>, int64_t> published;
  /* of a view whose channel lies in the part */
  std::map<std::pair<size_t, size_t>, const Channel *> known;

  int64_t index (size_t instance, const Step &step) const
  {
    return step.start + step.by * turns.at (instance);
  }
  int64_t least (const std::vector<End> &ends) const;
  bool can (size_t instance, const Step &step) const;
  void go (size_t instance);
  std::optional<size_t> waits_for (size_t instance) const;
  void connect ();
};

/* Returns whether all ends of a channel are in the part. */
bool lies_in (const Channel &channel, const Part &part);

/* A number of consecutive iterations of one process. */
struct Phase
{
  size_t instance;
  int64_t count;
};

struct Static_schedule
{
  /* executed once, so that readers find the elements that they read ahead */
  std::vector<Phase> first;
  std::vector<Phase> period; /* for ever */
  Turns before;              /* the turns of each in first */
  std::string why;           /* why there is no schedule */
};
/* Returns `turns` plus the iterations of one period. */
Turns a_period_more (Turns turns, const Part &part);

Static_schedule static_schedule (const Network &network, const Part &part);

/* Returns the schedules of each network as text (--print-schedule). */
std::string show_schedules (Module &module);

} // namespace er
#endif
