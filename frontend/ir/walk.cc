/* SPDX-License-Identifier: MIT */
/* walk.cc - copies and comparisons (walk.h). */
#include "ir/walk.h"

#include <algorithm>
#include <cmath>

namespace er {

Expr *
copy (Module &module, const Expr *e)
{
  if (!e)
    return nullptr;
  std::vector<Expr *> args;
  for (const Expr *a : e->args)
    args.push_back (copy (module, a));
  Expr *c = module.make (e->kind, e->at);
  *c = *e;
  c->args = args;
  return c;
}

Block
copy (Module &module, const Block &block)
{
  Block result;
  for (const Stmt *s : block)
    {
      Stmt *c = module.make (s->kind, s->at);
      if (s->variable)
        c->variable = module.variable (s->variable->kind, s->variable->name, s->variable->at,
                                       s->variable->type);
      c->place = copy (module, s->place);
      c->value = copy (module, s->value);
      c->from = copy (module, s->from);
      c->to = copy (module, s->to);
      c->step = copy (module, s->step);
      for (const Expr *piece : s->pieces)
        c->pieces.push_back (copy (module, piece));
      c->body = copy (module, s->body);
      c->other = copy (module, s->other);
      result.push_back (c);
    }
  return result;
}

/* ---- Comparison ---------------------------------------------------------- */

/* Each module has its own type objects, so types of different modules are compared by their
 * text. */
static bool
equal (const Type *a, const Type *b)
{
  return !a || !b ? a == b : a->text () == b->text ();
}

template <typename T> static bool
all_equal (const std::vector<T> &a, const std::vector<T> &b)
{
  return std::equal (a.begin (), a.end (), b.begin (), b.end (),
                     [] (const T &x, const T &y) { return equal (x, y); });
}

/* The types of literals and constructions are part of the text, and other types follow from them.
 * A call may have become a construction. */
bool
equal (const Expr *a, const Expr *b)
{
  if (!a || !b)
    return a == b;
  if (a->kind != b->kind || a->args.size () != b->args.size () || a->name != b->name
      || a->integer != b->integer || a->op != b->op || a->primitive != b->primitive
      || std::signbit (a->number) != std::signbit (b->number) || a->number != b->number)
    return false;
  bool typed = a->kind == Expr::Integer || a->kind == Expr::Float || a->kind == Expr::Construct;
  return (!typed || equal (a->type, b->type)) && all_equal (a->args, b->args);
}

static bool
equal (const Variable *a, const Variable *b)
{
  return !a || !b ? a == b
                  : a->kind == b->kind && a->name == b->name && equal (a->type, b->type)
                      && equal (a->value, b->value);
}

static bool
equal (const Stmt *a, const Stmt *b)
{
  return a->kind == b->kind && equal (a->variable, b->variable) && equal (a->place, b->place)
         && equal (a->value, b->value) && equal (a->from, b->from) && equal (a->to, b->to)
         && equal (a->step, b->step) && all_equal (a->pieces, b->pieces)
         && all_equal (a->body, b->body) && all_equal (a->other, b->other);
}

static bool
equal (const Field &a, const Field &b)
{
  return a.name == b.name && equal (a.type, b.type);
}

static bool
equal (const Structure *a, const Structure *b)
{
  return !a || !b ? a == b : a->name == b->name && all_equal (a->fields, b->fields);
}

static bool
equal (const Process *a, const Process *b)
{
  return !a || !b ? a == b
                  : a->name == b->name && a->external == b->external
                      && all_equal (a->parameters, b->parameters) && all_equal (a->body, b->body);
}

static bool
equal (const Function *a, const Function *b)
{
  return !a || !b ? a == b
                  : a->name == b->name && a->pure == b->pure && a->touches == b->touches
                      && equal (a->result, b->result) && all_equal (a->parameters, b->parameters)
                      && equal (a->code, b->code);
}

static bool
equal (const Item &a, const Item &b)
{
  return equal (a.structure, b.structure) && equal (a.constant, b.constant)
         && equal (a.function, b.function) && equal (a.process, b.process);
}

bool
equal (const Module &a, const Module &b)
{
  return all_equal (a.items, b.items);
}

} // namespace er
