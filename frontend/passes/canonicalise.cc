/* SPDX-License-Identifier: MIT */
/* canonicalise.cc - gives equivalent expressions one form, and removes code that is never executed.
 *
 *   before                                    after
 *   x = 3i32 + x;                             x = x + 3i32;
 *   y = x + 1i32 + 2i32;                      y = x + 3i32;
 *   if 0 < n && !!b { ... }                   if n > 0 && b { ... }
 *   if !(n < k) { ... }                       if n >= k { ... }
 *   if false { a(); } else { b(); }           b();
 *   while false { ... }                       (nothing)
 *   let unused : index = n + 1;               (nothing)
 *   never = never + 1;                        (nothing, where nobody reads it)
 *
 * A block that declares names is kept as a block, `if true { ... }`: its names must not clash with
 * those of the block around it.
 */
#include <algorithm>
#include <set>

#include "eval/eval.h"
#include "passes/pass.h"
#include "ir/ir.h"

namespace er {

/* ---- Expressions --------------------------------------------------------- */

static bool
is_literal (const Expr *e)
{
  return e->kind == Expr::Integer || e->kind == Expr::Float || e->kind == Expr::Boolean;
}

static bool
commutes (Op op)
{
  return op == Op::Add || op == Op::Multiply || op == Op::BitAnd || op == Op::BitOr
         || op == Op::BitXor || op == Op::Equal || op == Op::Unequal;
}

/* The comparison with its operands exchanged; the negated comparison. */
static Op
mirrored (Op op)
{
  switch (op)
    {
    case Op::Less: return Op::Greater;
    case Op::LessEqual: return Op::GreaterEqual;
    case Op::Greater: return Op::Less;
    case Op::GreaterEqual: return Op::LessEqual;
    default: return op;
    }
}

static Op
opposite (Op op)
{
  switch (op)
    {
    case Op::Equal: return Op::Unequal;
    case Op::Unequal: return Op::Equal;
    case Op::Less: return Op::GreaterEqual;
    case Op::LessEqual: return Op::Greater;
    case Op::Greater: return Op::LessEqual;
    default: return Op::Less;
    }
}

static bool
compares (const Expr *e)
{
  return e->kind == Expr::Binary && e->op >= Op::Equal && e->op <= Op::GreaterEqual;
}

/* Moves a literal to the right. */
static void
literal_right (Expr *e)
{
  if (!is_literal (e->args[0]) || is_literal (e->args[1]))
    return;
  if (commutes (e->op) || compares (e))
    {
      std::swap (e->args[0], e->args[1]);
      e->op = mirrored (e->op);
    }
}

/* (x + 1) + 2 is x + 3, for integers, which do not round. */
static void
join_literals (Module &module, Expr *e)
{
  Expr *inner = e->args[0];
  if ((e->op != Op::Add && e->op != Op::Multiply) || inner->kind != Expr::Binary
      || inner->op != e->op || e->args[1]->kind != Expr::Integer
      || inner->args[1]->kind != Expr::Integer)
    return;
  try
    {
      uint64_t both = compute (e->op, e->type, inner->args[1]->integer, e->args[1]->integer, e->at);
      e->args = { inner->args[0], module.integer (e->at, both, e->type) };
    }
  catch (const Undefined &)
    {
    }
}

static void
canonical (Module &module, Expr *&e)
{
  if (e->kind == Expr::Binary)
    {
      literal_right (e);
      join_literals (module, e);
      return;
    }
  if (e->kind != Expr::Unary || e->op != Op::Not)
    return;
  Expr *a = e->args[0];
  if (a->kind == Expr::Unary && a->op == Op::Not)
    e = a->args[0];
  else if (compares (a) && !a->args[0]->type->floating ()) /* a NaN is neither less nor not less */
    {
      a->op = opposite (a->op);
      e = a;
    }
}

/* ---- Statements ---------------------------------------------------------- */

static bool
declares (const Block &block)
{
  return std::any_of (block.begin (), block.end (),
                      [] (const Stmt *s) { return s->kind == Stmt::Declare; });
}

static bool
jumps (const Block &block)
{
  return !block.empty () && block.back ()->kind >= Stmt::Break
         && block.back ()->kind <= Stmt::Return;
}

static bool
is_false (const Expr *e)
{
  return e->kind == Expr::Boolean && !e->integer;
}

static bool
is_empty (const Stmt *s)
{
  if (s->kind != Stmt::For || s->from->kind != Expr::Integer || s->to->kind != Expr::Integer)
    return false;
  bool down = s->step && s->step->kind == Expr::Integer && int64_t (s->step->integer) < 0;
  bool known = !s->step || s->step->kind == Expr::Integer;
  int64_t from = int64_t (s->from->integer), to = int64_t (s->to->integer);
  return known && (down ? from <= to : from >= to);
}

static Block sorted_out (Module &module, Block &block);

/* Replaces an if whose condition is known.  Returns true if nothing after it is reached. */
static bool
decided (Module &module, Stmt *s, Block &result)
{
  if (is_false (s->value))
    {
      s->body = s->other;
      s->value = module.boolean (s->value->at, true);
    }
  s->other.clear ();
  if (declares (s->body))
    result.push_back (s);
  else
    result.insert (result.end (), s->body.begin (), s->body.end ());
  return !declares (s->body) && jumps (s->body);
}

static Block
sorted_out (Module &module, Block &block)
{
  Block result;
  for (Stmt *s : block)
    {
      s->body = sorted_out (module, s->body);
      s->other = sorted_out (module, s->other);
      if ((s->kind == Stmt::While && is_false (s->value)) || is_empty (s))
        continue;
      if (s->kind == Stmt::If && s->value->kind == Expr::Boolean)
        {
          if (decided (module, s, result))
            break;
        }
      else if (s->kind != Stmt::If || !s->body.empty () || !s->other.empty ())
        result.push_back (s);
    }
  return result;
}

/* Returns the variable that the statement sets, if it does nothing else. */
static const Variable *
only_given (const Stmt *s)
{
  if (s->value && is_operation (s->value))
    return nullptr;
  return s->kind == Stmt::Declare ? s->variable
         : s->kind == Stmt::Assign && s->place->kind == Expr::Name ? s->place->variable : nullptr;
}

/* The names on which effects of statements depend, directly or through the values of names that
 * they use. */
static std::set<const Variable *>
used_in (Process &p)
{
  std::set<const Variable *> used;
  std::map<const Variable *, std::set<const Variable *>> made_of;
  std::vector<const Variable *> todo;
  each_statement (p.body, [&] (Stmt *&s) {
    const Variable *given = only_given (s);
    each_root (*s, [&] (Expr *&root) {
      rewrite (root, [&] (Expr *&e) {
        if (e->variable && given && e->variable != given)
          made_of[given].insert (e->variable);
        else if (e->variable && !given)
          todo.push_back (e->variable);
      });
    });
  });
  while (!todo.empty ())
    {
      const Variable *v = todo.back ();
      todo.pop_back ();
      if (used.insert (v).second)
        todo.insert (todo.end (), made_of[v].begin (), made_of[v].end ());
    }
  return used;
}

/* Removes names that are not used and whose values have no effect. */
static void
drop_unused (Process &p)
{
  std::set<const Variable *> used = used_in (p);
  auto unused = [&] (const Stmt *s) { return only_given (s) && !used.count (only_given (s)); };
  auto clean = [&] (Block &block) {
    block.erase (std::remove_if (block.begin (), block.end (), unused), block.end ());
  };
  clean (p.body);
  each_statement (p.body, [&] (Stmt *&s) {
    clean (s->body);
    clean (s->other);
  });
}

void
canonicalise (Module &module, const std::string &)
{
  each_code (module, [&] (Process &p) {
    each_expression (p.body, [&] (Expr *&e) { canonical (module, e); });
    p.body = sorted_out (module, p.body);
    drop_unused (p);
  });
}

} // namespace er
