/* SPDX-License-Identifier: MIT */
/* verify_statements.cc - the verifier: declarations, assignments, control (verify.h). */
#include "verify/checker.h"

#include "eval/eval.h"

namespace er {

/* ---- Scopes (3.2) -------------------------------------------------------- */

void
Checker::declare (Variable *v)
{
  Variable *other = find (v->name);
  auto g = global.find (v->name);
  if (other || g != global.end ())
    {
      diagnostics.error (v->at, "3.2", "'" + v->name + "' stands for something else here");
      diagnostics.note (other ? other->at : g->second.at, "which is declared here");
    }
  scopes.back ()[v->name] = v;
  v->slot = process->slots++;
}

Variable *
Checker::find (const std::string &name)
{
  for (auto scope = scopes.rbegin (); scope != scopes.rend (); ++scope)
    {
      auto found = scope->find (name);
      if (found != scope->end ())
        return found->second;
    }
  return nullptr;
}

/* ---- Statements ---------------------------------------------------------- */

void
Checker::block (Block &b)
{
  scopes.emplace_back ();
  for (size_t k = 0; k < b.size () && !diagnostics.full (); k++)
    {
      statement (b[k]);
      if (b[k]->kind >= Stmt::Break && b[k]->kind <= Stmt::Return && k + 1 < b.size ())
        {
          error (b[k + 1]->at, "3.7", "nothing leads here");
          diagnostics.note (b[k]->at, "this jumps away");
          break;
        }
    }
  scopes.pop_back ();
}

void
Checker::statement (Stmt *s)
{
  if (function && !computes (s))
    return;
  switch (s->kind)
    {
    case Stmt::Declare:
      declaration (s);
      break;
    case Stmt::Assign:
      assignment (s);
      break;
    case Stmt::Do:
      alone (s);
      break;
    case Stmt::If:
      condition (s->value);
      block (s->body);
      block (s->other);
      break;
    case Stmt::For:
      for_loop (s);
      break;
    case Stmt::While:
      condition (s->value);
      loops++;
      block (s->body);
      loops--;
      break;
    case Stmt::Break:
    case Stmt::Continue:
      if (!loops)
        error (s->at, "3.7", std::string (s->kind == Stmt::Break ? "'break'" : "'continue'")
               + " outside of a loop");
      break;
    case Stmt::Return:
      result (s);
      break;
    case Stmt::Print:
      print (s);
      break;
    }
}

void
Checker::want (Expr *e, const Type *found, const Type *wanted, const char *clause,
               const char *of_what)
{
  if (found == wanted || found->kind == Type::Wrong || wanted->kind == Type::Wrong)
    return;
  bool convertible = found->scalar () && wanted->scalar ();
  error (e->at, clause, std::string (of_what) + " has type " + wanted->text () + ", this is "
         + (found->kind == Type::None ? "nothing" : found->text ()),
         convertible ? "write " + wanted->text () + "(...) to convert" : "");
}

/* 3.4, 3.13 */
void
Checker::declaration (Stmt *s)
{
  Variable *v = s->variable;
  v->type = bind (v->type, v->at);
  bool is_let = v->kind == Variable::Let;
  if (v->type->view () && !is_let)
    error (v->at, "3.13", "a view is declared with let");
  if (s->value)
    {
      const Type *found = value (s->value, v->type);
      want (s->value, found, v->type, "3.4", ("'" + v->name + "'").c_str ());
    }
  else if (is_let)
    error (v->at, "3.4", "'let " + v->name + "' has no value", "write var, which begins as zero");
  declare (v);
}

void
Checker::assignment (Stmt *s)
{
  const Type *place = expression (s->place);
  const Type *found = value (s->value, place);
  if (place->kind == Type::Wrong)
    return;
  if (writable (s->place, true))
    want (s->value, found, place, "3.4", "what is assigned to");
}

/* 3.5 */
void
Checker::alone (Stmt *s)
{
  const Type *found = value (s->value, nullptr);
  if (found->kind != Type::Wrong && !is_operation (s->value))
    error (s->value->at, "3.5", "a statement that is not an operation has no effect");
}

/* 3.6 */
void
Checker::condition (Expr *e)
{
  want (e, expression (e), module.scalar (Type::Bool), "3.6", "a condition");
}

void
Checker::for_loop (Stmt *s)
{
  const Type *index = module.scalar (Type::Index);
  want (s->from, expression (s->from), index, "3.6", "a bound");
  want (s->to, expression (s->to), index, "3.6", "a bound");
  if (s->step)
    {
      const Type *found = expression (s->step);
      want (s->step, found, index, "3.6", "a step");
      if (found == index && diagnostics.errors () == 0)
        try
          {
            Constants none;
            if (!is_constant (s->step) || evaluate (s->step, none).bits == 0)
              error (s->step->at, "3.6", "a step is a constant other than 0");
          }
        catch (const Undefined &u)
          {
            error (u.at, "2.9", u.what, u.hint);
          }
    }
  s->variable->type = index;
  scopes.emplace_back ();
  declare (s->variable);
  loops++;
  block (s->body);
  loops--;
  scopes.pop_back ();
}

/* 3.8 */
void
Checker::print (Stmt *s)
{
  for (Expr *piece : s->pieces)
    if (piece->kind != Expr::String)
      {
        const Type *t = expression (piece);
        if (!t->scalar () && t->kind != Type::Wrong)
          error (piece->at, "3.8", "print takes strings and scalars, this is " + t->text ());
      }
}

} // namespace er
