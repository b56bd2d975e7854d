/* SPDX-License-Identifier: MIT */
/* stuck.cc - configurations that are stuck: the cycle of waits, and horizons that grow (4.12).
 *
 * A process waits for the holders of the ids that block it; for an id without a holder, for each
 * process that may still take it; in join, for the process.  It needs all of them, so a cycle of
 * such waits never ends by itself.  A larger horizon breaks a cycle that contains a stall, unless
 * the stall waits for an id to be taken.
 */
#include "interp/schedule.h"

#include <algorithm>

namespace er {

namespace {

class Waits
{
public:
  Waits (Machine &machine, State &s);
  int smallest_stall () const; /* of those in a cycle: a process, or -1 */
  std::vector<int> cycle () const;
  Undefined describe (int p) const;
  const Wait &of (int p) const { return waits[p]; }
  Index needed (int p) const;

private:
  State &s;
  Machine &machine;
  std::vector<Wait> waits;
  std::vector<std::set<int>> edges;
  void edges_of (int p);
  bool reaches (int from, int to) const;
  std::string who (const Id &id, int k) const;
};

Waits::Waits (Machine &machine, State &s) : s (s), machine (machine)
{
  waits.resize (s.processes.size ());
  edges.resize (s.processes.size ());
  for (int p = 0; p < int (s.processes.size ()); p++)
    if (!s.processes[p].over)
      {
        machine.can_step (s, p, &waits[p]);
        edges_of (p);
      }
}

static const std::vector<Id> &
other_side (const State &s, const Wait &w)
{
  const RecordState &r = s.records[s.views[w.view].record];
  return w.stall ? r.consumers : r.producers;
}

void
Waits::edges_of (int p)
{
  const Wait &w = waits[p];
  if (w.view < 0)
    {
      edges[p].insert (w.joined);
      return;
    }
  for (int k : w.ids)
    {
      const Id &id = other_side (s, w)[k - 1];
      if (id.is == Id::Held)
        edges[p].insert (s.views[id.view].owner);
      else
        for (int q = 0; q < int (s.processes.size ()); q++)
          if (machine.may_touch (s, q, s.views[w.view].record))
            edges[p].insert (q);
    }
}

bool
Waits::reaches (int from, int to) const
{
  std::set<int> seen;
  std::vector<int> todo (edges[from].begin (), edges[from].end ());
  while (!todo.empty ())
    {
      int p = todo.back ();
      todo.pop_back ();
      if (p == to)
        return true;
      if (seen.insert (p).second)
        todo.insert (todo.end (), edges[p].begin (), edges[p].end ());
    }
  return false;
}

int
Waits::smallest_stall () const
{
  int best = -1;
  for (int p = 0; p < int (s.processes.size ()); p++)
    if (!s.processes[p].over && waits[p].stall && all_taken (other_side (s, waits[p]))
        && reaches (p, p)
        && needed (p) <= most_horizon (s.records[s.views[waits[p].view].record].element)
        && (best < 0 || s.views[waits[p].view].horizon < s.views[waits[best].view].horizon))
      best = p;
  return best;
}

Index
Waits::needed (int p) const
{
  return waits[p].until - least_release (s.records[s.views[waits[p].view].record]);
}

/* Follows the waits from some process until a process repeats or does not wait. */
std::vector<int>
Waits::cycle () const
{
  int p = 0;
  while (s.processes[p].over)
    p++;
  for (int q = p; q < int (s.processes.size ()); q++)
    if (!s.processes[q].over && reaches (q, q))
      {
        p = q;
        break;
      }
  std::vector<int> way;
  while (std::find (way.begin (), way.end (), p) == way.end ())
    {
      way.push_back (p);
      if (edges[p].empty ())
        return way;
      int next = *edges[p].begin ();
      for (int q : edges[p])
        if (reaches (q, q))
          next = q;
      p = next;
    }
  way.erase (way.begin (), std::find (way.begin (), way.end (), p));
  return way;
}

std::string
Waits::who (const Id &id, int k) const
{
  if (id.is == Id::Held)
    return format ("%d, process '%s', is at %lld", k,
                   s.processes[s.views[id.view].owner].code->name.c_str (), (long long)id.index);
  return format ("%d, which no view holds, is at %lld", k, (long long) id.index);
}

Undefined
Waits::describe (int p) const
{
  const Stmt *n = machine.next (s, p);
  std::string name = "process '" + s.processes[p].code->name + "' waits in ";
  const Wait &w = waits[p];
  if (w.view < 0)
    return { n->at, name + "join for process '" + s.processes[w.joined].code->name + "'", "" };
  const RecordState &r = s.records[s.views[w.view].record];
  std::string what =
    format ("%s (%s, %lld) of record '%s' (line %u): ", w.stall ? "stall" : "update",
            s.views[w.view].name.c_str (), (long long)w.until, r.name.c_str (), r.at.line);
  int k = w.ids[0];
  return { n->at,
           name + what + (w.stall ? "consumer " : "producer ") + who (other_side (s, w)[k - 1], k),
           "" };
}

} // namespace

bool
resolve (Machine &machine, State &s, const Limits &limits, Outcome &outcome, std::string &grown)
{
  Waits waits (machine, s);
  int p = limits.grow ? waits.smallest_stall () : -1;
  if (p >= 0)
    {
      ViewState &v = s.views[waits.of (p).view];
      grown = format ("horizon of view '%s' of process '%s' grows from %lld to %lld",
                      v.name.c_str (), s.processes[p].code->name.c_str (), (long long)v.horizon,
                      (long long)waits.needed (p));
      v.horizon = waits.needed (p);
      return true;
    }
  outcome.kind = Outcome::Deadlock;
  std::vector<int> way = waits.cycle ();
  outcome.wrong = { machine.next (s, way[0])->at, "deadlock: every process that is left waits",
                    "" };
  for (int q : way)
    outcome.notes.push_back (waits.describe (q));
  describe (s, outcome);
  return false;
}

} // namespace er
