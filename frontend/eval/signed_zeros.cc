/* SPDX-License-Identifier: MIT */
/* signed_zeros.cc - sums of which GCC 12 gets the sign of zero wrong (eval.h).
 *
 * match.pd replaces 0.0 - x by -x if x is known not to be -0.0, but the result is then -0.0 if x is
 * 0.0.  GCC knows this of conversions from integers and of absolute values if they are trees, but
 * not if they are temporaries (SSA names).
 */
#include <algorithm>

#include "eval/eval.h"

namespace er {

static bool
is_other_than_zero (const Expr *e)
{
  if (!is_constant (e))
    return false;
  Constants known;
  try
    {
      return as_number (evaluate (e, known).bits) != 0;
    }
  catch (const Undefined &)
    {
      return false; /* in an expression that is never evaluated */
    }
}

/* Whether a compiler may find that the expression is 0.0 without knowing the values of
 * variables. */
static bool
may_be_folded (const Expr *e)
{
  auto may = [] (const Expr *a) { return may_be_folded (a); };
  switch (e->kind)
    {
    case Expr::Name:
      return e->variable->kind == Variable::Constant;
    case Expr::Element:
    case Expr::Operation:
      return false;
    case Expr::Subscript:
    case Expr::Member:
      return may (e->args[0]);
    case Expr::Select:
      return may (e->args[1]) || may (e->args[2]);
    default:
      /* u - u is 0, whatever u is. */
      return !e->type->floating () || std::all_of (e->args.begin (), e->args.end (), may)
             || (e->kind == Expr::Construct && !e->args[0]->type->floating ());
    }
}

/* Whether the expression consists of operands that are never -0.0: integers, absolute values. */
static bool
has_no_minus_zero (const Expr *e)
{
  switch (e->kind)
    {
    case Expr::Call:
      return true;
    case Expr::Construct:
      return !e->args[0]->type->floating () || has_no_minus_zero (e->args[0]);
    case Expr::Unary:
    case Expr::Binary:
    case Expr::Select:
      return std::any_of (e->args.begin (), e->args.end (), has_no_minus_zero);
    default:
      return false;
    }
}

bool
may_lose_zero (const Expr *e)
{
  if (e->kind != Expr::Binary || !e->type->floating ()
      || (e->op != Op::Add && e->op != Op::Subtract))
    return false;
  const Expr *a = e->args[0], *b = e->args[1];
  auto zero_and = [] (const Expr *x, const Expr *y) {
    return has_no_minus_zero (y) && may_be_folded (x) && !is_other_than_zero (x);
  };
  return zero_and (a, b) || (e->op == Op::Add && zero_and (b, a));
}

} // namespace er
