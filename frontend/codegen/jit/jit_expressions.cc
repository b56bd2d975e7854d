/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jit_expressions.cc - expressions (jit.h).
 *
 * An expression has no side effects (4.3), so libgccjit gets it as a tree, which is evaluated with
 * its statement.  An expression that a tree cannot represent (? : and constructions) becomes a
 * temporary, computed in blocks of its own.
 */
#include "codegen/jit/jit.h"

#include "ir/ir.h"

namespace er {

/* Keeps a value in a temporary, because it is used twice or must not change. */
Backend::R
Backend::kept (R value, T t)
{
  L place = temporary (t);
  set (place, value);
  return gcc_jit_lvalue_as_rvalue (place);
}

/* ---- Choices ------------------------------------------------------------- */

/* Two values that may both be computed. */
Backend::R
Backend::choose (R condition, T t, R yes, R no)
{
  L result = temporary (t);
  B one = fresh (), other = fresh (), after = fresh ();
  go (condition, one, other);
  gcc_jit_block_add_assignment (one, nullptr, result, yes);
  gcc_jit_block_end_with_jump (one, nullptr, after);
  gcc_jit_block_add_assignment (other, nullptr, result, no);
  gcc_jit_block_end_with_jump (other, nullptr, after);
  b = after;
  return gcc_jit_lvalue_as_rvalue (result);
}

Backend::R
Backend::select (const Expr *e)
{
  R condition = expression (e->args[0]);
  L result = temporary (e->type);
  B one = fresh (), other = fresh (), after = fresh ();
  go (condition, one, other);
  b = one;
  set (result, expression (e->args[1]), at (e->at));
  jump (after);
  b = other;
  set (result, expression (e->args[2]), at (e->at));
  jump (after);
  b = after;
  return gcc_jit_lvalue_as_rvalue (result);
}

/* Whether the expression can be evaluated speculatively: it is one tree, and no part of it can be
 * undefined (4.5, 4.7, 6.1). */
static bool
harmless (const Expr *e)
{
  bool bounded = e->kind == Expr::Binary
                 && (e->op == Op::Divide || e->op == Op::Remainder || e->type->kind == Type::Index);
  bool parts = e->kind == Expr::Construct && !e->type->scalar ();
  if (bounded || parts || (e->kind == Expr::Unary && e->type->kind == Type::Index)
      || e->kind == Expr::Select || e->kind == Expr::Call || e->kind == Expr::Subscript
      || e->kind == Expr::Element)
    return false;
  for (const Expr *a : e->args)
    if (!harmless (a))
      return false;
  return true;
}

/* The logical operators of libgccjit 12 yield an int that its optimiser takes for a bool, and it
 * fails.  So bitwise operators or blocks are used. */
Backend::R
Backend::lazily (const Expr *e, Op op)
{
  R a = expression (e->args[0]);
  if (harmless (e->args[1]))
    return gcc_jit_context_new_binary_op (
      c, at (e->at), op == Op::And ? GCC_JIT_BINARY_OP_BITWISE_AND : GCC_JIT_BINARY_OP_BITWISE_OR,
      bool_type, a, expression (e->args[1]));
  L result = temporary (bool_type);
  B more = fresh (), after = fresh ();
  set (result, a);
  R so_far = gcc_jit_lvalue_as_rvalue (result);
  op == Op::And ? go (so_far, more, after) : go (so_far, after, more);
  b = more;
  set (result, expression (e->args[1]), at (e->at));
  jump (after);
  b = after;
  return so_far;
}

/* ---- Operators (2.6, 4.4) ------------------------------------------------ */

static const gcc_jit_binary_op operations[] = { /* by lazily */ GCC_JIT_BINARY_OP_PLUS,
                                                GCC_JIT_BINARY_OP_PLUS,
                                                /* comparisons */ GCC_JIT_BINARY_OP_PLUS,
                                                GCC_JIT_BINARY_OP_PLUS,
                                                GCC_JIT_BINARY_OP_PLUS,
                                                GCC_JIT_BINARY_OP_PLUS,
                                                GCC_JIT_BINARY_OP_PLUS,
                                                GCC_JIT_BINARY_OP_PLUS,
                                                GCC_JIT_BINARY_OP_BITWISE_AND,
                                                GCC_JIT_BINARY_OP_BITWISE_OR,
                                                GCC_JIT_BINARY_OP_BITWISE_XOR,
                                                GCC_JIT_BINARY_OP_LSHIFT,
                                                GCC_JIT_BINARY_OP_RSHIFT,
                                                GCC_JIT_BINARY_OP_PLUS,
                                                GCC_JIT_BINARY_OP_MINUS,
                                                GCC_JIT_BINARY_OP_MULT,
                                                GCC_JIT_BINARY_OP_DIVIDE,
                                                GCC_JIT_BINARY_OP_MODULO };
static const gcc_jit_comparison comparisons[] = { GCC_JIT_COMPARISON_EQ, GCC_JIT_COMPARISON_NE,
                                                  GCC_JIT_COMPARISON_LT, GCC_JIT_COMPARISON_LE,
                                                  GCC_JIT_COMPARISON_GT, GCC_JIT_COMPARISON_GE };

/* Computes the operation in another type of the same size. */
Backend::R
Backend::arithmetic (const Expr *e, gcc_jit_binary_op op, T in)
{
  T own = type (e->type);
  auto there = [&] (R x) { return in == own ? x : gcc_jit_context_new_cast (c, nullptr, x, in); };
  R x = there (expression (e->args[0])), y = there (expression (e->args[1]));
  if (how.check && (e->op == Op::Divide || e->op == Op::Remainder) && e->type->integer ())
    return quotient (e, x, y);
  if (how.check && e->type->kind == Type::Index
      && (e->op == Op::Add || e->op == Op::Subtract || e->op == Op::Multiply))
    return of_index (e->op, x, y, beyond_index, e->at);
  R result = gcc_jit_context_new_binary_op (c, at (e->at), op, in, x, y);
  return in == own ? result : gcc_jit_context_new_cast (c, nullptr, result, own);
}

/* Returns the shift count modulo the width. */
Backend::R
Backend::shift (const Expr *e)
{
  T own = type (e->type), in = e->op == Op::Left ? unsigned_of (e->type) : own;
  R x = gcc_jit_context_new_cast (c, nullptr, expression (e->args[0]), in);
  R count = gcc_jit_context_new_cast (c, nullptr, expression (e->args[1]), in);
  count = gcc_jit_context_new_binary_op (c, nullptr, GCC_JIT_BINARY_OP_BITWISE_AND, in, count,
                                         number (in, e->type->bits () - 1));
  R result = gcc_jit_context_new_binary_op (c, at (e->at), operations[int (e->op)], in, x, count);
  return gcc_jit_context_new_cast (c, nullptr, result, own);
}

/* Integers wrap, except an index, whose overflow is undefined (2.1). */
Backend::R
Backend::binary (const Expr *e)
{
  const Type *t = e->args[0]->type;
  if (e->op == Op::And || e->op == Op::Or)
    return lazily (e, e->op);
  if (e->op >= Op::Equal && e->op <= Op::GreaterEqual)
    {
      R x = expression (e->args[0]), y = expression (e->args[1]);
      return gcc_jit_context_new_comparison (c, at (e->at),
                                             comparisons[int (e->op) - int (Op::Equal)], x, y);
    }
  if (e->op == Op::Left || e->op == Op::Right)
    return shift (e);
  if (may_lose_zero (e))
    {
      R x = expression (e->args[0]), y = expression (e->args[1]);
      return call (in_function (e->op, t), { x, y }, at (e->at));
    }
  bool wraps = t->integer () && t->kind != Type::Index
               && (e->op == Op::Add || e->op == Op::Subtract || e->op == Op::Multiply);
  return arithmetic (e, operations[int (e->op)], wraps ? unsigned_of (t) : type (t));
}

Backend::R
Backend::unary (const Expr *e)
{
  T own = type (e->type);
  R x = expression (e->args[0]);
  if (e->op == Op::Not)
    return gcc_jit_context_new_binary_op (c, at (e->at), GCC_JIT_BINARY_OP_BITWISE_XOR, bool_type,
                                          x, number (bool_type, 1));
  if (e->op == Op::Complement)
    return gcc_jit_context_new_unary_op (c, at (e->at), GCC_JIT_UNARY_OP_BITWISE_NEGATE, own, x);
  if (e->type->kind == Type::Index && how.check)
    return of_index (Op::Subtract, number (own, 0), x, beyond_index, e->at);
  if (e->type->floating () || e->type->kind == Type::Index)
    return gcc_jit_context_new_unary_op (c, at (e->at), GCC_JIT_UNARY_OP_MINUS, own, x);
  T in = unsigned_of (e->type);
  x = gcc_jit_context_new_cast (c, nullptr, x, in);
  x = gcc_jit_context_new_binary_op (c, at (e->at), GCC_JIT_BINARY_OP_MINUS, in, number (in, 0), x);
  return gcc_jit_context_new_cast (c, nullptr, x, own);
}

/* ---- Conversions and constructions (2.4, 2.5) ---------------------------- */

Backend::R
Backend::converted (R x, const Type *from, const Type *to, At where)
{
  T t = type (to), f = type (from);
  if (to->kind == Type::Bool && from->kind != Type::Bool)
    {
      R none = from->floating () ? gcc_jit_context_new_rvalue_from_double (c, f, 0) : number (f, 0);
      return gcc_jit_context_new_comparison (c, where, GCC_JIT_COMPARISON_NE, x, none);
    }
  if (from->floating () && to->integer ())
    return call (saturating_to (to), { gcc_jit_context_new_cast (c, nullptr, x, f64_type) }, where);
  if (from->kind == Type::Bool && to->floating ())
    x = gcc_jit_context_new_cast (c, where, x, int_type);
  return t == f ? x : gcc_jit_context_new_cast (c, where, x, t);
}

/* An element of a place that is an array. */
Backend::L
Backend::row (L whole, const Type *t, R k, At where)
{
  type (t); /* makes the fields */
  L at = gcc_jit_lvalue_access_field (whole, where, fields[t][0]);
  return gcc_jit_context_new_array_access (c, where, gcc_jit_lvalue_as_rvalue (at), k);
}

/* Returns part k of a place of type t. */
Backend::L
Backend::member (L whole, const Type *t, size_t k, At where)
{
  type (t);
  if (t->kind == Type::Array)
    return row (whole, t, number (i64, int64_t (k)), where);
  return gcc_jit_lvalue_access_field (whole, where, fields[t][k]);
}

Backend::R
Backend::construct (const Expr *e)
{
  T t = type (e->type);
  if (e->type->scalar ())
    {
      if (!e->args.empty ())
        return converted (expression (e->args[0]), e->args[0]->type, e->type, at (e->at));
      return e->type->floating () ? gcc_jit_context_new_rvalue_from_double (c, t, 0)
                                  : number (t, 0);
    }
  L whole = temporary (e->type);
  if (e->args.empty ())
    set (whole, gcc_jit_context_new_struct_constructor (c, nullptr, t, 0, nullptr, nullptr));
  for (size_t k = 0; k < e->args.size (); k++)
    {
      R part = expression (e->args[k]);
      set (member (whole, e->type, k, nullptr), part, at (e->at));
    }
  return gcc_jit_lvalue_as_rvalue (whole);
}

/* ---- Places (2.8) -------------------------------------------------------- */

Backend::L
Backend::element (const Expr *e)
{
  const Variable *v = e->args[0]->variable;
  T pointer = gcc_jit_type_get_pointer (type (e->type));
  R i = expression (e->args[1]), from = gcc_jit_lvalue_as_rvalue (variables[v]);
  if (how.check)
    {
      gcc_jit_function *checked =
        import ("erbium_element_check", address, { view_type, u64, int_type, u64, text_type });
      int64_t size = int64_t (layout_of (e->type).size);
      R offset = gcc_jit_context_new_binary_op (c, nullptr, GCC_JIT_BINARY_OP_MULT, u64,
                                                gcc_jit_context_new_cast (c, nullptr, i, u64),
                                                number (u64, size));
      R there =
        call (checked, { from, offset, number (int_type, 0), number (u64, size), where (e->at) },
              at (e->at));
      return gcc_jit_rvalue_dereference (gcc_jit_context_new_cast (c, nullptr, there, pointer),
                                         at (e->at));
    }
  unchecked = true;
  auto known = origins.find (v);
  R origin = known != origins.end ()
               ? gcc_jit_lvalue_as_rvalue (known->second)
               : gcc_jit_context_new_cast (c, nullptr, field (from, view_origin), pointer);
  return gcc_jit_context_new_array_access (c, at (e->at), origin, i);
}

/* Returns the place of an expression, or a temporary if the expression is not a place. */
Backend::L
Backend::place (const Expr *e)
{
  if (e->kind == Expr::Name)
    return variables[e->variable];
  if (e->kind == Expr::Element)
    return element (e);
  if (e->kind == Expr::Member)
    return member (place (e->args[0]), e->args[0]->type, size_t (e->field), at (e->at));
  if (e->kind == Expr::Subscript)
    {
      L whole = place (e->args[0]);
      R i = fixing ? kept (expression (e->args[1]), i64) : expression (e->args[1]);
      return row (whole, e->args[0]->type, how.check ? array_index (i, e->args[0]->type, e->at) : i,
                  at (e->at));
    }
  L other = temporary (e->type);
  set (other, expression (e));
  return other;
}

/* ---- All ----------------------------------------------------------------- */

/* A call with several arrays of one variable gets copies, which are written back in the order of
 * the arguments (4.11). */
Backend::R
Backend::copied_call (const Expr *e)
{
  std::vector<R> args;
  std::vector<std::pair<L, L>> copies;
  for (const Expr *a : e->args)
    if (a->type->kind != Type::Array)
      args.push_back (kept (expression (a), type (a->type)));
    else
      {
        fixing = true;
        L from = place (a), copy = temporary (a->type);
        fixing = false;
        set (copy, gcc_jit_lvalue_as_rvalue (from));
        copies.push_back ({ from, copy });
        args.push_back (gcc_jit_lvalue_get_address (member (copy, a->type, 0, nullptr), nullptr));
      }
  R result = outer (*e->function, args, at (e->at));
  if (e->type->kind == Type::None)
    gcc_jit_block_add_eval (b, at (e->at), result);
  else
    result = kept (result, type (e->type));
  for (auto &c : copies)
    set (c.first, gcc_jit_lvalue_as_rvalue (c.second));
  return e->type->kind == Type::None ? nullptr : result;
}

/* An array or structure is kept in a temporary, of which parts can be taken. */
Backend::R
Backend::defined_call (const Expr *e)
{
  std::vector<R> args;
  for (const Expr *a : e->args)
    args.push_back (expression (a));
  R result = call (codes[e->function->code].function, args, at (e->at));
  if (!e->type->aggregate ())
    return result;
  L whole = temporary (e->type);
  set (whole, result, at (e->at));
  return gcc_jit_lvalue_as_rvalue (whole);
}

Backend::R
Backend::function_call (const Expr *e)
{
  if (e->function->code)
    return defined_call (e);
  if (passes_twice (e))
    return copied_call (e);
  std::vector<R> args;
  for (const Expr *a : e->args)
    args.push_back (a->type->kind == Type::Array ? gcc_jit_lvalue_get_address (
                      member (place (a), a->type, 0, nullptr), nullptr)
                                                 : expression (a));
  return outer (*e->function, args, at (e->at));
}

Backend::R
Backend::expression (const Expr *e)
{
  switch (e->kind)
    {
    case Expr::Integer:
    case Expr::Boolean:
      return number (type (e->type), int64_t (e->integer));
    case Expr::Float:
      return gcc_jit_context_new_rvalue_from_double (c, type (e->type), e->number);
    case Expr::How:
      return number (int_type, int64_t (e->integer));
    case Expr::Unary:
      return unary (e);
    case Expr::Binary:
      return binary (e);
    case Expr::Select:
      return select (e);
    case Expr::Construct:
      return construct (e);
    case Expr::Call:
      return function_call (e);
    default:
      return gcc_jit_lvalue_as_rvalue (place (e));
    }
}

} // namespace er
