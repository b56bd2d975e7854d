/* SPDX-License-Identifier: MIT */
/* tape_counts.cc - how often a piece of code pops or pushes, if the text determines it; and loops
 * whose counter runs evenly (body.h). */
#include "streamit/emit/body.h"

namespace er::streamit {

/* ---- What is in a statement ---------------------------------------------------------- */

static bool
assigns (const Expr *e, const Variable *v)
{
  if (e->kind == Expr::Increment)
    {
      const Expr *root = e->args[0];
      while (root->kind == Expr::Index || root->kind == Expr::Field)
        root = root->args[0];
      if (root->kind == Expr::Name && root->variable == v)
        return true;
    }
  /* a helper may assign fields */
  if (e->kind == Expr::Call && e->function && e->function->body && v->kind == Variable::Field)
    return true;
  for (const Expr *a : e->args)
    if (assigns (a, v))
      return true;
  return false;
}

bool
assigns (const Stmt *s, const Variable *v)
{
  if (s->kind == Stmt::Assign)
    {
      const Expr *root = s->args[0];
      while (root->kind == Expr::Index || root->kind == Expr::Field)
        root = root->args[0];
      if (root->kind == Expr::Name && root->variable == v)
        return true;
    }
  for (const Expr *e : s->args)
    if (assigns (e, v))
      return true;
  for (const Variable *d : s->variables)
    if (d->value && assigns (d->value, v))
      return true;
  for (const Stmt *i : s->inner)
    if (assigns (i, v))
      return true;
  return false;
}

static bool
is_loop (const Stmt *s)
{
  return s->kind == Stmt::For || s->kind == Stmt::While || s->kind == Stmt::DoWhile;
}

bool
jumps (const Stmt *s, Stmt::Kind kind)
{
  if (s->kind == kind)
    return true;
  for (const Stmt *i : s->inner)
    if ((kind == Stmt::Return || !is_loop (i)) && jumps (i, kind))
      return true;
  return false;
}

/* Returns whether returns are only the last statements that are executed. */
bool
returns_only_last (const Stmt *s)
{
  if (is_loop (s))
    return !jumps (s, Stmt::Return);
  if (s->kind == Stmt::If)
    {
      for (const Stmt *i : s->inner)
        if (!returns_only_last (i))
          return false;
      return true;
    }
  for (size_t k = 0; k < s->inner.size (); k++)
    if (k + 1 == s->inner.size () ? !returns_only_last (s->inner[k])
                                  : jumps (s->inner[k], Stmt::Return))
      return false;
  return true;
}

/* ---- Loops --------------------------------------------------------------------------- */

/* Collects the variables of an expression; returns false if it does more than compute. */
static bool
plain (const Expr *e, std::vector<const Variable *> &variables)
{
  if (e->kind == Expr::Name)
    variables.push_back (e->variable);
  bool other = e->kind == Expr::Increment || e->kind == Expr::Peek || e->kind == Expr::Pop
               || (e->kind == Expr::Call && (e->function || !builtin_named (e->text)
                                             || builtin_named (e->text)->parameters == 0));
  for (const Expr *a : e->args)
    other |= !plain (a, variables);
  return !other;
}

/* for (i = first; i < bound; i += step), where the body assigns neither i nor the bound. */
bool
Body::even (const Stmt *s, Even_loop &l)
{
  if (s->kind != Stmt::For)
    return false;
  const Stmt *first = s->inner[0], *step = s->inner[1], *body = s->inner[2];
  const Expr *test = s->args[0];
  if (first->kind == Stmt::Declare && first->variables.size () == 1
      && first->variables[0]->value)
    {
      l.counter = first->variables[0];
      l.first = l.counter->value;
      l.outside = false;
    }
  else if (first->kind == Stmt::Assign && first->text.empty ()
           && first->args[0]->kind == Expr::Name)
    {
      l.counter = first->args[0]->variable;
      l.first = first->args[1];
      l.outside = true;
    }
  else
    return false;
  auto counts = [&l] (const Expr *e) { return e->kind == Expr::Name && e->variable == l.counter; };
  Value by = of_integer (1);
  std::string sign;
  if (step->kind == Stmt::Value && step->args[0]->kind == Expr::Increment
      && counts (step->args[0]->args[0]))
    sign = step->args[0]->text.substr (0, 1);
  else if (step->kind == Stmt::Assign && counts (step->args[0])
           && (step->text == "+" || step->text == "-") && constant (step->args[1], &by))
    sign = step->text;
  else if (step->kind == Stmt::Assign && counts (step->args[0]) && step->text.empty ()
           && step->args[1]->kind == Expr::Binary && counts (step->args[1]->args[0])
           && (step->args[1]->text == "+" || step->args[1]->text == "-")
           && constant (step->args[1]->args[1], &by))
    sign = step->args[1]->text;
  else
    return false;
  l.step = by.kind <= Type::Int ? (sign == "-" ? -int64_t (by.integer) : by.integer) : 0;
  bool up = test->text == "<" || test->text == "<=", down = test->text == ">" || test->text == ">=";
  if (test->kind != Expr::Binary || !counts (test->args[0]) || !(up || down)
      || (up ? l.step <= 0 : l.step >= 0) || l.counter->type->kind != Type::Int
      || !test->args[1]->type->integer () || !l.first->type->integer ())
    return false;
  l.closed = test->text.size () == 2;
  l.bound = test->args[1];
  std::vector<const Variable *> names, first_names;
  if (!plain (l.bound, names) || !plain (l.first, first_names) || assigns (body, l.counter))
    return false;
  for (const Variable *v : names)
    if (v == l.counter || assigns (body, v))
      return false;
  if (l.outside && (jumps (body, Stmt::Break) || jumps (body, Stmt::Return)
                    || l.counter->kind == Variable::Field))
    return false;
  Value low, high;
  if (constant (l.first, &low) && constant (l.bound, &high))
    {
      int64_t a = int64_t (low.number ()), b = int64_t (high.number ());
      b += l.closed ? (l.step > 0 ? 1 : -1) : 0;
      l.low = a;
      l.turns = l.step > 0 ? (a < b ? (b - a + l.step - 1) / l.step : 0)
                           : (a > b ? (a - b - l.step - 1) / -l.step : 0);
    }
  else if (l.outside && (l.step != 1 && l.step != -1))
    return false;
  return true;
}

/* ---- Counts -------------------------------------------------------------------------- */

typedef std::optional<int64_t> Count;

static Count
both (Count a, Count b)
{
  return a && b ? Count (*a + *b) : Count ();
}

Count
Body::count (const Function *f, Tape_kind tape)
{
  if (!f->body || !f->uses_tape)
    return 0;
  if (!open.insert (f).second)
    return Count (); /* recursion, which is reported elsewhere */
  Count c = count (f->body, tape);
  open.erase (f);
  if (c && *c && !returns_only_last (f->body))
    return Count ();
  return c;
}

Count
Body::count (const Expr *e, Tape_kind tape)
{
  Count sum = e->kind == Expr::Pop && tape == In ? 1 : 0;
  bool lazy = e->kind == Expr::Conditional
              || (e->kind == Expr::Binary && (e->text == "&&" || e->text == "||"));
  if (lazy)
    {
      sum = count (e->args[0], tape);
      Count yes = count (e->args[1], tape), no = e->args.size () > 2 ? count (e->args[2], tape) : 0;
      return yes && no && *yes == *no ? both (sum, yes) : Count ();
    }
  for (const Expr *a : e->args)
    sum = both (sum, count (a, tape));
  if (e->kind == Expr::Call && e->function)
    sum = both (sum, count (e->function, tape));
  return sum;
}

Count
Body::count (const Stmt *s, Tape_kind tape)
{
  Count sum = s->kind == Stmt::Push && tape == Out ? 1 : 0;
  if (s->kind == Stmt::If)
    {
      Value known;
      if (constant (s->args[0], &known))
        {
          size_t k = streamit::convert (known, Type::Boolean).integer ? 0 : 1;
          return k < s->inner.size () ? count (s->inner[k], tape) : Count (0);
        }
      Count yes = count (s->inner[0], tape),
            no = s->inner.size () > 1 ? count (s->inner[1], tape) : 0;
      return yes && no && *yes == *no ? both (count (s->args[0], tape), yes) : Count ();
    }
  for (const Expr *e : s->args)
    sum = both (sum, count (e, tape));
  for (const Variable *v : s->variables)
    if (v->value)
      sum = both (sum, count (v->value, tape));
  Count inside = 0;
  for (const Stmt *i : s->inner)
    inside = both (inside, count (i, tape));
  if (!is_loop (s) || (inside && *inside == 0 && sum && *sum == 0))
    return both (sum, inside);
  Even_loop l;
  const Stmt *body = s->inner.back ();
  if (!even (s, l) || l.turns < 0 || jumps (body, Stmt::Break) || jumps (body, Stmt::Continue)
      || jumps (body, Stmt::Return) || !inside)
    return Count ();
  return *inside % 1 == 0 && (l.step == 1 || *inside % l.step == 0) ? Count (*inside * l.turns)
                                                                    : Count ();
}

} // namespace er::streamit
