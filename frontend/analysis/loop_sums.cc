/* SPDX-License-Identifier: MIT */
/* loop_sums.cc - one iteration of a loop in sums (loop_sums.h). */
#include "analysis/loop_sums.h"

#include "eval/eval.h"
#include "ir/ir.h"

namespace er {

int64_t
step_of (const Stmt *loop)
{
  Constants none;
  return loop->step ? int64_t (evaluate (loop->step, none).bits) : 1;
}

bool
steps_within (const Stmt *loop, int64_t most)
{
  int64_t step = step_of (loop);
  return step <= most && step >= -most;
}

const Variable *
changed_by (const Stmt *s)
{
  if (s->kind != Stmt::Assign)
    return nullptr;
  const Expr *root = root_of (s->place);
  return root->kind == Expr::Name ? root->variable : nullptr;
}

Loop_sums::Loop_sums (const Stmt *loop) : loop (loop)
{
  Block body = loop->body;
  each_statement (body, [&] (Stmt *&s) {
    if (const Variable *v = changed_by (s))
      now[v] = v->type->kind == Type::Index ? Sum (Linear (v)) : Sum ();
  });
  each_statement (body, [&] (Stmt *&s) {
    if (s->variable)
      now[s->variable] = Sum (); /* until it is declared */
  });
}

Sum
Loop_sums::value_of (const Variable *v) const
{
  auto found = now.find (v);
  return found != now.end ()            ? found->second
         : v->type->kind == Type::Index ? Sum (Linear (v))
                                        : Sum ();
}

Sum
Loop_sums::of (const Expr *e) const
{
  return linear (e, [this] (const Variable *v) { return value_of (v); });
}

void
Loop_sums::forget (const Stmt *s)
{
  Block one { const_cast<Stmt *> (s) };
  each_statement (one, [&] (Stmt *&inner) {
    if (const Variable *v = changed_by (inner))
      now[v] = Sum ();
  });
}

void
Loop_sums::follow (const Stmt *s)
{
  bool names =
    s->kind == Stmt::Declare || (s->kind == Stmt::Assign && s->place->kind == Expr::Name);
  if (!names)
    return forget (s);
  const Expr *e = s->value;
  bool updates = e && e->kind == Expr::Operation && e->primitive == Primitive::p_update;
  const Variable *to = s->kind == Stmt::Declare ? s->variable : s->place->variable;
  now[to] = to->type->kind != Type::Index ? Sum ()
            : e                           ? of (updates ? e->args[1] : e)
                                          : Sum (Linear ());
}

Sum
Loop_sums::growth (const Linear &a) const
{
  Sum after = substituted (a, [this] (const Variable *v) -> Sum {
    if (v == loop->variable)
      return added (Linear (v), Linear (step_of (loop)));
    return value_of (v);
  });
  return after ? added (*after, a, -1) : Sum ();
}

} // namespace er
