/* SPDX-License-Identifier: MIT */
/* fold.cc - evaluates constant expressions.
 *
 *   before                                    after
 *   const n : index = 4;                      const n : index = 4;
 *   let h : index = n * 16;                   let h : index = 64;
 *   alloc(v, h);                              alloc(v, 64);
 *   x = true ? y + 0i32 : z;                  x = y;
 *
 * Uses the arithmetic of the interpreter (eval.h).  Undefined operations are not folded, and are
 * detected when they are executed.  Neither are floats without a literal (infinities, NaNs).
 */
#include <cmath>

#include "eval/eval.h"
#include "passes/pass.h"
#include "ir/ir.h"

namespace er {

static bool
is_literal (const Expr *e)
{
  return e->kind == Expr::Integer || e->kind == Expr::Float || e->kind == Expr::Boolean;
}

static bool
is_integer (const Expr *e, uint64_t value)
{
  return e->kind == Expr::Integer && e->integer == value;
}

/* A name that always stands for one literal. */
typedef std::map<const Variable *, const Expr *> Known;

static void
compute_literals (Module &module, Expr *&e)
{
  bool can = e->kind == Expr::Unary || e->kind == Expr::Binary
             || (e->kind == Expr::Construct && e->type->scalar ());
  for (const Expr *a : e->args)
    can = can && is_literal (a);
  if (!can)
    return;
  try
    {
      Constants none;
      Value value = evaluate (e, none);
      if (!e->type->floating () || std::isfinite (as_number (value.bits)))
        e = literal (module, e->at, value, e->type);
    }
  catch (const Undefined &)
    {
    }
}

/* Returns the other operand if one operand is neutral. */
static void
drop_neutral (Expr *&e)
{
  Expr *a = e->args[0], *b = e->args[1];
  bool zero_a = is_integer (a, 0), zero_b = is_integer (b, 0), one_b = is_integer (b, 1);
  switch (e->op)
    {
    case Op::Add:
    case Op::BitOr:
    case Op::BitXor:
      if (zero_a || zero_b)
        e = zero_a ? b : a;
      break;
    case Op::Subtract:
    case Op::Left:
    case Op::Right:
      if (zero_b)
        e = a;
      break;
    case Op::Multiply:
      if (is_integer (a, 1) || one_b)
        e = one_b ? a : b;
      break;
    case Op::Divide:
      if (one_b)
        e = a;
      break;
    case Op::And:
    case Op::Or:
      /* the other operand is evaluated only if this one does not decide */
      if (a->kind == Expr::Boolean)
        e = bool (a->integer) == (e->op == Op::And) ? b : a;
      else if (b->kind == Expr::Boolean && bool (b->integer) == (e->op == Op::And))
        e = a;
      break;
    default:
      break;
    }
}

static void
fold_one (Module &module, const Known &known, Expr *&e)
{
  if (e->kind == Expr::Name)
    {
      auto found = known.find (e->variable);
      if (found != known.end ())
        {
          Place at = e->at;
          e = copy (module, found->second);
          e->at = at;
        }
      return;
    }
  compute_literals (module, e);
  if (e->kind == Expr::Binary)
    drop_neutral (e);
  else if (e->kind == Expr::Select && e->args[0]->kind == Expr::Boolean)
    e = e->args[e->args[0]->integer ? 1 : 2];
  else if (e->kind == Expr::Construct && e->args.size () == 1 && e->type->scalar ()
           && e->args[0]->type == e->type)
    e = e->args[0];
}

static void
know_constants (Module &module, Known &known)
{
  Constants constants;
  for (const Item &item : module.items)
    if (item.constant && item.constant->type->scalar ())
      {
        Value value = constants.variable (item.constant, item.constant->at);
        if (!item.constant->type->floating () || std::isfinite (as_number (value.bits)))
          known[item.constant] = literal (module, item.constant->at, value, item.constant->type);
      }
}

void
fold (Module &module, const std::string &)
{
  Known known;
  know_constants (module, known);
  each_code (module, [&] (Process &p) {
    each_statement (p.body, [&] (Stmt *&s) {
      each_root (*s, [&] (Expr *&root) {
        if (&root != &s->place) /* the target of an assignment stays a place */
          rewrite (root, [&] (Expr *&e) { fold_one (module, known, e); });
        else
          for (Expr *&a : root->args)
            rewrite (a, [&] (Expr *&e) { fold_one (module, known, e); });
      });
      if (s->kind == Stmt::Declare && s->variable->kind == Variable::Let && is_literal (s->value))
        known[s->variable] = s->value;
    });
  });
}

} // namespace er
