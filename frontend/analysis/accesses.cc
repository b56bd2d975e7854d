/* SPDX-License-Identifier: MIT */
/* accesses.cc - what statements read and write (accesses.h). */
#include "analysis/accesses.h"

#include <algorithm>

#include "ir/ir.h"

namespace er {

namespace {

class Collector
{
public:
  explicit Collector (const Values &values) : values (values) {}
  std::vector<Access> list;

  void statement (const Stmt *s);
  void read (const Expr *e);
  void drop_own (const Stmt *s);

private:
  Values values;
  void roots (const Stmt *s);
  void block (const Block &b);
  void place (const Expr *e, bool write);
};

/* A name, an element, or a part of either.  Parts are told apart by the first subscript alone. */
void
Collector::place (const Expr *e, bool write)
{
  const Expr *inner = nullptr; /* the part nearest to the root */
  for (; e->kind == Expr::Subscript || e->kind == Expr::Member; e = e->args[0])
    {
      inner = e;
      if (e->kind == Expr::Subscript)
        read (e->args[1]);
    }
  if (e->kind == Expr::Element)
    {
      read (e->args[1]);
      list.push_back ({ e->args[0]->variable, write, true, values.of (e->args[1]) });
    }
  else if (e->kind != Expr::Name)
    read (e); /* a structure or array constructed by the expression */
  else if (inner && inner->kind == Expr::Subscript)
    list.push_back ({ e->variable, write, true, values.of (inner->args[1]) });
  else
    list.push_back ({ e->variable, write, false, {} });
}

void
Collector::read (const Expr *e)
{
  bool is_place = e->kind == Expr::Subscript || e->kind == Expr::Member || e->kind == Expr::Element
                  || e->kind == Expr::Name;
  if (is_place)
    return place (e, false);
  for (const Expr *a : e->args)
    read (a);
}

void
Collector::block (const Block &b)
{
  for (const Stmt *s : b)
    statement (s);
}

void
Collector::roots (const Stmt *s)
{
  for (const Expr *root : { s->value, s->from, s->to, s->step })
    if (root)
      read (root);
  for (const Expr *piece : s->pieces)
    read (piece);
  if (s->place)
    place (s->place, true);
  if (s->kind == Stmt::Declare)
    list.push_back ({ s->variable, true, false, {} });
}

/* Copies the values only where it must: there may be many. */
void
Collector::statement (const Stmt *s)
{
  bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
  if (!loop && s->kind != Stmt::If)
    {
      roots (s);
      values.follow (s);
      return;
    }
  Values before = values;
  if (loop)
    values = values.within (s);
  roots (s);
  Values inner = values;
  for (const Block *b : { &s->body, &s->other })
    {
      values = inner;
      block (*b);
    }
  values = before;
  values.follow (s);
}

void
Collector::drop_own (const Stmt *s)
{
  std::set<const Variable *> own;
  auto add = [&] (Stmt *&inner) {
    if (inner->variable)
      own.insert (inner->variable);
  };
  if (s->kind == Stmt::For)
    own.insert (s->variable);
  each_statement (const_cast<Block &> (s->body), add);
  each_statement (const_cast<Block &> (s->other), add);
  auto is_own = [&] (const Access &a) { return own.count (a.base); };
  list.erase (std::remove_if (list.begin (), list.end (), is_own), list.end ());
}

} // namespace

std::vector<Access>
accesses_of (const Stmt *s, const Values &values)
{
  Collector collector (values);
  collector.statement (s);
  collector.drop_own (s);
  return collector.list;
}

std::vector<Access>
bounds_of (const Stmt *loop, const Values &values)
{
  Collector collector (values);
  collector.read (loop->from);
  collector.read (loop->to);
  return collector.list;
}

bool
conflict (const Access &a, const Access &b)
{
  if (a.base != b.base || !(a.write || b.write))
    return false;
  bool known = a.part && b.part && a.index && b.index;
  return !known || distance (*a.index, *b.index).value_or (0) == 0;
}

bool
conflict (const std::vector<Access> &a, const std::vector<Access> &b)
{
  return std::any_of (a.begin (), a.end (), [&] (const Access &x) {
    return std::any_of (b.begin (), b.end (), [&] (const Access &y) { return conflict (x, y); });
  });
}

} // namespace er
