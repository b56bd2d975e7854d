/* SPDX-License-Identifier: MIT */
/* size_windows.cc - makes windows as small as the rates allow, or fit for bursts.
 *
 *   before                                 after size-windows        after size-windows=burst:64
 *   alloc(w, 1000);    (2 a turn)          alloc(w, 4);              alloc(w, 130);
 *   alloc(v, 1000);    (3 a turn)          alloc(v, 3);              alloc(v, 66);
 *
 * Each static part of a network (balance_equations.h) is simulated with the smallest windows in
 * which a turn of each writer has room.  Whenever it is stuck, the stall that needs the least
 * additional room gets it, as in the runtime (4.12; Parks 1995), until a period is complete.  Then
 * the part cannot deadlock (static_schedule.h).  Growth that turned out to be unnecessary is
 * undone: each window in turn becomes the smallest one with which the period still completes, given
 * the others.  Smaller windows elsewhere never make a window unnecessary, so afterwards none of
 * them can be smaller by itself.  A part that more than one record connects with others is not
 * changed: how these wait for each other is unknown, and they may depend on the original windows.
 *
 * For bursts of N a window has room for N elements, rounded to whole turns, of the writer and as
 * many of the reader, plus the reader's history; no window is larger than the largest horizon.
 */
#include <algorithm>

#include "ir/ir.h"
#include "passes/pass.h"
#include "analysis/analysis.h"

namespace er {

namespace {

typedef std::pair<size_t, size_t> Key; /* instance, view */

class Sizes
{
public:
  Sizes (Network &network, int64_t burst) : network (network), burst (burst) {}
  void find ();
  /* Horizons by their alloc; an alloc on whose horizon not all instances agree is left out. */
  void note (std::map<Expr *, int64_t> &wanted, std::map<const Expr *, size_t> &agreed) const;

private:
  Network &network;
  int64_t burst;
  std::map<Key, int64_t> horizons;

  bool alone (const Part &part) const;
  bool plain (const Part &part) const;
  bool ends (const Part &part, const Turns &before, const Turns &until,
             const Windows &windows) const;
  void shrink (const Part &part, const Turns &before, const Turns &until, Windows &windows) const;
  bool least (const Part &part, Windows &windows) const;
  int64_t of_a_turn (size_t instance, size_t view) const;
  int64_t in_turns (const View_rates &view) const
  {
    return (burst + view.rate - 1) / view.rate * view.rate;
  }
  int64_t most_elements_of (size_t instance, size_t view) const
  {
    return most_horizon (network.view ({ instance, view }).view->type->element);
  }
};

} // namespace

/* The one alloc of a view, before the loop. */
static Expr *
alloc_of (const Instance &instance, const View_rates &view)
{
  Expr *found = nullptr;
  size_t count = 0;
  const Block &body = instance.process->body;
  Block &all = const_cast<Block &> (body);
  each_statement (all, [&] (Stmt *&s) {
    bool is = s->kind == Stmt::Do && s->value->kind == Expr::Operation
              && s->value->primitive == Primitive::p_alloc && view_of (s->value) == view.view;
    count += is;
    if (is && std::find (body.begin (), body.begin () + long (instance.rates.position), s)
                != body.begin () + long (instance.rates.position))
      found = s->value;
  });
  return count == 1 ? found : nullptr;
}

/* At most one record connects the part with others. */
bool
Sizes::alone (const Part &part) const
{
  size_t out = 0, inside = 0, views = 0;
  for (size_t k : part.instances)
    views += network.instances[k].rates.views.size ();
  for (const Channel &c : network.channels)
    {
      size_t here = 0, others = 0;
      for (const auto *ends : { &c.writers, &c.readers })
        for (const End &end : *ends)
          (part.turns.count (end.instance) ? here : others)++;
      inside += here;
      out += here && (others || !c.closed);
    }
  return out + (views - inside) <= 1;
}

static bool
waits (Stmt *s)
{
  Block one { s };
  bool found = false;
  each_expression (one, [&] (Expr *&e) {
    found |= e->kind == Expr::Operation
             && (e->primitive == Primitive::p_update || e->primitive == Primitive::p_stall
                 || e->primitive == Primitive::p_join);
  });
  return found;
}

/* No process waits after its loop or in a branch that leaves it, and the root does not wait before
 * all are run. */
bool
Sizes::plain (const Part &part) const
{
  bool waited = false;
  for (Stmt *s : network.root->body)
    {
      for (size_t k : part.instances)
        if (waited && network.instances[k].stmt == s)
          return false;
      waited = waited || waits (s);
    }
  for (size_t k : part.instances)
    {
      const Instance &i = network.instances[k];
      if (i.rates.aside_that_waits ())
        return false;
      for (const View_rates &v : i.rates.views)
        if (!v.sites.empty () && (!v.after || !v.live || !v.ahead || !v.ahead->is_constant ()))
          return false;
    }
  return true;
}

/* Simulates up to the beginning of a period, and then the period, which can thus be repeated. */
bool
Sizes::ends (const Part &part, const Turns &before, const Turns &until,
             const Windows &windows) const
{
  Play play (network, part, windows);
  return play.run (before) && play.done () == before && play.run (until) && play.done () == until;
}

/* A turn of a writer has room. */
int64_t
Sizes::of_a_turn (size_t instance, size_t view) const
{
  const View_rates &v = network.view ({ instance, view });
  return std::max ({ v.live, v.ahead->constant, int64_t (1) });
}

/* More room never hurts, so the least room is found by bisection. */
void
Sizes::shrink (const Part &part, const Turns &before, const Turns &until, Windows &windows) const
{
  for (auto &w : windows)
    for (int64_t low = of_a_turn (w.first.first, w.first.second), high = w.second; low < high;)
      {
        w.second = low + (high - low) / 2;
        if (ends (part, before, until, windows))
          high = w.second;
        else
          low = w.second + 1;
        w.second = high;
      }
}

bool
Sizes::least (const Part &part, Windows &windows) const
{
  Static_schedule schedule = static_schedule (network, part);
  if (!schedule.why.empty ())
    return false;
  Turns until = a_period_more (schedule.before, part);
  for (const Channel &c : network.channels)
    if (lies_in (c, part))
      for (const End &w : c.writers)
        windows[{ w.instance, w.view }] = of_a_turn (w.instance, w.view);
  for (;;)
    {
      Play play (network, part, windows);
      /* up to the beginning of a period, and then the period, which can thus be repeated */
      if (!play.run (schedule.before) || (play.done () == schedule.before && !play.run (until)))
        return false;
      if (play.done () == until)
        {
          shrink (part, schedule.before, until, windows);
          return true;
        }
      Key writer;
      int64_t window = play.least_window (writer);
      if (window > most_elements_of (writer.first, writer.second))
        return false;
      windows[writer] = window;
    }
}

void
Sizes::find ()
{
  for (const Part &part : balance (network))
    {
      Windows windows;
      if (part.instances.size () < 2 || !alone (part) || !plain (part) || !least (part, windows))
        continue;
      for (const Channel &c : network.channels)
        {
          if (!lies_in (c, part))
            continue;
          int64_t reads = 0;
          for (const End &r : c.readers)
            {
              const View_rates &view = network.view (r);
              int64_t most = most_elements_of (r.instance, r.view);
              int64_t room =
                burst
                  ? std::max (view.live, std::min (in_turns (view) + view.live - view.rate, most))
                  : view.live;
              horizons[{ r.instance, r.view }] = room;
              reads = std::max (reads, room);
            }
          for (const End &w : c.writers)
            {
              int64_t window = windows[{ w.instance, w.view }];
              int64_t room = std::min (in_turns (network.view (w)) + reads,
                                       most_elements_of (w.instance, w.view));
              horizons[{ w.instance, w.view }] = burst ? std::max (window, room) : window;
            }
        }
    }
}

void
Sizes::note (std::map<Expr *, int64_t> &wanted, std::map<const Expr *, size_t> &agreed) const
{
  for (const auto &h : horizons)
    if (Expr *alloc = alloc_of (network.instances[h.first.first],
                                network.view ({ h.first.first, h.first.second })))
      {
        wanted[alloc] = std::max (wanted[alloc], h.second);
        agreed[alloc]++;
      }
}

static int64_t
burst_of (const std::string &argument)
{
  if (argument.empty ())
    return 0;
  if (argument.compare (0, 6, "burst:") != 0 || argument.size () == 6)
    throw Bad_order { "'" + argument + "' is not burst:N" };
  return number_argument (argument.substr (6), 1, 1 << 28, 0);
}

void
size_windows (Module &module, const std::string &argument)
{
  int64_t burst = burst_of (argument);
  std::map<Expr *, int64_t> wanted;
  std::map<const Expr *, size_t> agreed, instances;
  for (Network &network : networks_of (module))
    {
      Sizes sizes (network, burst);
      sizes.find ();
      sizes.note (wanted, agreed);
    }
  std::map<const Process *, size_t> runs;
  each_process (module, [&] (Process &p) {
    each_expression (p.body, [&] (Expr *&e) {
      if (e->kind == Expr::Run)
        runs[e->process]++;
    });
  });
  each_process (module, [&] (Process &p) {
    each_expression (p.body, [&] (Expr *&e) {
      auto found = e->kind == Expr::Operation ? wanted.find (e) : wanted.end ();
      size_t often = std::max (runs[&p], size_t (1));
      if (found != wanted.end () && agreed[e] == often)
        e->args[1] =
          module.integer (e->args[1]->at, uint64_t (found->second), module.scalar (Type::Index));
    });
  });
}

} // namespace er
