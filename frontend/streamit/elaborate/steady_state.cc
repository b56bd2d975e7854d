/* SPDX-License-Identifier: MIT */
/* steady_state.cc - how often each actor fires (elaborate.h).
 *
 * In a steady state each record gains as many elements as its readers give back (Lee and
 * Messerschmitt, Proc. IEEE 75(9), 1987).  An element of a tape that is a part of a record stands
 * for sum / weight elements of it, at each step.  The number of firings in a steady state is the
 * least for which each splitter and joiner makes whole turns, so that positions repeat.
 *
 * Before the first steady state, actors fire so often that each reader finds the elements that it
 * peeks at beyond those it pops: the least fixed point of the needs of all readers.
 *
 * Filters with dynamic rates have no balance equation.  They, and all actors that depend on them,
 * fire until their input ends.
 */
#include "streamit/elaborate/elaborate.h"

#include <map>
#include <numeric>

namespace er::streamit {

namespace {

struct Ratio
{
  int64_t up = 0, down = 1;
};

/* Numbers beyond this are no rates of a program, but a sign of rates that do not fit. */
const int64_t most_firings = int64_t (1) << 40;

class Scheduler
{
public:
  Scheduler (Program &program, Report &report) : graph (program.graph), report (report) {}
  void all ();

private:
  Graph &graph;
  Report &report;
  std::vector<Ratio> firings;

  Ratio product (Ratio a, Ratio b, Place at);
  Ratio weight (const Tape *t, int64_t rate, Place at);
  void spread (Actor *first);
  void whole (const std::vector<Actor *> &actors);
  void align (const std::vector<Actor *> &actors);
  int64_t misfit (const Actor &a, const Tape *t, int64_t rate);
  void drive ();
  void beginnings ();
  bool begin (Tape &record);
  void windows ();
};

Ratio
Scheduler::product (Ratio a, Ratio b, Place at)
{
  int64_t x = std::gcd (a.up, b.down), y = std::gcd (b.up, a.down);
  Ratio r { 0, 1 };
  x = x ? x : 1;
  y = y ? y : 1;
  if (__builtin_mul_overflow (a.up / x, b.up / y, &r.up)
      || __builtin_mul_overflow (a.down / y, b.down / x, &r.down) || r.up > most_firings
      || r.down > most_firings)
    report.stop (at, "the rates around this stream lead to too many firings");
  int64_t common = std::gcd (r.up, r.down);
  return { r.up / common, r.down / common };
}

/* Returns how many elements of the record a firing stands for. */
Ratio
Scheduler::weight (const Tape *t, int64_t rate, Place at)
{
  Ratio r { rate, 1 };
  for (; t->of; t = t->of)
    r = product (r, { t->step.sum, t->step.weight }, at);
  return r;
}

/* Derives the firings of all actors that are connected with the first one by static rates. */
void
Scheduler::spread (Actor *first)
{
  std::vector<Actor *> actors { first };
  firings[first->number] = { 1, 1 };
  for (size_t k = 0; k < actors.size (); k++)
    {
      Actor &a = *actors[k];
      struct End { Tape *tape; int64_t rate; bool dynamic; };
      for (End end : { End { a.in, a.work.pop, a.work.dynamic_pop },
                       End { a.out, a.work.push, a.work.dynamic_push } })
        {
          if (!end.tape || end.dynamic)
            continue;
          Ratio speed = product (firings[a.number], weight (end.tape, end.rate, a.node->at),
                                 a.node->at);
          Tape *record = end.tape->record ();
          auto meet = [&] (Actor *other, Tape *t, int64_t rate, bool dynamic) {
            if (dynamic)
              return;
            Ratio w = weight (t, rate, other->node->at);
            if ((w.up == 0) != (speed.up == 0))
              report.stop (other->node->at, "the rates of '" + other->node->name + "' and '"
                                              + a.node->name + "' do not fit: one of them is 0");
            if (w.up == 0)
              return;
            Ratio f = product (speed, { w.down, w.up }, other->node->at);
            Ratio &old = firings[other->number];
            if (!old.up)
              {
                old = f;
                actors.push_back (other);
              }
            else if (old.up != f.up || old.down != f.down)
              report.stop (other->node->at,
                           format ("the rates of '%s' and '%s' do not fit: it would have to fire "
                                   "%lld/%lld and %lld/%lld times as often as '%s'",
                                   other->node->name.c_str (), a.node->name.c_str (),
                                   (long long) old.up, (long long) old.down, (long long) f.up,
                                   (long long) f.down, first->node->name.c_str ()));
          };
          for (Actor *w : record->writers)
            meet (w, w->out, w->work.push, w->work.dynamic_push);
          for (Actor *r : record->readers)
            meet (r, r->in, r->work.pop, r->work.dynamic_pop);
        }
    }
  whole (actors);
  align (actors);
}

void
Scheduler::whole (const std::vector<Actor *> &actors)
{
  int64_t all = 1, common = 0;
  for (Actor *a : actors)
    {
      all = std::lcm (all, firings[a->number].down);
      if (all > most_firings)
        report.stop (a->node->at, "the rates around this stream lead to too many firings");
    }
  for (Actor *a : actors)
    {
      a->steady = product (firings[a->number], { all, 1 }, a->node->at).up;
      common = std::gcd (common, a->steady);
    }
  for (Actor *a : actors)
    a->steady /= common;
}

/* Returns by what the firings of a steady state must be multiplied, so that the first step of the
 * tape that makes no whole turns makes them; 1 if all do. */
int64_t
Scheduler::misfit (const Actor &a, const Tape *t, int64_t rate)
{
  int64_t items = a.steady * rate;
  for (; t && t->of; t = t->of)
    {
      int64_t w = t->step.weight;
      if (items % w)
        return w / std::gcd (items, w);
      items = items / w * t->step.sum;
    }
  return 1;
}

void
Scheduler::align (const std::vector<Actor *> &actors)
{
  for (bool again = true; again;)
    {
      again = false;
      for (Actor *a : actors)
        {
          int64_t by = std::max (a->work.dynamic_pop ? 1 : misfit (*a, a->in, a->work.pop),
                                 a->work.dynamic_push ? 1 : misfit (*a, a->out, a->work.push));
          if (by == 1)
            continue;
          again = true;
          for (Actor *b : actors)
            if ((b->steady *= by) > most_firings)
              report.stop (b->node->at, "the rates around this stream lead to too many firings");
        }
    }
}

/* Marks the actors that fire until their input ends. */
void
Scheduler::drive ()
{
  bool files = false;
  for (auto &a : graph.actors)
    files |= a->node->name == "FileReader" && !a->node->stream;
  for (auto &a : graph.actors)
    if (a->in && (a->dynamic () || files))
      a->driven = true;
  for (bool more = true; more;)
    {
      more = false;
      for (auto &t : graph.tapes)
        for (Actor *w : t->writers)
          if (w->driven || w->work.dynamic_push)
            for (Actor *r : t->readers)
              if (!r->driven)
                more = r->driven = true;
    }
}

/* Lets the writers of the record fire as often as its readers need before the steady state. */
bool
Scheduler::begin (Tape &record)
{
  bool more = false;
  int64_t need = 0;
  for (Actor *r : record.readers)
    if (!r->work.dynamic_pop)
      {
        int64_t extra = r->work.peek - r->work.pop, before = r->popped (r->begin);
        if (r->prework && r->begin == 1)
          extra = std::max (extra, r->first.peek - r->first.pop);
        if (before + extra > 0)
          need = std::max (need, r->in->position (before + extra - 1) + 1);
      }
  for (Actor *w : record.writers)
    while (!w->work.dynamic_push && w->work.push > 0
           && w->out->position (w->pushed (w->begin)) < need)
      {
        int64_t missing = need - w->out->position (w->pushed (w->begin));
        /* at least one firing, and many at once where many are needed */
        int64_t step = missing / (w->work.push * 64) / (w->out->of ? 4096 : 1);
        w->begin += std::max<int64_t> (1, step);
        more = true;
        if (w->begin > most_firings)
          report.stop (w->node->at, "'" + w->node->name
                                      + "' would have to fire endlessly before the steady state; "
                                        "are too few elements enqueued in a feedbackloop?");
      }
  return more;
}

void
Scheduler::beginnings ()
{
  for (auto &a : graph.actors)
    a->begin = a->prework ? 1 : 0;
  size_t rounds = 0;
  for (bool more = true; more;)
    {
      more = false;
      for (size_t k = graph.tapes.size (); k-- > 0;)
        if (!graph.tapes[k]->of)
          more |= begin (*graph.tapes[k]);
      if (++rounds > 10000 + graph.tapes.size ())
        report.stop (graph.actors[0]->node->at,
                     "a feedbackloop needs more elements before its first turn than are enqueued");
    }
}

/* A window has room for two steady states, or for some thousand elements; and for the elements that
 * a firing touches. */
void
Scheduler::windows ()
{
  const int64_t small = 2048, large = int64_t (1) << 18;
  for (auto &t : graph.tapes)
    {
      if (t->of)
        continue;
      for (Actor *w : t->writers)
        if (!w->work.dynamic_push)
          t->advance = std::max (
            t->advance, w->out->position (w->pushed (w->begin + w->steady))
                          - w->out->position (w->pushed (w->begin)));
      t->window = std::min (std::max (2 * t->advance, small), large);
      for (Actor *r : t->readers)
        t->window = std::max (t->window, 2 * (r->in->position (std::max (r->work.peek,
                                                                        r->first.peek))
                                             + 1));
    }
}

void
Scheduler::all ()
{
  firings.resize (graph.actors.size ());
  for (auto &a : graph.actors)
    if (!firings[a->number].up)
      spread (a.get ());
  drive ();
  beginnings ();
  windows ();
  /* the first writer of an enqueued tape writes its elements */
  std::map<const Tape *, Actor *> first;
  for (auto &a : graph.actors)
    for (Tape *t = a->out; t; t = t->of)
      if (!t->enqueued.empty () && first.emplace (t, a.get ()).second)
        a->writes_enqueued = true;
}

} // namespace

void
schedule (Program &program, Report &report)
{
  Scheduler (program, report).all ();
}

} // namespace er::streamit
