/* SPDX-License-Identifier: MIT */
/* core_turns.cc - the turns of a core: loops over periods and batches, their synchronisation. */
#include <algorithm>

#include "passes/cores/core_process.h"

namespace er {

Turns_of
Core_process::turns_of (const Member &m, const Span &span) const
{
  if (span.again)
    return { -plan.again.at (m.task->instance), 0 };
  if (span.at_once)
    return { 0, plan.turns.at (m.task->instance) * plan.at_once };
  return span.batch ? m.task->batch : m.task->period;
}

/* Returns the index of the first element of the array, before the periods are added. */
int64_t
Core_process::released (const Flow &flow, const Span &span) const
{
  return flow.released - (span.again ? flow.back : 0);
}

/* Returns whether cores have arrays of their own for the flow, within the group. */
bool
Core_process::of_group (const Flow &flow, size_t group) const
{
  return flow.own && plan.group.at (network.channels[flow.channel].writers[0].instance) == group;
}

/* Returns 0 for a member that is not shared. */
size_t
Core_process::group_of (const Member &m) const
{
  auto found = plan.group.find (m.task->instance);
  return found == plan.group.end () ? 0 : found->second;
}

/* Changes variables as so many turns do that other tasks make. */
void
Core_process::step (Member &m, int64_t turns, Block &to)
{
  for (const auto &[variable, by] : m.steps)
    {
      uint64_t all = fit (by * uint64_t (turns), variable->type);
      if (all)
        to.push_back (b.assign (m.names.now.at (variable)->name,
                                b.binary (Op::Add, b.name (m.names.now.at (variable)->name),
                                          module.integer (network.root->at, all, variable->type))));
    }
}

/* Returns an index in a span: `offset', and so many elements for each period before. */
Expr *
Core_process::index_in (const Span &span, int64_t in_period, int64_t offset)
{
  Expr *index = b.number (offset);
  if (span.first.empty ())
    return index;
  return b.binary (Op::Add, b.binary (Op::Multiply, b.name (span.first), b.number (in_period)),
                   index);
}

/* Waits once for what all turns of the span need. */
void
Core_process::before_turns (Member &m, const Span &span, Block &to)
{
  const Task &task = *m.task;
  const int64_t before = plan.before.at (task.instance), turns = plan.turns.at (task.instance);
  const Turns_of own = turns_of (m, span);
  const int64_t last = span.first.empty () ? before : before + own.to;
  if (span.first.empty () ? !before : own.from == own.to)
    return;
  for (const View_rates &view : m.instance->rates.views)
    {
      const Variable *now = m.names.now.at (view.view);
      if (m.flows.at (now)->local)
        continue;
      bool any = std::any_of (view.sites.begin (), view.sites.end (), [] (const Site &s) {
        return s.call->primitive == Primitive::p_update
               || s.call->primitive == Primitive::p_stall;
      });
      if (!any)
        continue;
      Expr *to_index = index_in (span, view.rate * turns, asked (view, last));
      to.push_back (b.alone (b.act (view.write ? Primitive::p_stall : Primitive::p_update,
                                    { b.name (now->name), to_index })));
    }
}

/* Publishes what all tasks of the instance do in the span: what is not of this one, others do. */
void
Core_process::after_turns (Member &m, const Span &span, Block &to)
{
  const int64_t before = plan.before.at (m.task->instance),
                turns = plan.turns.at (m.task->instance);
  const int64_t last = span.first.empty () ? before : before + turns * span.count;
  if (!last)
    return;
  for (const View_rates &view : m.instance->rates.views)
    {
      const Variable *now = m.names.now.at (view.view);
      if (m.flows.at (now)->local)
        continue;
      /* The next batch begins with turns that are made again. */
      const int64_t kept = span.batch && group_of (m) ? plan.again.at (m.task->instance) : 0;
      Expr *index = index_in (span, view.rate * turns,
                              published (view, last) - (view.write ? 0 : kept * view.rate));
      to.push_back (b.alone (b.act (view.write ? Primitive::p_commit : Primitive::p_release,
                                    { b.name (now->name), index })));
    }
}

/* Replaces an element of a local record by one of the array.  If the index grows with the turns as
 * the base does with the periods, the number of the period vanishes from the difference. */
void
Core_process::element (Member &m, Expr *&e, const Variable *turn, const Variable *counter,
                       const Span &span)
{
  if (e->kind != Expr::Element)
    return;
  const Flow *flow = m.flows.at (e->args[0]->variable);
  if (!flow->local)
    return;
  const Array &array = arrays.at (flow);
  Expr *index = e->args[1];
  if (!span.first.empty ())
    {
      Sum sum = linear (index, [] (const Variable *v) { return Sum (Linear (v)); });
      const int64_t turns = plan.turns.at (m.task->instance), rate = flow->elements / turns;
      auto term = sum ? sum->terms.find (turn) : decltype (sum->terms.end ()) ();
      if (sum && term != sum->terms.end () && term->second == rate)
        {
          const int64_t factor = term->second;
          sum->terms.erase (term);
          Sum own = added (*sum, Linear (counter), factor);
          int64_t first = m.instance->rates.from->constant + plan.before.at (m.task->instance);
          own->constant += factor * first - released (*flow, span);
          index = expression (module, e->at, *own);
        }
      else
        index = b.binary (Op::Subtract, index, b.name (array.base));
    }
  e = module.make (Expr::Subscript, e->at, { b.name (array.name), index });
}

/* Drops the synchronisation of single turns. */
Block
Core_process::without_calls (Member &m, const Block &block)
{
  Block result;
  for (Stmt *s : block)
    {
      if (s->kind == Stmt::Do && s->value->kind == Expr::Operation && view_of (s->value))
        continue;
      s->body = without_calls (m, s->body);
      s->other = without_calls (m, s->other);
      result.push_back (s);
    }
  return result;
}

Stmt *
Core_process::loop (Member &m, const Span &span)
{
  const Task &task = *m.task;
  const Process_rates &rates = m.instance->rates;
  const int64_t before = plan.before.at (task.instance), turns = plan.turns.at (task.instance);
  const bool first = span.first.empty ();
  const Turns_of own = turns_of (m, span);
  if (first ? !before || task.number : own.from == own.to)
    return nullptr;
  Variable *turn = m.names.declare (rates.loop->variable);
  Variable *counter = module.variable (Variable::Counter, names.fresh ("u"), rates.loop->at,
                                       module.scalar (Type::Index));
  Block body = without_calls (m, m.names.copy (rates.loop->body));
  each_expression (body, [&] (Expr *&e) { element (m, e, turn, counter, span); });
  if (first)
    {
      const int64_t end = rates.from->constant + before;
      Expr *to = b.number (end);
      if (!plan.periods.is_constant ()) /* fewer turns if the number of periods is negative */
        to = b.least (m.names.copy (rates.loop->to), b.number (end),
                      m.names.copy (rates.loop->to), b.number (end));
      return b.loop (turn->name, b.number (rates.from->constant), to, 1, body);
    }
  turn->kind = Variable::Let;
  Expr *value = b.binary (Op::Add, b.name (counter->name),
                          b.plus (b.binary (Op::Multiply, b.name (span.first), b.number (turns)),
                                  rates.from->constant + before));
  body.insert (body.begin (), b.let (turn->name, value));
  return b.loop (counter->name, b.number (own.from), b.number (own.to), 1, body);
}

/* The turns of a task in the span, and what those of the others do to its variables. */
void
Core_process::make_turns (Member &m, const Span &span, Block &to)
{
  const Turns_of own = turns_of (m, span);
  const int64_t all = span.count * plan.turns.at (m.task->instance);
  if (!span.first.empty () && !span.at_once)
    step (m, own.from, to);
  if (Stmt *l = loop (m, span))
    to.push_back (l);
  if (!span.first.empty () && !span.at_once)
    step (m, all - own.to, to);
}

/* Fills the arrays of a group with what its members read ahead in the period: the last turns before
 * it are made again.  Those before period 0 are still in the arrays of the first core. */
void
Core_process::repeat (size_t from, size_t to, Expr *period, bool first_core, Block &result)
{
  Span span { names.fresh ("next"), 0, true };
  span.again = true;
  Block body { b.let (span.first, period) };
  for (auto &[flow, array] : arrays)
    if (of_group (*flow, group_of (members[from])))
      base (*flow, array, span, body);
  bool any = false;
  for (size_t k = from; k < to; k++)
    if (int64_t again = plan.again.at (members[k].task->instance))
      {
        step (members[k], -again, body);
        body.push_back (loop (members[k], span));
        any = true;
      }
  if (!any)
    return;
  for (auto &[flow, array] : arrays)
    if (of_group (*flow, group_of (members[from])))
      move_down (*flow, array, span, body);
  if (first_core)
    result.push_back (
      b.choice (b.binary (Op::Greater, copy (module, period), b.number (0)), body));
  else
    result.insert (result.end (), body.begin (), body.end ());
}

/* The turns of a batch of members that are neighbours and share periods: parts of it go through all
 * of them, one after the other. */
void
Core_process::group_at_once (size_t from, size_t to, const Span &span, Block &result)
{
  for (size_t k = from; k < to; k++)
    {
      before_turns (members[k], span, result);
      step (members[k], members[k].task->batch.from, result);
    }
  const Task &task = *members[from].task;
  const int64_t turns = plan.turns.at (task.instance);
  repeat (from, to, b.plus (b.name (span.first), task.batch.from / turns), task.batch.from == 0,
          result);
  const Span part { names.fresh ("period"), plan.at_once, true, true };
  Block body;
  auto each_array = [&] (auto f) {
    for (auto &[flow, array] : arrays)
      if (of_group (*flow, group_of (members[from])))
        f (*flow, array);
  };
  each_array ([&] (const Flow &flow, Array &array) { base (flow, array, part, body); });
  for (size_t k = from; k < to; k++)
    make_turns (members[k], part, body);
  each_array ([&] (const Flow &flow, Array &array) { move_down (flow, array, part, body); });
  result.push_back (b.loop (part.first, b.plus (b.name (span.first), task.batch.from / turns),
                            b.plus (b.name (span.first), task.batch.to / turns), plan.at_once,
                            body));
  for (size_t k = from; k < to; k++)
    {
      const Task &own = *members[k].task;
      step (members[k], plan.turns.at (own.instance) * span.count - own.batch.to, result);
      after_turns (members[k], span, result);
    }
}

/* The same for the periods after the last batch, which the first core makes one by one. */
void
Core_process::repeat_before_rest (const std::string &whole, Block &result)
{
  for (size_t k = 0, next; k < members.size (); k = next)
    {
      const size_t group = group_of (members[k]);
      next = k + 1;
      while (next < members.size () && group_of (members[next]) == group)
        next++;
      if (group && !members[k].task->number)
        repeat (k, next, b.name (whole), true, result);
    }
}

void
Core_process::base (const Flow &flow, Array &array, const Span &span, Block &to)
{
  array.base = names.fresh (network.channels[flow.channel].record->name + "_base");
  to.push_back (b.let (array.base,
                       b.plus (b.binary (Op::Multiply, b.name (span.first),
                                         b.number (flow.elements)),
                               released (flow, span))));
}

/* What the next period needs goes to the beginning of the array. */
void
Core_process::move_down (const Flow &flow, const Array &array, const Span &span, Block &to)
{
  int64_t left = flow.written - flow.released,
          by = span.again ? flow.back
                          : span.first.empty () ? flow.released : flow.elements * span.count;
  if (left == 0 || by == 0)
    return;
  std::string k = names.fresh ("k");
  auto at = [&] (int64_t more) {
    return module.make (Expr::Subscript, network.root->at,
                        { b.name (array.name), b.plus (b.name (k), more) });
  };
  Stmt *move = module.make (Stmt::Assign, network.root->at);
  move->place = at (0);
  move->value = at (by);
  to.push_back (b.loop (k, b.number (0), b.number (left), 1, { move }));
}

Block
Core_process::turns (const Span &span)
{
  Block result;
  if (!span.first.empty ())
    for (auto &[flow, array] : arrays)
      if (!flow->own || !span.batch)
        base (*flow, array, span, result);
  auto group = [&] (size_t k) { return group_of (members[k]); };
  for (size_t k = 0; k < members.size (); k++)
    {
      Member &m = members[k];
      if (span.first.empty () && m.task->number)
        continue;
      if (span.batch && group (k))
        {
          size_t from = k;
          while (k + 1 < members.size () && group (k + 1) == group (from))
            k++;
          group_at_once (from, k + 1, span, result);
          continue;
        }
      before_turns (m, span, result);
      make_turns (m, span, result);
      after_turns (m, span, result);
    }
  for (auto &[flow, array] : arrays)
    if (!flow->own || !span.batch)
      move_down (*flow, array, span, result);
  return result;
}

} // namespace er
