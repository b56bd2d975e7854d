/* SPDX-License-Identifier: MIT */
/* emit_c_expressions.cc - a module as C: expressions (emit_c.h). */
#include <algorithm>
#include <cmath>

#include "codegen/c/emit_c.h"
#include "eval/eval.h"
#include "syntax/syntax.h"

namespace er {

/* ---- Literals ------------------------------------------------------------ */

static std::string
c_float (double number, const Type *t)
{
  std::string f = t->kind == Type::F32 ? "f" : "";
  if (std::isnan (number))
    return "__builtin_nan" + f + " (\"\")";
  if (std::isinf (number))
    return (number < 0 ? "-__builtin_inf" : "__builtin_inf") + f + " ()";
  return decimal (number, t) + f;
}

std::string
c_literal (const Value &value, const Type *t)
{
  int64_t n = int64_t (value.bits);
  if (t->kind == Type::Bool)
    return value.bits ? "1" : "0";
  if (t->floating ())
    return c_float (as_number (value.bits), t);
  if (!t->is_signed ())
    return format ("%llu", (unsigned long long) value.bits) + (t->kind == Type::U64 ? "ull" : "u");
  if (n == INT64_MIN)
    return "(-9223372036854775807ll - 1)";
  if (n == INT32_MIN && t->bits () == 32)
    return "(-2147483647 - 1)";
  bool wide = t->kind == Type::I64 || n != int32_t (n);
  return format ("%lld", (long long) n) + (wide ? "ll" : "");
}

/* ---- Operators ----------------------------------------------------------- */

/* As an operand of any operator: in brackets, unless it is a primary expression. */
std::string
Emitter::operand (const Expr *e)
{
  std::string c = expression (e);
  bool one = e->kind == Expr::Name || e->kind == Expr::Element || e->kind == Expr::Member
             || e->kind == Expr::Subscript || e->kind == Expr::Call
             || (e->kind >= Expr::Integer && e->kind <= Expr::Boolean && c[0] != '-');
  return one ? c : "(" + c + ")";
}

/* Whether C computes it in 64 bits: small literals of index are int. */
static bool
wide (const Expr *e)
{
  if (e->kind == Expr::Integer)
    return int64_t (e->integer) != int32_t (e->integer);
  if (e->kind == Expr::Unary
      || (e->kind == Expr::Binary && !(e->op == Op::Left || e->op == Op::Right)))
    return wide (e->args[0]) || (e->kind == Expr::Binary && wide (e->args[1]));
  if (e->kind == Expr::Select)
    return wide (e->args[1]) || wide (e->args[2]);
  return true;
}

/* As an index of a primitive or an element: an int would be taken modulo 2^32. */
std::string
Emitter::index (const Expr *e)
{
  return wide (e) ? expression (e) : "(int64_t) " + operand (e);
}

/* a op b of integers other than index, modulo 2^N. Narrow types are converted to uint32_t, since
 * int would overflow. */
std::string
Emitter::wrapped (Op op, const Type *t, const std::string &a, const std::string &b)
{
  bool narrow = t->bits () < 32;
  std::string u = narrow ? "uint32_t" : format ("uint%d_t", t->bits ());
  std::string c = "(" + u + ") " + a + " " + sign_of (op) + " (" + u + ") " + b;
  return !t->is_signed () && !narrow ? a + " " + sign_of (op) + " " + b
                                     : "(" + c_scalar (t) + ") (" + c + ")";
}

std::string
Emitter::shift (const Expr *e)
{
  const Type *t = e->type;
  const Expr *count = e->args[1];
  int mask = t->bits () - 1;
  std::string by = count->kind == Expr::Integer
                     ? format ("%d", int (count->integer & mask))
                     : format ("(%s & %d)", operand (count).c_str (), mask);
  std::string a = operand (e->args[0]), u = format ("uint%d_t", t->bits ());
  if (e->op == Op::Left)
    return "(" + c_scalar (t) + ") ((" + u + ") " + a + " << " + by + ")";
  return "(" + c_scalar (t) + ") ((" + c_scalar (t) + ") " + a + " >> " + by + ")";
}

std::string
Emitter::binary (const Expr *e)
{
  const Type *t = e->args[0]->type;
  if (may_lose_zero (e))
    {
      std::string name = (e->op == Op::Add ? "plus_" : "minus_") + t->text () + "_",
                  c = c_scalar (t);
      helpers[name] = "static inline " + c + " " + name + " (" + c + " a, " + c + " b) { return a "
                      + sign_of (e->op) + " b; }\n";
      return name + " (" + expression (e->args[0]) + ", " + expression (e->args[1]) + ")";
    }
  std::string a = operand (e->args[0]), b = operand (e->args[1]);
  bool arithmetic = e->op == Op::Add || e->op == Op::Subtract || e->op == Op::Multiply;
  if (e->op == Op::Left || e->op == Op::Right)
    return shift (e);
  if (arithmetic && t->kind != Type::Index && t->integer ())
    return wrapped (e->op, t, a, b);
  if (t->kind == Type::Index && !wide (e->args[0]) && !wide (e->args[1]))
    a = "(int64_t) " + a;
  std::string c = a + " " + sign_of (e->op) + " " + b;
  bool narrow = (e->op == Op::Divide || e->op == Op::Remainder) && t->integer () && t->bits () < 32;
  return narrow ? "(" + c_scalar (t) + ") (" + c + ")" : c;
}

std::string
Emitter::unary (const Expr *e)
{
  const Type *t = e->type;
  std::string a = operand (e->args[0]);
  if (e->op == Op::Not)
    return "!" + a;
  if (e->op == Op::Complement)
    return "(" + c_scalar (t) + ") ~" + a;
  if (t->kind == Type::Index)
    return "-" + (wide (e->args[0]) ? a : "(int64_t) " + a);
  return t->floating () ? "-" + a : wrapped (Op::Subtract, t, "0", a);
}

/* ---- Conversions and constructions (2.4, 2.5) ---------------------------- */

/* Returns the name of the helper that converts a double to t, saturating. */
std::string
Emitter::saturating (const Type *t)
{
  std::string name = "to_" + t->text () + "_", c = c_scalar (t);
  int bits = t->bits () - t->is_signed ();
  Value most (bits == 64 ? ~uint64_t (0) : (uint64_t (1) << bits) - 1),
    least (t->is_signed () ? fit (uint64_t (1) << bits, t) : 0);
  helpers[name] = "static inline " + c + " " + name
                  + " (double x) { return x != x ? 0 : x >= " + format ("0x1p%d", bits) + " ? "
                  + c_literal (most, t) + " : x " + (t->is_signed () ? "< " : "<= ")
                  + (t->is_signed () ? format ("-0x1p%d", bits) : "0") + " ? "
                  + c_literal (least, t) + " : (" + c + ") x; }\n";
  return name;
}

std::string
Emitter::conversion (const Expr *e)
{
  const Type *to = e->type, *from = e->args[0]->type;
  if (to->kind == Type::Bool)
    return operand (e->args[0]) + " != 0";
  if (from->floating () && to->integer ())
    return saturating (to) + " (" + expression (e->args[0]) + ")";
  return "(" + c_scalar (to) + ") " + operand (e->args[0]);
}

std::string
Emitter::construct (const Expr *e)
{
  const Type *t = e->type;
  if (t->aggregate () && !fits_stack (t))
    return in_place (e, lend (t));
  if (e->args.empty ())
    return t->scalar () ? c_literal (Value (0), t) : "((" + type (t) + ") {0})";
  if (t->scalar ())
    return conversion (e);
  std::string parts = list (e->args, false);
  parts = parts.substr (1, parts.size () - 2);
  return "((" + type (t) + ") "
         + (t->kind == Type::Array ? "{{" + parts + "}})" : "{" + parts + "})");
}

/* ---- All ----------------------------------------------------------------- */

std::string
Emitter::name (const Variable *v)
{
  auto there = large.find (v);
  return there != large.end ()           ? there->second
         : v->kind == Variable::Constant ? c_file_name (v->name)
                                         : c_name (v->name);
}

std::string
Emitter::list (const std::vector<Expr *> &args, bool arrays_by_address)
{
  std::string result;
  for (const Expr *a : args)
    {
      bool address = arrays_by_address && a->type->kind == Type::Array;
      std::string c =
        address ? "(" + c_scalar (a->type->element) + " *) " + operand (a) + ".at" : expression (a);
      result += (result.empty () ? "" : ", ") + c;
    }
  return "(" + result + ")";
}

std::string
Emitter::call (const Expr *e)
{
  return name (*e->function) + " " + list (e->args, !e->function->code);
}

/* Converts an index to int, saturating: larger values are out of the range of each such argument
 * (5.10, 5.12), and the runtime reports them. */
std::string
Emitter::narrow (const Expr *e)
{
  if (e->kind == Expr::Integer)
    return c_literal (Value (uint64_t (std::max<int64_t> (
                        INT32_MIN, std::min<int64_t> (int64_t (e->integer), INT32_MAX)))),
                      e->type);
  helpers["to_int_"] =
    "static inline int to_int_ (int64_t x)"
    " { return x > 2147483647 ? 2147483647 : x < -2147483647 ? -2147483647 : (int) x; }\n";
  return "to_int_ (" + expression (e) + ")";
}

std::string
Emitter::operation (const Expr *e, const Type *wanted)
{
  const PrimitiveRow &row = row_of (e->primitive);
  std::string args;
  if (e->primitive == Primitive::p_ahead) /* 5.17 allows it, and the plugin coarsens by itself */
    return "0";
  if (e->primitive == Primitive::p_new_record && plain)
    args = type (wanted->element);
  bool indices = row.wait != std::string ("NEVER") || row.effect == std::string ("PUBLISH")
                 || row.effect == std::string ("GIVE") || row.effect == std::string ("HINT");
  for (size_t k = 0; k < e->args.size (); k++)
    {
      const Expr *a = e->args[k];
      std::string c = a->kind == Expr::How ? std::string (plain ? "ERBIUM_" : "")
                                               + (a->integer ? "HANDOVER" : "TERMINATE")
                      : k && indices                ? index (a)
                      : row.signature[k + 1] == 'i' ? narrow (a)
                                                    : expression (a);
      args += (args.empty () ? "" : ", ") + c;
    }
  return (plain ? "erbium_" : "") + std::string (row.name) + " (" + args + ")";
}

/* An expression that may be an operation. */
std::string
Emitter::value (const Expr *e, const Type *wanted)
{
  if (e->kind == Expr::Operation)
    return operation (e, wanted);
  if (e->kind != Expr::Run)
    return expression (e);
  std::string args = list (e->args, false);
  if (!plain)
    return "run " + e->name + " " + args;
  args = args.substr (1, args.size () - 2);
  return "ERBIUM_RUN (" + e->name + (args.empty () ? "" : ", ") + args + ")";
}

std::string
Emitter::expression (const Expr *e)
{
  switch (e->kind)
    {
    case Expr::Integer:
    case Expr::Boolean:
      return c_literal (Value (e->integer), e->type);
    case Expr::Float:
      return c_float (e->number, e->type);
    case Expr::Name:
      return name (e->variable);
    case Expr::Unary:
      return unary (e);
    case Expr::Binary:
      return binary (e);
    case Expr::Select:
      if (e->type->aggregate () && !fits_stack (e->type))
        return in_place (e, lend (e->type));
      return operand (e->args[0]) + " ? " + operand (e->args[1]) + " : " + operand (e->args[2]);
    case Expr::Construct:
      return construct (e);
    case Expr::Subscript:
      return operand (e->args[0]) + ".at[" + expression (e->args[1]) + "]";
    case Expr::Member:
      return operand (e->args[0]) + "." + c_name (e->name);
    case Expr::Element:
      return plain ? "ERBIUM_AT (" + expression (e->args[0]) + ", " + index (e->args[1]) + ")"
                   : expression (e->args[0]) + "[[" + index (e->args[1]) + "]]";
    case Expr::Call:
      if (e->type->aggregate () && !fits_stack (e->type))
        return in_place (e, lend (e->type));
      return call (e);
    default:
      return "";
    }
}

} // namespace er
