/* SPDX-License-Identifier: MIT */
/* values.cc - the values of names along a block (values.h). */
#include "analysis/values.h"

#include <set>

#include "analysis/loop_sums.h"
#include "ir/ir.h"

namespace er {

Sum
Values::value_of (const Variable *v) const
{
  auto found = known.find (v);
  return found != known.end ()          ? found->second
         : v->type->kind == Type::Index ? Sum (Linear (v))
                                        : Sum ();
}

Sum
Values::of (const Expr *e) const
{
  return linear (e, [this] (const Variable *v) { return value_of (v); });
}

void
Values::forget (const Stmt *s)
{
  Block one { const_cast<Stmt *> (s) };
  each_statement (one, [&] (Stmt *&inner) {
    if (const Variable *v = changed_by (inner); v && v->type->kind == Type::Index)
      known[v] = Sum ();
  });
}

void
Values::follow (const Stmt *s)
{
  bool assigns = s->kind == Stmt::Assign && s->place->kind == Expr::Name;
  if (s->kind != Stmt::Declare && !assigns)
    return forget (s);
  const Variable *to = assigns ? s->place->variable : s->variable;
  if (to->type->kind != Type::Index)
    return; /* as value_of () says; many copies are made of this map */
  Sum value = s->value ? of (s->value) : Sum (Linear ());
  bool itself = !value && to->kind == Variable::Let;
  known[to] = itself ? Sum (Linear (to)) : value;
}

Values
Values::within (const Stmt *loop) const
{
  Values result = *this;
  result.forget (loop);
  return result;
}

/* ---- Turns --------------------------------------------------------------- */

/* A jump to the next iteration of this loop. */
static bool
has_continue (const Block &b)
{
  for (const Stmt *s : b)
    {
      bool loop = s->kind == Stmt::For || s->kind == Stmt::While;
      if (s->kind == Stmt::Continue
          || (!loop && (has_continue (s->body) || has_continue (s->other))))
        return true;
    }
  return false;
}

/* The variables that an iteration changes and does not declare. */
static std::set<const Variable *, By_name>
changed_in (const Stmt *loop)
{
  std::set<const Variable *, By_name> changed;
  std::set<const Variable *> own;
  Block body = loop->body;
  each_statement (body, [&] (Stmt *&s) {
    if (s->variable)
      own.insert (s->variable);
    const Variable *v = changed_by (s);
    if (v && v->type->kind == Type::Index && !own.count (v))
      changed.insert (v);
  });
  return changed;
}

/* Maps each name to the first one of its class. */
typedef std::map<const Variable *, const Variable *, By_name> Classes;

/* The names of one class that also have the same value now. */
static Classes
split (const Classes &classes, const std::function<Sum (const Variable *)> &value)
{
  Classes result;
  for (const auto &c : classes)
    {
      Sum own = value (c.first);
      result[c.first] = c.first;
      for (const auto &other : result)
        if (own && other.second == other.first && other.first != c.first
            && classes.at (other.first) == c.second)
          if (Sum there = value (other.first); there && *there == *own)
            {
              result[c.first] = other.first;
              break;
            }
    }
  return result;
}

Values
Values::in_turn (const Stmt *loop) const
{
  Classes classes, before;
  std::set<const Variable *, By_name> changed = changed_in (loop);
  for (const Variable *v : changed)
    classes[v] = *changed.begin ();
  classes = split (classes, [&] (const Variable *v) { return value_of (v); });
  bool continues = has_continue (loop->body);
  for (;;)
    {
      Values turn;
      for (const auto &c : classes)
        turn.known[c.first] = Linear (continues ? c.first : c.second);
      if (continues || before == classes)
        return turn;
      Values end = turn;
      for (const Stmt *s : loop->body)
        end.follow (s);
      before = classes;
      classes = split (classes, [&] (const Variable *v) { return end.value_of (v); });
    }
}

} // namespace er
