/* SPDX-License-Identifier: MIT */
/* cores_share.cc - which core makes which turns, and how many periods are a batch (cores.h). */
#include <algorithm>

#include "passes/cores/planner.h"

namespace er {

/* Bytes that the records of a batch take together: on one core, they should stay in the first
 * cache; between cores, a batch should take longer than it takes to wake a sleeper. */
static const int64_t bytes_of_one = 16 << 10, bytes_of_several = 128 << 10, most_periods = 4096;
/* turns; products with rates fit into 64 bits */
static const int64_t most_again = 1 << 20;

void
Planner::find_batch (size_t cores)
{
  int64_t all = 1;
  for (const Flow &f : plan.flows)
    all += bytes (f);
  plan.batch = std::clamp<int64_t> ((cores > 1 ? bytes_of_several : bytes_of_one) / all, 1,
                                    most_batch ? most_batch : most_periods);
  for (const Flow &f : plan.flows)
    {
      int64_t left = room (network ().channels[f.channel]) - (f.most - f.released);
      plan.batch = std::max<int64_t> (1, std::min (plan.batch, left / f.elements));
    }
  if (plan.periods.is_constant ())
    plan.batch = std::clamp<int64_t> (plan.periods.constant, 1, plan.batch);
}

/* ---- Shares of the cores ---------------------------------------------------------- */

/* Gives each core the same share of the costs, in the order.  Where a share begins or ends within
 * an instance whose turns can be shared, both get turns of it. */
void
Planner::by_processes (size_t cores)
{
  std::map<size_t, double> costs;
  double all = 0;
  for (size_t k : plan.order)
    all += costs[k] = cost (k);
  double done = 0;
  plan.cores.resize (cores);
  std::map<size_t, size_t> tasks;
  for (size_t k : plan.order)
    {
      const bool shared = can_share (network ().instances[k]);
      Turns_of period, batch;
      const int64_t turns = plan.turns[k];
      double middle = (done + costs[k] / 2) / all * double (cores);
      size_t whole = std::min (cores - 1, size_t (middle));
      for (size_t core = 0; core < cores; core++)
        {
          double end = (all * double (core + 1) / double (cores) - done) / costs[k];
          double part = shared ? std::clamp (end, 0.0, 1.0) : core >= whole ? 1.0 : 0.0;
          if (core + 1 == cores)
            part = 1;
          period = { period.to, std::max (period.to, int64_t (part * double (turns) + 0.5)) };
          batch = { batch.to,
                    std::max (batch.to, int64_t (part * double (turns * plan.batch) + 0.5)) };
          if (period.from < period.to || batch.from < batch.to)
            plan.cores[core].push_back ({ k, period, batch, tasks[k]++ });
        }
      done += costs[k];
    }
  auto none = [] (const std::vector<Task> &tasks) { return tasks.empty (); };
  plan.cores.erase (std::remove_if (plan.cores.begin (), plan.cores.end (), none),
                    plan.cores.end ());
  for (Flow &f : plan.flows)
    {
      std::set<size_t> met;
      const Channel &c = network ().channels[f.channel];
      for (const auto *ends : { &c.writers, &c.readers })
        for (const End &end : *ends)
          for (size_t core = 0; core < plan.cores.size (); core++)
            for (const Task &t : plan.cores[core])
              if (t.instance == end.instance)
                met.insert (core);
      f.local = met.size () == 1;
    }
}

/* Puts instances whose turns can be shared into groups, of neighbours in the order.  Each instance
 * of `first' begins a group. */
void
Planner::number_groups (const std::set<size_t> &first)
{
  bool open = false;
  size_t group = 0;
  plan.group.clear ();
  for (size_t k : plan.order)
    {
      bool shared = can_share (network ().instances[k]);
      group += shared && (!open || first.count (k));
      open = shared;
      if (shared)
        plan.group[k] = group;
    }
}

/* Finds the groups, and the records that become arrays.  A core waits for all that a group needs,
 * makes the turns of the group, and publishes what they give.  So a record that others use, too,
 * cannot lead from one member of a group to another: the latter begins another group. */
void
Planner::find_groups ()
{
  std::set<size_t> first;
  for (size_t found = 1; found;)
    {
      number_groups (first);
      found = 0;
      for (Flow &f : plan.flows)
        {
          std::set<size_t> met, writing; /* groups; 0: the first core alone */
          const Channel &c = network ().channels[f.channel];
          auto group = [&] (const End &end) {
            return plan.group.count (end.instance) ? plan.group[end.instance] : 0;
          };
          for (const End &w : c.writers)
            writing.insert (group (w));
          met = writing;
          for (const End &r : c.readers)
            met.insert (group (r));
          f.local = met.size () == 1;
          f.own = f.local && !met.count (0);
          for (const End &r : c.readers)
            if (!f.local && group (r) && writing.count (group (r)))
              found += first.insert (r.instance).second;
        }
    }
}

/* Turn 0 gives or takes no less than the next ones, so the indices of all turns are bounds. */
static bool
evenly (const View_rates &view)
{
  return view.before->constant <= view.after->constant - view.rate;
}

/* Returns how many of its turns before a period the writer must make again, so that all elements
 * are there that the reader uses in the period and in the turns that it makes again.  Turn -q, that
 * is, the q-th before the period, writes elements before `end' - (q - 1) * rate. */
int64_t
Planner::needed_again (const End &writer, const End &reader) const
{
  const View_rates &w = network ().view (writer), &r = network ().view (reader);
  const int64_t end = asked (w, plan.before.at (writer.instance) + 1) - w.rate,
                from = published (r, plan.before.at (reader.instance))
                       - plan.again.at (reader.instance) * r.rate;
  return end <= from ? 0 : (end - from + w.rate - 1) / w.rate;
}

/* Finds which turns a core makes again, readers first.  Returns whether these write only to
 * arrays. */
bool
Planner::find_again ()
{
  for (auto k = plan.order.rbegin (); k != plan.order.rend (); ++k)
    {
      int64_t again = 0;
      bool others = false;
      for (Flow &f : plan.flows)
        for (const End &w : network ().channels[f.channel].writers)
          for (const End &r : network ().channels[f.channel].readers)
            if (w.instance == *k && f.own)
              again = std::max (again, needed_again (w, r));
            else
              others |= w.instance == *k;
      if (again > most_again || (again && others))
        return false;
      plan.again[*k] = again;
    }
  for (Flow &f : plan.flows)
    {
      const Channel &c = network ().channels[f.channel];
      for (const End &end : f.own ? c.writers : c.readers)
        f.back = std::max (f.back, plan.again[end.instance] * network ().view (end).rate);
      for (const auto *ends : { &c.writers, &c.readers })
        for (const End &end : *ends)
          if (f.own && !evenly (network ().view (end)))
            return false;
    }
  return true;
}

/* Of the turns that one core makes again in a batch. */
double
Planner::cost_again () const
{
  double sum = 0;
  for (const auto &[k, again] : plan.again)
    sum += cost (k) * double (again) / double (plan.turns.at (k));
  return sum;
}

/* The arrays of the periods at once should stay in the first cache.  A batch has so many of these
 * that each core gets nearly its share, that it takes longer than to wake a sleeper, and that turns
 * that are made again cost little. */
bool
Planner::find_sizes (size_t cores, double shared)
{
  int64_t inside = 1, batch = most_batch ? most_batch : int64_t (1) << 16;
  plan.at_once = most_periods;
  for (const Flow &f : plan.flows)
    {
      int64_t left = (room (network ().channels[f.channel]) - (f.most - f.released) - f.back)
                     / f.elements;
      inside += f.own ? bytes (f) : 0;
      if (f.own)
        plan.at_once = std::min (plan.at_once, left + 1);
      else
        batch = std::min (batch, left / 4); /* cores.h, allocate */
    }
  int64_t parts = 8 * int64_t (cores);
  plan.at_once = std::clamp<int64_t> (bytes_of_one / inside, 1, plan.at_once);
  plan.at_once = std::min (plan.at_once, std::max<int64_t> (1, batch / parts));
  const double little = 1 / 64.0, tolerable = 1 / 8.0,
               again = cost_again () * double (cores) / shared; /* if a batch is one period */
  parts = std::max (parts, int64_t (again / little / double (plan.at_once)));
  plan.batch = plan.at_once * std::min (batch / plan.at_once, parts);
  for (const auto &[k, turns] : plan.again)
    if (turns > plan.batch * plan.turns[k])
      return false;
  return plan.batch >= plan.at_once * int64_t (cores) * 2
         && (most_batch || again <= tolerable * double (plan.batch))
         && (!plan.periods.is_constant () || plan.periods.constant >= plan.batch);
}

/* The first core gets the share `first' of what is shared, and all of what is not. */
void
Planner::share_periods (size_t cores, double first)
{
  const int64_t parts = plan.batch / plan.at_once;
  plan.cores.assign (cores, {});
  std::map<size_t, size_t> tasks;
  int64_t from = 0;
  for (size_t core = 0; core < cores; core++)
    {
      double sum = first + (1 - first) * double (core) / double (cores - 1);
      int64_t to = core + 1 == cores ? plan.batch
                                     : int64_t (sum * double (parts) + 0.5) * plan.at_once;
      for (size_t k : plan.order)
        {
          const int64_t turns = plan.turns[k];
          if (!plan.group.count (k) && core == 0)
            plan.cores[core].push_back ({ k, { 0, turns }, { 0, turns * plan.batch }, 0 });
          if (!plan.group.count (k) || from == to)
            continue;
          size_t number = tasks[k]++;
          plan.cores[core].push_back ({ k, { 0, number ? 0 : turns },
                                        { from * turns, to * turns }, number });
        }
      from = to;
    }
  auto none = [] (const std::vector<Task> &tasks) { return tasks.empty (); };
  plan.cores.erase (std::remove_if (plan.cores.begin (), plan.cores.end (), none),
                    plan.cores.end ());
}

/* Returns whether that is possible, and gives each core the same share of the costs. */
bool
Planner::by_periods (size_t cores)
{
  if (cores < 2)
    return false;
  find_groups ();
  if (plan.group.empty () || !find_again ())
    return false;
  double all = 0, shared = 0;
  for (size_t k : plan.order)
    {
      all += cost (k);
      shared += plan.group.count (k) ? cost (k) : 0;
    }
  double share = all / double (cores), rest = all - shared;
  if (rest > share || shared <= 0 || !find_sizes (cores, shared))
    return false;
  share_periods (cores, (share - rest) / shared);
  for (const std::vector<Task> &tasks : plan.cores)
    for (const Task &t : tasks)
      if (t.batch.from && t.batch.from < plan.again[t.instance])
        return false;
  return true;
}

/* Of the two ways, takes that in which fewer elements go from core to core.  By periods, those of
 * the first core stay there. */
void
Planner::deal (size_t cores)
{
  Plan before = plan;
  find_batch (cores);
  by_processes (cores);
  Plan processes = plan;
  const double between = double (bytes_between ());
  plan = before;
  if (!by_periods (cores)
      || double (bytes_between ()) * double (cores - 1) / double (cores) >= between)
    plan = processes;
}

} // namespace er
