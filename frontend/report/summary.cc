/* SPDX-License-Identifier: MIT */
/* summary.cc - sums over a trace.
 *
 * Only what was traced in detail counts: stretches are clipped to the time between pauses, and so
 * are lives, so that shares are right.  Each part of the time, a bucket, has sums of its own.
 */
#include "report/summary.h"

#include <algorithm>
#include <set>

namespace er::report {

namespace {

/* The time that was traced in detail, as a sum up to each moment. */
class Detail
{
public:
  explicit Detail (const History &h) : begin (h.begin), end (std::max (h.end, h.begin + 1))
  {
    pauses = h.pauses;
    int64_t lost = 0;
    for (const Stretch &p : pauses)
      {
        before.push_back (lost);
        lost += p.to - p.from;
      }
    all = end - begin - lost;
  }

  /* ns in detail from the beginning to `at'. */
  int64_t
  until (int64_t at) const
  {
    auto next = std::upper_bound (pauses.begin (), pauses.end (), at,
                                  [] (int64_t t, const Stretch &p) { return t < p.from; });
    if (next == pauses.begin ())
      return at - begin;
    size_t last = static_cast<size_t> (next - pauses.begin ()) - 1;
    return std::min (at, pauses[last].from) - begin - before[last]
           + std::max<int64_t> (0, at - pauses[last].to);
  }

  int64_t
  between (int64_t from, int64_t to) const
  {
    return std::max<int64_t> (0, until (to) - until (from));
  }

  int64_t
  bucket_begin (size_t n) const
  {
    return begin + static_cast<int64_t> (static_cast<double> (end - begin) * static_cast<double> (n)
                                         / BUCKETS);
  }

  size_t
  bucket_of (int64_t at) const
  {
    double n = static_cast<double> (at - begin) / static_cast<double> (end - begin) * BUCKETS;
    return n < 0 ? 0 : std::min<size_t> (static_cast<size_t> (n), BUCKETS - 1);
  }

  int64_t begin, end, all;

private:
  std::vector<Stretch> pauses;
  std::vector<int64_t> before; /* ns of pauses before each */
};

class Adder
{
public:
  Adder (const History &h, const Options &options) : history (h), detail (h)
  {
    summary.grouped = h.lives.size () > options.most;
    most = options.most;
  }

  Summary
  add ()
  {
    summary.program = history.program;
    summary.begin = detail.begin;
    summary.end = detail.end;
    summary.detail = detail.all;
    summary.level = history.level;
    summary.lost = history.lost;
    summary.moves = history.moves;
    summary.switches = history.switches;
    summary.workers = history.workers;
    summary.processes = history.lives.size ();
    summary.records = history.streams.size ();
    for (const auto &life : history.lives)
      {
        node_of[life.first] = place_of (life.first, life.second);
        if (!life.second.runs.empty ())
          fibers.insert (life.second.name);
      }
    for (const auto &stream : history.streams)
      add_stream (stream.first, stream.second);
    for (const auto &life : history.lives)
      add_life (node_of[life.first], life.second);
    return std::move (summary);
  }

private:
  /* Returns the node of a process.  If there are too many names, the last one has the rest. */
  size_t
  place_of (int64_t key, const Life &life)
  {
    std::string name = summary.grouped ? life.name : std::to_string (key);
    auto found = places.find (name);
    if (found == places.end () && places.size () + 1 >= most && summary.grouped)
      found = places.find (name = "(others)");
    if (found != places.end ())
      return found->second;
    Node node;
    node.name = name == "(others)" ? name : life.name;
    node.place = life.place;
    node.buckets.resize (BUCKETS, Shares {});
    node.alive.resize (BUCKETS, 0);
    summary.nodes.push_back (node);
    return places[name] = summary.nodes.size () - 1;
  }

  static void
  insert (std::vector<size_t> &nodes, size_t n)
  {
    if (std::find (nodes.begin (), nodes.end (), n) == nodes.end ())
      nodes.push_back (n);
  }

  void
  add_stream (int64_t key, const Stream &s)
  {
    std::vector<size_t> from, to;
    for (const End &end : s.ends)
      if (node_of.count (end.process))
        insert (end.writes ? from : to, node_of[end.process]);
    std::sort (from.begin (), from.end ());
    std::sort (to.begin (), to.end ());
    std::string name = summary.grouped ? "" : std::to_string (key);
    for (size_t n : from)
      name += " " + std::to_string (n);
    name += ">";
    for (size_t n : to)
      name += " " + std::to_string (n);
    auto found = flow_places.find (name);
    if (found == flow_places.end ())
      {
        Flow flow;
        flow.name = s.name;
        flow.place = s.place;
        flow.from = from;
        flow.to = to;
        flow.live.resize (BUCKETS, -1);
        summary.flows.push_back (flow);
        found = flow_places.emplace (name, summary.flows.size () - 1).first;
      }
    flow_of[key] = found->second;
    add_to_flow (summary.flows[found->second], s);
  }

  void
  add_to_flow (Flow &flow, const Stream &s)
  {
    flow.count++;
    flow.bytes = std::max (flow.bytes, s.bytes);
    flow.committed += s.committed;
    flow.horizon = std::max (flow.horizon, s.horizon);
    flow.window += s.window;
    flow.most_live = std::max (flow.most_live, s.most_live);
    double seconds = static_cast<double> (detail.end - detail.begin) / 1e9;
    flow.rate += static_cast<double> (s.committed) / seconds;
    for (const Sample &sample : s.samples)
      {
        double &live = flow.live[detail.bucket_of (sample.at)];
        live = std::max (live, static_cast<double> (sample.live));
      }
  }

  /* Adds the stretch [from, to), and takes it from what the process runs. */
  void
  add_time (Node &node, int64_t from, int64_t to, Doing doing, double sign)
  {
    node.time[doing] += sign * static_cast<double> (detail.between (from, to));
    for (size_t n = detail.bucket_of (from); n <= detail.bucket_of (to); n++)
      {
        int64_t a = std::max (from, detail.bucket_begin (n));
        int64_t b = std::min (to, detail.bucket_begin (n + 1));
        if (b > a)
          node.buckets[n][doing] += sign * static_cast<double> (detail.between (a, b));
      }
  }

  void
  add_wait (size_t node, const Stretch &s, double ns)
  {
    auto found = flow_of.find (s.record);
    if (found == flow_of.end ())
      return;
    Flow &flow = summary.flows[found->second];
    summary.nodes[node].waits_for[found->second] += ns;
    (s.doing == NO_ROOM ? flow.no_room : flow.no_data) += ns;
    flow.waits++;
    flow.asked += std::max<int64_t> (1, s.elements);
  }

  /* Workers tell when a fiber runs.  What it does else is not known where a pause has swallowed
   * the event.  A thread runs when it does not wait. */
  void
  add_life (size_t n, const Life &life)
  {
    Node &node = summary.nodes[n];
    double lives = static_cast<double> (detail.between (life.begin, life.end)), runs = lives;
    bool fiber = !life.runs.empty () || fibers.count (life.name);
    for (const Stretch &s : life.stretches)
      {
        double ns = static_cast<double> (detail.between (s.from, s.to));
        add_time (node, s.from, s.to, s.doing, 1);
        if (!fiber)
          add_time (node, s.from, s.to, RUN, -1);
        if (s.doing == NO_DATA || s.doing == NO_ROOM)
          add_wait (n, s, ns);
        runs -= ns;
      }
    if (fiber)
      runs = add_runs (node, life);
    else
      add_time (node, life.begin, life.end, RUN, 1);
    add_alive (node, life);
    node.count++;
    node.life += lives;
    if (lives >= enough * static_cast<double> (detail.all))
      node.busiest = std::max (node.busiest, runs / lives);
  }

  double
  add_runs (Node &node, const Life &life)
  {
    double runs = 0;
    for (const Stretch &s : life.runs)
      {
        add_time (node, s.from, s.to, RUN, 1);
        runs += static_cast<double> (detail.between (s.from, s.to));
      }
    summary.worked += runs;
    return runs;
  }

  void
  add_alive (Node &node, const Life &life)
  {
    for (size_t n = detail.bucket_of (life.begin); n <= detail.bucket_of (life.end); n++)
      {
        int64_t a = std::max (life.begin, detail.bucket_begin (n));
        int64_t b = std::min (life.end, detail.bucket_begin (n + 1));
        node.alive[n] += b > a ? static_cast<double> (detail.between (a, b)) : 0;
      }
  }

  static constexpr double enough = 0.1; /* share of the time that tells what a process does */
  const History &history;
  Detail detail;
  size_t most = 0;
  Summary summary;
  std::map<std::string, size_t> places, flow_places;
  std::set<std::string> fibers; /* names of processes that workers run */
  std::map<int64_t, size_t> node_of, flow_of;
};

} // namespace

Summary
summary_of (const History &history, const Options &options)
{
  return Adder (history, options).add ();
}

} // namespace er::report
