/* SPDX-License-Identifier: MIT */
/* schedule.cc - one schedule, and outcomes (schedule.h). */
#include "interp/schedule.h"

#include <algorithm>

#include "syntax/syntax.h"

namespace er {

/* ---- Outcomes ------------------------------------------------------------ */

int
Outcome::status () const
{
  return kind == Finished ? 0 : kind == Failed ? 120 : kind == Deadlock ? 121 : 124;
}

/* Which of two errors comes first is not determined (7.3), nor what else was committed by then. */
std::string
Outcome::text () const
{
  static const char *const kinds[] = { "finished", "failed", "deadlock", "unfinished" };
  return kinds[kind] + (kind == Failed ? std::string () : "\n" + output + committed);
}

/* Prints the commit index of each producer; if they share their work by claims, only the least
 * one (7.9). */
static std::string
commits (const RecordState &r)
{
  if (r.shared)
    return format (" %lld", (long long) least_commit (r));
  std::string text;
  for (const Id &id : r.producers)
    text += format (" %lld", (long long) id.index);
  return text;
}

/* Records are numbered as they were made, which depends on the schedule: sorted. */
void
describe (const State &s, Outcome &outcome)
{
  std::vector<std::string> lines;
  for (const RecordState &r : s.records)
    {
      std::string line = r.name + format (" of line %u:", r.at.line) + commits (r);
      lines.push_back (line + format (", sum %016llx\n", (unsigned long long) r.sum));
    }
  std::sort (lines.begin (), lines.end ());
  outcome.output = s.output;
  for (const std::string &line : lines)
    outcome.committed += line;
}

Outcome
finished (const State &s)
{
  Outcome outcome;
  describe (s, outcome);
  return outcome;
}

Outcome
failed (const State &s, int process, const Undefined &u)
{
  Outcome outcome;
  outcome.kind = Outcome::Failed;
  outcome.wrong = u;
  outcome.wrong.what += ", in process '" + s.processes[process].code->name + "'";
  describe (s, outcome);
  return outcome;
}

/* ---- Limits -------------------------------------------------------------- */

static bool
unfinished (const State &s, Place at, const std::string &what, const std::string &hint,
            Outcome &outcome)
{
  outcome = finished (s);
  outcome.kind = Outcome::Unfinished;
  outcome.wrong = { at, what, hint };
  return true;
}

void
Meter::too_long (const State &s, Place at, Outcome &outcome) const
{
  unfinished (s, at, format ("more than %llu steps", (unsigned long long)limits.steps),
              "--steps=N allows more", outcome);
}

bool
Meter::beyond (const State &s, Place at, Outcome &outcome)
{
  machine.made += s.processes.size () & ~size_t (63); /* few checks are made in vain */
  uint64_t made = machine.made - first;
  if (s.steps + made / 64 > limits.steps)
    {
      too_long (s, at, outcome);
      return true;
    }
  if (made - looked < limits.values / 4)
    return false;
  looked = made;
  if (s.size () <= limits.values)
    return false;
  return unfinished (s, at,
                     format ("more than %llu values are kept", (unsigned long long)limits.values),
                     "--values=N allows more", outcome);
}

/* ---- One schedule -------------------------------------------------------- */

/* xorshift64*: the same on each machine. */
static uint64_t
random (uint64_t &seed)
{
  seed ^= seed >> 12;
  seed ^= seed << 25;
  seed ^= seed >> 27;
  return seed * 0x2545f4914f6cdd1d >> 16;
}

/* A process runs for a while, sometimes for long, so that some processes run far ahead of
 * others. */
static int
pick (const std::vector<int> &able, uint64_t &seed, int last, uint64_t &turns)
{
  if (!seed)
    return able[0];
  if (turns && std::find (able.begin (), able.end (), last) != able.end ())
    {
      turns--;
      return last;
    }
  uint64_t r = random (seed);
  turns = (r >> 8) % 8 ? (r >> 16) % 4 : (r >> 16) % 1000;
  return able[r % able.size ()];
}

Outcome
run (Machine &machine, uint64_t seed, const Limits &limits, const Watch &watch)
{
  State s = machine.begin ();
  Meter meter (machine, limits);
  int last = -1;
  uint64_t turns = 0;
  if (seed)
    seed = (seed + 1) * 0x9e3779b97f4a7c15;
  std::vector<int> able;
  while (true)
    {
      able.clear ();
      bool left = false;
      for (int p = 0; p < int (s.processes.size ()); p++)
        if (!s.processes[p].over)
          {
            left = true;
            if (machine.can_step (s, p))
              able.push_back (p);
          }
      if (!left)
        return finished (s);
      if (able.empty ())
        {
          Outcome outcome;
          std::string grown;
          if (!resolve (machine, s, limits, outcome, grown))
            return outcome;
          if (watch)
            watch (s, -1, {}, grown);
          continue;
        }
      last = pick (able, seed, last, turns);
      const Stmt *n = machine.next (s, last);
      try
        {
          machine.step (s, last);
        }
      catch (const Too_long &u)
        {
          Outcome outcome;
          meter.too_long (s, u.at, outcome);
          return outcome;
        }
      catch (const Undefined &u)
        {
          return failed (s, last, u);
        }
      if (watch)
        watch (s, last, n ? n->at : Place (),
               (n ? print (n) : "}") + (machine.effect.empty () ? "" : "  // " + machine.effect));
      Outcome outcome;
      if (meter.beyond (s, n ? n->at : Place (), outcome))
        return outcome;
    }
}

} // namespace er
