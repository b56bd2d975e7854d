/* SPDX-License-Identifier: MIT */
/* cores_build.cc - the process that does what one core has to do (cores.h; before and after:
 * cores.cc). */
#include <algorithm>
#include <tuple>

#include "passes/fusion/fuse.h"
#include "passes/cores/cores.h"

namespace er {

namespace {

/* Ids of tasks that are not the first of their instance: by instance, view and number. */
typedef std::map<std::tuple<size_t, size_t, size_t>, int64_t> Ids;

class Core_process
{
public:
  Core_process (Module &module, Module_names &all_names, Network &network, const Plan &plan,
                const std::vector<Task> &tasks, const Ids &ids)
    : module (module), network (network), plan (plan), tasks (tasks), ids (ids),
      all_names (all_names), names (all_names.within ()), b (module, network.root->at)
  {
  }
  /* Returns the statement that runs the new process. */
  Stmt *make ();

private:
  /* A task with the names of its copy. */
  struct Member
  {
    const Task *task;
    const Instance *instance;
    Renamer names;
    std::vector<std::pair<Variable *, Expr *>> parameters; /* and their arguments */
    std::map<const Variable *, const Flow *> flows;        /* of its views, by their new names */
    Steps steps;
  };
  struct Array
  {
    std::string name, base; /* base: the index of its first element */
  };
  /* Turns of a task: `count' periods, beginning with that of the number `first'. */
  struct Span
  {
    std::string first; /* "": the turns before the first period */
    int64_t count;
    bool batch;
    bool at_once = false; /* a part of the batch, which goes through a group at once */
    bool again = false;   /* turns that are made again; `first' is the period after them */
  };

  Module &module;
  Network &network;
  const Plan &plan;
  const std::vector<Task> &tasks;
  const Ids &ids;
  Module_names &all_names;
  Fresh_names names;
  Builder b;
  Process *made = nullptr;
  std::vector<Member> members;
  std::map<const Flow *, Array> arrays;

  void add (const Task &task);
  Block initial (Member &m);
  void arrays_of_flows (Block &to);
  Stmt *allocate (const Member &m, const View_rates &view, const Flow &flow);
  void before_turns (Member &m, const Span &span, Block &to);
  void after_turns (Member &m, const Span &span, Block &to);
  Stmt *loop (Member &m, const Span &span);
  void element (Member &m, Expr *&e, const Variable *turn, const Variable *counter,
                const Span &span);
  Turns_of turns_of (const Member &m, const Span &span) const;
  int64_t released (const Flow &flow, const Span &span) const;
  bool of_group (const Flow &flow, size_t group) const;
  size_t group_of (const Member &m) const;
  void step (Member &m, int64_t turns, Block &to);
  void make_turns (Member &m, const Span &span, Block &to);
  void repeat (size_t from, size_t to, Expr *period, bool first_core, Block &result);
  void repeat_before_rest (const std::string &whole, Block &result);
  void group_at_once (size_t from, size_t to, const Span &span, Block &result);
  void base (const Flow &flow, Array &array, const Span &span, Block &to);
  Block without_calls (Member &m, const Block &block);
  Block turns (const Span &span);
  void move_down (const Flow &flow, const Array &array, const Span &span, Block &to);
  Block body ();
};

} // namespace

/* ---- The copies --------------------------------------------------------------- */

void
Core_process::add (const Task &task)
{
  const Instance &instance = network.instances[task.instance];
  members.push_back ({ &task, &instance, Renamer (module, names), {}, {}, steps_of (instance) });
  Member &m = members.back ();
  const std::vector<Variable *> &parameters = instance.process->parameters;
  for (size_t k = 0; k < parameters.size (); k++)
    {
      Expr *arg = instance.run->args[k];
      if (is_fixed (arg))
        m.names.literals[parameters[k]] = arg;
      else
        m.parameters.push_back ({ m.names.declare (parameters[k]), arg });
    }
}

/* What stands before the loop, without the views of local records. */
Block
Core_process::initial (Member &m)
{
  const Process &p = *m.instance->process;
  std::map<const Variable *, const Flow *> flows; /* by the old names */
  for (size_t v = 0; v < m.instance->rates.views.size (); v++)
    for (const Flow &f : plan.flows)
      for (const auto *ends :
           { &network.channels[f.channel].writers, &network.channels[f.channel].readers })
        for (const End &end : *ends)
          if (end.instance == m.task->instance && end.view == v)
            flows[m.instance->rates.views[v].view] = &f;
  Block result;
  for (size_t k = 0; k < m.instance->rates.position; k++)
    {
      const Stmt *s = p.body[k];
      const Variable *view = s->kind == Stmt::Declare && flows.count (s->variable) ? s->variable
                             : s->value && s->value->kind == Expr::Operation
                               ? view_of (s->value)
                               : nullptr;
      const Flow *flow = view ? flows.at (view) : nullptr;
      bool allocates = flow && s->kind == Stmt::Do && s->value->primitive == Primitive::p_alloc;
      if (flow && (flow->local || allocates))
        {
          if (s->kind == Stmt::Declare)
            m.flows[m.names.declare (view)] = flow;
          continue;
        }
      Stmt *c = m.names.copy (s);
      result.push_back (c);
      if (!flow)
        continue;
      if (s->kind == Stmt::Declare)
        m.flows[c->variable] = flow;
      else if (s->value->primitive == Primitive::p_register)
        {
          const View_rates &view_rates = *m.instance->rates.of (view);
          size_t which = size_t (&view_rates - m.instance->rates.views.data ());
          if (m.task->number)
            c->value->args[1] =
              b.number (ids.at ({ m.task->instance, which, m.task->number }));
          result.push_back (allocate (m, view_rates, *flow));
        }
    }
  /* The turns before the first period are those of the first task. */
  for (const View_rates &view : m.instance->rates.views)
    if (m.task->number && !flows.at (view.view)->local && plan.before.at (m.task->instance))
      result.push_back (b.alone (
        b.act (view.write ? Primitive::p_commit : Primitive::p_release,
               { b.name (m.names.now.at (view.view)->name),
                 b.number (published (view, plan.before.at (m.task->instance))) })));
  if (m.task->number)
    step (m, plan.before.at (m.task->instance), result);
  return result;
}

/* The window holds some batches, so that cores need not keep pace exactly. */
Stmt *
Core_process::allocate (const Member &m, const View_rates &view, const Flow &flow)
{
  const int64_t batches = 4;
  int64_t own = std::max (flow.most - flow.released, flow.written),
          window = own + flow.back + flow.elements * plan.batch * (view.write ? batches : 1);
  window = std::min (window, most_horizon (view.view->type->element));
  return b.alone (b.act (Primitive::p_alloc,
                         { b.name (m.names.now.at (view.view)->name), b.number (window) }));
}

void
Core_process::arrays_of_flows (Block &to)
{
  std::set<size_t> own;
  for (const Task &t : tasks)
    own.insert (t.instance);
  for (const Flow &f : plan.flows)
    {
      const Channel &c = network.channels[f.channel];
      if (!f.local || !own.count (c.writers[0].instance))
        continue;
      int64_t periods = f.own ? plan.at_once : plan.batch,
              in_turns = f.most - f.released + (periods - 1) * f.elements,
              again = f.back + f.most - f.released, /* more than is used */
              size = std::max ({ in_turns, f.written, f.own ? again : 1, int64_t (1) });
      Array array { names.fresh (c.record->name + "_now"), "" };
      Stmt *declared = b.declare (Variable::Var, array.name, nullptr);
      declared->variable->type = module.array (c.record->type->element, uint64_t (size));
      to.push_back (declared);
      arrays[&f] = array;
    }
}

/* ---- Turns -------------------------------------------------------------------- */

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
      Expr *to_index = b.number (asked (view, last));
      if (!span.first.empty ())
        to_index = b.binary (Op::Add,
                             b.binary (Op::Multiply, b.name (span.first),
                                       b.number (view.rate * turns)),
                             to_index);
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
      Expr *index = b.number (published (view, last) - (view.write ? 0 : kept * view.rate));
      if (!span.first.empty ())
        index = b.binary (Op::Add,
                          b.binary (Op::Multiply, b.name (span.first),
                                    b.number (view.rate * turns)),
                          index);
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

/* ---- The process --------------------------------------------------------------- */

Stmt *
Core_process::make ()
{
  made = module.process ();
  made->name = all_names.process (network.root->name + "_core");
  made->at = network.root->at;
  for (const Task &t : tasks)
    add (t);
  std::string count = names.fresh ("periods");
  Block text;
  arrays_of_flows (text);
  for (Member &m : members)
    for (Stmt *s : initial (m))
      text.push_back (s);
  for (Stmt *s : turns ({ "", 0, false }))
    text.push_back (s);
  auto all = [&] {
    return plan.periods.is_constant () ? b.number (plan.periods.constant) : b.name (count);
  };
  std::string first = names.fresh ("period");
  if (plan.batch == 1)
    text.push_back (
      b.loop (first, b.number (0), all (), 1, turns ({ first, 1, false })));
  else
    {
      std::string whole = names.fresh ("whole");
      text.push_back (b.let (whole, b.binary (Op::Subtract, all (),
                                              b.binary (Op::Remainder, all (),
                                                        b.number (plan.batch)))));
      text.push_back (b.loop (first, b.number (0), b.name (whole), plan.batch,
                              turns ({ first, plan.batch, true })));
      repeat_before_rest (whole, text);
      std::string rest = names.fresh ("period");
      text.push_back (
        b.loop (rest, b.name (whole), all (), 1, turns ({ rest, 1, false })));
    }
  made->body = text;

  Expr *run = module.make (Expr::Run, made->at);
  run->name = made->name;
  run->process = made;
  run->type = module.scalar (Type::Handle);
  std::set<std::string> used;
  each_expression (made->body, [&] (Expr *&e) {
    if (e->kind == Expr::Name)
      used.insert (e->name);
  });
  if (used.count (count))
    {
      made->parameters.push_back (module.variable (Variable::Parameter, count, made->at,
                                                   module.scalar (Type::Index)));
      run->args.push_back (expression (module, made->at, plan.periods));
    }
  for (const Member &m : members)
    for (const auto &[parameter, arg] : m.parameters)
      if (used.count (parameter->name))
        {
          made->parameters.push_back (parameter);
          run->args.push_back (copy (module, arg));
        }
  Item added;
  added.process = made;
  auto item = std::find_if (module.items.begin (), module.items.end (),
                            [&] (const Item &i) { return i.process == network.root; });
  module.items.insert (item, added);
  return b.alone (run);
}

/* Each task registers its views itself, so records have more ids. */
static Ids
more_ids (Module &module, Network &network, const Plan &plan)
{
  Ids ids;
  for (const Flow &f : plan.flows)
    {
      Channel &c = network.channels[f.channel];
      for (auto *ends : { &c.writers, &c.readers })
        {
          int64_t &count = ends == &c.writers ? c.wreg : c.rreg;
          for (const End &end : *ends)
            for (const std::vector<Task> &tasks : plan.cores)
              for (const Task &t : tasks)
                if (t.instance == end.instance && t.number)
                  ids[{ end.instance, end.view, t.number }] = ++count;
          c.made->value->args[ends == &c.writers ? 0 : 1] =
            Builder (module, c.made->at).number (count);
        }
    }
  return ids;
}

void
build (Module &module, Module_names &names, Network &network, const Plan &plan)
{
  Ids ids = more_ids (module, network, plan);
  Block runs;
  for (const std::vector<Task> &tasks : plan.cores)
    runs.push_back (Core_process (module, names, network, plan, tasks, ids).make ());
  Block &body = network.root->body;
  Block result;
  std::set<const Stmt *> gone;
  for (const auto &turns : plan.turns)
    gone.insert (network.instances[turns.first].stmt);
  for (const Flow &f : plan.flows)
    if (f.local)
      gone.insert (network.channels[f.channel].made);
  const Stmt *last = nullptr;
  for (const Stmt *s : body)
    for (const auto &turns : plan.turns)
      if (s == network.instances[turns.first].stmt)
        last = s;
  for (Stmt *s : body)
    {
      if (s == last)
        result.insert (result.end (), runs.begin (), runs.end ());
      if (!gone.count (s))
        result.push_back (s);
    }
  body = result;
}

} // namespace er
