/* SPDX-License-Identifier: MIT */
/* rates.cc - the rates of one process (rates.h): its parts, and the results of following its
 * loop. */
#include "analysis/rates.h"

#include <algorithm>

#include "analysis/rates_turn.h"

namespace er {

const Variable *
view_of (const Expr *operation)
{
  bool has = operation->kind == Expr::Operation && !operation->args.empty ()
             && operation->args[0]->kind == Expr::Name
             && operation->args[0]->variable->type->view ();
  return has ? operation->args[0]->variable : nullptr;
}

bool
synchronises (Stmt *s)
{
  bool found = false;
  Block one { s };
  each_expression (one, [&] (Expr *&e) {
    if (e->kind == Expr::Run)
      found = true;
    else if (e->kind == Expr::Operation)
      found |= e->primitive != Primitive::p_done && e->primitive != Primitive::p_missed
               && e->primitive != Primitive::p_receive
               && e->primitive != Primitive::p_receive_range;
  });
  return found;
}

bool
asks_for_some (const Site &update)
{
  return update.index.start.is_constant () && update.index.start.constant > 0;
}

const View_rates *
Process_rates::of (const Variable *view) const
{
  for (const View_rates &v : views)
    if (v.view == view)
      return &v;
  return nullptr;
}

const Expr *
Process_rates::aside (const Variable *view) const
{
  for (const Expr *e : asides)
    {
      Primitive p = e->primitive;
      bool gives_up =
        p == Primitive::p_register || (p == Primitive::p_free_view && e->args[1]->integer);
      if (view_of (e) == view
          && (gives_up || p == Primitive::p_stall || p == Primitive::p_update
              || p == Primitive::p_done))
        return e;
    }
  return nullptr;
}

const Expr *
Process_rates::aside_that_waits () const
{
  for (const Expr *e : asides)
    if (e->primitive == Primitive::p_stall || e->primitive == Primitive::p_update
        || e->primitive == Primitive::p_join)
      return e;
  return nullptr;
}

void
add_operations (Block &b, std::vector<const Expr *> &to)
{
  each_expression (b, [&] (Expr *&e) {
    if (e->kind == Expr::Operation)
      to.push_back (e);
  });
}

/* ---- The parts ----------------------------------------------------------- */

/* Whether the loop has bounds that are written as numbers, so that it can belong to the initial
 * part. */
static bool
has_fixed_bounds (const Stmt *s)
{
  return s->kind == Stmt::For && s->from->kind == Expr::Integer && s->to->kind == Expr::Integer;
}

/* The loop that lasts as long as the stream: the only loop that synchronises, the only `while'
 * among several, or the last `for' after others with fixed bounds. */
static void
find_loop (Process &p, Process_rates &rates)
{
  std::vector<size_t> loops, whiles;
  for (size_t k = 0; k < p.body.size (); k++)
    if ((p.body[k]->kind == Stmt::For || p.body[k]->kind == Stmt::While)
        && synchronises (p.body[k]))
      {
        loops.push_back (k);
        if (p.body[k]->kind == Stmt::While)
          whiles.push_back (k);
      }
  if (loops.size () > 1 && whiles.empty ()
      && std::all_of (loops.begin (), loops.end () - 1,
                      [&] (size_t k) { return has_fixed_bounds (p.body[k]); }))
    loops = { loops.back () };
  else if (loops.size () > 1 && !whiles.empty ())
    loops = whiles;
  if (loops.size () == 1)
    {
      rates.position = loops[0];
      rates.loop = p.body[loops[0]];
      return;
    }
  rates.why = loops.empty () ? "no loop synchronises" : "several loops synchronise";
  rates.where = loops.empty () ? p.at : p.body[loops[1]]->at;
}

static void
find_views (Process &p, Process_rates &rates)
{
  auto add = [&] (Variable *v, Stmt *made) {
    View_rates view;
    view.view = v;
    view.made = made;
    view.write = v->type->kind == Type::WriteView;
    if (made && made->value->args[0]->kind == Expr::Name)
      view.record = made->value->args[0]->variable;
    if (made)
      view.before = view.ahead = Linear ();
    rates.views.push_back (view);
  };
  for (Variable *v : p.parameters)
    if (v->type->view ())
      add (v, nullptr);
  for (Stmt *s : p.body)
    if (s->kind == Stmt::Declare && s->variable->type->view ())
      add (s->variable, s);
}

/* ---- Sums over turns ----------------------------------------------------- */

static std::optional<Progress>
progress (const Linear &sum, const Process_rates &rates)
{
  Progress result;
  Sum start = substituted (sum, [&] (const Variable *v) {
    auto counter = rates.counters.find (v);
    return counter == rates.counters.end () ? Sum (Linear (v)) : Sum (counter->second.start);
  });
  for (const auto &term : sum.terms)
    {
      auto counter = rates.counters.find (term.first);
      int64_t product = 0;
      if ((counter != rates.counters.end ()
           && __builtin_mul_overflow (counter->second.step, term.second, &product))
          || __builtin_add_overflow (result.step, product, &result.step))
        return {};
    }
  if (!start)
    return {};
  result.start = *start;
  return result;
}

/* A variable that the loop changes must advance by a constant, or follow such a variable one turn
 * behind. */
static void
find_counters (const Turn &turn, Process_rates &rates)
{
  Stmt *loop = rates.loop;
  if (loop->kind == Stmt::For && rates.from)
    rates.counters[loop->variable] = { *rates.from, rates.by };
  for (const auto &begin : turn.at_begin)
    {
      const Sum &end = turn.value_of (begin.first);
      std::optional<int64_t> step = end ? distance (Linear (begin.first), *end) : std::nullopt;
      if (step && begin.second)
        rates.counters[begin.first] = { *begin.second, *step };
    }
  for (const auto &begin : turn.at_begin)
    {
      const Sum &end = turn.value_of (begin.first);
      if (!end || !begin.second || rates.counters.count (begin.first) || end->terms.size () != 1
          || end->terms.begin ()->second != 1)
        continue;
      auto leader = rates.counters.find (end->terms.begin ()->first);
      if (leader == rates.counters.end ())
        continue;
      const Progress &lead = leader->second;
      Sum follows = added (lead.start, Linear (end->constant - lead.step));
      if (follows && *follows == *begin.second)
        rates.counters[begin.first] = { *follows, lead.step };
    }
}

static bool
only_known (const Linear &sum, const Turn &turn)
{
  for (const auto &term : sum.terms)
    if (turn.at_begin.count (term.first) || term.first->kind == Variable::Counter)
      return false;
  return true;
}

static void
fail (Process_rates &rates, Place where, const std::string &why)
{
  if (rates.why.empty ())
    {
      rates.why = why;
      rates.where = where;
    }
}

static void
take_sites (const Turn &turn, Process_rates &rates)
{
  for (const Met &met : turn.met)
    {
      View_rates &view = const_cast<View_rates &> (*rates.of (view_of (met.call)));
      std::optional<Progress> index = met.index ? progress (*met.index, rates) : std::nullopt;
      if (!index || !only_known (index->start, turn))
        return fail (rates, met.call->at,
                     "the index of this " + std::string (row_of (met.call->primitive).name)
                       + " does not grow by a constant in each turn");
      view.sites.push_back ({ met.stmt, met.call, *index, size_t (&met - turn.met.data ()) });
    }
}

/* ---- One view ----------------------------------------------------------- */

static bool
is_end (const Site &site)
{
  return site.call->primitive == Primitive::p_commit
         || site.call->primitive == Primitive::p_release;
}

/* The greatest number of live elements in a turn that begins with the commit (release) index
 * `now'. */
static bool
live_in_turn (const View_rates &view, Sum now, int64_t turn, int64_t &live)
{
  for (const Site &site : view.sites)
    {
      Sum index = added (site.index.start, Linear (site.index.step), turn);
      if (is_end (site))
        {
          now = index;
          continue;
        }
      std::optional<int64_t> beyond = now && index ? distance (*now, *index) : std::nullopt;
      if (!beyond)
        return false;
      live = std::max (live, *beyond);
    }
  return true;
}

/* The most by which one stall (update) of a turn exceeds the one before it, where the one before
 * the first is at `before'; or nothing. */
static std::optional<int64_t>
burst_of_turn (const View_rates &view, Sum before)
{
  int64_t most = 0;
  for (const Site &site : view.sites)
    if (!is_end (site))
      {
        std::optional<int64_t> more = before ? distance (*before, site.index.start) : std::nullopt;
        if (!more)
          return {};
        most = std::max (most, *more);
        before = site.index.start;
      }
  return most;
}

/* In the first turn, starting at the index of the view before the loop, and in later ones. */
static void
find_burst (View_rates &view)
{
  const Site *last = nullptr;
  for (const Site &site : view.sites)
    if (!is_end (site))
      last = &site;
  if (!last)
    return;
  std::optional<int64_t> first = burst_of_turn (view, view.ahead),
                         later = burst_of_turn (
                           view, added (last->index.start, Linear (last->index.step), -1));
  view.burst = first && later ? std::max (*first, *later) : 0;
}

static void
find_rate (View_rates &view, Process_rates &rates)
{
  const Site *end = nullptr, *ask = nullptr;
  for (const Site &site : view.sites)
    {
      (is_end (site) ? end : ask) = &site;
      if (site.index.step != view.sites[0].index.step)
        return fail (rates, site.call->at,
                     "the primitives of '" + view.view->name + "' go on by different steps");
    }
  if (view.sites.empty ())
    return;
  view.rate = view.sites[0].index.step;
  if (view.rate < 0)
    return fail (rates, view.sites[0].call->at, "the index goes back");
  find_burst (view);
  if (!end)
    return; /* never released */
  view.after = end->index.start;
  Sum steady = added (*view.after, Linear (view.rate), -1);
  int64_t live = 0;
  bool known = ask && steady && view.before && live_in_turn (view, view.before, 0, live)
               && live_in_turn (view, view.after, 1, live);
  view.live = known ? live : 0;
}

/* The only commit (or update) of a turn; or none. */
static const Site *
only_site (const View_rates &view, Primitive what)
{
  const Site *only = nullptr;
  for (const Site &site : view.sites)
    if (site.call->primitive == what)
      {
        if (only)
          return nullptr;
        only = &site;
      }
  return only;
}

/* The rate, minus the amount by which updates in the sum may return less than requested. */
static int64_t
least_growth (const Linear &sum, int64_t rate, const Turn &turn, const Process_rates &rates)
{
  __int128 least = rate;
  for (const auto &term : sum.terms)
    if (auto less = turn.less.find (term.first); less != turn.less.end ())
      {
        int64_t burst = rates.of (less->second)->burst;
        if (burst <= 0 || term.second < 0)
          return 0;
        least -= __int128 (burst - 1) * term.second;
      }
  return least > 0 ? int64_t (least) : 0;
}

/* Returns the value at the beginning of the next turn of a sum of names as of this one. */
static Sum
in_next_turn (const Linear &sum, const Turn &turn, const Process_rates &rates)
{
  return substituted (sum, [&] (const Variable *v) -> Sum {
    if (turn.less.count (v))
      return {};
    if (v == rates.loop->variable)
      return added (Linear (v), Linear (rates.by));
    return turn.at_begin.count (v) ? turn.value_of (v) : Sum (Linear (v));
  });
}

static void
find_least (const Turn &turn, Process_rates &rates)
{
  for (View_rates &view : rates.views)
    {
      const Site *site = only_site (view, view.write ? Primitive::p_commit : Primitive::p_update);
      Sum sum = !site || !site->partial ? Sum ()
                : view.write            ? site->partial
                                        : in_next_turn (*site->partial, turn, rates);
      if (sum)
        view.least = least_growth (*sum, site->index.step, turn, rates);
    }
}

/* Whether the sum is known whether or not updates return what was requested. */
static bool
is_whole (const Sum &sum, const Turn &turn)
{
  return sum && std::none_of (sum->terms.begin (), sum->terms.end (), [&] (const auto &term) {
           return turn.less.count (term.first);
         });
}

/* Follows a turn in which updates of more than one element may return any number. */
static void
find_whole (Process_rates &rates, const Arguments_known &known)
{
  Turn turn (*rates.process, known);
  for (const View_rates &view : rates.views)
    if (!view.write && view.burst != 1)
      turn.partial.insert (view.view);
  Process_rates again = rates;
  turn.initial_part (again);
  turn.follow (again);
  for (View_rates &view : rates.views)
    {
      view.whole = true;
      for (Site &site : view.sites)
        {
          /* otherwise it was not followed to its end */
          site.partial = again.why.empty () ? turn.met[site.order].index : Sum ();
          view.whole = view.whole && is_whole (site.partial, turn);
        }
    }
  if (again.why.empty ())
    find_least (turn, rates);
}

bool
counts_whatever_comes (const Process_rates &rates, bool turns)
{
  Turn turn (*rates.process, {});
  for (const View_rates &view : rates.views)
    if (!view.write)
      turn.partial.insert (view.view);
  Process_rates again = rates;
  again.counters.clear ();
  turn.initial_part (again);
  turn.follow (again);
  bool same = again.from == rates.from && again.to == rates.to;
  for (const auto &begin : turn.at_begin)
    if (auto counter = rates.counters.find (begin.first); counter != rates.counters.end ())
      same = same && begin.second == counter->second.start;
  if (!turns || !same)
    return same;
  find_counters (turn, again);
  for (const auto &counter : rates.counters)
    {
      auto found = again.counters.find (counter.first);
      same = same && found != again.counters.end () && found->second.step == counter.second.step;
    }
  auto whole = [&] (const Met &m) { return is_whole (m.index, turn); };
  return same && again.why.empty () && std::all_of (turn.met.begin (), turn.met.end (), whole);
}

Process_rates
rates_of (Process &p, const Arguments_known &known)
{
  Process_rates rates;
  rates.process = &p;
  find_views (p, rates);
  find_loop (p, rates);
  Turn turn (p, known);
  turn.initial_part (rates);
  if (!rates.loop)
    return rates;
  turn.follow (rates);
  Block behind (p.body.begin () + long (rates.position) + 1, p.body.end ());
  add_operations (behind, rates.asides);
  find_counters (turn, rates);
  if (rates.why.empty ())
    take_sites (turn, rates);
  for (View_rates &view : rates.views)
    if (rates.why.empty ())
      find_rate (view, rates);
  rates.is_static = rates.why.empty ();
  if (rates.is_static)
    find_whole (rates, known);
  return rates;
}

} // namespace er
