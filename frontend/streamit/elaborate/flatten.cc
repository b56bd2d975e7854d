/* SPDX-License-Identifier: MIT */
/* flatten.cc - from the tree of instances to actors and tapes (elaborate.h).
 *
 * connect () receives the tapes from which a node reads and to which it writes.  A splitter makes
 * each child's input a part of its own input; a joiner makes each child's output a part of its own
 * output.  The joiner of a feedback loop makes the input of the loop itself a part of a new tape.
 * A tape is a part of at most one other, so where a splitter is followed by such a joiner an
 * Identity is inserted between them.  Another one is inserted where a filter peeks at each element
 * of a part of a tape many times.
 *
 * Streams that only move elements become one actor (gather.h), except in a feedback loop, which may
 * need elements before so many have been popped, and in programs with messages, whose times depend
 * on the firings of each filter.
 */
#include "streamit/elaborate/elaborate.h"

#include <numeric>

namespace er::streamit {

int64_t
Tape::position (int64_t j) const
{
  if (!of)
    return j;
  j += step.shift;
  return of->position (j / step.weight * step.sum + step.offset + j % step.weight);
}

int64_t
Actor::popped (int64_t firings) const
{
  if (firings == 0)
    return 0;
  return prework ? first.pop + (firings - 1) * work.pop : firings * work.pop;
}

int64_t
Actor::pushed (int64_t firings) const
{
  if (firings == 0)
    return 0;
  return prework ? first.push + (firings - 1) * work.push : firings * work.push;
}

namespace {

class Flattener
{
public:
  Flattener (Program &program, Report &report)
    : program (program), report (report), evaluator (report) {}
  void all ();

private:
  Program &program;
  Report &report;
  Evaluator evaluator;
  int loops = 0;       /* around the node */
  bool portals = false; /* the program has messages */

  Tape *tape ();
  Tape *part (Tape *of, Step step);
  void connect (Node &n, Tape *in, Tape *out);
  void pipeline (Node &n, Tape *in, Tape *out);
  void splitjoin (Node &n, Tape *in, Tape *out);
  void loop (Node &n, Tape *in, Tape *out);
  void actor (Node &n, Tape *in, Tape *out);
  void identity (Tape *in, Tape *out, const Type *type, Node &around);
  bool gather (Node &n, Tape *in, Tape *out);
  Rates rates (const Function *f, Node &n);
  int64_t rate (const Expr *e, Node &n, bool &dynamic);
  void check (Node &n, const Type *type, const Tape *t, const char *what);
};

Tape *
Flattener::tape ()
{
  program.graph.tapes.push_back (std::make_unique<Tape> ());
  program.graph.tapes.back ()->number = program.graph.tapes.size () - 1;
  return program.graph.tapes.back ().get ();
}

Tape *
Flattener::part (Tape *of, Step step)
{
  Tape *t = tape ();
  t->of = of;
  t->step = step;
  return t;
}

void
Flattener::check (Node &n, const Type *type, const Tape *t, const char *what)
{
  bool none = type->kind == Type::Void;
  if (none == !t)
    return;
  report.stop (n.at, "the " + std::string (what) + " type of '" + n.name + "' is "
                       + text_of (type) + (none ? ", but there is a tape there"
                                                : ", but there is no tape there"));
}

void
Flattener::connect (Node &n, Tape *in, Tape *out)
{
  if (!n.stream || n.stream->kind == Stream::Filter)
    {
      check (n, n.in, in, "input");
      check (n, n.out, out, "output");
      actor (n, in, out);
    }
  else if (n.stream->kind != Stream::FeedbackLoop && gather (n, in, out))
    return;
  else if (n.stream->kind == Stream::Pipeline)
    pipeline (n, in, out);
  else if (n.stream->kind == Stream::SplitJoin)
    splitjoin (n, in, out);
  else
    loop (n, in, out);
}

void
Flattener::pipeline (Node &n, Tape *in, Tape *out)
{
  for (size_t k = 0; k < n.children.size (); k++)
    {
      Node &child = *n.children[k];
      bool last = k + 1 == n.children.size ();
      Tape *next = last ? out : child.out->kind == Type::Void ? nullptr : tape ();
      connect (child, in, next);
      in = next;
    }
}

static int64_t
sum_of (const std::vector<int64_t> &weights)
{
  return std::accumulate (weights.begin (), weights.end (), int64_t (0));
}

void
Flattener::splitjoin (Node &n, Tape *in, Tape *out)
{
  int64_t split = sum_of (n.split), join = sum_of (n.join), from = 0, to = 0;
  for (size_t k = 0; k < n.children.size (); k++)
    {
      Node &child = *n.children[k];
      Tape *child_in = nullptr, *child_out = nullptr;
      if (in && n.split_duplicate)
        child_in = part (in, {});
      else if (in && n.split[k])
        child_in = part (in, { n.split[k], split, from, 0 });
      if (out && n.join[k])
        child_out = part (out, { n.join[k], join, to, 0 });
      /* a child without input below a splitter, as sources in a splitjoin */
      if (child.in->kind == Type::Void)
        child_in = nullptr;
      if (child.out->kind == Type::Void)
        child_out = nullptr;
      connect (child, child_in, child_out);
      from += n.split[k];
      to += n.join[k];
    }
}

/* Copies a tape to another, between a splitter and the joiner of a loop. */
void
Flattener::identity (Tape *in, Tape *out, const Type *type, Node &around)
{
  auto n = std::make_unique<Node> ();
  n->name = "Identity";
  n->at = around.at;
  n->in = n->out = type;
  n->env.around = &around.env;
  actor (*n, in, out);
  program.inserted.push_back (std::move (n));
}

static size_t
filters_in (const Node &n)
{
  size_t count = n.children.empty ();
  for (const auto &child : n.children)
    count += filters_in (*child);
  return count;
}

/* Makes one actor of a stream that only moves elements.  Returns false for other streams. */
bool
Flattener::gather (Node &n, Tape *in, Tape *out)
{
  std::optional<Gather> g = loops || portals || !in || !out ? std::nullopt : gather_of (n);
  if (!g)
    return false;
  bool same = g->pops == 1 && g->from.size () == 1;
  auto moving = std::make_unique<Node> ();
  moving->name = same ? "Identity" : "Gather";
  moving->at = n.at;
  moving->in = moving->out = n.in;
  moving->env.around = &n.env;
  moving->gather = *g;
  moving->moved = filters_in (n);
  actor (*moving, in, out);
  program.inserted.push_back (std::move (moving));
  return true;
}

void
Flattener::loop (Node &n, Tape *in, Tape *out)
{
  if (n.children[0] && !n.join[1] && !n.split_duplicate && !n.split[1] && n.enqueued.empty ())
    {
      connect (*n.children[0], in, out); /* nothing flows through the loop, so it never fires */
      return;
    }
  Tape *joined = tape (), *body_out = tape (), *loop_in, *loop_out;
  int64_t join = sum_of (n.join), split = sum_of (n.split);
  Node *body = n.children[0].get (), *back = n.children[1].get ();
  const Type *type = body ? body->in : n.in, *result = body ? body->out : n.out;
  if (!n.join[1] || (!n.split_duplicate && !n.split[1]))
    report.stop (n.at, "the loop of this feedbackloop has no elements");
  Step entry { n.join[0], join, 0, 0 };
  Step exit = n.split_duplicate ? Step () : Step { n.split[0], split, 0, 0 };
  if (in && n.join[0])
    {
      Tape *entered = in;
      if (in->of)
        {
          entered = tape ();
          identity (in, entered, type, n);
        }
      entered->of = joined;
      entered->step = entry;
    }
  loop_out = part (joined, { n.join[1], join, n.join[0], int64_t (n.enqueued.size ()) });
  loop_out->enqueued = n.enqueued;
  loop_in = n.split_duplicate ? part (body_out, {})
                              : part (body_out, { n.split[1], split, n.split[0], 0 });
  loops++;
  if (body)
    connect (*body, joined, body_out);
  else
    identity (joined, body_out, type, n);
  if (back)
    connect (*back, loop_in, loop_out);
  else
    identity (loop_in, loop_out, result, n);
  loops--;
  if (!out || (!n.split_duplicate && !n.split[0]))
    return;
  if (out->of)
    identity (part (body_out, exit), out, result, n);
  else
    {
      out->of = body_out;
      out->step = exit;
    }
}

int64_t
Flattener::rate (const Expr *e, Node &n, bool &dynamic)
{
  if (!e)
    return 0;
  if (e->kind != Expr::Range)
    {
      int64_t r = evaluator.integer (e, n.env);
      if (r < 0 || r > 1 << 24)
        report.stop (e->at, format ("a rate is at least 0 and at most %d, not %lld", 1 << 24,
                                    (long long) r));
      return r;
    }
  const Expr *low = e->args.front (), *high = e->args.back ();
  dynamic = true;
  if (low->kind == Expr::Any || high->kind == Expr::Any)
    return 0;
  int64_t least = evaluator.integer (low, n.env), most = evaluator.integer (high, n.env);
  dynamic = least != most;
  return most;
}

Rates
Flattener::rates (const Function *f, Node &n)
{
  Rates r;
  bool dynamic_peek = false;
  r.push = rate (f->push, n, r.dynamic_push);
  r.pop = rate (f->pop, n, r.dynamic_pop);
  r.peek = rate (f->peek, n, dynamic_peek);
  r.dynamic_pop |= dynamic_peek;
  r.peek = std::max (r.peek, r.pop);
  return r;
}

static bool prints (const Stream &s);

/* Returns whether the filter peeks at each element many times, and the elements of its tape do not
 * lie together.  Then a copy of the tape costs less than it saves. */
static bool
reads_apart_often (const Actor &a)
{
  const int64_t times = 8;
  bool apart = false;
  for (const Tape *t = a.in; t; t = t->of)
    apart = apart || (t->of && t->step.weight != t->step.sum);
  return apart && !a.work.dynamic_pop && a.work.pop && a.work.peek >= times * a.work.pop;
}

void
Flattener::actor (Node &n, Tape *in, Tape *out)
{
  auto a = std::make_unique<Actor> ();
  a->node = &n;
  a->in = in;
  a->out = out;
  a->number = program.graph.actors.size ();
  if (!n.stream)
    {
      bool gathers = n.name == "Gather";
      a->work.pop = a->work.peek = gathers ? n.gather.pops : in ? 1 : 0;
      a->work.push = gathers ? int64_t (n.gather.from.size ()) : out ? 1 : 0;
    }
  else
    {
      const Function *work = n.stream->function (Function::Work);
      a->work = rates (work, n);
      a->first = a->work;
      if (const Function *prework = n.stream->function (Function::Prework))
        {
          a->prework = true;
          a->first = rates (prework, n);
        }
      a->prints = prints (*n.stream);
      bool pushes = a->work.push || a->work.dynamic_push || a->first.push;
      bool pops = a->work.peek || a->work.dynamic_pop || a->first.peek;
      if (out && !pushes)
        report.stop (work->at, "this filter has an output, but declares no push rate");
      if (in && !pops)
        report.stop (work->at, "this filter has an input, but declares no pop rate");
      if ((!out && pushes) || (!in && pops))
        report.stop (work->at, std::string ("this filter has no ") + (out ? "input" : "output")
                                 + ", but declares a rate for it");
      if (reads_apart_often (*a))
        {
          a->in = tape ();
          identity (in, a->in, n.in, n);
          a->number = program.graph.actors.size ();
        }
    }
  program.graph.actors.push_back (std::move (a));
}

static bool
has_portals (const Node &n)
{
  for (const auto &child : n.children)
    if (child && has_portals (*child))
      return true;
  return !n.portals.empty ();
}

void
Flattener::all ()
{
  portals = has_portals (*program.top);
  connect (*program.top, nullptr, nullptr);
  for (auto &a : program.graph.actors)
    {
      if (a->in)
        {
          Tape *r = a->in->record ();
          r->readers.push_back (a.get ());
          a->in_id = r->readers.size ();
        }
      if (a->out)
        {
          Tape *r = a->out->record ();
          r->writers.push_back (a.get ());
          a->out_id = r->writers.size ();
        }
    }
  for (auto &t : program.graph.tapes)
    if (!t->of && t->writers.empty () != t->readers.empty ())
      report.stop (program.top->at, t->writers.empty ()
                                      ? "a stream reads from a tape that none writes"
                                      : "a stream writes to a tape that none reads");
}

/* ---- Which filters print ------------------------------------------------------------- */

bool
prints (const Expr *e)
{
  bool found = e->kind == Expr::Call && !e->function
               && (e->text == "print" || e->text == "println");
  if (e->kind == Expr::Call && e->function && e->function->kind == Function::Native)
    found = true;
  for (const Expr *a : e->args)
    found |= prints (a);
  return found;
}

bool
prints (const Stmt *s)
{
  bool found = false;
  for (const Stmt *i : s->inner)
    found |= prints (i);
  for (const Expr *e : s->args)
    found |= prints (e);
  for (const Variable *v : s->variables)
    found |= v->value && prints (v->value);
  return found;
}

bool
prints (const Stream &s)
{
  bool found = false;
  for (const Function *f : s.functions)
    found |= f->kind != Function::Init && f->body && prints (f->body);
  return found;
}

} // namespace

void
flatten (Program &program, Report &report)
{
  Flattener (program, report).all ();
}

} // namespace er::streamit
