/* SPDX-License-Identifier: MIT */
/* fuse_merge.cc - merges two processes (fuse.h).
 *
 *   process a(...) { A1; for i in 0 .. n { A2; } A3; }
 *   process b(...) { B1; while true { B2; } B3; }
 *
 * become process a_to_b(... ...) { A1; B1; for i in 0 .. n { A2; B2; } A3; B3; }, with literals
 * and constants that the two are given in place of parameters.  Where their rates differ, the loop
 * is
 *
 *   var i = 0;
 *   for period in 0 .. n / p { for turn in 0 .. p { A2; i = i + 1; }  for turn in 0 .. q { B2; } }
 *
 * Where b looks ahead, `for turn in 0 .. lead { A2; i = i + 1; }' comes before the loop.
 *
 * If A1 stalls, the consumer must have its ids before.  So the part of A1 from its first stall on
 * follows the part of B1 before its first stall.
 *
 * If the last turn of a may commit less than b requests, b requests what a has committed.
 */
#include <algorithm>

#include "passes/fusion/fuse.h"
#include "analysis/analysis.h"
#include "ir/ir.h"

namespace er {

namespace {

/* One of the two, copied. */
struct Half
{
  Block initial, stalling, final_part; /* stalling: before the loop, from the first stall on */
  Stmt *loop;
  std::map<const Variable *, const Variable *> views; /* of the one: the copies */
};

class Merge
{
public:
  Merge (Module &module, Module_names &all_names, const Pair &pair, const Legality &legality)
      : module (module), pair (pair), legality (legality), all_names (all_names),
        names (all_names.within ())
  {
  }
  Process *merge ();

private:
  Module &module;
  const Pair &pair;
  const Legality &legality;
  Module_names &all_names;
  Fresh_names names;
  Process *made = nullptr;
  std::vector<Expr *> args; /* for its parameters */

  Half half (const Instance &instance, const std::set<const Variable *> &fed);
  void ask_for_committed (Half &p, Half &q, const Variable *written,
                          const std::set<const Variable *> &read);
  void own_counter (Half &of, bool test);
  Block turns (const Half &of, int64_t count);
  void lead (const Half &p, Half &q);
  Stmt *loop_of (Half &p, Half &q);
  std::string name () const;
  void replace_runs ();
};

} // namespace

/* Replaces return by break in a loop with nothing after it and no inner loop. */
static void
break_for_return (Block &b)
{
  for (Stmt *s : b)
    {
      if (s->kind == Stmt::Return)
        s->kind = Stmt::Break;
      if (s->kind == Stmt::If)
        {
          break_for_return (s->body);
          break_for_return (s->other);
        }
    }
}

/* Removes the tests for the end of views that the producer feeds.  Both may be instances of one
 * process: then they have the same views, and only one is fed. */
Half
Merge::half (const Instance &instance, const std::set<const Variable *> &fed)
{
  const Process &p = *instance.process;
  Renamer renamer (module, names);
  for (size_t k = 0; k < p.parameters.size (); k++)
    {
      Expr *arg = instance.run->args[k];
      if (is_fixed (arg))
        {
          renamer.literals[p.parameters[k]] = arg;
          continue;
        }
      made->parameters.push_back (renamer.declare (p.parameters[k]));
      args.push_back (arg);
    }
  Half half;
  std::set<const Stmt *> never = end_tests_of (instance.rates, fed);
  size_t stall = before_stall (instance.rates);
  for (size_t k = 0; k < p.body.size (); k++)
    if (k == instance.rates.position)
      {
        half.loop = renamer.copy (p.body[k]);
        Block &body = half.loop->body;
        for (size_t s = body.size (); s-- > 0;)
          if (never.count (p.body[k]->body[s]))
            body.erase (body.begin () + long (s));
      }
    else
      (k > instance.rates.position ? half.final_part
       : k < stall                 ? half.initial
                                   : half.stalling)
        .push_back (renamer.copy (p.body[k]));
  break_for_return (half.loop->body);
  for (const View_rates &v : instance.rates.views)
    half.views[v.view] = renamer.now.at (v.view);
  return half;
}

/* for q in from .. to by t { B; }   becomes   var q = from; let end = to;   { [if q >= end { break;
 * }] B; q = q + t; } */
void
Merge::own_counter (Half &of, bool test)
{
  Stmt *loop = of.loop;
  if (loop->kind != Stmt::For)
    return;
  Builder b (module, loop->at);
  const std::string &q = loop->variable->name;
  int64_t step = step_of (loop);
  of.stalling.push_back (b.declare (Variable::Var, q, loop->from));
  if (test)
    {
      std::string end = names.fresh (q + "_end");
      of.stalling.push_back (b.let (end, loop->to));
      Expr *over = b.binary (step < 0 ? Op::LessEqual : Op::GreaterEqual, b.name (q), b.name (end));
      loop->body.insert (loop->body.begin (),
                         b.choice (over, { module.make (Stmt::Break, loop->at) }));
    }
  loop->body.push_back (b.assign (q, b.plus (b.name (q), step)));
}

/* commit(w, e); ... update(v, f)   becomes   given = e; commit(w, e); ... update(v, given) */
void
Merge::ask_for_committed (Half &p, Half &q, const Variable *written,
                          const std::set<const Variable *> &read)
{
  Builder b (module, p.loop->at);
  std::string given = names.fresh (written->name + "_given");
  auto is_about = [] (const Expr *e, Primitive what, const Variable *view) {
    return e && e->kind == Expr::Operation && e->primitive == what && view_of (e) == view;
  };
  p.initial.insert (p.initial.begin (), b.declare (Variable::Var, given, nullptr));
  Block body;
  for (Stmt *s : p.loop->body)
    {
      if (is_about (s->value, Primitive::p_commit, p.views.at (written)))
        {
          body.push_back (b.assign (given, s->value->args[1]));
          s->value->args[1] = b.name (given);
        }
      body.push_back (s);
    }
  p.loop->body = body;
  each_expression (q.loop->body, [&] (Expr *&e) {
    for (const Variable *v : read)
      if (is_about (e, Primitive::p_update, q.views.at (v)))
        e->args[1] = b.name (given);
  });
}

Block
Merge::turns (const Half &of, int64_t count)
{
  const Block &body = of.loop->body;
  Builder b (module, of.loop->at);
  return count == 1
           ? body
           : Block{ b.loop (names.fresh ("turn"), b.number (0), b.number (count), 1, body) };
}

/* The turns of the producer before the first of the new process. */
void
Merge::lead (const Half &p, Half &q)
{
  Builder b (module, p.loop->at);
  if (legality.lead)
    q.stalling.push_back (b.loop (names.fresh ("turn"), b.number (0), b.number (legality.lead), 1,
                                  Renamer (module, names).copy (p.loop->body)));
}

Stmt *
Merge::loop_of (Half &p, Half &q)
{
  const bool consumer_counts = legality.header == Header::Consumer,
             new_counter = legality.periods >= 0;
  Stmt *loop = consumer_counts ? q.loop : p.loop;
  own_counter (consumer_counts ? p : q, legality.test_bound);
  if (new_counter)
    own_counter (p, false);
  lead (p, q);
  Block turn = turns (p, legality.producer_turns), after = turns (q, legality.consumer_turns);
  turn.insert (turn.end (), after.begin (), after.end ());
  if (new_counter)
    {
      Builder b (module, loop->at);
      return b.loop (names.fresh ("period"), b.number (0), b.number (legality.periods), 1, turn);
    }
  loop->body = turn;
  return loop;
}

/* a_to_b and b_to_c are a_to_c. */
std::string
Merge::name () const
{
  std::string a = pair.from ().process->name, b = pair.to ().process->name;
  size_t end = a.find ("_to_"), start = b.rfind ("_to_");
  return a.substr (0, end) + "_to_" + (start == std::string::npos ? b : b.substr (start + 4));
}

void
Merge::replace_runs ()
{
  Block &body = pair.network->root->body;
  Expr *run = module.make (Expr::Run, pair.to ().run->at);
  run->name = made->name;
  run->process = made;
  run->type = module.scalar (Type::Handle);
  run->args = args;
  auto a = std::find (body.begin (), body.end (), pair.from ().stmt),
       b = std::find (body.begin (), body.end (), pair.to ().stmt);
  *std::max (a, b) = Builder (module, run->at).alone (run);
  body.erase (std::min (a, b));
}

Process *
Merge::merge ()
{
  made = module.process ();
  made->name = all_names.process (name ());
  made->at = pair.from ().process->at;
  Half p = half (pair.from (), {}), q = half (pair.to (), legality.fed);
  for (const auto &less : legality.less)
    ask_for_committed (p, q, less.first, less.second);
  Stmt *loop = loop_of (p, q);
  for (Block *part : { &p.initial, &q.initial, &p.stalling, &q.stalling })
    made->body.insert (made->body.end (), part->begin (), part->end ());
  made->body.push_back (loop);
  for (Block *part : { &p.final_part, &q.final_part })
    made->body.insert (made->body.end (), part->begin (), part->end ());
  auto item = std::find_if (module.items.begin (), module.items.end (),
                            [&] (const Item &i) { return i.process == pair.to ().process; });
  Item added;
  added.process = made;
  module.items.insert (item + 1, added);
  replace_runs ();
  return made;
}

Process *
merge (Module &module, Module_names &names, const Pair &pair, const Legality &legality)
{
  return Merge (module, names, pair, legality).merge ();
}

} // namespace er
