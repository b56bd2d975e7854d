/* SPDX-License-Identifier: MIT */
/* fission_part.cc - builds the process that replaces the original and runs in several copies
 * (before and after: fission.cc). */
#include "passes/fission/fission.h"

#include <algorithm>

#include "ir/ir.h"
#include "passes/fusion/fuse.h"
#include "analysis/analysis.h"

namespace er {

namespace {

/* One copy's text.  Names are those of the process, and new ones beside them. */
class Part_process
{
public:
  Part_process (Module &module, Process &p, const Process_rates &rates, const View_rates *input,
                const Sharing &sharing)
      : b (module, rates.loop->at), names (module, p), module (module), p (p), rates (rates),
        input (input), parts (sharing.parts), block (sharing.block)
  {
  }
  void make ();

private:
  Builder b;
  Fresh_names names;
  Module &module;
  Process &p;
  const Process_rates &rates;
  const View_rates *input;
  int64_t parts, block;
  std::string turn, seen;

  Expr *times (const std::string &name, int64_t by)
  {
    return by == 1 ? b.name (name) : b.binary (Op::Multiply, b.name (name), b.number (by));
  }
  /* where the elements of so many turns end */
  Expr *past (const std::string &turns, const View_rates &v)
  {
    return b.plus (times (turns, v.rate), v.before->constant);
  }
  Variable *parameter (const std::string &wish);
  void ids ();
  Block begin ();
  Block commits ();
  Block releases ();
  Stmt *remember (const std::string &n);
  Block tested (Stmt *test, const Variable *n);
  Block up_to_turn ();
  Block past_others ();
  Block first_turn ();
  Block other_turns (const Block &turn_again);
  Block block_of_while ();
  Block block_of_for ();
  Block whole_end ();
};

Variable *
Part_process::parameter (const std::string &wish)
{
  Variable *v =
    module.variable (Variable::Parameter, names.fresh (wish), p.at, module.scalar (Type::Index));
  p.parameters.push_back (v);
  return v;
}

/* bytes for which a window is made, unless one turn of each copy needs more */
static const int64_t most_elements = 1 << 20;

/* Ids become parameters, in the order of the views; writers get horizons for one block of each
 * copy, within the limit of horizons.  The original horizon would also be sufficient, because each
 * copy executes its iterations one after the other. */
void
Part_process::ids ()
{
  Block windows; /* not bound yet: inserted when all of them exist */
  for (const View_rates &v : rates.views)
    {
      std::string id = parameter (v.view->name + "_id")->name;
      for (size_t k = 0; k < p.body.size (); k++)
        {
          Expr *e = p.body[k]->kind == Stmt::Do ? p.body[k]->value : nullptr;
          if (!e || view_of (e) != v.view)
            continue;
          if (e->primitive == Primitive::p_register)
            e->args[1] = b.name (id);
        }
      if (!v.write)
        continue;
      int64_t turn_of_each = v.rate * parts,
              window = std::max (turn_of_each, std::min (turn_of_each * block, most_elements));
      window = std::min (window, most_horizon (v.view->type->element));
      windows.push_back (
        b.alone (b.act (Primitive::p_alloc, { b.name (v.view->name), b.number (window) })));
    }
  p.body.insert (p.body.end () - 1, windows.begin (), windows.end ());
}

/* Sets the counters at the beginning of an iteration to their values in the original process. */
Block
Part_process::begin ()
{
  Block result;
  for (const auto &c : rates.counters)
    {
      if (c.first->kind != Variable::Var)
        continue;
      Expr *value = times (turn, c.second.step);
      if (!(c.second.start == Linear ()))
        value = b.binary (Op::Add, value, expression (module, rates.loop->at, c.second.start));
      result.push_back (
        b.assign (c.first->name,
                  c.second.step ? value : expression (module, rates.loop->at, c.second.start)));
    }
  return result;
}

/* Commits what comes before this turn: other copies write it. */
Block
Part_process::commits ()
{
  Block result;
  for (const View_rates &v : rates.views)
    if (v.write)
      result.push_back (
        b.alone (b.act (Primitive::p_commit, { b.name (v.view->name), past (turn, v) })));
  return result;
}

/* Releases what comes before this turn. */
Block
Part_process::releases ()
{
  Block result;
  for (const View_rates &v : rates.views)
    if (!v.write)
      result.push_back (
        b.alone (b.act (Primitive::p_release, { b.name (v.view->name), past (turn, v) })));
  return result;
}

Stmt *
Part_process::remember (const std::string &n)
{
  return b.choice (b.binary (Op::Greater, b.name (n), b.number (0)),
                   { b.assign (seen, b.name (n)) });
}

/* Replaces the test for the end: the turn exists if its first element does. */
Block
Part_process::tested (Stmt *test, const Variable *n)
{
  Block result { remember (n->name) };
  Stmt *leave = module.make (Stmt::Break, test->at);
  result.push_back (
    b.choice (b.binary (Op::LessEqual, b.name (n->name), times (turn, input->rate)), { leave }));
  for (Stmt *s : commits ())
    result.push_back (s);
  return result;
}

/* A for goes on behind the end of a stream.  An update that reaches the end gives the end once,
 * then 0 (5.3): so if the result of an update is used, the iterations of other copies are requested
 * first, as in the original process. */
Block
Part_process::up_to_turn ()
{
  Block result;
  for (const View_rates &v : rates.views)
    if (!v.write && std::any_of (v.sites.begin (), v.sites.end (), gives_result))
      result.push_back (
        b.alone (b.act (Primitive::p_update, { b.name (v.view->name), past (turn, v) })));
  return result;
}

/* Advances to the next block; other copies read the elements in between. */
Block
Part_process::past_others ()
{
  Block result = releases ();
  result.insert (result.begin (), b.assign (turn, b.plus (b.name (turn), parts * block)));
  return result;
}

static const Variable *
updated (const Stmt *s)
{
  bool updates = s->kind == Stmt::Declare && s->value && s->value->kind == Expr::Operation
                 && s->value->primitive == Primitive::p_update;
  return updates ? s->variable : nullptr;
}

/* The first iteration of a block: skips the elements of other copies before it, once it is known
 * that this iteration exists. */
Block
Part_process::first_turn ()
{
  Stmt *loop = rates.loop;
  Block result = begin ();
  if (loop->kind == Stmt::For)
    for (const Block &part : { commits (), up_to_turn () })
      result.insert (result.end (), part.begin (), part.end ());
  std::set<const Variable *> results;
  const Variable *n = nullptr;
  for (Stmt *s : loop->body)
    {
      if (const Variable *given = updated (s))
        results.insert (n = given);
      Block instead =
        loop->kind == Stmt::While && is_end_test (s, results) ? tested (s, n) : Block{ s };
      result.insert (result.end (), instead.begin (), instead.end ());
    }
  return result;
}

/* The turns after the first; each tests for the end as before. */
Block
Part_process::other_turns (const Block &turn_again)
{
  std::string over = names.fresh ("over");
  Block body;
  std::set<const Variable *> results;
  for (Stmt *s : turn_again)
    {
      if (is_end_test (s, results))
        s->body = { b.assign (over, module.boolean (s->at, true)),
                    module.make (Stmt::Break, s->at) };
      body.push_back (s);
      if (const Variable *given = updated (s))
        {
          results.insert (given);
          body.push_back (remember (given->name));
        }
    }
  return { b.declare (Variable::Var, over, nullptr, Type::Bool),
           b.loop (names.fresh ("shared"), b.number (1), b.number (block), 1, body),
           b.choice (b.name (over), { module.make (Stmt::Break, rates.loop->at) }) };
}

Block
Part_process::block_of_while ()
{
  Block again =
          block > 1 ? other_turns (Renamer (module, names).copy (rates.loop->body)) : Block (),
        result = first_turn ();
  for (const Block &part : { again, past_others () })
    result.insert (result.end (), part.begin (), part.end ());
  return result;
}

/* The counter advances within the block; the loop gets another counter. */
Block
Part_process::block_of_for ()
{
  Stmt *loop = rates.loop;
  std::string first = names.fresh (loop->variable->name + "_first"),
              end = names.fresh (loop->variable->name + "_end");
  p.body.insert (p.body.end () - 1, b.let (end, loop->to));
  Block result = begin ();
  for (const Block &part : { commits (), up_to_turn () })
    result.insert (result.end (), part.begin (), part.end ());
  std::string last = names.fresh (loop->variable->name + "_last");
  int64_t length = block * rates.by;
  Expr *left = b.binary (Op::Subtract, b.name (end), b.name (first));
  Expr *inside = b.binary (Op::Less, left, b.number (length));
  result.push_back (
    b.let (last, module.make (Expr::Select, loop->at,
                              { inside, b.name (end), b.plus (b.name (first), length) })));
  result.push_back (
    b.loop (loop->variable->name, b.name (first), b.name (last), rates.by, loop->body));
  Block next = past_others ();
  result.insert (result.end (), next.begin (), next.end ());
  loop->variable =
    module.variable (Variable::Counter, first, loop->at, module.scalar (Type::Index));
  loop->to = b.name (end);
  return result;
}

/* The common end: the number of turns follows from the elements, or from the bounds. */
Block
Part_process::whole_end ()
{
  Stmt *loop = rates.loop;
  Block result;
  std::string all = names.fresh ("all");
  Expr *count;
  if (loop->kind == Stmt::While)
    count = input->rate == 1 ? b.name (seen)
                             : b.binary (Op::Divide, b.plus (b.name (seen), input->rate - 1),
                                         b.number (input->rate));
  else
    {
      Sum length = added (*rates.to, *rates.from, -1);
      Expr *n =
        b.plus (length ? expression (module, loop->at, *length) : b.number (0), rates.by - 1);
      count = rates.by == 1 ? n : b.binary (Op::Divide, n, b.number (rates.by));
    }
  result.push_back (b.let (all, count));
  Block ends;
  for (const View_rates &v : rates.views)
    {
      std::optional<Whole_end> end =
        v.write && !v.whole && loop->kind == Stmt::While ? end_of (rates, v) : std::nullopt;
      Expr *index = end ? b.plus (times (seen, end->factor), end->more) : past (all, v);
      if (v.write)
        ends.push_back (b.alone (b.act (Primitive::p_commit, { b.name (v.view->name), index })));
    }
  if (loop->kind == Stmt::For)
    ends = { b.choice (b.binary (Op::Greater, b.name (all), b.number (0)), ends) };
  result.insert (result.end (), ends.begin (), ends.end ());
  return result;
}

void
Part_process::make ()
{
  Stmt *loop = rates.loop;
  Variable *part = parameter ("part");
  ids ();
  turn = names.fresh ("turn");
  Block before { b.declare (Variable::Var, turn, times (part->name, block)) };
  if (loop->kind == Stmt::While)
    {
      seen = names.fresh ("seen");
      before.push_back (b.declare (Variable::Var, seen, nullptr));
    }
  for (Stmt *s : releases ())
    before.push_back (s);
  Block ends = whole_end ();
  loop->body = loop->kind == Stmt::While || block == 1 ? block_of_while () : block_of_for ();
  if (loop->kind == Stmt::For)
    {
      loop->from = b.binary (Op::Add, loop->from, times (part->name, rates.by * block));
      loop->step = b.number (rates.by * parts * block);
    }
  p.body.insert (p.body.end () - 1, before.begin (), before.end ());
  p.body.insert (p.body.end (), ends.begin (), ends.end ());
}

} // namespace

bool
gives_result (const Site &site)
{
  return site.call->primitive == Primitive::p_update && site.stmt->kind != Stmt::Do;
}

std::optional<Whole_end>
end_of (const Process_rates &rates, const View_rates &view)
{
  Values before;
  for (size_t k = 0; k < rates.position; k++)
    before.follow (rates.process->body[k]);
  Values turn = before.in_turn (rates.loop);
  const Variable *given = nullptr;
  Sum end;
  for (const Stmt *s : rates.loop->body)
    {
      const Expr *e = s->kind == Stmt::Do ? s->value : nullptr;
      if (e && e->kind == Expr::Operation && e->primitive == Primitive::p_commit
          && view_of (e) == view.view)
        end = turn.of (e->args[1]);
      turn.follow (s);
      given = updated (s) ? updated (s) : given;
    }
  auto term = end && given ? end->terms.find (given)
                           : std::map<const Variable *, int64_t, By_name>::iterator ();
  if (!end || !given || end->terms.size () != 1 || term == end->terms.end () || term->second <= 0)
    return {};
  return Whole_end { term->second, end->constant };
}

void
make_part (Module &module, Process &p, const Process_rates &rates, const View_rates *input,
           const Sharing &sharing)
{
  Part_process (module, p, rates, input, sharing).make ();
}

} // namespace er
