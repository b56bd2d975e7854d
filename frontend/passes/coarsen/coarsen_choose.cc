/* SPDX-License-Identifier: MIT */
/* coarsen_choose.cc - which loops may synchronise once a strip (coarsen.cc).
 *
 * Nothing in a strip may wait, take long or be visible outside.  So the loop has no operations
 * other than the four synchronisations, receive and done; no inner loops except short ones of known
 * length; and no exit other than by a test of which it is known beforehand for how many turns it
 * fails: a test of a result of update, of done, or of a counter.
 */
#include <algorithm>

#include "passes/coarsen/coarsen.h"
#include "foreign/foreign.h"
#include "ir/ir.h"

namespace er {

namespace {

/* ns, about: the longest time by which a commit or release may be delayed */
const int64_t longest_strip = 40000;
const int64_t most_inner = 64;       /* iterations of an inner loop */
const int64_t operations = 4;        /* operations in a nanosecond, at least */
const int64_t fewest_turns = 16;     /* turns of the shortest strip */

class Chooser
{
public:
  Chooser (Module &module, Stmt *loop, Strip &strip)
      : module (module), loop (loop), strip (strip), sums (loop)
  {
  }
  bool all ();
  int64_t cost = 0; /* of a turn, in operations */

private:
  struct Test /* holds while `left' is not negative */
  {
    Linear left;
  };
  Module &module;
  Stmt *loop;
  Strip &strip;
  Loop_sums sums;
  std::vector<Test> tests;
  std::set<const Variable *> false_names; /* results of done */

  bool statement (Stmt *s);
  bool operation (Stmt *s);
  bool inner_loop (const Stmt *s);
  bool always (const Expr *e, bool value);
  bool compared (const Expr *e, bool value);
  bool not_negative (const Sum &left);
  void keep (Stmt *s, Expr *value);
};

/* A statement with the value that it has in the strip. */
void
Chooser::keep (Stmt *s, Expr *value)
{
  Block one = copy (module, Block { s });
  one[0]->value = value;
  strip.body.push_back (one[0]);
}

/* ---- Tests --------------------------------------------- */

bool
Chooser::not_negative (const Sum &left)
{
  if (!left || (left->is_constant () && left->constant < 0))
    return false;
  if (!left->is_constant ())
    tests.push_back ({ *left });
  return true;
}

/* Whether a comparison of indices has this outcome in a strip, perhaps of fewer turns. */
bool
Chooser::compared (const Expr *e, bool value)
{
  Sum a = sums.of (e->args[0]), b = sums.of (e->args[1]);
  if (!a || !b)
    return false;
  auto beyond = [&] (const Linear &more, const Linear &less, int64_t by) {
    Sum d = added (more, less, -1);
    return not_negative (d ? added (*d, Linear (-by)) : Sum ());
  };
  bool same = distance (*a, *b) == 0;
  switch (e->op)
    {
    case Op::Equal:
    case Op::Unequal:
      if (value == (e->op == Op::Equal))
        return same;
      if (std::optional<int64_t> d = distance (*a, *b))
        return *d != 0;
      return b->is_constant () ? beyond (*a, *b, 1) : beyond (*b, *a, 1); /* n == 0; i == end */
    case Op::Less:
      return value ? beyond (*b, *a, 1) : beyond (*a, *b, 0);
    case Op::LessEqual:
      return value ? beyond (*b, *a, 0) : beyond (*a, *b, 1);
    case Op::Greater:
      return value ? beyond (*a, *b, 1) : beyond (*b, *a, 0);
    case Op::GreaterEqual:
      return value ? beyond (*a, *b, 0) : beyond (*b, *a, 1);
    default:
      return false;
    }
}

/* Whether a condition has this value in each turn of a strip that the tests allow. */
bool
Chooser::always (const Expr *e, bool value)
{
  if (e->kind == Expr::Boolean)
    return bool (e->integer) == value;
  if (e->kind == Expr::Name)
    return !value && false_names.count (e->variable);
  if (e->kind == Expr::Unary && e->op == Op::Not)
    return always (e->args[0], !value);
  if (e->kind != Expr::Binary)
    return false;
  if ((e->op == Op::And && value) || (e->op == Op::Or && !value))
    return always (e->args[0], value) && always (e->args[1], value);
  if (e->op == Op::And || e->op == Op::Or)
    return false;
  return e->args[0]->type->kind == Type::Index && compared (e, value);
}

/* ---- Statements ---------------------------------------------------------- */

bool
has_operation (const Stmt *s)
{
  Block one { const_cast<Stmt *> (s) };
  bool found = false;
  each_statement (one, [&] (Stmt *&inner) { found |= inner->kind == Stmt::Print; });
  each_expression (one, [&] (Expr *&e) { found |= is_operation (e); });
  return found;
}

/* Whether a jump in the statement leaves the part that is examined; loops: whether a loop of that
 * part contains the jump. */
bool
jumps (const Block &block, bool in_loop)
{
  return std::any_of (block.begin (), block.end (), [&] (const Stmt *s) {
    bool loops = s->kind == Stmt::For || s->kind == Stmt::While;
    return s->kind == Stmt::Return
           || (!in_loop && (s->kind == Stmt::Break || s->kind == Stmt::Continue))
           || jumps (s->body, in_loop || loops) || jumps (s->other, in_loop);
  });
}

bool
has_continue (const Block &block)
{
  return std::any_of (block.begin (), block.end (), [] (const Stmt *s) {
    bool loops = s->kind == Stmt::For || s->kind == Stmt::While;
    return s->kind == Stmt::Continue
           || (!loops && (has_continue (s->body) || has_continue (s->other)));
  });
}

/* Returns the operations that a processor needs for one node, without its operands.  Named scalars
 * are in registers. */
int64_t
cost_of (const Expr *e)
{
  int64_t scalars = e->type ? int64_t (scalars_in (e->type)) : 1;
  switch (e->kind)
    {
    case Expr::Call:
      return 20 * operations;
    case Expr::Binary:
      return e->op == Op::Divide || e->op == Op::Remainder ? 5 * operations : 1;
    case Expr::Name:
      return scalars > 1 ? scalars : 0;
    case Expr::Element:
    case Expr::Construct:
      return std::max<int64_t> (scalars, 1);
    case Expr::Unary:
    case Expr::Select:
    case Expr::Subscript:
      return 1;
    default:
      return 0;
    }
}

int64_t cost_of (const Block &block);

/* Returns the operations of a function that the module defines; -1 if it calls others of them,
 * which inline has not replaced. */
int64_t
cost_of (const Function &f)
{
  bool calls = false;
  each_expression (f.code->body, [&] (Expr *&e) {
    calls |= e->kind == Expr::Call && e->function->code;
  });
  return calls ? -1 : cost_of (f.code->body);
}

/* Returns the operations of the expressions of one statement; -1 if it calls a function of which
 * they are not known. */
int64_t
cost_of (Stmt *s)
{
  bool zeroes = s->kind == Stmt::Declare && !s->value && scalars_in (s->variable->type) > 1;
  int64_t cost = zeroes ? int64_t (scalars_in (s->variable->type)) : s->kind >= Stmt::If;
  bool unknown = false;
  each_root (*s, [&] (Expr *&root) {
    rewrite (root, [&] (Expr *&e) {
      bool defined = e->kind == Expr::Call && e->function->code;
      int64_t inner = defined ? cost_of (*e->function) : 0;
      unknown |= inner < 0 || (e->kind == Expr::Call && !defined && !in_library (*e->function));
      cost += defined ? inner : cost_of (static_cast<const Expr *> (e));
    });
  });
  return unknown ? -1 : cost;
}

int64_t
cost_of (const Block &block)
{
  int64_t sum = 0;
  for (Stmt *s : block)
    {
      int64_t own = cost_of (s), body = cost_of (s->body), other = cost_of (s->other);
      if (own < 0 || body < 0 || other < 0 || s->kind == Stmt::While)
        return -1;
      sum += own + (s->kind == Stmt::For ? most_inner * (body + 1) : body) + other;
    }
  return sum;
}

/* Checks an inner loop: it has few iterations whatever the values of names are, and does not
 * synchronise. */
bool
Chooser::inner_loop (const Stmt *s)
{
  Sum from = sums.of (s->from), to = sums.of (s->to);
  std::optional<int64_t> length = from && to ? distance (*from, *to) : std::nullopt;
  if (!length)
    return false;
  int64_t step = step_of (s), turns = *length / step + 1, body = cost_of (s->body);
  if (turns > most_inner || body < 0)
    return false;
  cost += std::max<int64_t> (turns, 0) * (body + 1);
  return true;
}

/* A synchronisation leaves only its value in the strip. */
bool
Chooser::operation (Stmt *s)
{
  const Expr *e = s->value;
  if (e->kind != Expr::Operation)
    return false;
  bool value = s->kind == Stmt::Declare || s->kind == Stmt::Assign;
  const Variable *view =
    !e->args.empty () && e->args[0]->kind == Expr::Name ? e->args[0]->variable : nullptr;
  switch (e->primitive)
    {
    case Primitive::p_receive:
    case Primitive::p_receive_range:
      return true;
    case Primitive::p_done:
      if (s->kind != Stmt::Declare || s->variable->kind != Variable::Let)
        return false;
      strip.not_done.push_back (view);
      false_names.insert (s->variable);
      keep (s, module.boolean (e->at, false));
      return true;
    case Primitive::p_commit:
    case Primitive::p_update:
    case Primitive::p_release:
    case Primitive::p_stall:
      {
        Sum index = sums.of (e->args[1]);
        if (!index || (value && s->kind == Stmt::Assign && s->place->kind != Expr::Name))
          return false;
        strip.syncs.push_back ({ e->primitive, view, *index, 0 });
        if (value)
          keep (s, copy (module, e->args[1]));
        return true;
      }
    default:
      return false;
    }
}

bool
Chooser::statement (Stmt *s)
{
  if (s->value && is_operation (s->value))
    return operation (s);
  Block one { s };
  bool leaves = jumps (one, false);
  if (leaves || has_operation (s))
    return s->kind == Stmt::If && s->other.empty () && leaves && always (s->value, false);
  if (s->kind == Stmt::For ? !inner_loop (s) : cost_of (one) < 0)
    return false;
  cost += s->kind == Stmt::For ? 0 : cost_of (one);
  strip.body.push_back (copy (module, one)[0]);
  return true;
}

bool
Chooser::all ()
{
  if (loop->kind == Stmt::While && !always (loop->value, true))
    return false;
  if (loop->kind == Stmt::For && has_continue (loop->body))
    return false; /* the loop becomes a while, in which continue would skip the counting */
  for (Stmt *s : loop->body)
    {
      if (!statement (s))
        return false;
      sums.follow (s);
    }
  bool bounded = false;
  for (Strip_sync &y : strip.syncs)
    {
      Sum growth = sums.growth (y.first);
      if (!growth || !growth->is_constant () || growth->constant < 0 || growth->constant > 1 << 20)
        return false;
      y.step = growth->constant;
      bounded |= y.primitive == Primitive::p_update || y.primitive == Primitive::p_stall;
    }
  for (const Test &t : tests)
    {
      Sum growth = sums.growth (t.left);
      if (!growth || !growth->is_constant () || growth->constant < -(1 << 20))
        return false;
      strip.limits.push_back ({ t.left, growth->constant });
    }
  return bounded;
}

} // namespace

static const int64_t far = int64_t (1) << 60, many = 1 << 20;

/* Returns the sum of their multiples; nothing if that sum or a constant is so large that sums may
 * overflow. */
static std::optional<int64_t>
multiples (const Strip &strip)
{
  int64_t most = 1;
  auto small = [&] (const Linear &a, int64_t step) {
    int64_t sum = 1;
    for (const auto &t : a.terms)
      if (t.second > many || t.second < -many || (sum += std::abs (t.second)) > many)
        return false;
    most = std::max (most, sum);
    return a.constant < far / 2 && a.constant > -far / 2 && step < many && step > -many;
  };
  for (const Strip_limit &l : strip.limits)
    if (!small (l.left, l.step))
      return {};
  for (const Strip_sync &y : strip.syncs)
    if (!small (y.first, y.step))
      return {};
  return most;
}

int64_t
strip_bound (const Strip &strip)
{
  return far / multiples (strip).value_or (far);
}

bool
strip_of (Module &module, Stmt *loop, int64_t most, Strip &strip)
{
  Chooser chooser (module, loop, strip);
  if (!chooser.all () || !multiples (strip)
      || (loop->kind == Stmt::For && !steps_within (loop, many)))
    return false;
  strip.most = std::min (most, longest_strip * operations / std::max<int64_t> (chooser.cost, 1));
  if (strip.most > even_turns)
    strip.most -= strip.most % even_turns;
  return strip.most >= fewest_turns;
}

} // namespace er
