/* SPDX-License-Identifier: MIT */
/* linear.cc - indices as sums (linear.h). */
#include "analysis/linear.h"

#include "eval/eval.h"

namespace er {

Sum
added (const Linear &a, const Linear &b, int64_t times)
{
  Linear sum = a;
  auto add = [times] (int64_t &to, int64_t what) {
    int64_t product;
    return !__builtin_mul_overflow (what, times, &product)
           && !__builtin_add_overflow (to, product, &to);
  };
  if (!add (sum.constant, b.constant))
    return {};
  for (const auto &term : b.terms)
    {
      int64_t &to = sum.terms[term.first];
      if (!add (to, term.second))
        return {};
      if (to == 0)
        sum.terms.erase (term.first);
    }
  return sum;
}

Sum
scaled (const Linear &a, int64_t by)
{
  return added (Linear (), a, by);
}

std::optional<int64_t>
distance (const Linear &a, const Linear &b)
{
  Sum difference = added (b, a, -1);
  if (!difference || !difference->is_constant ())
    return {};
  return difference->constant;
}

Sum
substituted (const Linear &a, const std::function<Sum (const Variable *)> &what)
{
  Sum sum = Linear (a.constant);
  for (const auto &term : a.terms)
    {
      Sum part = what (term.first);
      sum = part && sum ? added (*sum, *part, term.second) : Sum ();
    }
  return sum;
}

static Sum
binary (const Expr *e, const std::function<Sum (const Variable *)> &what)
{
  Sum a = linear (e->args[0], what), b = linear (e->args[1], what);
  if (!a || !b)
    return {};
  if (e->op == Op::Add || e->op == Op::Subtract)
    return added (*a, *b, e->op == Op::Add ? 1 : -1);
  if (e->op == Op::Multiply && (a->is_constant () || b->is_constant ()))
    return a->is_constant () ? scaled (*b, a->constant) : scaled (*a, b->constant);
  return {};
}

Sum
linear (const Expr *e, const std::function<Sum (const Variable *)> &what)
{
  if (!e->type || e->type->kind != Type::Index)
    return {};
  try
    {
      Constants none;
      if (is_constant (e))
        return Linear (int64_t (evaluate (e, none).bits));
    }
  catch (const Undefined &)
    {
      return {};
    }
  if (e->kind == Expr::Name)
    return what (e->variable);
  if (e->kind == Expr::Unary && e->op == Op::Negate)
    {
      Sum a = linear (e->args[0], what);
      return a ? scaled (*a, -1) : Sum ();
    }
  return e->kind == Expr::Binary ? binary (e, what) : Sum ();
}

std::string
text (const Linear &a)
{
  std::string result;
  for (const auto &term : a.terms)
    {
      int64_t by = term.second;
      result += result.empty () ? (by < 0 ? "-" : "") : by < 0 ? " - " : " + ";
      result += (by == 1 || by == -1 ? "" : format ("%lld * ", (long long)(by < 0 ? -by : by)))
                + term.first->name;
    }
  if (result.empty ())
    return format ("%lld", (long long) a.constant);
  if (a.constant)
    result += format (a.constant < 0 ? " - %lld" : " + %lld", (long long) std::abs (a.constant));
  return result;
}

Expr *
expression (Module &module, Place at, const Linear &a)
{
  const Type *index = module.scalar (Type::Index);
  Expr *sum = nullptr;
  auto join = [&] (Expr *part, bool less) {
    if (!sum)
      {
        sum = part;
        return;
      }
    sum = module.make (Expr::Binary, at, { sum, part });
    sum->op = less ? Op::Subtract : Op::Add;
    sum->type = index;
  };
  auto multiple = [&] (const Variable *v, int64_t of) {
    Expr *name = module.make (Expr::Name, at);
    name->name = v->name;
    name->variable = const_cast<Variable *> (v);
    name->type = index;
    int64_t by = sum && of < 0 ? -of : of;
    Expr *part = name;
    if (by != 1)
      {
        part = module.make (Expr::Binary, at, { name, module.integer (at, uint64_t (by), index) });
        part->op = Op::Multiply;
        part->type = index;
      }
    join (part, of < 0);
  };
  for (bool less : { false, true }) /* n - i, not -i + n */
    for (const auto &term : a.terms)
      if ((term.second < 0) == less)
        multiple (term.first, term.second);
  if (!sum || a.constant)
    join (module.integer (at, uint64_t (sum && a.constant < 0 ? -a.constant : a.constant), index),
          a.constant < 0);
  return sum;
}

} // namespace er
