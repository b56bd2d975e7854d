/* SPDX-License-Identifier: MIT */
/* explore.cc - all schedules of a small program (schedule.h).
 *
 * Problem: n processes with k steps each have (nk)! / (k!)^n schedules.  Three reductions, none of
 * which supposes the theorem of 7.1 that we want to test:
 *
 *   1. A configuration that was met before is not followed again (its string is remembered).
 *   2. Local steps, which commute with all steps of others, are made at once.
 *   3. Persistent sets (Godefroid 1996): if the records that the next steps of some processes
 *      use can never be used by any other, only these are tried here.  The others' steps commute
 *      with theirs, and are made later.
 *
 * The remaining orders are those of steps on records that several processes share, and all of them
 * are tried.  Termination: each step adds to a count that is limited, as is the number of
 * configurations.
 */
#include "interp/schedule.h"

#include <unordered_set>

namespace er {

namespace {

class Explorer
{
public:
  Explorer (Machine &machine, const Limits &limits) : machine (machine), limits (limits) {}
  void search ();
  Explored result;

private:
  struct Node
  {
    State state;
    std::vector<int> todo; /* processes to try */
    size_t made;           /* steps of the schedule before */
  };
  Machine &machine;
  const Limits &limits;
  std::unordered_set<std::string> met;
  std::vector<Node> path;
  std::vector<int> schedule;
  uint64_t made = machine.made, kept = 0; /* values: before; words in met and path */
  static uint64_t words_of (const State &s)
  {
    return s.size () * (sizeof (Value) / sizeof (uint64_t));
  }

  bool run_local (State &s);
  std::vector<int> persistent (State &s);
  std::set<int> closure (State &s, int process);
  void push (State s);
  void add (Outcome outcome);
};

void
Explorer::add (Outcome outcome)
{
  std::string text = outcome.text ();
  result.ends++;
  if (outcome.wrong.unable)
    {
      result.able = result.complete = false;
      result.cannot = outcome;
    }
  result.schedules.emplace (text, schedule);
  result.outcomes.emplace (text, std::move (outcome));
}

/* Returns false if the step has ended the program. */
bool
Explorer::run_local (State &s)
{
  for (int p = 0; p < int (s.processes.size ()); p++)
    while (!s.processes[p].over && machine.local (s, p))
      try
        {
          machine.step (s, p);
          schedule.push_back (p);
          if (s.steps > limits.steps || machine.made - made > limits.steps * 64)
            {
              result.complete = false;
              return false;
            }
        }
      catch (const Too_long &)
        {
          result.complete = false;
          return false;
        }
      catch (const Undefined &u)
        {
          add (failed (s, p, u));
          return false;
        }
  return true;
}

/* The processes whose steps may interact with those of p, transitively (reduction 3). */
std::set<int>
Explorer::closure (State &s, int process)
{
  std::set<int> set { process };
  std::vector<int> todo { process };
  while (!todo.empty ())
    {
      int p = todo.back ();
      todo.pop_back ();
      std::set<int> records, processes;
      machine.touched (s, p, records, processes);
      for (int q = 0; q < int (s.processes.size ()); q++)
        {
          bool related = !s.processes[q].over && processes.count (q);
          for (int r : records)
            related = related || machine.may_touch (s, q, r);
          if (related && set.insert (q).second)
            todo.push_back (q);
        }
    }
  return set;
}

/* Returns, among the sets that contain a process that can make a step, the one with the fewest such
 * processes. */
std::vector<int>
Explorer::persistent (State &s)
{
  std::vector<int> best;
  for (int p = 0; p < int (s.processes.size ()); p++)
    if (!s.processes[p].over)
      {
        std::vector<int> able;
        for (int q : closure (s, p))
          if (!s.processes[q].over && machine.can_step (s, q))
            able.push_back (q);
        if (!able.empty () && (best.empty () || able.size () < best.size ()))
          best = able;
      }
  return best;
}

void
Explorer::push (State s)
{
  if (!run_local (s))
    return;
  std::string text = s.text ();
  kept += text.size () / sizeof (uint64_t);
  if (!met.insert (std::move (text)).second)
    return;
  if (++result.states > limits.states || kept > limits.values * 16)
    {
      result.complete = false;
      return;
    }
  bool left = false;
  for (const ProcessState &p : s.processes)
    left |= !p.over;
  if (!left)
    {
      add (finished (s));
      return;
    }
  std::vector<int> todo = persistent (s);
  if (todo.empty ())
    {
      Outcome outcome;
      std::string grown;
      if (!resolve (machine, s, limits, outcome, grown))
        {
          add (outcome);
          return;
        }
      todo = persistent (s);
    }
  kept += words_of (s);
  path.push_back ({ std::move (s), std::move (todo), schedule.size () });
}

void
Explorer::search ()
{
  push (machine.begin ());
  while (!path.empty () && result.complete)
    {
      Node &node = path.back ();
      schedule.resize (node.made);
      if (node.todo.empty ())
        {
          kept -= words_of (node.state);
          path.pop_back ();
          continue;
        }
      int p = node.todo.back ();
      node.todo.pop_back ();
      State s = node.state;
      schedule.push_back (p);
      try
        {
          machine.step (s, p);
        }
      catch (const Too_long &)
        {
          result.complete = false;
          continue;
        }
      catch (const Undefined &u)
        {
          add (failed (s, p, u));
          continue;
        }
      push (std::move (s));
    }
}

} // namespace

Explored
explore (Machine &machine, const Limits &limits)
{
  Explorer explorer (machine, limits);
  if (limits.steps < (UINT64_MAX - machine.made) / 64)
    machine.most_made = machine.made + limits.steps * 64;
  explorer.search ();
  return std::move (explorer.result);
}

} // namespace er
