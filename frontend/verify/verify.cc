/* SPDX-License-Identifier: MIT */
/* verify.cc - the verifier: names, signatures and constants of a module (verify.h). */
#include "verify/checker.h"

#include <algorithm>

#include "eval/eval.h"

namespace er {

/* Checks names, types and single statements. */
static bool
is_bound (Module &module, Diagnostics &diagnostics)
{
  Checker checker (module, diagnostics);
  checker.globals ();
  checker.structures ();
  if (diagnostics.errors ())
    return false; /* the type is unknown */
  checker.functions ();
  checker.signatures ();
  checker.constants ();
  checker.bodies ();
  if (!diagnostics.errors ())
    check_calls (module, diagnostics);
  return !diagnostics.errors ();
}

void
check_programs (Module &module, Diagnostics &diagnostics)
{
  if (!is_bound (module, diagnostics))
    return;
  check_views (module, diagnostics);
  check_claims (module, diagnostics);
}

void
check (Module &module, Diagnostics &diagnostics)
{
  if (!is_bound (module, diagnostics))
    return;
  check_views (module, diagnostics);
  check_claims (module, diagnostics);
  check_world (module, diagnostics);
}

void
Checker::error (Place at, const char *clause, const std::string &what, const std::string &hint)
{
  diagnostics.error (at, clause, what);
  if (!hint.empty ())
    diagnostics.note (at, hint);
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

/* ---- Functions and processes (3.3, 3.9, 3.11) ---------------------------- */

void
Checker::functions ()
{
  for (Item &i : module.items)
    if (i.function && i.function->code)
      head (*i.function);
    else if (i.function)
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
          error (f.at, "3.9", "a function gives no " + f.result->text (),
                 "it gives a scalar or nothing");
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
      if (v->type->kind != Type::Array)
        continue;
      if (p.external)
        error (v->at, "3.11", "a process that is defined elsewhere takes no array",
               "put it into a structure");
      else if (!is_data (v->type))
        error (v->at, "3.11", "a process takes no " + v->type->text (),
               "its arrays consist of scalars and structures");
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

static const uint64_t most_constant = uint64_t (1) << 22; /* scalars of all */
static const int most_chain = 200;                        /* constants that need each other */

/* Returns the length of the longest chain of constants that need each other, starting at this one;
 * computed once.  A chain that is wrong is reported and counts as empty. */
int
Checker::constant_chain (Variable *v, Place at, int depth)
{
  auto known = chains.find (v);
  if (known != chains.end ())
    return known->second;
  bool itself = !running.insert (v).second;
  if (itself || depth == most_chain)
    {
      error (at, itself ? "2.9" : "1.9",
             itself ? "constant '" + v->name + "' needs its own value"
                    : format ("constants need each other in a chain of more than %d", most_chain));
      return -1;
    }
  std::vector<Expr *> todo { v->value };
  int chain = 1;
  while (!todo.empty () && chain > 0)
    {
      Expr *e = todo.back ();
      todo.pop_back ();
      if (e->kind == Expr::Name && e->variable)
        {
          int inner = constant_chain (e->variable, e->at, depth + 1);
          chain = inner < 0 ? inner : std::max (chain, inner + 1);
        }
      todo.insert (todo.end (), e->args.begin (), e->args.end ());
    }
  running.erase (v);
  if (chain > most_chain)
    {
      error (at, "1.9",
             format ("constants need each other in a chain of more than %d", most_chain));
      chain = -1;
    }
  chains[v] = std::max (chain, 0);
  return chain;
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
            error (i.constant->at, "2.9",
                   "there are no constants of type " + i.constant->type->text ());
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
          error (c->value->at, "2.9", "expected a constant expression",
                 "literals, constants, operators, conversions and constructions are");
      }
  uint64_t scalars = 0;
  for (Variable *c : good)
    {
      constant_chain (c, c->value->at, 0);
      scalars += scalars_in (c->type);
      if (scalars > most_constant)
        return error (c->at, "1.9",
                      "the constants of the module have more than 2^22 scalars in all");
    }
  if (diagnostics.errors ())
    return; /* their values are unknown */
  Constants known;
  for (Variable *c : good)
    try
      {
        known.variable (c, c->at);
      }
    catch (const Undefined &u)
      {
        error (u.at, "2.9", u.what, u.hint);
      }
}

void
Checker::bodies ()
{
  for (Item &i : module.items)
    {
      bool defined = i.function && i.function->code;
      if (!defined && (!i.process || i.process->external))
        continue;
      function = defined ? i.function : nullptr;
      process = defined ? function->code : i.process;
      process->slots = 0;
      scopes.assign (1, {});
      for (Variable *v : process->parameters)
        declare (v);
      if (defined)
        body (*function);
      else
        block (process->body);
    }
}

} // namespace er
