/* SPDX-License-Identifier: MIT */
/* functions.cc - helper functions that become functions of the IR (body.h).
 *
 * A helper function that only computes a result from its arguments becomes a function of the IR,
 * which all processes share.  In place of each call its body is emitted instead
 *
 *   - if the function pops, pushes, peeks, prints, draws random numbers, uses or assigns fields of
 *     the filter that change, or elements of arrays of its caller: these belong to the process, and
 *     happen in the order of the text;
 *   - if an argument is constant or a sum of counters: then bounds of loops and subscripts in the
 *     function are so, too, and positions on tapes remain fixed;
 *   - if it has loops that may not end, or large arrays, which functions of the IR have not (3.17).
 */
#include <algorithm>

#include "streamit/emit/body.h"

namespace er::streamit {

/* Scalars of an array or structure of a function; bytes of the stack, and functions that call each
 * other, of which the IR allows more (1.9, 3.17). */
static const size_t most_scalars = 64, most_stack = 12000;
static const int most_chain = 8;

bool
Body::computes (const Expr *e)
{
  bool tape = e->kind == Expr::Peek || e->kind == Expr::Pop || e->kind == Expr::Iter;
  if (tape || e->kind == Expr::Make || e->kind == Expr::Range || e->kind == Expr::Any)
    return false;
  if (e->kind == Expr::Name)
    {
      const Variable *v = e->variable;
      bool own = v->kind == Variable::Local
                 || (v->kind == Variable::Parameter && !v->of_stream);
      if (!own && (v->changes || !env.find (v)))
        return false;
    }
  if (e->kind == Expr::Call && !e->function && builtin_named (e->text)
      && (builtin_named (e->text)->kind == Builtin::Random
          || builtin_named (e->text)->kind == Builtin::Print))
    return false;
  if (e->kind == Expr::Call && e->function
      && (e->function->kind == Function::Native || defined (e->function).name.empty ()))
    return false;
  return std::all_of (e->args.begin (), e->args.end (),
                      [&] (const Expr *a) { return computes (a); });
}

bool
Body::computes (const Stmt *s)
{
  static const Stmt::Kind kinds[] = { Stmt::Block, Stmt::Declare, Stmt::Value,    Stmt::Assign,
                                      Stmt::If,    Stmt::For,     Stmt::Break,    Stmt::Continue,
                                      Stmt::Return, Stmt::Empty };
  if (std::find (std::begin (kinds), std::end (kinds), s->kind) == std::end (kinds))
    return false;
  if (s->kind == Stmt::Return && s->args.empty ())
    return false;
  for (const Variable *v : s->variables)
    if ((v->value && !computes (v->value)) || v->type->kind > Type::Array)
      return false;
  return std::all_of (s->args.begin (), s->args.end (),
                      [&] (const Expr *e) { return computes (e); })
         && std::all_of (s->inner.begin (), s->inner.end (),
                         [&] (const Stmt *i) { return computes (i); });
}

/* Emits the function by itself.  Returns "" if it has a loop that is no `for' of the IR. */
std::string
Body::definition (const Function *f)
{
  auto keep = std::make_tuple (text, indent, next, bound, variables, ranges, loops, expansions,
                               jumped);
  text.clear ();
  indent = 1;
  next = 0;
  bound.clear ();
  variables.clear ();
  ranges.clear ();
  loops.clear ();
  expansions.clear ();
  jumped = false;
  std::string head;
  for (const Variable *p : f->parameters)
    {
      std::string type = module.type (p->type, env), name = fresh (p->name);
      head += (head.empty () ? "" : ", ") + name + " : " + type;
      variables[p] = name;
      if (!p->assigned)
        continue;
      variables[p] = fresh (p->name);
      line ("var " + variables[p] + " : " + type + " = " + name + ";");
    }
  expansions.push_back ({ f, "", false, "", 0 });
  statement (f->body);
  if (!jumped)
    line ("return " + module.literal (evaluator.zero (f->result, env)) + ";");
  std::string body = text, result = module.type (f->result, env);
  std::tie (text, indent, next, bound, variables, ranges, loops, expansions, jumped) = keep;
  bool endless = body.find ("while ") != std::string::npos;
  return endless ? "" : "(" + head + ") -> " + result + " {\n" + body + "}\n";
}

/* The function of the IR for f, which is emitted when it is first needed. */
const Body::Defined &
Body::defined (const Function *f)
{
  auto found = defined_functions.find (f);
  if (found != defined_functions.end ())
    return found->second;
  Defined &d = defined_functions[f]; /* without a name, for calls of itself */
  auto small = [&] (const Type *t) {
    return t->kind != Type::Void && t->kind <= Type::Array && t->kind != Type::String
           && evaluator.zero (t, env).scalars () <= most_scalars;
  };
  bool fits = f->kind == Function::Helper && f->body && !f->uses_tape && small (f->result)
              && std::all_of (f->parameters.begin (), f->parameters.end (),
                              [&] (const Variable *p) {
                                return small (p->type)
                                       && !(p->type->kind == Type::Array && p->assigned);
                              })
              && computes (f->body);
  if (!fits)
    return d;
  Defined own, *outer = defining;
  defining = &own;
  std::string text = definition (f);
  defining = outer;
  /* each aggregate of a function is written with a type and a bracket */
  size_t brackets = size_t (std::count (text.begin (), text.end (), '(')
                            + std::count (text.begin (), text.end (), ':'));
  own.stack += brackets * 8 * (text.find ("s_") == std::string::npos
                                   && text.find ('[') == std::string::npos ? 4 : most_scalars);
  own.chain++;
  if (text.empty () || own.stack > most_stack || own.chain > most_chain)
    return d;
  own.name = module.function (f->name, text);
  return d = own;
}

/* A call of a function of the IR; nothing if the body is to be emitted here. */
std::optional<Operand>
Body::defined_call (const Expr *e, const Function *f)
{
  bool special = std::any_of (e->args.begin (), e->args.end (),
                              [&] (const Expr *a) { return constant (a); });
  if (special && !defining)
    return {};
  const Defined &d = defined (f);
  if (d.name.empty ())
    return {};
  std::string before = text, args;
  size_t before_next = next;
  bool effects = std::any_of (e->args.begin (), e->args.end (),
                              [&] (const Expr *a) { return this->effects (a); });
  for (size_t k = 0; k < e->args.size (); k++)
    {
      const Type *t = f->parameters[k]->type;
      Operand a = fitted (e->args[k], t);
      if (!defining && (a.known || a.sum) && !effects)
        {
          text = before;
          next = before_next;
          return {};
        }
      if (effects)
        a = saved (a, t);
      args += (k ? ", " : "") + a.text;
    }
  if (defining)
    {
      defining->chain = std::max (defining->chain, d.chain);
      defining->stack = std::max (defining->stack, d.stack);
    }
  return operand (save (module.type (f->result, env), d.name + "(" + args + ")", f->name),
                  f->result);
}

} // namespace er::streamit
