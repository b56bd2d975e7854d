/* SPDX-License-Identifier: MIT */
/* fuse_exits.cc - exits of loops (fuse.h). */
#include "passes/fusion/fuse.h"
#include "ir/ir.h"

namespace er {

bool
jumps_out (const Stmt *s)
{
  if (s->kind == Stmt::Return || s->kind == Stmt::Break)
    return true;
  bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
  for (const Block *b : { &s->body, &s->other })
    for (const Stmt *inner : *b)
      if (loop ? has_return_in_loop ({ const_cast<Stmt *> (s) }) : jumps_out (inner))
        return true;
  return false;
}

bool
has_return_in_loop (const Block &b)
{
  bool found = false;
  for (const Stmt *s : b)
    {
      if (s->kind == Stmt::For || s->kind == Stmt::While)
        each_statement (const_cast<Block &> (s->body),
                        [&] (Stmt *&inner) { found |= inner->kind == Stmt::Return; });
      found = found || has_return_in_loop (s->body) || has_return_in_loop (s->other);
    }
  return found;
}

bool
is_fixed (const Expr *argument)
{
  const Expr &a = *argument;
  return a.kind == Expr::Integer || a.kind == Expr::Float || a.kind == Expr::Boolean
         || (a.kind == Expr::Name && a.variable->kind == Variable::Constant);
}

bool
does_nothing_else (const Process &p)
{
  bool found = false;
  Block &body = const_cast<Block &> (p.body);
  each_statement (body, [&] (Stmt *&s) { found |= s->kind == Stmt::Print; });
  each_expression (body, [&] (Expr *&e) {
    found |= e->kind == Expr::Run || (e->kind == Expr::Call && is_operation (e));
  });
  return !found;
}

static bool
is_zero (const Expr *e)
{
  return e->kind == Expr::Integer && e->integer == 0;
}

bool
is_end_test (const Stmt *s, const std::set<const Variable *> &results)
{
  if (s->kind != Stmt::If || !s->other.empty () || s->body.size () != 1
      || (s->body[0]->kind != Stmt::Break && s->body[0]->kind != Stmt::Return))
    return false;
  const Expr *c = s->value;
  if (c->kind == Expr::Name)
    return c->variable->kind == Variable::Let && results.count (c->variable);
  if (c->kind != Expr::Binary || c->op != Op::Equal)
    return false;
  const Expr *a = c->args[0], *b = c->args[1];
  if (is_zero (a))
    std::swap (a, b);
  return is_zero (b) && a->kind == Expr::Name && a->variable->kind == Variable::Let
         && results.count (a->variable);
}

/* Statements after which the turn may end without a difference. */
static bool
is_harmless (const Stmt *s)
{
  if (s->kind == Stmt::Declare)
    return !s->value || !is_operation (s->value)
           || (s->value->kind == Expr::Operation && s->value->primitive >= Primitive::p_commit
               && s->value->primitive <= Primitive::p_missed);
  if (s->kind != Stmt::Do || s->value->kind != Expr::Operation)
    return false;
  Primitive p = s->value->primitive;
  return p == Primitive::p_update || p == Primitive::p_stall || p == Primitive::p_release
         || p == Primitive::p_receive || p == Primitive::p_receive_range;
}

/* if C { break; }, whatever C is. */
static bool
only_leaves (const Stmt *s)
{
  return s->kind == Stmt::If && s->body.size () == 1 && s->other.empty ()
         && (s->body[0]->kind == Stmt::Break || s->body[0]->kind == Stmt::Return);
}

std::set<const Stmt *>
end_tests_of (const Process_rates &rates, const std::set<const Variable *> &views)
{
  std::set<const Stmt *> tests;
  std::set<const Variable *> results;
  for (const Stmt *s : rates.loop->body)
    {
      const Expr *call = s->kind == Stmt::Declare ? s->value : nullptr;
      if (call && call->kind == Expr::Operation
          && (call->primitive == Primitive::p_update || call->primitive == Primitive::p_done)
          && views.count (view_of (call)))
        results.insert (s->variable);
      if (is_end_test (s, results))
        tests.insert (s);
    }
  return tests;
}

Exits
exits_of (const Process_rates &rates, const std::set<const Variable *> &ends,
          const std::set<const Variable *> &fed)
{
  Exits exits;
  std::set<const Stmt *> end_tests = end_tests_of (rates, ends), never = end_tests_of (rates, fed);
  bool harmless = true;
  for (const Stmt *s : rates.loop->body)
    if (never.count (s))
      exits.tested = exits.tested || (harmless && end_tests.count (s));
    else if (jumps_out (s))
      {
        exits.own = true;
        /* otherwise the last turn would have executed these statements */
        harmless = harmless && only_leaves (s);
      }
    else
      harmless = harmless && is_harmless (s);
  return exits;
}

} // namespace er
