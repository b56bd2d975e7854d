/* SPDX-License-Identifier: MIT */
/* build.cc - new statements and expressions (build.h). */
#include "ir/build.h"

#include "ir/walk.h"

namespace er {

/* Adds the names of scalar types and of the module's items to taken, so that a fresh name such as
 * i8 does not collide with a type. */
static void
take_things (const Module &module, std::set<std::string> &taken)
{
  for (int k = Type::Bool; k <= Type::F64; k++)
    taken.insert (Type { Type::Kind (k) }.text ());
  for (const Item &i : module.items)
    taken.insert (i.structure ? i.structure->name : i.constant ? i.constant->name
                  : i.function ? i.function->name : i.process->name);
}

static void
take_locals (Process &process, std::set<std::string> &taken)
{
  for (const Variable *v : process.parameters)
    taken.insert (v->name);
  each_statement (process.body, [&] (Stmt *&s) {
    if (s->variable)
      taken.insert (s->variable->name);
  });
}

Fresh_names::Fresh_names (const Module &module, Process &process)
{
  take_things (module, taken);
  take_locals (process, taken);
}

std::string
Fresh_names::fresh (const std::string &base)
{
  auto free = [&] (const std::string &name) {
    bool is_new = !(outer && outer->count (name)) && taken.insert (name).second;
    if (is_new && all)
      all->insert (name);
    return is_new;
  };
  if (free (base))
    return base;
  int &k = last.emplace (base, 1).first->second;
  std::string name;
  do
    name = base + format ("%d", ++k);
  while (!free (name));
  return name;
}

Module_names::Module_names (Module &module)
{
  take_things (module, things);
  all.taken = things;
  each_code (module, [&] (Process &p) { take_locals (p, all.taken); });
}

std::string
Module_names::process (const std::string &base)
{
  std::string name = all.fresh (base);
  things.insert (name);
  return name;
}

Fresh_names
Module_names::within ()
{
  Fresh_names names;
  names.outer = &things;
  names.all = &all.taken;
  return names;
}

Expr *
Builder::name (const std::string &text)
{
  Expr *e = module.make (Expr::Name, at);
  e->name = text;
  return e;
}

Expr *
Builder::binary (Op op, Expr *a, Expr *b)
{
  Expr *e = module.make (Expr::Binary, at, { a, b });
  e->op = op;
  return e;
}

Expr *
Builder::plus (Expr *a, int64_t n)
{
  return n == 0  ? a
         : n > 0 ? binary (Op::Add, a, number (n))
                 : binary (Op::Subtract, a, number (-n));
}

Expr *
Builder::least (Expr *a, Expr *b, Expr *a_again, Expr *b_again)
{
  return module.make (Expr::Select, at, { binary (Op::Less, a, b), a_again, b_again });
}

Expr *
Builder::act (Primitive primitive, std::vector<Expr *> args)
{
  Expr *e = module.make (Expr::Operation, at, args);
  e->primitive = primitive;
  return e;
}

Stmt *
Builder::declare (Variable::Kind kind, const std::string &name, Expr *value, Type::Kind type)
{
  Stmt *s = module.make (Stmt::Declare, at);
  s->variable = module.variable (kind, name, at, module.scalar (type));
  s->value = value;
  return s;
}

Stmt *
Builder::assign (const std::string &to, Expr *value)
{
  Stmt *s = module.make (Stmt::Assign, at);
  s->place = name (to);
  s->value = value;
  return s;
}

Stmt *
Builder::alone (Expr *operation)
{
  Stmt *s = module.make (Stmt::Do, at);
  s->value = operation;
  return s;
}

Stmt *
Builder::choice (Expr *condition, Block yes, Block no)
{
  Stmt *s = module.make (Stmt::If, at);
  s->value = condition;
  s->body = yes;
  s->other = no;
  return s;
}

Stmt *
Builder::loop (const std::string &counter, Expr *from, Expr *to, int64_t step, Block body)
{
  Stmt *s = module.make (Stmt::For, at);
  s->variable = module.variable (Variable::Counter, counter, at, module.scalar (Type::Index));
  s->from = from;
  s->to = to;
  s->step = step == 1 ? nullptr : number (step);
  s->body = body;
  return s;
}

Stmt *
Builder::loop (Expr *condition, Block body)
{
  Stmt *s = module.make (Stmt::While, at);
  s->value = condition;
  s->body = body;
  return s;
}

} // namespace er
