/* SPDX-License-Identifier: MIT */
/* execute.cc - statements at compile time (evaluate.h). */
#include "streamit/evaluate/evaluate.h"

namespace er::streamit {

void
Evaluator::create (const Stmt *s, Env &)
{
  report.stop (s->at, "this statement is not allowed in code that runs at compile time");
}

void
Evaluator::run (const Function *f, Env &env)
{
  execute (f->body, env);
}

void
Evaluator::assign (const Stmt *s, Env &env)
{
  const Expr *to = s->args[0], *from = s->args[1];
  Value v;
  if (from->kind == Expr::List)
    v = list (to->type, from, env);
  else
    v = value (from, env);
  bool part = to->kind == Expr::Field && to->args[0]->type->kind == Type::Complex;
  if (!s->text.empty ())
    {
      Value result;
      if (!binary (s->text, value (to, env), v, result))
        report.stop (s->at, "the result of '" + s->text + "' is undefined");
      v = result;
    }
  if (part)
    {
      Value *whole = place (to->args[0], env);
      (to->text == "real" ? whole->real : whole->imaginary) = convert (v, Type::Float).real;
      return;
    }
  Value *where = place (to, env);
  if (where->kind == Type::Array && v.parts.size () != where->parts.size ())
    report.stop (s->at, format ("an array of %zu elements is none of %zu", v.parts.size (),
                                where->parts.size ()));
  *where = where->scalar () || where->kind == Type::Complex ? convert (v, where->kind) : v;
}

Evaluator::Way
Evaluator::loop (const Stmt *s, Env &env)
{
  if (s->kind == Stmt::For)
    execute (s->inner[0], env);
  bool first = s->kind == Stmt::DoWhile;
  while (first || truth (s->args[0], env))
    {
      first = false;
      step (s->at);
      Way way = execute (s->inner.back (), env);
      if (way == Broken)
        break;
      if (way == Returned)
        return way;
      if (s->kind == Stmt::For)
        execute (s->inner[1], env);
    }
  return Next;
}

Evaluator::Way
Evaluator::execute (const Stmt *s, Env &env)
{
  step (s->at);
  switch (s->kind)
    {
    case Stmt::Block:
      for (const Stmt *inner : s->inner)
        {
          Way way = execute (inner, env);
          if (way != Next)
            return way;
        }
      return Next;
    case Stmt::Declare:
      for (const Variable *v : s->variables)
        declare (v, env);
      return Next;
    case Stmt::Value:
      value (s->args[0], env);
      return Next;
    case Stmt::Assign:
      assign (s, env);
      return Next;
    case Stmt::If:
      if (truth (s->args[0], env))
        return execute (s->inner[0], env);
      return s->inner.size () > 1 ? execute (s->inner[1], env) : Next;
    case Stmt::While:
    case Stmt::DoWhile:
    case Stmt::For:
      return loop (s, env);
    case Stmt::Break:
      return Broken;
    case Stmt::Continue:
      return Continued;
    case Stmt::Return:
      returned = s->args.empty () ? Value () : value (s->args[0], env);
      return Returned;
    case Stmt::Empty:
      return Next;
    default:
      create (s, env);
      return Next;
    }
}

} // namespace er::streamit
