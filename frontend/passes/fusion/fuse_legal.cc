/* SPDX-License-Identifier: MIT */
/* fuse_legal.cc - whether two processes may become one (fuse.h).
 *
 * The new process executes a turn of the producer, then one of the consumer, and so on.  That is
 * one of the schedules of the two, so by determinism (7.1) it is correct if it can be executed to
 * the end:
 *
 *   - In each turn the consumer finds the elements that it requests: the producer has committed
 *     them in the same turn or earlier.  Where the network has a cycle, this also holds in the
 *     other direction.  fuse_last_turn.cc treats a last turn with fewer elements.
 *   - Nothing else passes between the two.  Neither process stalls, updates, or tests for the end
 *     of the records between them in a branch that leaves a loop, or after such a branch.
 *   - No process outside needs a later turn of one for something that the other waits for: no path
 *     leaves the two and comes back, and no process takes an id late for which a stall of the two
 *     waits (5.4).
 *   - The two end together: the producer ends in the turn in which the consumer ends.  If the
 *     consumer may end on its own, what the producer would do afterwards is not visible to anyone.
 *
 * Where the consumer looks ahead, the producer first makes the turns that this needs (the lead).
 * Then both must have known numbers of turns, of which the producer's is greater by the lead, and
 * no elements go back to it.
 *
 * If the rates differ, a period of the two (balance_equations.h) takes the place of a turn: p turns
 * of the producer, then q of the consumer.  Indices only grow, so the extremes within a period are
 * those at its ends, and the request of the last turn of a period is compared with what was
 * committed before.  A period must be completed.  So neither process may leave its loop on its own,
 * and if p is more than 1, the producer has a known number of turns that is a multiple of p.
 */
#include <algorithm>
#include <numeric>

#include "passes/fusion/fuse.h"
#include "ir/ir.h"

namespace er {

namespace {

class Legality_check
{
public:
  Legality_check (const Pair &pair, const Reachability &reach,
                  const std::map<size_t, int64_t> &turns)
    : pair (pair), network (*pair.network), reach (reach), turns (turns)
  {
  }
  Legality check ();

private:
  const Pair &pair;
  const Network &network;
  const Reachability &reach;
  const std::map<size_t, int64_t> &turns;
  Legality legality;
  std::set<const Variable *> ends, fed; /* views of the consumer, see exits_of */

  bool no (Place where, const std::string &why);
  bool shape (const Instance &instance);
  bool rates ();
  bool starts ();
  bool in_turns (const Channel &c);
  bool direct (const Channel &c, const End &w, const End &r);
  bool back (const End &w, const End &r);
  bool convex ();
  bool between ();
  bool after_commit ();
  bool ending ();
  bool bounds (bool tested, bool own);
  bool whole_periods (bool tested, bool own);
  bool leads (const View_rates &writer, int64_t missing);
  bool after_lead (bool own);
};

bool
Legality_check::no (Place where, const std::string &why)
{
  legality.why = why;
  legality.where = where;
  return false;
}

static bool
does (Stmt *s, Primitive what)
{
  bool found = false;
  Block one { s };
  each_expression (one,
                   [&] (Expr *&e) { found |= e->kind == Expr::Operation && e->primitive == what; });
  return found;
}

static bool
waits (Stmt *s)
{
  return does (s, Primitive::p_update) || does (s, Primitive::p_join);
}

static bool
returns (Stmt *s)
{
  bool found = false;
  Block one { s };
  each_statement (one, [&] (Stmt *&inner) { found |= inner->kind == Stmt::Return; });
  return found;
}

/* Initial part, endless loop or for, final part; neither part waits for an element. */
bool
Legality_check::shape (const Instance &instance)
{
  const Process_rates &rates = instance.rates;
  const std::string name = "'" + instance.process->name + "'";
  if (!rates.is_static)
    return no (rates.where, name + " is not static: " + rates.why);
  if (!instance.stmt || instance.stmt->kind != Stmt::Do)
    return no (instance.run ? instance.run->at : instance.process->at,
               name + " is waited for, or runs the others");
  const Block &body = instance.process->body;
  for (size_t k = 0; k < body.size (); k++)
    if (k != rates.position && (waits (body[k]) || returns (body[k])))
      return no (body[k]->at, name + " waits, or ends, outside of its loop");
  for (const View_rates &v : rates.views)
    if (!v.made)
      return no (instance.process->at, name + " is given a view");
  if (rates.loop->kind == Stmt::While
      && !(rates.loop->value->kind == Expr::Boolean && rates.loop->value->integer))
    return no (rates.loop->at, "the condition of the loop of " + name + " is not 'true'");
  return true;
}

/* The producer may stall before its loop if the consumer has its ids before it waits: fuse_merge.cc
 * merges them in that order. */
bool
Legality_check::starts ()
{
  const Process_rates &p = pair.from ().rates, &q = pair.to ().rates;
  const Block &body = pair.to ().process->body;
  if (before_stall (p) < p.position || legality.lead)
    for (size_t k = before_stall (q); k < q.position; k++)
      if (does (body[k], Primitive::p_register))
        return no (body[k]->at, "the producer stalls before its loop, and the consumer takes an id "
                                "after it has stalled itself");
  return true;
}

/* ---- Rates --------------------------------------------------------------- */

/* turns of each in a period: the elements between them are on the stack */
static const int64_t most_turns = 64;
/* turns of the producer before the first period: what they write is on the stack (localise.cc) */
static const int64_t most_lead = 4096;

static const Site *
last_ask (const View_rates &view)
{
  const Site *last = nullptr;
  for (const Site &site : view.sites)
    if (site.call->primitive == Primitive::p_update)
      last = &site;
  return last;
}

/* Returns the value in the last of so many turns of a sum as of turn 0. */
static Sum
in_last_turn (const Linear &first, int64_t rate, int64_t turns)
{
  return added (first, Linear (rate), turns - 1);
}

static bool
even_rates (const View_rates &writer, int64_t writes, const View_rates &reader, int64_t reads)
{
  return __int128 (writer.rate) * writes == __int128 (reader.rate) * reads;
}

/* The producer makes so many turns first that the consumer does not miss elements. */
bool
Legality_check::leads (const View_rates &writer, int64_t missing)
{
  const int64_t turns = missing / writer.rate + (missing % writer.rate != 0);
  legality.lead = std::max (legality.lead, turns);
  return writer.whole && legality.lead <= most_lead;
}

static bool
always_asks_for_some (const View_rates &reader)
{
  return std::all_of (reader.sites.begin (), reader.sites.end (), [] (const Site &site) {
    return site.call->primitive != Primitive::p_update || asks_for_some (site);
  });
}

bool
Legality_check::in_turns (const Channel &c)
{
  const Expr *e = outside_turns (pair, c);
  return !e
         || no (e->at, "this " + std::string (row_of (e->primitive).name)
                         + ", outside of the turns, is about '" + c.record->name
                         + "', which the other has as well");
}

/* Elements from the producer to the consumer. */
bool
Legality_check::direct (const Channel &c, const End &w, const End &r)
{
  const View_rates &writer = network.view (w), &reader = network.view (r);
  const Site *ask = last_ask (reader);
  if (!ask || !writer.after
      || !even_rates (writer, legality.producer_turns, reader, legality.consumer_turns))
    return no (reader.made->at,
               "'" + c.record->name + "' is not read once a turn as it is written");
  Sum asked = in_last_turn (ask->index.start, reader.rate, legality.consumer_turns);
  Sum there = in_last_turn (*writer.after, writer.rate, legality.producer_turns);
  std::optional<int64_t> lead = asked && there ? distance (*asked, *there) : std::nullopt;
  if (!lead || (*lead < 0 && (writer.rate <= 0 || !leads (writer, -*lead))))
    return no (ask->call->at, "it requests elements that the producer's turn has not written yet");
  Sum steady = added (*writer.before, Linear (writer.rate));
  bool even = steady && *steady == *writer.after;
  if (!even)
    return no (writer.made->at, "the first turn writes another number of elements");
  bool alone = c.writers.size () == 1
               && std::all_of (c.readers.begin (), c.readers.end (),
                               [&] (const End &e) { return e.instance == pair.consumer; });
  if (!writer.whole && (!alone || *lead > 0 || legality.multi_rate ()))
    return no (writer.made->at, "the last turn may write less, and another process reads it");
  if (!writer.whole && !may_take_less (pair.from (), writer, reader))
    return no (writer.made->at, "the last turn may write less than the consumer asks for");
  if (!writer.whole)
    legality.less[writer.view].insert (reader.view);
  if (!always_asks_for_some (reader))
    return true;
  fed.insert (reader.view);
  if (*lead == 0 && writer.before->is_constant () && writer.before->constant == 0)
    ends.insert (reader.view);
  return true;
}

/* Elements from the consumer to the producer: from earlier turns. */
bool
Legality_check::back (const End &w, const End &r)
{
  const View_rates &writer = network.view (w), &reader = network.view (r);
  const Site *ask = last_ask (reader);
  Sum steady = writer.after ? added (*writer.after, Linear (writer.rate), -1) : Sum ();
  if (!ask || !steady || !writer.before || !writer.whole
      || !even_rates (writer, legality.consumer_turns, reader, legality.producer_turns))
    return no (
      reader.made->at,
      "elements that go back to the producer are not read once a turn as they are written");
  Sum asked = in_last_turn (ask->index.start, reader.rate, legality.producer_turns);
  std::optional<int64_t> first = asked ? distance (*asked, *writer.before) : std::nullopt,
                         later = asked ? distance (*asked, *steady) : std::nullopt;
  if (!first || !later || *first < 0 || *later < 0)
    return no (ask->call->at,
               "the producer waits for elements that the consumer writes in the same turn");
  return true;
}

bool
Legality_check::rates ()
{
  auto p = turns.find (pair.producer), q = turns.find (pair.consumer);
  if (p == turns.end () || q == turns.end ())
    return no (pair.to ().run->at, "how often the two turn is not known");
  int64_t common = std::gcd (p->second, q->second);
  legality.producer_turns = p->second / common;
  legality.consumer_turns = q->second / common;
  if (legality.producer_turns > most_turns || legality.consumer_turns > most_turns)
    return no (pair.to ().run->at,
               format ("a period of the two has more than %lld turns", (long long)most_turns));
  bool any = false, goes_back = false;
  for (const Channel &c : network.channels)
    for (const End &w : c.writers)
      for (const End &r : c.readers)
        {
          if (!c.closed)
            continue;
          if (w.instance == pair.producer && r.instance == pair.consumer)
            {
              any = true;
              if (!in_turns (c) || !direct (c, w, r))
                return false;
            }
          if (w.instance == pair.consumer && r.instance == pair.producer)
            {
              goes_back = true;
              if (!in_turns (c) || !back (w, r))
                return false;
            }
        }
  if (legality.lead && goes_back)
    return no (pair.to ().run->at, "the producer must make turns before it gets what goes back");
  return any || no (pair.to ().run->at, "no record leads from the one to the other");
}

/* ---- Others -------------------------------------------------------------- */

/* No path leads out of the two and back. */
bool
Legality_check::convex ()
{
  std::optional<size_t> over = reach.around (pair.producer, pair.consumer);
  if (!over)
    return true;
  bool unknown = *over >= network.instances.size ();
  return no (pair.to ().run->at, "a way leads from the two over "
                                   + (unknown ? std::string ("others")
                                              : "'" + network.instances[*over].process->name + "'")
                                   + " back to them");
}

/* The two are run by statements between which the root does not wait. */
bool
Legality_check::between ()
{
  const Block &body = network.root->body;
  auto a = std::find (body.begin (), body.end (), pair.from ().stmt),
       b = std::find (body.begin (), body.end (), pair.to ().stmt);
  for (auto s = std::min (a, b) + 1; s < std::max (a, b); ++s)
    if ((*s)->kind != Stmt::Declare && (*s)->kind != Stmt::Do)
      return no ((*s)->at, "this stands between where the two are run");
    else if (waits (*s) || does (*s, Primitive::p_stall))
      return no ((*s)->at, "this may wait, between where the two are run");
  return true;
}

/* ---- The end ------------------------------------------------------------- */

static bool
commits (Stmt *s, const std::set<const Variable *> &views)
{
  bool found = false;
  Block one { s };
  each_expression (one, [&] (Expr *&e) {
    found |= e->kind == Expr::Operation && e->primitive == Primitive::p_commit
             && views.count (view_of (e));
  });
  return found;
}

/* The producer does not end in a turn in which it has committed, and commits nothing at its end. */
bool
Legality_check::after_commit ()
{
  std::set<const Variable *> views;
  for (const Channel &c : network.channels)
    for (const End &w : c.writers)
      for (const End &r : c.readers)
        if (w.instance == pair.producer && r.instance == pair.consumer)
          views.insert (network.view (w).view);
  bool committed = false;
  for (Stmt *s : pair.from ().rates.loop->body)
    {
      committed = committed || commits (s, views);
      if (committed && jumps_out (s))
        return no (s->at,
                   "the producer may end here, and the consumer has not read what it committed");
    }
  const Block &body = pair.from ().process->body;
  for (size_t k = pair.from ().rates.position + 1; k < body.size (); k++)
    if (commits (body[k], views))
      return no (body[k]->at, "the producer commits behind its loop");
  return true;
}

/* Returns the number of iterations of a For if it is constant, else -1. */
static int64_t
length (const Process_rates &rates)
{
  std::optional<int64_t> n =
    rates.from && rates.to ? distance (*rates.from, *rates.to) : std::nullopt;
  if (!n)
    return -1;
  int64_t by = rates.by, steps = *n / by + (*n % by != 0);
  return (by > 0 ? *n > 0 : *n < 0) ? steps : 0;
}

/* Which of the two counts the turns. */
bool
Legality_check::bounds (bool tested, bool own)
{
  const Process_rates &p = pair.from ().rates, &q = pair.to ().rates;
  bool p_for = p.loop->kind == Stmt::For, q_for = q.loop->kind == Stmt::For;
  int64_t p_turns = p_for ? length (p) : -1, q_turns = q_for ? length (q) : -1;
  auto alike = [] (const Process_rates &a, const Process_rates &b) {
    Sum x = added (*a.to, *a.from, -1), y = added (*b.to, *b.from, -1);
    return a.by == b.by && x && y && *x == *y;
  };
  bool known = p_turns >= 0 && q_turns >= 0,
       both = p_for && q_for && p.from && p.to && q.from && q.to;
  bool same = (known && p_turns == q_turns) || (both && alike (p, q));
  bool producer_first = known && p_turns <= q_turns,
       consumer_first = same || (known && q_turns <= p_turns);
  bool p_exits = std::any_of (p.loop->body.begin (), p.loop->body.end (), jumps_out);
  if (!tested && !(consumer_first && !p_exits))
    return no (q.loop->at, "the consumer does not look for the end before it does anything");
  own = own || (q_for && !same && !producer_first);
  if (own && !droppable (pair))
    return no (q.loop->at, "the consumer may end before the producer, which others need");
  legality.header = !p_for && q_for ? Header::Consumer : Header::Producer;
  legality.test_bound = p_for && q_for && !same && !producer_first;
  return true;
}

/* As bounds, where the rates differ. */
bool
Legality_check::whole_periods (bool tested, bool own)
{
  const Process_rates &p = pair.from ().rates, &q = pair.to ().rates;
  bool p_for = p.loop->kind == Stmt::For, q_for = q.loop->kind == Stmt::For;
  int64_t p_turns = p_for ? length (p) : -1, q_turns = q_for ? length (q) : -1;
  bool p_exits = std::any_of (p.loop->body.begin (), p.loop->body.end (), jumps_out);
  if (legality.producer_turns > 1 && (p_exits || p_turns < 0 || p_turns % legality.producer_turns))
    return no (p.loop->at, format ("the consumer needs %lld turns of the producer, whose turns are "
                                   "not known to be a multiple of that",
                                   (long long)legality.producer_turns));
  bool same = p_turns >= 0 && q_turns >= 0 && !p_exits && q_turns % legality.consumer_turns == 0
              && p_turns / legality.producer_turns == q_turns / legality.consumer_turns;
  if (own || (q_for ? !same : !tested))
    return no (q.loop->at, "the consumer may end within a period of the two");
  if (legality.producer_turns > 1)
    legality.periods = p_turns / legality.producer_turns;
  return true;
}

/* Whether a name of the root is `let n : index = x < 0 ? 0 : x', or a sum is of such names. */
static bool
is_not_negative (const Process &root, const Variable *v)
{
  for (const Stmt *s : root.body)
    if (s->kind == Stmt::Declare && s->variable == v && v->kind == Variable::Let && s->value
        && s->value->kind == Expr::Select)
      {
        const auto &args = s->value->args;
        auto zero = [] (const Expr *e) { return e->kind == Expr::Integer && e->integer == 0; };
        return args[0]->kind == Expr::Binary && args[0]->op == Op::Less
               && args[0]->args[0]->kind == Expr::Name && zero (args[0]->args[1])
               && zero (args[1]) && args[2]->kind == Expr::Name
               && args[2]->variable == args[0]->args[0]->variable;
      }
  return false;
}

static bool
is_not_negative (const Process &root, const Linear &sum)
{
  return sum.constant >= 0
         && std::all_of (sum.terms.begin (), sum.terms.end (), [&] (const auto &term) {
              return term.second > 0 && is_not_negative (root, term.first);
            });
}

/* As bounds, after a lead: the producer makes the lead, and its share of each period. */
bool
Legality_check::after_lead (bool own)
{
  const Process_rates &p = pair.from ().rates, &q = pair.to ().rates;
  auto turns_of = [] (const Process_rates &r) {
    bool counted = r.loop->kind == Stmt::For && r.from && r.to && r.by == 1
                   && std::none_of (r.loop->body.begin (), r.loop->body.end (), jumps_out);
    return counted ? added (*r.to, *r.from, -1) : Sum ();
  };
  Sum p_turns = turns_of (p), q_turns = turns_of (q);
  if (own || !p_turns || !q_turns || !is_not_negative (*network.root, *q_turns))
    return no (q.loop->at, "it looks ahead, and how often the two turn is not known");
  Sum all = scaled (*p_turns, legality.consumer_turns),
      periods = scaled (*q_turns, legality.producer_turns),
      lead = scaled (Linear (legality.lead), legality.consumer_turns);
  Sum more = periods && lead ? added (*periods, *lead) : Sum ();
  if (!all || !more || !(*all == *more))
    return no (q.loop->at, format ("it looks ahead, and the producer does not make %lld turns more "
                                   "than it needs",
                                   (long long)legality.lead));
  if (legality.consumer_turns == 1)
    {
      legality.header = Header::Consumer;
      return true;
    }
  if (!q_turns->is_constant () || q_turns->constant % legality.consumer_turns)
    return no (q.loop->at, "the consumer may end within a period of the two");
  legality.periods = q_turns->constant / legality.consumer_turns;
  return true;
}

bool
Legality_check::ending ()
{
  Exits exits = exits_of (pair.to ().rates, ends, fed);
  bool finals[2];
  for (const Instance *i : { &pair.from (), &pair.to () })
    finals[i == &pair.to ()] = i->rates.position + 1 < i->process->body.size ();
  for (const Instance *i : { &pair.from (), &pair.to () })
    {
      bool any = returns (i->rates.loop), deep = has_return_in_loop (i->rates.loop->body);
      bool own_final = finals[i == &pair.to ()], other_final = finals[i != &pair.to ()];
      if (any && (own_final || deep) && (own_final || other_final))
        return no (i->rates.loop->at, "a return in this loop would leave out what follows");
    }
  if (!after_commit ())
    return false;
  const Stmt *follows = exits.tested ? follows_from_last_turn (pair.to (), ends) : nullptr;
  if (follows)
    return no (follows->at,
               "this follows from what the consumer does in a turn before it looks for the end");
  if (legality.lead)
    return after_lead (exits.own);
  return legality.multi_rate () ? whole_periods (exits.tested, exits.own)
                               : bounds (exits.tested, exits.own);
}

Legality
Legality_check::check ()
{
  bool good = pair.producer != pair.consumer && shape (pair.from ()) && shape (pair.to ())
              && rates () && starts () && between () && convex () && ending ();
  if (!good && legality.why.empty ())
    no (pair.to ().process->at, "it is one process");
  legality.fed = fed;
  return legality;
}

} // namespace

Legality
may_fuse (const Pair &pair, const Reachability &reach, const std::map<size_t, int64_t> &turns)
{
  return Legality_check (pair, reach, turns).check ();
}

} // namespace er
