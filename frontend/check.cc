/* SPDX-License-Identifier: MIT */
/* check.cc - the verifier: names and types of a module (check.h). */
#include "check.h"

#include "eval.h"

namespace er {

/* Names and types, and what is said of single statements. */
static bool
is_bound (Module &module, Diagnostics &diagnostics)
{
  Checker checker (module, diagnostics);
  checker.globals ();
  checker.structures ();
  if (diagnostics.errors ())
    return false; /* no type can be told */
  checker.functions ();
  checker.signatures ();
  checker.constants ();
  checker.bodies ();
  return !diagnostics.errors ();
}

void
check_programs (Module &module, Diagnostics &diagnostics)
{
  if (is_bound (module, diagnostics))
    check_views (module, diagnostics);
}

void
check (Module &module, Diagnostics &diagnostics)
{
  if (!is_bound (module, diagnostics))
    return;
  check_views (module, diagnostics);
  check_world (module, diagnostics);
}

void
Checker::error (Place at, const char *clause, const std::string &what, const std::string &mend)
{
  diagnostics.error (at, clause, what);
  if (!mend.empty ())
    diagnostics.note (at, mend);
}

/* ---- Names (3.1) --------------------------------------------------------- */

void
Checker::declare_global (const std::string &name, Global g)
{
  auto done = global.emplace (name, g);
  if (done.second)
    return;
  diagnostics.error (g.at, "3.1", "'" + name + "' is declared twice");
  diagnostics.note (done.first->second.at, "here for the first time");
}

void
Checker::globals ()
{
  for (const Item &i : module.items)
    {
      Place at = i.structure ? i.structure->at : i.constant ? i.constant->at
                 : i.function ? i.function->at : i.process->at;
      std::string name = i.structure ? i.structure->name : i.constant ? i.constant->name
                         : i.function ? i.function->name : i.process->name;
      declare_global (name, { at, i.structure, i.constant, i.function, i.process });
    }
}

/* ---- Types (2.2, 2.3) ---------------------------------------------------- */

bool
is_data (const Type *type)
{
  return type->scalar () || type->kind == Type::Struct
         || (type->kind == Type::Array && is_data (type->element));
}

static const uint64_t most_scalars = uint64_t (1) << 20;
static const uint64_t most_constant = uint64_t (1) << 22;

/* Structures count as one until it is known that none contains itself. */
uint64_t
scalars_in (const Type *type, bool structures_too)
{
  uint64_t n = 0;
  if (type->kind == Type::Array)
    n = type->count * scalars_in (type->element, structures_too);
  else if (type->kind == Type::Struct && structures_too)
    for (const Field &f : type->structure->fields)
      n += scalars_in (f.type, true);
  else
    n = 1;
  return n > most_scalars ? most_scalars + 1 : n;
}

/* The type with structures in place of their names. */
const Type *
Checker::bind (const Type *type, Place at)
{
  if (type->kind == Type::Named)
    {
      auto found = global.find (type->name);
      if (found != global.end () && found->second.structure)
        return module.of (found->second.structure);
      error (at, "3.2", "there is no structure '" + type->name + "'");
      return wrong ();
    }
  if (!type->element)
    return type;
  const Type *element = bind (type->element, at);
  if (element->kind == Type::Wrong)
    return element;
  if (type->kind == Type::Array)
    {
      if (!is_data (element) && element->kind != Type::Record && element->kind != Type::Handle
          && element->kind != Type::Array)
        {
          error (at, "2.3", "an array has no elements of type " + element->text ());
          return wrong ();
        }
      const Type *array = module.array (element, type->count);
      if (scalars_in (array, all_closed) <= most_scalars)
        return array;
      error (at, "2.2", "an array of more than 2^20 scalars");
      return wrong ();
    }
  if (!is_data (element))
    {
      error (at, "2.3", "a record has no elements of type " + element->text (),
             "elements are scalars, arrays and structures");
      return wrong ();
    }
  return type->kind == Type::Record ? module.record (element)
                                    : module.view (element, type->kind == Type::WriteView);
}

/* Whether it does not contain itself: looked at once. */
bool
Checker::closed_structure (const Structure *s, int depth)
{
  if (closed.count (s))
    return true;
  if (!open.insert (s).second || depth > 100)
    {
      error (s->at, "2.2", open.count (s) && depth <= 100
                             ? "structure '" + s->name + "' contains itself"
                             : "structures are more than 100 deep in each other");
      return false;
    }
  bool good = true;
  for (const Field &f : s->fields)
    {
      const Type *t = f.type;
      while (t->kind == Type::Array)
        t = t->element;
      if (t->kind == Type::Struct && good)
        good = closed_structure (t->structure, depth + 1);
    }
  open.erase (s);
  closed.insert (s);
  return good;
}

void
Checker::structures ()
{
  for (Item &i : module.items)
    if (i.structure)
      {
        std::set<std::string> names;
        for (Field &f : i.structure->fields)
          {
            f.type = bind (f.type, f.at);
            if (!names.insert (f.name).second)
              error (f.at, "3.1", "structure '" + i.structure->name + "' has two fields '" + f.name + "'");
            if (f.type->kind != Type::Wrong && !is_data (f.type))
              error (f.at, "2.3", "a field has no type " + f.type->text (),
                     "fields are scalars, arrays and structures");
          }
      }
  bool good = diagnostics.errors () == 0;
  for (Item &i : module.items)
    if (i.structure && good)
      good = closed_structure (i.structure, 0);
  all_closed = good;
  for (Item &i : module.items)
    if (i.structure && good && scalars_in (module.of (i.structure), true) > most_scalars)
      error (i.structure->at, "2.2", "structure '" + i.structure->name + "' has more than 2^20 scalars");
}

/* ---- Functions and processes (3.3, 3.9, 3.11) ---------------------------- */

void
Checker::functions ()
{
  for (Item &i : module.items)
    if (i.function)
      {
        Function &f = *i.function;
        for (const Type *&t : f.parameters)
          {
            t = bind (t, f.at);
            if (t->kind != Type::Wrong && !t->scalar ()
                && !(t->kind == Type::Array && t->element->scalar ()))
              error (f.at, "3.9", "a function takes no " + t->text (),
                     "it takes scalars and arrays of scalars");
          }
        f.result = bind (f.result, f.at);
        if (!f.result->scalar () && f.result->kind != Type::None && f.result->kind != Type::Wrong)
          error (f.at, "3.9", "a function gives no " + f.result->text (), "it gives a scalar or nothing");
        if (f.pure && (f.result->kind == Type::None || !f.touches.empty ()))
          error (f.at, "3.9", "function '" + f.name + "' is pure, and "
                 + (f.touches.empty () ? "gives nothing" : "touches '" + f.touches + "'"));
      }
}

void
Checker::signature (Process &p)
{
  for (Variable *v : p.parameters)
    {
      v->type = bind (v->type, v->at);
      if (v->type->kind == Type::Array)
        error (v->at, "3.11", "a process takes no array", "put it into a structure");
    }
  if (p.name == "main" && (!p.parameters.empty () || p.external))
    error (p.at, "3.3", "process 'main' has no parameters, and a body");
}

void
Checker::signatures ()
{
  for (Item &i : module.items)
    if (i.process)
      signature (*i.process);
}

/* ---- Constants (2.9) ----------------------------------------------------- */

bool
is_constant (const Expr *e)
{
  switch (e->kind)
    {
    case Expr::Integer:
    case Expr::Float:
    case Expr::Boolean:
      return true;
    case Expr::Name:
      return e->variable && e->variable->kind == Variable::Constant;
    case Expr::Unary:
    case Expr::Binary:
    case Expr::Select:
    case Expr::Construct:
      for (const Expr *a : e->args)
        if (!is_constant (a))
          return false;
      return true;
    default:
      return false;
    }
}

/* Each constant that the value needs, before it: false if it needs itself. */
bool
Checker::constant_order (Variable *v, Place at, int depth)
{
  if (ran.count (v))
    return true;
  if (!running.insert (v).second || depth > 200)
    {
      error (at, "2.9", depth > 200 ? "constants that need each other in a chain of more than 200"
                                    : "constant '" + v->name + "' needs its own value");
      return false;
    }
  std::vector<Expr *> todo { v->value };
  bool good = true;
  while (!todo.empty () && good)
    {
      Expr *e = todo.back ();
      todo.pop_back ();
      if (e->kind == Expr::Name && e->variable)
        good = constant_order (e->variable, e->at, depth + 1);
      todo.insert (todo.end (), e->args.begin (), e->args.end ());
    }
  running.erase (v);
  ran.insert (v);
  return good;
}

void
Checker::constants ()
{
  for (Item &i : module.items)
    if (i.constant)
      {
        i.constant->type = bind (i.constant->type, i.constant->at);
        if (i.constant->type->kind != Type::Wrong && !is_data (i.constant->type))
          {
            error (i.constant->at, "2.9", "there are no constants of type " + i.constant->type->text ());
            i.constant->type = wrong ();
          }
      }
  std::vector<Variable *> good;
  for (Item &i : module.items)
    if (i.constant)
      {
        Variable *c = i.constant;
        const Type *found = expression (c->value);
        want (c->value, found, c->type, "3.4", "constant");
        if (found->kind == Type::Wrong || c->type->kind == Type::Wrong || found != c->type)
          continue;
        if (is_constant (c->value))
          good.push_back (c);
        else
          error (c->value->at, "2.9", "this is no constant expression",
                 "literals, constants, operators, conversions and constructions are");
      }
  uint64_t scalars = 0;
  for (Variable *c : good)
    {
      constant_order (c, c->value->at, 0);
      scalars += scalars_in (c->type, true);
      if (scalars > most_constant)
        return error (c->at, "1.9", "the constants of the module have more than 2^22 scalars in all");
    }
  if (diagnostics.errors ())
    return; /* their values cannot be told */
  Constants known;
  for (Variable *c : good)
    try
      {
        known.variable (c, c->at);
      }
    catch (const Undefined &u)
      {
        error (u.at, "2.9", u.what, u.mend);
      }
}

void
Checker::bodies ()
{
  for (Item &i : module.items)
    if (i.process && !i.process->external)
      {
        process = i.process;
        process->slots = 0;
        scopes.assign (1, {});
        for (Variable *v : process->parameters)
          declare (v);
        block (process->body);
      }
}

} // namespace er
