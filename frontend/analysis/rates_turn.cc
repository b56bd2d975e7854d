/* SPDX-License-Identifier: MIT */
/* rates_turn.cc - one turn of a loop in sums (rates_turn.h). */
#include "analysis/rates_turn.h"

#include "analysis/loop_sums.h"

namespace er {

static const Sum nothing;

const Sum &
Turn::value_of (const Variable *v) const
{
  auto found = values.find (v);
  return found == values.end () ? nothing : found->second;
}

Sum
Turn::sum (const Expr *e) const
{
  return linear (e, [&] (const Variable *v) -> Sum {
    auto found = values.find (v);
    if (found != values.end ())
      return found->second;
    return v->kind == Variable::Parameter ? Sum (Linear (v)) : Sum ();
  });
}

bool
Turn::fail (Place where, const std::string &why)
{
  if (rates->why.empty ())
    {
      rates->why = why;
      rates->where = where;
    }
  return false;
}

/* Variables that a statement may change have no known value any more. */
void
Turn::forget (Stmt *s)
{
  Block one { s };
  each_statement (one, [&] (Stmt *&inner) {
    if (const Variable *v = changed_by (inner))
      values[v] = {};
  });
}

/* ---- Primitives ---------------------------------------------------------- */

static void
greatest (Sum &so_far, const Sum &with)
{
  std::optional<int64_t> more = so_far && with ? distance (*so_far, *with) : std::nullopt;
  if (!more)
    so_far = with && so_far && *so_far == Linear () ? with : Sum ();
  else if (*more > 0)
    so_far = with;
}

void
Turn::before_loop (View_rates &view, Expr *e)
{
  Sum index = e->args.size () > 1 ? sum (e->args[1]) : Sum ();
  switch (e->primitive)
    {
    case Primitive::p_register:
      view.id = view.registered ? Sum () : index;
      view.registered = true;
      break;
    case Primitive::p_alloc:
      if (!view.horizon)
        view.horizon = index;
      else
        greatest (view.horizon, index);
      break;
    case Primitive::p_commit:
    case Primitive::p_release:
      greatest (view.before, index);
      break;
    case Primitive::p_stall:
    case Primitive::p_update:
      greatest (view.ahead, index);
      break;
    default:
      break;
    }
}

bool
Turn::operation (Stmt *s, Expr *e)
{
  if (e->kind == Expr::Run)
    return in_loop ? fail (e->at, "each turn runs a process") : true;
  if (e->primitive == Primitive::p_claim)
    return fail (e->at, "the elements that it claims depend on the schedule");
  const Variable *v = view_of (e);
  if (!in_loop)
    {
      if (const View_rates *view = v ? rates->of (v) : nullptr)
        before_loop (const_cast<View_rates &> (*view), e);
      return true;
    }
  switch (e->primitive)
    {
    case Primitive::p_commit:
    case Primitive::p_release:
    case Primitive::p_stall:
    case Primitive::p_update:
      if (!rates->of (v))
        return fail (e->at, "the view is made in the loop");
      met.push_back ({ s, e, sum (e->args[1]) });
      return true;
    case Primitive::p_done:
    case Primitive::p_missed:
    case Primitive::p_receive:
    case Primitive::p_receive_range:
      return true;
    default:
      return fail (e->at, std::string ("each turn does a ") + row_of (e->primitive).name);
    }
}

/* An update returns what was requested: the end of the stream is not considered. */
void
Turn::value (const Stmt *s, const Variable *to)
{
  const Expr *e = s->value;
  bool updates = e && e->kind == Expr::Operation && e->primitive == Primitive::p_update;
  Sum what = e ? sum (updates ? e->args[1] : e) : Sum (Linear ());
  if (updates && partial.count (view_of (e)))
    {
      bool first = in_loop && s->kind == Stmt::Declare && to->kind == Variable::Let
                   && less.emplace (to, view_of (e)).second;
      what = first ? Sum (Linear (to)) : Sum ();
    }
  if (!what && !in_loop && s->kind == Stmt::Declare && s->variable->kind == Variable::Let
      && to->type->kind == Type::Index)
    what = Linear (to);
  values[to] = to->type->kind == Type::Index ? what : Sum ();
}

/* ---- Control ------------------------------------------------------------- */

/* Whether the last statement leaves the loop that is followed. */
static bool
leaves (const Block &b, int loops)
{
  return !b.empty ()
         && (b.back ()->kind == Stmt::Return || (b.back ()->kind == Stmt::Break && loops == 0));
}

/* Whether a jump in the statement ends a turn early or leaves an inner loop early. */
static bool
cuts_short (const Block &b, int loops, bool within)
{
  for (const Stmt *s : b)
    {
      bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
      if (!within && (s->kind == Stmt::Continue || (s->kind == Stmt::Break && loops > 0)))
        return true;
      if (cuts_short (s->body, loops, within || loop)
          || cuts_short (s->other, loops, within || loop))
        return true;
    }
  return false;
}

bool
Turn::choice (Stmt *s, int loops)
{
  bool body_leaves = leaves (s->body, loops), other_leaves = leaves (s->other, loops);
  if (in_loop && (body_leaves || other_leaves))
    {
      add_operations (body_leaves ? s->body : s->other, rates->asides);
      return block (body_leaves ? s->other : s->body, loops);
    }
  if (in_loop && (cuts_short (s->body, loops, false) || cuts_short (s->other, loops, false)))
    return fail (s->at, "this may cut a turn short");
  if (synchronises (s))
    return fail (s->at, "what is synchronised depends on a condition");
  forget (s);
  return true;
}

/* Follows an inner loop, iteration by iteration if it synchronises; its bounds must then differ by
 * a constant. */
bool
Turn::inner_loop (Stmt *s, int loops)
{
  if (!synchronises (s))
    {
      if (in_loop && cuts_short ({ s }, loops, false))
        return fail (s->at, "this may cut a turn short");
      forget (s);
      return true;
    }
  Sum from = s->kind == Stmt::For ? sum (s->from) : Sum (), to = from ? sum (s->to) : Sum ();
  Sum by = s->step ? sum (s->step) : Sum (Linear (1));
  std::optional<int64_t> length = from && to && by ? distance (*from, *to) : std::nullopt;
  if (!length)
    return fail (s->at, "how often this loop synchronises is not a constant");
  for (int64_t at = 0; by->constant > 0 ? at < *length : at > *length; at += by->constant)
    {
      if (++steps > most_steps)
        return fail (s->at, "this loop is too long to be followed");
      values[s->variable] = added (*from, Linear (at));
      if (!block (s->body, loops + 1))
        return false;
    }
  return true;
}

bool
Turn::statement (Stmt *s, int loops)
{
  if ((s->kind == Stmt::Declare || s->kind == Stmt::Assign || s->kind == Stmt::Do) && s->value
      && (s->value->kind == Expr::Operation || s->value->kind == Expr::Run)
      && !operation (s, s->value))
    return false;
  switch (s->kind)
    {
    case Stmt::Declare:
      value (s, s->variable);
      return true;
    case Stmt::Assign:
      if (s->place->kind == Expr::Name)
        value (s, s->place->variable);
      return true;
    case Stmt::If:
      return choice (s, loops);
    case Stmt::For:
    case Stmt::While:
      return inner_loop (s, loops);
    case Stmt::Break:
    case Stmt::Continue:
    case Stmt::Return:
      return fail (s->at, "there is no second turn");
    default:
      return true;
    }
}

bool
Turn::block (Block &b, int loops)
{
  for (Stmt *s : b)
    if (!statement (s, loops))
      return false;
  return true;
}

void
Turn::initial_part (Process_rates &found)
{
  rates = &found;
  for (size_t k = 0; k < process.body.size () && process.body[k] != found.loop; k++)
    if (!statement (process.body[k], 0))
      return;
}

void
Turn::follow (Process_rates &found)
{
  rates = &found;
  Stmt *loop = found.loop;
  if (loop->kind == Stmt::For)
    {
      found.from = sum (loop->from);
      found.to = sum (loop->to);
      Sum by = loop->step ? sum (loop->step) : Sum (Linear (1));
      found.by = by->constant;
      values[loop->variable] = Linear (loop->variable);
    }
  each_statement (loop->body, [&] (Stmt *&s) {
    const Variable *v = changed_by (s);
    if (v && v->type->kind == Type::Index && values.count (v))
      at_begin[v] = values[v];
  });
  for (const auto &begin : at_begin)
    values[begin.first] = Linear (begin.first);
  in_loop = true;
  block (loop->body, 0);
}

} // namespace er
