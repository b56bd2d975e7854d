/* SPDX-License-Identifier: MIT */
/* static_schedule.cc - simulates networks with known rates (static_schedule.h). */
#include "analysis/static_schedule.h"

#include <algorithm>
#include <limits>

namespace er {

static const int64_t most_steps = 2000000; /* of one run */
static const int64_t no_bound = std::numeric_limits<int64_t>::max ();

bool
lies_in (const Channel &channel, const Part &part)
{
  for (const auto *ends : { &channel.writers, &channel.readers })
    for (const End &end : *ends)
      if (!part.turns.count (end.instance))
        return false;
  return channel.closed && !channel.writers.empty () && !channel.readers.empty ();
}

/* ---- A state ------------------------------------------------------------- */

Play::Play (const Network &network, const Part &part, const Windows &windows)
  : network (network), part (part), windows (windows)
{
  for (const auto &t : part.turns)
    {
      size_t k = t.first;
      turns[k] = 0;
      next[k] = 0;
      std::vector<std::pair<size_t, Step>> ordered;
      const std::vector<View_rates> &views = network.instances[k].rates.views;
      for (size_t v = 0; v < views.size (); v++)
        {
          numbers = numbers && views[v].before && views[v].before->is_constant ();
          published[{ k, v }] = numbers ? views[v].before->constant : 0;
          for (const Site &site : views[v].sites)
            {
              numbers = numbers && site.index.start.is_constant ();
              ordered.push_back (
                { site.order,
                  { v, site.call->primitive, site.index.start.constant, site.index.step } });
            }
        }
      std::sort (ordered.begin (), ordered.end (),
                 [] (const auto &a, const auto &b) { return a.first < b.first; });
      for (const auto &o : ordered)
        steps[k].push_back (o.second);
    }
  connect ();
}

void
Play::connect ()
{
  for (const Channel &c : network.channels)
    if (lies_in (c, part))
      for (const auto *ends : { &c.writers, &c.readers })
        for (const End &end : *ends)
          known[{ end.instance, end.view }] = &c;
}

int64_t
Play::least (const std::vector<End> &ends) const
{
  int64_t least = no_bound;
  for (const End &end : ends)
    least = std::min (least, published.at ({ end.instance, end.view }));
  return least;
}

/* Processes outside of the part never make it wait. */
bool
Play::can (size_t instance, const Step &step) const
{
  auto channel = known.find ({ instance, step.view });
  if (channel == known.end ())
    return true;
  if (step.primitive == Primitive::p_update)
    return least (channel->second->writers) >= index (instance, step);
  auto window = windows.find ({ instance, step.view });
  return step.primitive != Primitive::p_stall || window == windows.end ()
         || least (channel->second->readers) >= index (instance, step) - window->second;
}

void
Play::go (size_t instance)
{
  const std::vector<Step> &turn = steps[instance];
  if (next[instance] < turn.size ())
    {
      const Step &step = turn[next[instance]];
      if (step.primitive == Primitive::p_commit || step.primitive == Primitive::p_release)
        {
          int64_t &index_now = published[{ instance, step.view }];
          index_now = std::max (index_now, index (instance, step));
        }
      next[instance]++;
    }
  if (next[instance] == turn.size ())
    {
      next[instance] = 0;
      turns[instance]++;
    }
}

bool
Play::run (const Turns &most)
{
  int64_t count = 0;
  for (bool moved = true; moved;)
    {
      moved = false;
      for (auto &t : turns)
        {
          size_t k = t.first;
          while (t.second < most.at (k) && (steps[k].empty () || can (k, steps[k][next[k]])))
            {
              if (++count > most_steps)
                return false;
              go (k);
              moved = true;
            }
        }
    }
  return true;
}

int64_t
Play::turn (size_t instance, int64_t most)
{
  int64_t count = 0;
  while (count < most)
    {
      auto before = published; /* the turn begins at its first step */
      do
        if (!steps[instance].empty () && !can (instance, steps[instance][next[instance]]))
          {
            next[instance] = 0;
            published = before;
            return count;
          }
        else
          go (instance);
      while (next[instance]);
      count++;
    }
  return count;
}

int64_t
Play::least_window (std::pair<size_t, size_t> &writer) const
{
  int64_t found = no_bound;
  for (const auto &t : turns)
    {
      const std::vector<Step> &turn = steps.at (t.first);
      const Step *step = turn.empty () ? nullptr : &turn[next.at (t.first)];
      if (!step || step->primitive != Primitive::p_stall || can (t.first, *step))
        continue;
      int64_t needs = index (t.first, *step) - least (known.at ({ t.first, step->view })->readers);
      if (needs < found)
        {
          found = needs;
          writer = { t.first, step->view };
        }
    }
  return found;
}

/* Returns a process that has not written what the update of this one requests. */
std::optional<size_t>
Play::waits_for (size_t instance) const
{
  const std::vector<Step> &turn = steps.at (instance);
  const Step *step = turn.empty () ? nullptr : &turn[next.at (instance)];
  if (!step || step->primitive != Primitive::p_update || can (instance, *step))
    return {};
  for (const End &w : known.at ({ instance, step->view })->writers)
    if (published.at ({ w.instance, w.view }) < index (instance, *step))
      return w.instance;
  return {};
}

bool
Play::in_cycle () const
{
  for (const auto &t : turns)
    {
      std::optional<size_t> at = t.first;
      for (size_t length = 0; at && length < turns.size (); length++)
        at = waits_for (*at);
      if (at)
        return true;
    }
  return false;
}

/* ---- A schedule ---------------------------------------------------------- */

static Turns
times (const Turns &turns, int64_t n)
{
  Turns result;
  for (const auto &t : turns)
    result[t.first] = t.second * n;
  return result;
}

Turns
a_period_more (Turns turns, const Part &part)
{
  for (auto &t : turns)
    t.second += part.turns.at (t.first);
  return turns;
}

/* Orders writers before readers, unless there is a cycle. */
static std::vector<size_t>
order_of (const Network &network, const Part &part)
{
  std::vector<size_t> order;
  std::map<size_t, bool> placed;
  auto ready = [&] (size_t k) {
    for (const Channel &c : network.channels)
      if (lies_in (c, part))
        for (const End &r : c.readers)
          for (const End &w : c.writers)
            if (r.instance == k && w.instance != k && !placed[w.instance])
              return false;
    return true;
  };
  while (order.size () < part.instances.size ())
    {
      auto next = std::find_if (part.instances.begin (), part.instances.end (),
                                [&] (size_t k) { return !placed[k] && ready (k); });
      if (next == part.instances.end ()) /* in a cycle: any of them */
        next = std::find_if (part.instances.begin (), part.instances.end (),
                             [&] (size_t k) { return !placed[k]; });
      placed[*next] = true;
      order.push_back (*next);
    }
  return order;
}

/* Simulates whole turns, as many of each process as possible, up to a state. */
static bool
phases (Play &play, const std::vector<size_t> &order, const Turns &until,
        std::vector<Phase> &result)
{
  for (bool moved = true; moved;)
    {
      moved = false;
      for (size_t k : order)
        if (int64_t count = play.turn (k, until.at (k) - play.done ().at (k)))
          {
            moved = true;
            result.push_back ({ k, count });
          }
    }
  return play.done () == until;
}

/* Simulates ever longer, until one more period changes only where indices begin.  Returns the turns
 * before that period, or the reason why there is none. */
static Turns
before_a_period (const Network &network, const Part &part, std::string &why)
{
  static const int64_t most_periods = 1000;
  Turns before, after;
  for (int64_t n = 1; n <= most_periods; n++)
    {
      Play play (network, part);
      if (!play.run (times (part.turns, n)))
        break;
      before = after;
      after = play.done ();
      if (!before.empty () && a_period_more (before, part) == after)
        return before;
      if (play.in_cycle ())
        {
          why = "the processes of a cycle wait for each other";
          return {};
        }
    }
  why = "a period is too long";
  return {};
}

/* Removes whole periods from the prologue. */
static Turns
without_periods (Turns turns, const Part &part)
{
  int64_t periods = std::numeric_limits<int64_t>::max ();
  for (const auto &t : turns)
    periods = std::min (periods, t.second / part.turns.at (t.first));
  for (auto &t : turns)
    t.second -= periods * part.turns.at (t.first);
  return turns;
}

/* Returns the process that waits for an element before its first turn, which is part of no turn; or
 * nothing. */
static std::string
waits_at_first (const Network &network, const Part &part)
{
  for (const Channel &c : network.channels)
    if (lies_in (c, part))
      for (const End &r : c.readers)
        if (const Sum &ahead = network.view (r).ahead; !ahead || !(*ahead == Linear ()))
          return "'" + network.instances[r.instance].process->name + "' waits for elements of '"
                 + c.record->name + "' before its loop";
  return "";
}

Static_schedule
static_schedule (const Network &network, const Part &part)
{
  Static_schedule schedule;
  schedule.why = waits_at_first (network, part);
  if (!schedule.why.empty ())
    return schedule;
  if (part.turns.empty ())
    schedule.why = "the rates do not fit";
  else if (!Play (network, part).possible ())
    schedule.why = "where the indices begin is not a constant";
  else
    schedule.before = without_periods (before_a_period (network, part, schedule.why), part);
  if (!schedule.why.empty ())
    return schedule;
  std::vector<size_t> order = order_of (network, part);
  Play play (network, part);
  if (!phases (play, order, schedule.before, schedule.first)
      || !phases (play, order, a_period_more (schedule.before, part), schedule.period))
    schedule.why = "no order of whole turns does it";
  return schedule;
}

/* ---- As text ------------------------------------------------------------- */

static std::string
show (const Network &network, const std::vector<Phase> &phases)
{
  std::string text;
  for (const Phase &phase : phases)
    {
      const Instance &instance = network.instances[phase.instance];
      Place at = instance.run ? instance.run->at : network.root->at;
      text += (text.empty () ? "" : ", ") + instance.process->name
              + format (" (%u:%u)", at.line, at.column)
              + (phase.count == 1 ? "" : format (" * %lld", (long long)phase.count));
    }
  return text + "\n";
}

std::string
show_schedules (Module &module)
{
  std::string text;
  for (const Network &network : networks_of (module))
    {
      text += "network of " + network.root->name + "\n";
      for (const Part &part : balance (network))
        {
          if (part.instances.size () < 2)
            continue;
          Static_schedule schedule = static_schedule (network, part);
          if (!schedule.why.empty ())
            {
              text += "    no schedule of " + network.instances[part.instances[0]].process->name
                      + format (" and %zu more: ", part.instances.size () - 1) + schedule.why
                      + "\n";
              continue;
            }
          if (!schedule.first.empty ())
            text += "    once: " + show (network, schedule.first);
          text += "    period: " + show (network, schedule.period);
        }
    }
  return text;
}

} // namespace er
