/* SPDX-License-Identifier: MIT */
/* cores_build.cc - the process that does what one core has to do (cores.h; before and after:
 * cores.cc). */
#include <algorithm>

#include "passes/cores/core_process.h"

namespace er {

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
