/* SPDX-License-Identifier: MIT */
/* message_times.cc - when messages are handled (elaborate.h).
 *
 * Messages are timed by a pull schedule, in which the upstream one of two filters fires as few
 * times as possible for each firing of the downstream one.  SDEP (m) is the number of these
 * firings for m firings of the downstream filter (Thies et al., PPoPP 2005, section 3).  A message
 * with latency k that is sent in firing n is handled as if it were sent with latency 0 in firing
 * n + k: before the next firing of the receiver in the pull schedule.
 *
 *   downstream: before firing m of the receiver, where m is the least with SDEP (m) >= n + k
 *   upstream:   before firing m = SDEP (n + k) + 1 of the receiver
 *
 * A receiver therefore knows, before each of its firings, how many firings of the sender have sent
 * what it must handle first; this is Channel::due.  Splitters and joiners count as filters that
 * take and give whole turns.  SDEP is the least fixed point of the needs of all filters between the
 * two, and repeats with the steady state as soon as each of them is beyond its first firing.
 */
#include "streamit/elaborate/elaborate.h"

#include <algorithm>
#include <set>

namespace er::streamit {

namespace {

const int64_t most_entries = 1 << 16, most_firings = int64_t (1) << 40;

/* The firings of the actors between two of them. */
class Pull_schedule
{
public:
  Pull_schedule (Graph &graph, Actor *first, Actor *last, Report &report);
  bool connected () const { return between.count (last); }
  bool all_static () const;
  /* Returns how often the first actor fires for m firings of the last one.  The results for
   * increasing m cost least. */
  int64_t firings (int64_t m);
  int64_t settled ();  /* the least m from which on SDEP repeats with the steady state */

private:
  Actor *first, *last;
  Report &report;
  std::set<Actor *> between; /* on paths from the first to the last, with both */
  std::vector<int64_t> fired; /* for the last m */
  int64_t asked = 0;

  void need (Actor *a, int64_t firings, std::vector<Actor *> &changed);
  void pull (Actor *a, std::vector<Actor *> &changed);
};

void
reach (Actor *from, bool forwards, std::set<Actor *> &reached)
{
  std::vector<Actor *> open { from };
  reached.insert (from);
  while (!open.empty ())
    {
      Actor *a = open.back ();
      open.pop_back ();
      Tape *t = forwards ? a->out : a->in;
      if (t)
        for (Actor *next : forwards ? t->record ()->readers : t->record ()->writers)
          if (reached.insert (next).second)
            open.push_back (next);
    }
}

Pull_schedule::Pull_schedule (Graph &graph, Actor *first, Actor *last, Report &report)
  : first (first), last (last), report (report), fired (graph.actors.size ())
{
  std::set<Actor *> after, before;
  reach (first, true, after);
  reach (last, false, before);
  for (Actor *a : after)
    if (before.count (a))
      between.insert (a);
}

bool
Pull_schedule::all_static () const
{
  for (Actor *a : between)
    if ((a != first && a->work.dynamic_pop) || (a != last && a->work.dynamic_push))
      return false;
  return true;
}

/* The elements of a tape that must be there for the first n of a part of it, in whole turns of the
 * splitter. */
int64_t
above_splitter (const Tape *t, int64_t n)
{
  for (; t->of; t = t->of)
    n = (n + t->step.shift + t->step.weight - 1) / t->step.weight * t->step.sum;
  return n;
}

/* The elements of a tape that must be there for the first n of its record, in whole turns of the
 * joiners. */
int64_t
below_joiner (const Tape *t, int64_t n)
{
  if (!t->of)
    return n;
  n = below_joiner (t->of, n);
  const Step &s = t->step;
  return (n + s.sum - 1) / s.sum * s.weight - s.shift;
}

void
Pull_schedule::need (Actor *a, int64_t firings, std::vector<Actor *> &changed)
{
  if (firings > most_firings)
    report.stop (last->node->at, "the latencies of messages to or from '" + last->node->name
                                   + "' lead to too many firings");
  if (fired[a->number] >= firings)
    return;
  fired[a->number] = firings;
  changed.push_back (a);
}

/* Returns the least number of firings after which the actor has pushed n elements. */
int64_t
firings_for (const Actor &a, int64_t n)
{
  if (n <= 0)
    return 0;
  if (a.prework && n <= a.first.push)
    return 1;
  int64_t before = a.prework ? a.first.push : 0;
  return (a.prework ? 1 : 0) + (n - before + a.work.push - 1) / a.work.push;
}

void
Pull_schedule::pull (Actor *a, std::vector<Actor *> &changed)
{
  if (!a->in || a == first)
    return;
  int64_t k = fired[a->number];
  const Rates &rates = a->prework && k == 1 ? a->first : a->work;
  int64_t taken = a->popped (k - 1) + rates.peek;
  if (a->prework && k > 1)
    taken = std::max (taken, a->first.peek);
  int64_t there = above_splitter (a->in, taken);
  for (Actor *w : a->in->record ()->writers)
    if (between.count (w) && w != last && w->work.push > 0)
      need (w, firings_for (*w, below_joiner (w->out, there)), changed);
}

int64_t
Pull_schedule::firings (int64_t m)
{
  if (m <= 0)
    return 0;
  if (m < asked)
    std::fill (fired.begin (), fired.end (), 0);
  asked = m;
  std::vector<Actor *> changed;
  need (last, m, changed);
  while (!changed.empty ())
    {
      Actor *a = changed.back ();
      changed.pop_back ();
      pull (a, changed);
    }
  return fired[first->number];
}

int64_t
Pull_schedule::settled ()
{
  for (int64_t m = 1; m < most_entries; m++)
    {
      firings (m);
      bool all = true;
      for (Actor *a : between)
        all &= fired[a->number] > (a->prework ? 1 : 0);
      if (all)
        return m;
    }
  report.stop (last->node->at, "'" + last->node->name + "' needs more than 65536 firings before "
                                 "messages to or from it can be timed");
}

class Messenger
{
public:
  Messenger (Program &program, Report &report)
    : graph (program.graph), report (report), evaluator (report) {}
  void all ();

private:
  Graph &graph;
  Report &report;
  Evaluator evaluator;
  std::set<const Function *> open;

  void search (Actor &a, const Function *f);
  void search (Actor &a, const Stmt *s);
  void search (Actor &a, const Expr *e);
  void sends (Actor &a, const Stmt *s);
  void send (Actor &a, Actor &to, const Stmt *s);
  std::unique_ptr<Pull_schedule> connect (Channel &c, Place at);
  void time (Channel &c, Place at);
};

void
Messenger::search (Actor &a, const Function *f)
{
  if (!f->body || !open.insert (f).second)
    return;
  search (a, f->body);
  open.erase (f);
}

void
Messenger::search (Actor &a, const Expr *e)
{
  for (const Expr *inner : e->args)
    search (a, inner);
  if (e->kind == Expr::Call && e->function)
    search (a, e->function);
}

void
Messenger::search (Actor &a, const Stmt *s)
{
  if (s->kind == Stmt::Message)
    sends (a, s);
  for (const Expr *e : s->args)
    search (a, e);
  for (const Variable *v : s->variables)
    if (v->value)
      search (a, v->value);
  for (const Stmt *inner : s->inner)
    search (a, inner);
}

void
Messenger::sends (Actor &a, const Stmt *s)
{
  const Expr *portal = s->args[0];
  Value *v = portal->variable ? a.node->env.find (portal->variable) : nullptr;
  if (!v || v->kind != Type::Portal)
    report.stop (portal->at, "'" + portal->text + "' is not a portal that is known here");
  for (auto &other : graph.actors)
    if (std::count (other->node->portals.begin (), other->node->portals.end (), v->integer))
      send (a, *other, s);
}

void
Messenger::send (Actor &a, Actor &to, const Stmt *s)
{
  if (&a == &to)
    report.stop (s->at, "'" + a.node->name + "' would send a message to itself");
  const Function *handler = to.node->stream ? to.node->stream->named (s->text, Function::Handler)
                                            : nullptr;
  if (!handler)
    report.stop (s->at, "'" + to.node->name + "', which is registered with this portal, has no "
                          "handler '" + s->text + "'");
  std::optional<int64_t> latency = latency_of (s, a, evaluator, report);
  Channel *c = nullptr;
  for (Channel *old : a.sends)
    if (old->receiver == &to && old->carries (latency))
      c = old;
  if (!c)
    {
      graph.channels.push_back (std::make_unique<Channel> ());
      c = graph.channels.back ().get ();
      c->number = graph.channels.size () - 1;
      c->sender = &a;
      c->receiver = &to;
      c->latency = latency.value_or (0);
      c->best_effort = !latency;
      a.sends.push_back (c);
      to.receives.push_back (c);
      time (*c, s->at);
    }
  if (!std::count (c->handlers.begin (), c->handlers.end (), handler))
    c->handlers.push_back (handler);
}

/* Finds out which of the two filters comes first, and returns the schedule between them. */
std::unique_ptr<Pull_schedule>
Messenger::connect (Channel &c, Place at)
{
  auto pull = std::make_unique<Pull_schedule> (graph, c.sender, c.receiver, report);
  c.upstream = !pull->connected ();
  if (c.upstream)
    pull = std::make_unique<Pull_schedule> (graph, c.receiver, c.sender, report);
  if (!pull->connected ())
    report.stop (at, "no path of tapes leads from '" + c.sender->node->name + "' to '"
                       + c.receiver->node->name + "', or back, so this message has no time");
  if (!pull->all_static ())
    report.stop (at, "the rates between '" + c.sender->node->name + "' and '"
                       + c.receiver->node->name + "' are dynamic, so this message has no time");
  return pull;
}

/* Computes Channel::due for `count' firings of a receiver downstream. */
void
due_downstream (Channel &c, Pull_schedule &pull, int64_t count)
{
  for (int64_t k = 0; k < count; k++)
    c.due.push_back (pull.firings (k + 1) - c.latency);
}

/* As above, for a receiver upstream. */
void
due_upstream (Channel &c, Pull_schedule &pull, int64_t count)
{
  int64_t n = 0; /* the greatest one with SDEP (n) <= k */
  for (int64_t k = 0; k < count; k++)
    {
      while (n < 2 * most_entries && pull.firings (n + 1) <= k)
        n++;
      c.due.push_back (n - c.latency);
    }
}

void
Messenger::time (Channel &c, Place at)
{
  std::unique_ptr<Pull_schedule> pull = connect (c, at);
  if (c.best_effort && c.upstream)
    c.latency = c.sender->steady;
  if (c.upstream && c.latency < 0)
    report.stop (at, format ("a message to '%s', which comes before '%s', has a latency of at "
                             "least 0, not %lld",
                             c.receiver->node->name.c_str (), c.sender->node->name.c_str (),
                             (long long) c.latency));
  int64_t settled = pull->settled ();
  c.period = c.receiver->steady;
  c.advance = c.sender->steady;
  int64_t first = c.upstream ? pull->firings (settled) : settled;
  const Actor *last = c.upstream ? c.sender : c.receiver;
  if (first + c.period > most_entries || settled + last->steady > most_entries
      || std::abs (c.latency) > most_entries)
    report.stop (at, "the receiver of this message fires more than 65536 times before the times of "
                     "messages repeat");
  (c.upstream ? due_upstream : due_downstream) (c, *pull, first + c.period);
}

void
Messenger::all ()
{
  for (auto &a : graph.actors)
    if (a->node->stream)
      for (const Function *f : a->node->stream->functions)
        if (f->kind == Function::Work || f->kind == Function::Prework
            || f->kind == Function::Handler)
          search (*a, f);
}

} // namespace

std::optional<int64_t>
latency_of (const Stmt *message, Actor &a, Evaluator &evaluator, Report &report)
{
  const Expr *e = message->most ? message->most : message->least;
  if (!e)
    return message->timed ? std::optional<int64_t> () : 0;
  int64_t most = evaluator.integer (e, a.node->env);
  if (message->least && evaluator.integer (message->least, a.node->env) > most)
    report.stop (message->at, "the least latency is greater than the greatest");
  return most;
}

void
connect_messages (Program &program, Report &report)
{
  Messenger (program, report).all ();
}

} // namespace er::streamit
