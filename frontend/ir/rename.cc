/* SPDX-License-Identifier: MIT */
/* rename.cc - copies under new names (rename.h). */
#include "ir/rename.h"

#include "ir/walk.h"

namespace er {

Variable *
Renamer::declare (const Variable *v)
{
  return now[v] = module.variable (v->kind, names.fresh (v->name), v->at, v->type);
}

Expr *
Renamer::copy (const Expr *e)
{
  if (!e)
    return nullptr;
  Expr *c = er::copy (module, e);
  rewrite (c, [&] (Expr *&part) {
    auto literal = part->kind == Expr::Name ? literals.find (part->variable) : literals.end ();
    if (literal != literals.end ())
      {
        part = er::copy (module, literal->second);
        return;
      }
    auto found = part->kind == Expr::Name ? now.find (part->variable) : now.end ();
    if (found == now.end ())
      return;
    part->variable = found->second;
    part->name = found->second->name;
  });
  return c;
}

Stmt *
Renamer::copy (const Stmt *s)
{
  Stmt *c = module.make (s->kind, s->at);
  c->place = copy (s->place);
  c->value = copy (s->value);
  c->from = copy (s->from);
  c->to = copy (s->to);
  c->step = copy (s->step);
  if (s->variable)
    c->variable = declare (s->variable);
  for (const Expr *piece : s->pieces)
    c->pieces.push_back (copy (piece));
  c->body = copy (s->body);
  c->other = copy (s->other);
  return c;
}

Block
Renamer::copy (const Block &b)
{
  Block result;
  for (const Stmt *s : b)
    result.push_back (copy (s));
  return result;
}

} // namespace er
