/* SPDX-License-Identifier: MIT */
/* static_schedule.h - a part of a network, with known rates, played turn by turn without its elements.
 *
 * A state says for each process how many turns it has done, and where in the next it is; from that, the rates give
 * each commit and release index.  After a period each process has done its turns (balance_equations.h), and
 * the state is the one before it but for where indices begin.  So if a period can be played once, it can be played
 * for ever, and since what a process can do it can still do later (persistence, 7.2), no other order of steps
 * ends in a deadlock either.
 */
#ifndef ERBIUM_STATIC_SCHEDULE_H
#define ERBIUM_STATIC_SCHEDULE_H

#include "facts/balance_equations.h"

namespace er {

/* For each process, turns; or a number of elements for each writer, by (instance, view). */
typedef std::map<size_t, int64_t> Turns;
typedef std::map<std::pair<size_t, size_t>, int64_t> Windows;

class Play
{
public:
  /* Windows that are missing have no bound.  The part must have turns. */
  Play (const Network &network, const Part &part, const Windows &windows = {});

  /* Whether it can be played: indices begin at constants. */
  bool possible () const { return numbers; }
  /* Steps until nobody can, no process beyond its turns in most.  False if that takes too long. */
  bool run (const Turns &most);
  /* Whole turns only, as long as the process can without others; the count. */
  int64_t turn (size_t instance, int64_t most);
  const Turns &done () const { return turns; }
  /* Of the stalls that wait, the one that needs the least window; that window, and whose. */
  int64_t least_window (std::pair<size_t, size_t> &writer) const;

  /* Whether processes wait for each other, each for what the next has not written: none of them goes on, whatever others do. */
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
  std::map<std::pair<size_t, size_t>, int64_t> published;     /* commit or release index of a view */
  std::map<std::pair<size_t, size_t>, const Channel *> known; /* of a view whose channel lies in the part */

  int64_t index (size_t instance, const Step &step) const { return step.start + step.by * turns.at (instance); }
  int64_t least (const std::vector<End> &ends) const;
  bool can (size_t instance, const Step &step) const;
  void go (size_t instance);
  std::optional<size_t> waits_for (size_t instance) const;
  void connect ();
};

/* Whether all ends of a channel are in the part. */
bool lies_in (const Channel &channel, const Part &part);

/* So many turns of a process, without a break. */
struct Phase
{
  size_t instance;
  int64_t count;
};

struct Static_schedule
{
  std::vector<Phase> first; /* once, so that readers find what they look ahead for */
  std::vector<Phase> period; /* for ever */
  Turns before;              /* the turns of each in first */
  std::string why;           /* there is none */
};
/* The turns, and those of a period. */
Turns a_period_more (Turns turns, const Part &part);

Static_schedule static_schedule (const Network &network, const Part &part);

/* The schedules of each network, as text (--print-schedule). */
std::string show_schedules (Module &module);

} // namespace er
#endif
