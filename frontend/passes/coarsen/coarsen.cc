/* SPDX-License-Identifier: MIT */
/* coarsen.cc - synchronisation once a strip instead of once an element.
 *
 *   before   alloc(w, 1);
 *            while true {
 *                let n : index = update(v, i + 1);
 *                if n == 0 { break; }
 *                stall(w, i + 1);
 *                w[[i]] = f * v[[i]];
 *                i = n;
 *                commit(w, i);
 *                release(v, i);
 *            }
 *
 *   after    alloc(w, 65536);
 *            while true {
 *                var turns : index = 0;
 *                if i >= -N && i <= N {                              no sum overflows
 *                    turns = 1024;
 *                    let known : index = ahead(v);
 *                    let room : index = known - i;
 *                    if room < turns { turns = room; }               likewise for w and each test
 *                }
 *                if turns > 64 { turns = turns - turns % 64; }       whole vectors
 *                if turns >= 4 {
 *                    update(v, i + turns);
 *                    stall(w, i + turns);
 *                    for k in 0 .. turns { let n : index = i + 1; w[[i]] = f * v[[i]]; i = n; }
 *                    commit(w, i);
 *                    release(v, i);
 *                } else { ... the body as it was ... }
 *            }
 *
 * The rule is that of the plugin (plugin/opt/coarsen). ahead (5.17) tells how far nothing waits, so
 * a strip is a run of turns in which nothing waits; turns that may wait, and the end of the stream,
 * are left to the original body.  Liveness: a strip delays commits and releases by a bounded number
 * of turns of bounded length (coarsen_choose.cc), and does not wait meanwhile.  So a process that
 * needs them does not wait for ever, even in a cycle; 7.8 is the proof.
 *
 * A strip is no longer than a horizon.  So the horizon of a view that is stalled for is enlarged if
 * its alloc is a constant, which by 7.5 does not change the result.
 */
#include "passes/coarsen/coarsen.h"

#include <algorithm>
#include <set>

#include "ir/ir.h"
#include "eval/eval.h"
#include "passes/pass.h"

namespace er {

namespace {

const int64_t usual_strip = 1024, longest = 1 << 20;
const int64_t worth_it = 4;              /* turns of a strip */
/* the size of an enlarged horizon: many strips, within the second-level cache */
const int64_t most_bytes = 1 << 18;
const int64_t least_scalar = 4;          /* bytes that are assumed for a scalar of an element */

class Coarsening
{
public:
  Coarsening (Module &module, Process &p, int64_t most)
      : module (module), process (p), names (module, p), most (most)
  {
  }
  Block coarsened (Block &block);

private:
  Module &module;
  Process &process;
  Fresh_names names;
  int64_t most;

  void shape (Stmt *loop, const Strip &strip, Block &result);
  Block limits_of_for (const Stmt *loop, Builder &b, const std::string &turns, const Variable *at,
                       const std::string &end);
  Block counted (const Stmt *loop, const Strip &strip, Builder &b, const std::string &turns,
                 const Variable *at);
  Block strip_block (const Stmt *loop, const Strip &strip, Builder &b, const std::string &turns,
                     const Variable *at);
  void widen (const Strip_sync &y);
};

/* Returns an index of a turn, with the new name of the counter of a for. */
Linear
from_outside (const Linear &a, const Stmt *loop, const Variable *at)
{
  Sum s = substituted (
    a, [&] (const Variable *v) { return Sum (Linear (v == loop->variable && at ? at : v)); });
  return s ? *s : a;
}

bool
waits (const Strip_sync &y)
{
  return y.primitive == Primitive::p_update || y.primitive == Primitive::p_stall;
}

/* turns := what all limits allow. */
Block
Coarsening::counted (const Stmt *loop, const Strip &strip, Builder &b, const std::string &turns,
                     const Variable *at)
{
  Block list { b.assign (turns, b.number (strip.most)) };
  /* `left' is not negative in the first turn and grows by `step' in each. */
  auto limit = [&] (const Linear &left, int64_t step) {
    if (step >= 0)
      {
        list.push_back (
          b.choice (b.binary (Op::Less, expression (module, loop->at, left), b.number (0)),
                    { b.assign (turns, b.number (0)) }));
        return;
      }
    std::string room = names.fresh ("room");
    Sum one_more = step == -1 ? added (left, Linear (1)) : Sum ();
    list.push_back (b.let (
      room, one_more
              ? expression (module, loop->at, *one_more)
              : b.plus (
                b.binary (Op::Divide, expression (module, loop->at, left), b.number (-step)), 1)));
    list.push_back (b.choice (b.binary (Op::Less, b.name (room), b.name (turns)),
                              { b.assign (turns, b.name (room)) }));
  };
  std::vector<Linear> positive; /* or 0 */
  for (const Strip_limit &l : strip.limits)
    {
      Linear left = from_outside (l.left, loop, at);
      limit (left, l.step);
      if (l.step >= 0)
        positive.push_back (left);
    }
  for (const Strip_sync &y : strip.syncs)
    {
      Linear first = from_outside (y.first, loop, at);
      bool known = std::any_of (positive.begin (), positive.end (),
                                [&] (const Linear &p) { return distance (p, first) >= 0; });
      if (!known && !first.is_constant ())
        {
          limit (first, 0); /* a negative index is reported by the original body */
          positive.push_back (first);
        }
      if (!waits (y))
        continue;
      list.push_back (
        b.let (names.fresh ("known"), b.act (Primitive::p_ahead, { b.name (y.view->name) })));
      if (Sum left = added (Linear (list.back ()->variable), first, -1))
        limit (*left, -y.step);
    }
  for (const Variable *v : strip.not_done)
    {
      std::string over = names.fresh ("over");
      list.push_back (b.declare (Variable::Let, over,
                                 b.act (Primitive::p_done, { b.name (v->name) }), Type::Bool));
      list.push_back (b.choice (b.name (over), { b.assign (turns, b.number (0)) }));
    }
  return list;
}

/* Returns the condition that the names in the sums of a strip are so far from the limits of index
 * that the sums do not overflow (strip_bound); null if no name is in them. */
Expr *
within (Builder &b, const Strip &strip, const Stmt *loop, const Variable *at,
        const std::string &end)
{
  std::set<std::string> names;
  auto all_of = [&] (const Linear &a) {
    for (const auto &t : from_outside (a, loop, at).terms)
      names.insert (t.first->name);
  };
  for (const Strip_limit &l : strip.limits)
    all_of (l.left);
  for (const Strip_sync &y : strip.syncs)
    all_of (y.first);
  if (at)
    names.insert ({ at->name, end });
  Expr *result = nullptr;
  auto also = [&] (Op op, const std::string &name, int64_t n) {
    Expr *test = b.binary (op, b.name (name), b.number (n));
    result = result ? b.binary (Op::And, result, test) : test;
  };
  for (const std::string &name : names)
    {
      also (Op::GreaterEqual, name, -strip_bound (strip));
      also (Op::LessEqual, name, strip_bound (strip));
    }
  return result;
}

/* Returns the last index of a strip, in terms of values before its first turn or (after) after its
 * last. */
Expr *
last_index (Module &module, const Stmt *loop, Builder &b, const Strip_sync &y, const Variable *at,
            const std::string *turns)
{
  Sum before = added (from_outside (y.first, loop, at), Linear (-y.step));
  Expr *e = expression (module, loop->at, *before);
  if (!turns || !y.step)
    return e;
  return b.binary (Op::Add, e,
                   y.step == 1 ? b.name (*turns)
                               : b.binary (Op::Multiply, b.name (*turns), b.number (y.step)));
}

Block
Coarsening::strip_block (const Stmt *loop, const Strip &strip, Builder &b, const std::string &turns,
                         const Variable *at)
{
  Block list;
  auto sync = [&] (const Strip_sync &y, const std::string *ahead_by) {
    Expr *index = last_index (module, loop, b, y, at, ahead_by);
    list.push_back (b.alone (b.act (y.primitive, { b.name (y.view->name), index })));
  };
  for (const Strip_sync &y : strip.syncs)
    if (waits (y))
      sync (y, &turns);
  if (!at)
    list.push_back (b.loop (names.fresh ("turn"), b.number (0), b.name (turns), 1, strip.body));
  else
    {
      int64_t step = step_of (loop);
      Expr *by =
        step == 1 ? b.name (turns) : b.binary (Op::Multiply, b.name (turns), b.number (step));
      std::string end = names.fresh ("strip_end");
      list.push_back (b.let (end, b.binary (Op::Add, b.name (at->name), by)));
      list.push_back (
        b.loop (loop->variable->name, b.name (at->name), b.name (end), step, strip.body));
      list.push_back (b.assign (at->name, b.name (end)));
    }
  for (const Strip_sync &y : strip.syncs)
    if (!waits (y))
      sync (y, nullptr);
  return list;
}

/* Limits a strip to the remaining turns. */
Block
Coarsening::limits_of_for (const Stmt *loop, Builder &b, const std::string &turns,
                           const Variable *at, const std::string &end)
{
  int64_t step = step_of (loop), by = step > 0 ? step : -step;
  std::string room = names.fresh ("room");
  Expr *left = step > 0 ? b.binary (Op::Subtract, b.name (end), b.name (at->name))
                        : b.binary (Op::Subtract, b.name (at->name), b.name (end));
  return { b.let (room, by == 1
                          ? left
                          : b.plus (b.binary (Op::Divide, b.plus (left, -1), b.number (by)), 1)),
           b.choice (b.binary (Op::Less, b.name (room), b.name (turns)),
                     { b.assign (turns, b.name (room)) }) };
}

/* Builds the new loop.  A for becomes a while with a counter of its own. */
void
Coarsening::shape (Stmt *loop, const Strip &strip, Block &result)
{
  Builder b (module, loop->at);
  bool is_for = loop->kind == Stmt::For;
  std::string turns = names.fresh ("turns"), end;
  Variable *at = nullptr;
  if (is_for)
    {
      Stmt *first =
        b.declare (Variable::Var, names.fresh (loop->variable->name + "_next"), loop->from);
      at = first->variable;
      end = names.fresh (loop->variable->name + "_end");
      result.push_back (first);
      result.push_back (b.let (end, loop->to));
    }
  Block count = counted (loop, strip, b, turns, at), as_it_was;
  if (is_for)
    {
      for (Stmt *s : limits_of_for (loop, b, turns, at, end))
        count.push_back (s);
      as_it_was.push_back (b.let (loop->variable->name, b.name (at->name)));
    }
  Block body { b.declare (Variable::Var, turns, b.number (0)) };
  if (Expr *sound = within (b, strip, loop, at, end))
    count = { b.choice (sound, count) };
  body.insert (body.end (), count.begin (), count.end ());
  as_it_was.insert (as_it_was.end (), loop->body.begin (), loop->body.end ());
  if (is_for)
    as_it_was.push_back (b.assign (at->name, b.plus (b.name (at->name), step_of (loop))));
  if (strip.most > even_turns)
    {
      Expr *rest = b.binary (Op::Remainder, b.name (turns), b.number (even_turns));
      body.push_back (
        b.choice (b.binary (Op::Greater, b.name (turns), b.number (even_turns)),
                  { b.assign (turns, b.binary (Op::Subtract, b.name (turns), rest)) }));
    }
  body.push_back (b.choice (b.binary (Op::GreaterEqual, b.name (turns), b.number (worth_it)),
                            strip_block (loop, strip, b, turns, at), as_it_was));
  Op more = is_for && step_of (loop) < 0 ? Op::Greater : Op::Less;
  result.push_back (
    b.loop (is_for ? b.binary (more, b.name (at->name), b.name (end)) : loop->value, body));
}

/* ---- Horizons ------------------------------------------------------------ */

int64_t
bytes_of (const Type *t)
{
  if (t->kind == Type::Array)
    return int64_t (t->count) * bytes_of (t->element);
  int64_t sum = 0;
  if (t->kind == Type::Struct)
    for (const Field &f : t->structure->fields)
      sum += bytes_of (f.type);
  return std::max (sum,
                   t->kind == Type::Struct ? 1 : std::max<int64_t> (least_scalar, t->bits () / 8));
}

/* Returns room for many strips, so that each side seldom reads the index of the other. */
void
Coarsening::widen (const Strip_sync &y)
{
  int64_t wanted = most_bytes / bytes_of (y.view->type->element);
  each_statement (process.body, [&] (Stmt *&s) {
    const Expr *e = s->value;
    if (s->kind != Stmt::Do || e->kind != Expr::Operation || e->primitive != Primitive::p_alloc
        || e->args[0]->variable != y.view || !is_constant (e->args[1]))
      return;
    try
      {
        Constants none;
        int64_t horizon = int64_t (evaluate (e->args[1], none).bits);
        if (horizon >= 1 && horizon < wanted)
          s->value->args[1] = Builder (module, e->at).number (wanted);
      }
    catch (const Undefined &)
      {
      }
  });
}

/* ---- All ----------------------------------------------------------------- */

Block
Coarsening::coarsened (Block &block)
{
  Block result;
  for (Stmt *s : block)
    {
      Strip strip;
      bool loops = s->kind == Stmt::For || s->kind == Stmt::While;
      if (loops && strip_of (module, s, most, strip))
        {
          for (const Strip_sync &y : strip.syncs)
            if (y.primitive == Primitive::p_stall)
              widen (y);
          shape (s, strip, result);
          continue;
        }
      s->body = coarsened (s->body);
      s->other = coarsened (s->other);
      result.push_back (s);
    }
  return result;
}

} // namespace

void
coarsen (Module &module, const std::string &argument)
{
  int64_t most = number_argument (argument, worth_it, longest, usual_strip);
  each_process (module,
                [&] (Process &p) { p.body = Coarsening (module, p, most).coarsened (p.body); });
}

} // namespace er
