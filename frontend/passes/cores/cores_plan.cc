/* SPDX-License-Identifier: MIT */
/* cores_plan.cc - which processes become one, and in which order (cores.h). */
#include <algorithm>
#include <numeric>

#include "passes/fusion/fuse.h"
#include "passes/cores/planner.h"

namespace er {

/* elements of a record; if a period needs more, the processes stay apart */
static const int64_t most_elements = 1 << 18;
/* rates, indices at the beginning, and turns: products of three of them fit into 64 bits */
static const int64_t most_number = 1 << 20;

int64_t
published (const View_rates &view, int64_t turns)
{
  return turns ? view.after->constant + view.rate * (turns - 1) : view.before->constant;
}

int64_t
asked (const View_rates &view, int64_t turns)
{
  int64_t most = view.ahead && view.ahead->is_constant () ? view.ahead->constant : 0;
  for (const Site &site : view.sites)
    if (turns && (site.call->primitive == Primitive::p_update
                  || site.call->primitive == Primitive::p_stall))
      most = std::max (most, site.index.start.constant + site.index.step * (turns - 1));
  return most;
}

/* ---- Whether --------------------------------------------------------------- */

/* Returns what one of the statements does that a process of several cannot do, or "". */
static std::string
odd (const Block &block, bool in_loop)
{
  std::string what;
  Block b = block;
  each_statement (b, [&] (Stmt *&s) {
    if (s->kind == Stmt::Return)
      what = "it may return";
    if (s->value && s->value->kind == Expr::Operation
        && (s->value->primitive == Primitive::p_update) && s->kind != Stmt::Do)
      what = "it uses the result of an update";
  });
  each_expression (b, [&] (Expr *&e) {
    if (e->kind == Expr::Run)
      what = "it runs a process";
    if (e->kind != Expr::Operation)
      return;
    Primitive p = e->primitive;
    bool turn = p == Primitive::p_update || p == Primitive::p_stall,
         any = p == Primitive::p_commit || p == Primitive::p_release,
         outside = p == Primitive::p_alloc || p == Primitive::p_register
                   || p == Primitive::p_new_read_view || p == Primitive::p_new_write_view;
    if (!(any || (in_loop ? turn : outside)))
      what = std::string ("of this '") + row_of (p).name + "'";
  });
  return what;
}

static bool
moderate (int64_t n)
{
  return n >= 0 && n <= most_number;
}

/* A constant of moderate size. */
static bool
constant (const Sum &s)
{
  return s && s->is_constant () && moderate (s->constant);
}

static std::string
odd_view (const View_rates &v)
{
  bool good = v.made && v.registered && constant (v.id) && constant (v.before)
              && constant (v.after) && v.rate > 0 && moderate (v.rate)
              && (!v.ahead || constant (v.ahead));
  for (const Site &site : v.sites)
    good = good && constant (Sum (site.index.start)) && site.index.step == v.rate;
  return good ? "" : "the indices of '" + v.view->name + "' are not known";
}

/* Returns why the instance cannot become a part of a process, or "". */
static std::string
odd (const Instance &instance)
{
  const Process_rates &rates = instance.rates;
  if (!rates.is_static)
    return rates.why;
  if (!instance.stmt || instance.stmt->kind != Stmt::Do)
    return "others may wait for it";
  const Block &body = instance.process->body;
  if (rates.loop->kind != Stmt::For || rates.by != 1 || !constant (rates.from) || !rates.to)
    return "its loop does not count turns";
  if (rates.position + 1 != body.size ())
    return "statements follow its loop";
  for (const Stmt *s : rates.loop->body)
    if (jumps_out (s))
      return "it may leave its loop";
  Block initial (body.begin (), body.begin () + long (rates.position));
  std::string what = odd (initial, false);
  if (what.empty ())
    what = odd (rates.loop->body, true);
  for (const View_rates &v : rates.views)
    if (what.empty ())
      what = odd_view (v);
  return what;
}

/* Nothing waits, and nothing ends the root, between the statements that run the processes. */
static bool
run_together (const Network &network)
{
  bool good = true;
  for (Stmt *s : network.root->body)
    {
      bool pure_form = s->kind == Stmt::Declare || s->kind == Stmt::Do;
      const Expr *e = s->value;
      bool waits = e && e->kind == Expr::Operation
                   && (e->primitive == Primitive::p_update || e->primitive == Primitive::p_stall
                       || e->primitive == Primitive::p_join);
      good = good && pure_form && !waits;
    }
  return good;
}

/* The constant that s adds to v: v = v + c, or v = x + c after let x = v. */
static std::optional<uint64_t>
step_of (const Stmt *s, const Variable *v, const std::map<const Variable *, const Variable *> &lets)
{
  if (s->kind != Stmt::Assign || s->place->kind != Expr::Name || s->place->variable != v
      || !v->type->integer () || v->type->kind == Type::Index)
    return {};
  const Expr *sum = s->value;
  if (sum->kind != Expr::Binary || (sum->op != Op::Add && sum->op != Op::Subtract))
    return {};
  const Expr *a = sum->args[0], *c = sum->args[1];
  if (sum->op == Op::Add && a->kind == Expr::Integer)
    std::swap (a, c);
  if (a->kind != Expr::Name || c->kind != Expr::Integer)
    return {};
  auto let = lets.find (a->variable);
  if (a->variable != v && (let == lets.end () || let->second != v))
    return {};
  return sum->op == Op::Add ? c->integer : -c->integer;
}

Steps
steps_of (const Instance &instance)
{
  std::map<const Variable *, size_t> changes;
  std::set<const Variable *> own; /* new in each turn */
  bool continues = false;
  each_statement (instance.rates.loop->body, [&] (Stmt *&s) {
    continues |= s->kind == Stmt::Continue;
    if (s->variable)
      own.insert (s->variable);
    if (const Variable *v = changed_by (s))
      changes[v]++;
    each_root (*s, [&] (Expr *&root) {
      if (root->kind == Expr::Call && !root->function->pure)
        for (const Expr *a : root->args)
          if (root_of (a)->kind == Expr::Name)
            changes[root_of (a)->variable] += 2; /* C may write to what it receives */
    });
  });
  Steps steps;
  std::map<const Variable *, const Variable *> lets; /* names of values at the begin of the turn */
  for (const Stmt *s : instance.rates.loop->body)
    {
      if (s->kind == Stmt::Declare && s->variable->kind == Variable::Let
          && s->value->kind == Expr::Name && !steps.count (s->value->variable))
        lets[s->variable] = s->value->variable;
      const Variable *v = s->kind == Stmt::Assign ? changed_by (s) : nullptr;
      if (!v || continues || changes[v] != 1 || own.count (v))
        continue;
      if (auto step = step_of (s, v, lets))
        steps[v] = *step;
    }
  return steps;
}

bool
can_share (const Instance &instance)
{
  if (!does_nothing_else (*instance.process))
    return false;
  std::set<const Variable *> own;
  for (const auto &step : steps_of (instance))
    own.insert (step.first);
  bool good = true;
  each_statement (instance.rates.loop->body, [&] (Stmt *&s) {
    if (s->kind == Stmt::Declare)
      own.insert (s->variable);
    const Variable *changed = changed_by (s);
    good = good && (!changed || own.count (changed) || changed->kind == Variable::Counter);
  });
  return good;
}

/* ---- Turns ----------------------------------------------------------------- */

bool
Planner::members (const Part &part)
{
  if (part.turns.empty () || part.instances.size () < 2)
    return no ("there is only one process with these rates");
  for (size_t k : part.instances)
    {
      std::string what = k ? odd (network ().instances[k]) : "it is the root";
      if (!what.empty ())
        return no ("not '" + network ().instances[k].process->name + "': " + what);
    }
  return run_together (network ()) || no ("the root waits, or does something else");
}

bool
Planner::find_flows (const Part &part)
{
  std::set<size_t> in (part.instances.begin (), part.instances.end ());
  std::map<size_t, size_t> views;
  for (size_t c = 0; c < network ().channels.size (); c++)
    {
      const Channel &channel = network ().channels[c];
      size_t inside = 0, all = 0;
      for (const auto *ends : { &channel.writers, &channel.readers })
        for (const End &end : *ends)
          {
            all++;
            inside += in.count (end.instance);
            views[end.instance]++;
          }
      if (!inside)
        continue;
      if (!channel.closed || inside != all || channel.writers.empty () || channel.readers.empty ())
        return no ("others use the record '" + channel.record->name + "'");
      plan.flows.push_back ({ c });
    }
  for (size_t k : part.instances)
    if (views[k] != network ().instances[k].rates.views.size ())
      return no ("'" + network ().instances[k].process->name + "' has other records");
  return true;
}

/* Depth first: branches of a network stay together. */
bool
Planner::find_order ()
{
  std::map<size_t, std::set<size_t>> next;
  std::map<size_t, size_t> missing;
  for (const auto &turns : plan.turns)
    missing[turns.first] = 0;
  for (const Flow &f : plan.flows)
    for (const End &w : network ().channels[f.channel].writers)
      for (const End &r : network ().channels[f.channel].readers)
        if (next[w.instance].insert (r.instance).second)
          missing[r.instance]++;
  std::vector<size_t> ready;
  for (auto m = missing.rbegin (); m != missing.rend (); ++m)
    if (!m->second)
      ready.push_back (m->first);
  while (!ready.empty ())
    {
      size_t k = ready.back ();
      ready.pop_back ();
      plan.order.push_back (k);
      for (auto n = next[k].rbegin (); n != next[k].rend (); ++n)
        if (--missing[*n] == 0)
          ready.push_back (*n);
    }
  return plan.order.size () == missing.size () || no ("elements go in a circle");
}

/* The turns of each before the first period, if all lengths are numbers. */
bool
Planner::counted (const std::map<size_t, int64_t> &lengths)
{
  int64_t most = INT64_MAX;
  for (const auto &[k, length] : lengths)
    most = std::min (most, length / plan.turns[k]);
  const int64_t tries = 64;
  for (int64_t periods = most; periods >= 0 && periods > most - tries; periods--)
    {
      plan.periods = Linear (periods);
      for (const auto &[k, length] : lengths)
        plan.before[k] = length - periods * plan.turns[k];
      if (fed ())
        return true;
    }
  return no ("no process has enough turns before the first period");
}

/* All lengths are periods * turns + before, where periods is a multiple of one name. */
bool
Planner::find_turns ()
{
  std::map<size_t, int64_t> lengths;
  const Variable *name = nullptr;
  int64_t times = 0;
  for (size_t k : plan.order)
    {
      const Process_rates &rates = network ().instances[k].rates;
      Sum length = added (*rates.to, *rates.from, -1);
      if (!length || length->terms.size () > 1 || length->constant < 0)
        return no ("the number of turns of '" + rates.process->name + "' is not known");
      lengths[k] = length->constant;
      const Variable *own = length->terms.empty () ? nullptr : length->terms.begin ()->first;
      int64_t factor = own ? length->terms.begin ()->second : 0, turns = plan.turns[k];
      if (k != plan.order[0] && (own != name || factor != times * turns))
        return no ("the numbers of turns do not belong together");
      if (factor < 0 || factor % turns)
        return no ("the number of turns of '" + rates.process->name + "' is no whole period");
      name = own;
      times = factor / turns;
    }
  if (!name)
    return counted (lengths);
  plan.periods = *scaled (Linear (name), times);
  plan.before = lengths;
  return fed () || no ("a process reads elements that are written in the same period, or later");
}

/* Whether each reader finds its elements, before the first period and in it.  From one period to
 * the next all indices of a record grow by the same number. */
bool
Planner::fed ()
{
  for (size_t k : plan.order)
    if (!moderate (plan.turns[k]) || !moderate (plan.before[k]))
      return false;
  for (const Flow &f : plan.flows)
    for (const End &r : network ().channels[f.channel].readers)
      for (const End &w : network ().channels[f.channel].writers)
        for (bool period : { false, true })
          {
            auto turns = [&] (size_t k) {
              return plan.before[k] + (period ? plan.turns[k] : 0);
            };
            if (turns (r.instance)
                && asked (network ().view (r), turns (r.instance))
                     > published (network ().view (w), turns (w.instance)))
              return false;
          }
  return true;
}

/* ---- Sizes ------------------------------------------------------------------ */

int64_t
room (const Channel &c)
{
  int64_t scalars = int64_t (std::max<uint64_t> (1, scalars_in (c.record->type->element)));
  return std::min (most_elements, int64_t (most_scalars) / scalars);
}

bool
Planner::measure ()
{
  for (Flow &f : plan.flows)
    {
      const Channel &c = network ().channels[f.channel];
      f.released = INT64_MAX;
      for (const auto *ends : { &c.writers, &c.readers })
        for (const End &end : *ends)
          {
            const View_rates &view = network ().view (end);
            int64_t before = plan.before[end.instance], turns = plan.turns[end.instance];
            int64_t elements = view.rate * turns;
            if (f.elements && elements != f.elements)
              return no ("the rates of '" + c.record->name + "' do not belong together");
            f.elements = elements;
            f.most = std::max (f.most, asked (view, before + turns));
            if (view.write)
              f.written = std::max (f.written, asked (view, before));
            else
              f.released = std::min (f.released, published (view, before));
          }
      f.written = std::max (f.written, f.released);
      f.most = std::max (f.most, f.written);
      if (f.most - f.released > room (c) || f.written > room (c))
        return no ("a period of '" + c.record->name + "' has too many elements");
    }
  return true;
}

double
Planner::cost (size_t k) const
{
  return double (turn_cost (network ().instances[k].rates)) * double (plan.turns.at (k));
}

/* In a period. */
int64_t
Planner::bytes (const Flow &f) const
{
  return f.elements
         * int64_t (layout_of (network ().channels[f.channel].record->type->element).size);
}

int64_t
Planner::bytes_between () const
{
  int64_t sum = 0;
  for (const Flow &f : plan.flows)
    sum += f.local ? 0 : bytes (f);
  return sum;
}

std::optional<Plan>
Planner::make (const Part &part, size_t cores)
{
  if (!members (part) || !find_flows (part) || !find_order () || !find_turns () || !measure ())
    return {};
  deal (cores);
  return plan;
}

std::optional<Plan>
plan_of (const Network &network, const Part &part, size_t cores, int64_t most_batch,
         std::string &why)
{
  return Planner (network, part, most_batch, why).make (part, cores);
}

} // namespace er
