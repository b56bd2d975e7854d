/* SPDX-License-Identifier: MIT */
/* advice.cc - the bottleneck, and what could be changed.
 *
 * In a network that flows, the process that limits the rate runs nearly all the time: its
 * producers wait for room, its consumers for data.  If no process runs nearly all the time, they
 * wait for each other in turn, or for processors.  Each suggestion follows from figures that it
 * names, so that a reader can judge it.
 */
#include "report/summary.h"

#include <algorithm>
#include <cmath>

namespace er::report {

static const double busy = 0.75;   /* share of the time from which a process limits the others */
static const double busy_workers = 0.9; /* share of the time from which processors limit all */
static const double notable = 0.1; /* share of the time that is worth a word */

/* ---- Words --------------------------------------------------------------- */

static std::string
format (const char *how, double n)
{
  char text[64];
  snprintf (text, sizeof text, how, n);
  return text;
}

std::string
number_text (double n)
{
  static const char *const units[] = { "", " k", " M", " G", " T" };
  size_t unit = 0;
  for (; std::fabs (n) >= 9999.5 && unit < 4; unit++)
    n /= 1000;
  if (unit == 0)
    return format ("%.0f", n);
  return format (n < 99.95 ? "%.1f" : "%.0f", n) + units[unit];
}

std::string
time_text (double ns)
{
  if (ns < 1e3)
    return format ("%.0f ns", ns);
  if (ns < 1e6)
    return format (ns < 1e4 ? "%.1f us" : "%.0f us", ns / 1e3);
  if (ns < 1e9)
    return format (ns < 1e7 ? "%.1f ms" : "%.0f ms", ns / 1e6);
  return format (ns < 1e10 ? "%.2f s" : "%.0f s", ns / 1e9);
}

std::string
share_text (double share)
{
  return format (share > 0 && share < 0.0095 ? "%.1f %%" : "%.0f %%", 100 * share);
}

static std::string
quoted (const std::string &name)
{
  return "'" + name + "'";
}

/* "'stage'", or "the 12 processes 'stage'". */
static std::string
several (const Node &node)
{
  return node.count < 2 ? quoted (node.name)
                        : "the " + std::to_string (node.count) + " processes " + quoted (node.name);
}

static size_t
of_that_name (const Summary &s, const Node &node)
{
  size_t n = 0;
  for (const Node &other : s.nodes)
    n += other.name == node.name ? other.count : 0;
  return n;
}

/* ---- The bottleneck ------------------------------------------------------ */

static bool
is_connected (const Summary &s, size_t node)
{
  for (const Flow &f : s.flows)
    if (std::count (f.from.begin (), f.from.end (), node)
        || std::count (f.to.begin (), f.to.end (), node))
      return true;
  return false;
}

/* Returns the node of which one process runs the largest share of its life, or -1. */
static int
busiest (const Summary &s)
{
  int found = -1;
  for (size_t n = 0; n < s.nodes.size (); n++)
    if (is_connected (s, n)
        && (found < 0 || s.nodes[n].busiest > s.nodes[static_cast<size_t> (found)].busiest))
      found = static_cast<int> (n);
  return found;
}

static Shares
all_time (const Summary &s, double &life)
{
  Shares sum {};
  life = 0;
  for (size_t n = 0; n < s.nodes.size (); n++)
    if (is_connected (s, n))
      {
        life += s.nodes[n].life;
        for (int d = 0; d < DOINGS; d++)
          sum[static_cast<size_t> (d)] += s.nodes[n].time[static_cast<size_t> (d)];
      }
  return sum;
}

/* How long the partners of node wait for it: producers for room, consumers for data. */
static std::string
who_waits_for (const Summary &s, size_t node)
{
  double room = 0, data = 0;
  for (const Flow &f : s.flows)
    {
      room += std::count (f.to.begin (), f.to.end (), node) ? f.no_room : 0;
      data += std::count (f.from.begin (), f.from.end (), node) ? f.no_data : 0;
    }
  std::string text;
  if (room > 0)
    text += " Its producers have waited " + time_text (room) + " for room.";
  if (data > 0)
    text += " Its consumers have waited " + time_text (data) + " for data.";
  return text;
}

/* Where many processes share workers that are always busy, processors limit the rate. */
static bool
judge_workers (Summary &s)
{
  double all = static_cast<double> (s.detail) * s.workers;
  if (all <= 0 || s.worked < busy_workers * all)
    return false;
  const Node *most = &s.nodes[0];
  for (const Node &node : s.nodes)
    most = node.time[RUN] > most->time[RUN] ? &node : most;
  s.verdict = { "The processors limit the rate: each worker is busy.",
                "The " + std::to_string (s.workers) + " workers run processes for "
                + share_text (s.worked / all) + " of the time, and no process alone holds the "
                "others up. Most of it, " + share_text (most->time[RUN] / s.worked) + ", goes to "
                + several (*most) + "." };
  s.advice.push_back ({ "Use more processors, or do less",
    "More processes do not help. A profiler such as perf tells where " + several (*most)
    + (most->count > 1 ? " spend" : " spends") + " the time." });
  return true;
}

static void
judge (Summary &s)
{
  int n = busiest (s);
  double life;
  Shares sum = all_time (s, life);
  if (n < 0 || life <= 0)
    {
      s.verdict = { "The trace shows no process that uses a record.",
                    "It may have ended before the network began, or the program uses pages, "
                    "channels or spaces only." };
      return;
    }
  const Node &node = s.nodes[static_cast<size_t> (n)];
  if (node.busiest < busy && judge_workers (s))
    return;
  if (node.busiest >= busy)
    {
      s.bottleneck = n;
      size_t alike = of_that_name (s, node);
      s.verdict = { (alike > 1 ? "Processes " : "") + quoted (node.name)
                    + (alike > 1 ? " limit" : " limits") + " the rate of the network.",
                    (alike > 1 ? "One of them runs " : "It runs ") + share_text (node.busiest)
                    + " of its life, more than any other process."
                    + who_waits_for (s, static_cast<size_t> (n)) };
      return;
    }
  s.verdict = { "No process is busy all the time: they wait for each other.",
                "The busiest one, " + quoted (node.name) + ", runs " + share_text (node.busiest)
                + " of its life. Processes that use records wait for data for "
                + share_text (sum[NO_DATA] / life) + " of their lives, and for room for "
                + share_text (sum[NO_ROOM] / life) + "."
                + (sum[READY] > notable * life
                     ? " They are ready and do not run for " + share_text (sum[READY] / life)
                       + ": other processes, or other programs, had the processors."
                     : "") };
}

/* ---- Suggestions --------------------------------------------------------- */

static void
suggest_sharing (Summary &s)
{
  if (s.bottleneck < 0)
    return;
  const Node &node = s.nodes[static_cast<size_t> (s.bottleneck)];
  size_t n = of_that_name (s, node);
  std::string who = n > 1 ? "more processes than these " + std::to_string (n)
                          : "several processes";
  s.advice.push_back ({ "Share the work of " + quoted (node.name),
    "Replicate it: let " + who + " take turns, with claims, or make it faster. Larger "
    "horizons do not help while one process is busy all the time." });
}

static double
life_of (const Summary &s, const std::vector<size_t> &nodes)
{
  double life = 0;
  for (size_t n : nodes)
    life += s.nodes[n].life;
  return life;
}

static void
suggest_horizon (Summary &s, const Flow &f)
{
  double readers = life_of (s, f.to), producers = life_of (s, f.from);
  if (f.horizon <= 0 || readers <= 0 || producers <= 0
      || f.no_data < notable * readers || f.no_room < notable * producers)
    return;
  s.advice.push_back ({ "Enlarge the horizon of " + quoted (f.name),
    "Its producers wait for room (" + share_text (f.no_room / producers) + " of their lives) and "
    "its consumers for data (" + share_text (f.no_data / readers) + "), so they take turns. Its "
    "horizon is " + number_text (static_cast<double> (f.horizon)) + " elements; try "
    + number_text (4.0 * static_cast<double> (f.horizon)) + "." });
}

/* A wait costs as much as thousands of elements; so there should be many for each. */
static void
suggest_burst (Summary &s, const Flow &f)
{
  const int64_t few = 256;
  if (f.waits < 1000 || f.committed / f.waits >= few)
    return;
  double burst = static_cast<double> (f.asked) / static_cast<double> (f.waits);
  s.advice.push_back ({ "Use larger bursts for " + quoted (f.name),
    "A process waits once for " + number_text (static_cast<double> (f.committed / f.waits))
    + " elements, and asks for " + number_text (burst) + " on average. Synchronise once for "
    + number_text (std::max (256.0, 8 * burst)) + " elements, with a horizon of at least twice "
    "that." });
}

static void
suggest_less_memory (Summary &s, const Flow &f)
{
  const int64_t large = 1 << 20;
  int64_t bytes = f.horizon * f.bytes;
  if (!f.most_live || bytes < large || f.most_live * 8 > f.horizon || f.no_room > 0)
    return;
  s.advice.push_back ({ quoted (f.name) + " could do with a smaller horizon",
    "No more than " + number_text (static_cast<double> (f.most_live)) + " elements were seen live; "
    "the horizon is " + number_text (static_cast<double> (f.horizon)) + ". "
    + number_text (4.0 * static_cast<double> (f.most_live)) + " would fit better in the caches." });
}

static void
suggest_detail (Summary &s)
{
  double share = static_cast<double> (s.detail) / static_cast<double> (s.end - s.begin);
  if (share < 0.5)
    s.advice.push_back ({ "Only " + share_text (share) + " of the time is traced in detail",
      "The program switches or waits so often that a full trace would slow it down. The shares "
      "are those of the time in detail. ERBIUM_TRACE_RATE=0 traces all, and takes longer." });
  if (s.lost)
    s.advice.push_back ({ number_text (static_cast<double> (s.lost)) + " events are missing",
      "They came faster than they could be written, so sums are too small. Trace less: "
      "ERBIUM_TRACE_LEVEL=waits." });
}

void
advise (Summary &s)
{
  const size_t most = 6;
  judge (s);
  suggest_sharing (s);
  std::vector<const Flow *> flows;
  for (const Flow &f : s.flows)
    flows.push_back (&f);
  std::stable_sort (flows.begin (), flows.end (), [] (const Flow *a, const Flow *b) {
    return a->no_data + a->no_room > b->no_data + b->no_room; });
  for (auto suggest : { suggest_horizon, suggest_burst, suggest_less_memory })
    for (const Flow *f : flows)
      if (s.advice.size () < most)
        suggest (s, *f);
  suggest_detail (s);
}

} // namespace er::report
