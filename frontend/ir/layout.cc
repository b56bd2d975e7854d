/* SPDX-License-Identifier: MIT */
/* layout.cc - which sizes have limits: horizons, parameters, variables on the stack (layout.h). */
#include "ir/layout.h"

#include "ir/walk.h"

namespace er {

int64_t
most_horizon (const Type *element)
{
  return (int64_t (1) << 30) / int64_t (layout_of (element).size);
}

uint64_t
size_of_parameters (const Process &p)
{
  uint64_t size = 0;
  for (const Variable *v : p.parameters)
    size += layout_of (v->type).size;
  return size;
}

bool
has_large (Process &p)
{
  uint64_t sum = 0;
  auto add = [&] (const Type *t) {
    if (t->aggregate ())
      sum += layout_of (t).size;
  };
  each_statement (p.body, [&] (Stmt *&s) {
    if (s->variable)
      add (s->variable->type);
  });
  each_expression (p.body, [&] (Expr *&e) {
    if (e->kind == Expr::Construct || e->kind == Expr::Select || e->kind == Expr::Call)
      add (e->type);
    if (e->kind == Expr::Call && !e->function->pure)
      for (const Expr *a : e->args)
        add (a->type);
  });
  return sum > stack_room;
}

} // namespace er
