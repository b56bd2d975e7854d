/* SPDX-License-Identifier: MIT */
/* eval.cc - what expressions mean (eval.h). */
#include "eval/eval.h"

#include <cmath>
#include <cstring>


namespace er {

double
as_number (uint64_t bits)
{
  double number;
  memcpy (&number, &bits, sizeof number);
  return number;
}

uint64_t
as_bits (double number)
{
  uint64_t bits;
  memcpy (&bits, &number, sizeof bits);
  return bits;
}

Value
zero (const Type *type, bool defined)
{
  Value value;
  value.defined = defined;
  if (type->kind == Type::Array)
    value.parts.assign (type->count, zero (type->element, defined));
  if (type->kind == Type::Struct)
    for (const Field &f : type->structure->fields)
      value.parts.push_back (zero (f.type, defined));
  if (!value.parts.empty ())
    value.defined = true;
  return value;
}

bool
all_defined (const Value &value)
{
  for (const Value &part : value.parts)
    if (!all_defined (part))
      return false;
  return value.defined;
}

uint64_t
size_of (const Value &value)
{
  uint64_t size = 1;
  for (const Value &part : value.parts)
    size += part.parts.empty () ? 1 : size_of (part);
  return size;
}

/* ---- What is undefined --------------------------------------------------- */

const Saying beyond_array = { "element %lld of an array of %lld", "elements count from 0" };
const Saying by_zero = { "division by zero", "look whether the divisor is 0 before" };
const Saying beyond_index = { "the result is beyond the range of index",
                              "compute with i64, which wraps, where this is meant" };
const Saying beyond_counter = { "the counter goes beyond the range of index",
                                "end the loop before" };

Saying
least_by_minus_one (const Type *type)
{
  static const char *const what[] = { nullptr,
                                      "the least index is divided by -1",
                                      "the least i8 is divided by -1",
                                      "the least i16 is divided by -1",
                                      "the least i32 is divided by -1",
                                      "the least i64 is divided by -1" };
  return { what[type->kind], "its opposite is beyond the range" };
}

/* ---- Scalars ------------------------------------------------------------- */

static uint64_t
compute_float (Op op, const Type *type, double a, double b)
{
  double r = 0;
  switch (op)
    {
    case Op::Equal: return a == b;
    case Op::Unequal: return a != b;
    case Op::Less: return a < b;
    case Op::LessEqual: return a <= b;
    case Op::Greater: return a > b;
    case Op::GreaterEqual: return a >= b;
    case Op::Add: r = a + b; break;
    case Op::Subtract: r = a - b; break;
    case Op::Multiply: r = a * b; break;
    case Op::Divide: r = a / b; break;
    case Op::Negate: r = -a; break;
    default: break;
    }
  /* in double and then rounded once more is right for + - * / of floats: 53 >= 2 * 24 + 2 bits */
  return as_bits (type->kind == Type::F32 ? double (float (r)) : r);
}

static uint64_t
divide (Op op, const Type *type, uint64_t a, uint64_t b, Place at)
{
  int64_t least =
    type->is_signed () ? int64_t (fit (uint64_t (1) << (type->bits () - 1), type)) : 0;
  if (b == 0)
    throw Undefined { at, by_zero.what, by_zero.hint };
  if (!type->is_signed ())
    return op == Op::Divide ? a / b : a % b;
  if (int64_t (a) == least && int64_t (b) == -1)
    throw Undefined { at, least_by_minus_one (type).what, least_by_minus_one (type).hint };
  return op == Op::Divide ? int64_t (a) / int64_t (b) : int64_t (a) % int64_t (b);
}

static uint64_t
compute_integer (Op op, const Type *type, uint64_t a, uint64_t b, Place at)
{
  bool s = type->is_signed ();
  int64_t x = int64_t (a), y = int64_t (b), r = 0;
  bool beyond = false;
  int by = type->kind == Type::Bool ? 0 : int (b & (type->bits () - 1));
  switch (op)
    {
    case Op::Or: return a | b;
    case Op::And: return a & b;
    case Op::Not: return !a;
    case Op::Equal: return a == b;
    case Op::Unequal: return a != b;
    case Op::Less: return s ? x < y : a < b;
    case Op::LessEqual: return s ? x <= y : a <= b;
    case Op::Greater: return s ? x > y : a > b;
    case Op::GreaterEqual: return s ? x >= y : a >= b;
    case Op::BitAnd: return a & b;
    case Op::BitOr: return a | b;
    case Op::BitXor: return a ^ b;
    case Op::Complement: return fit (~a, type);
    case Op::Left: return fit (a << by, type);
    case Op::Right: return s ? uint64_t (x >> by) : a >> by;
    case Op::Divide:
    case Op::Remainder:
      return divide (op, type, a, b, at);
    case Op::Add: beyond = __builtin_add_overflow (x, y, &r); break;
    case Op::Subtract: beyond = __builtin_sub_overflow (x, y, &r); break;
    case Op::Multiply: beyond = __builtin_mul_overflow (x, y, &r); break;
    case Op::Negate: beyond = __builtin_sub_overflow (int64_t (0), x, &r); break;
    }
  if (beyond && type->kind == Type::Index)
    throw Undefined { at, beyond_index.what, beyond_index.hint };
  return fit (uint64_t (r), type);
}

uint64_t
compute (Op op, const Type *type, uint64_t a, uint64_t b, Place at)
{
  return type->floating () ? compute_float (op, type, as_number (a), as_number (b))
                           : compute_integer (op, type, a, b, at);
}

/* Saturates; NaN becomes 0 (2.4). */
static uint64_t
float_to_integer (double number, const Type *to)
{
  int bits = to->bits () - to->is_signed ();
  double end = std::ldexp (1.0, bits); /* the first value beyond the range */
  if (std::isnan (number) || (!to->is_signed () && number <= 0))
    return 0;
  if (number >= end)
    return fit (bits == 64 ? ~uint64_t (0) : (uint64_t (1) << bits) - 1, to);
  if (number < -end)
    return fit (uint64_t (1) << bits, to);
  return to->is_signed () ? uint64_t (int64_t (number)) : uint64_t (number);
}

uint64_t
convert (uint64_t bits, const Type *from, const Type *to)
{
  if (to->kind == Type::Bool)
    return from->floating () ? as_number (bits) != 0 : bits != 0;
  if (from->floating ())
    {
      double number = as_number (bits);
      if (!to->floating ())
        return float_to_integer (number, to);
      return as_bits (to->kind == Type::F32 ? double (float (number)) : number);
    }
  if (!to->floating ())
    return fit (bits, to);
  if (to->kind == Type::F32) /* not through double, which would round twice */
    return as_bits (from->is_signed () ? float (int64_t (bits)) : float (bits));
  return as_bits (from->is_signed () ? double (int64_t (bits)) : double (bits));
}

/* ---- Expressions --------------------------------------------------------- */

static uint64_t
scalar (const Expr *e, Surroundings &around)
{
  return evaluate (e, around).bits;
}

static Value
binary (const Expr *e, Surroundings &around)
{
  uint64_t a = scalar (e->args[0], around);
  if ((e->op == Op::Or && a) || (e->op == Op::And && !a))
    return Value (a);
  return Value (compute (e->op, e->args[0]->type, a, scalar (e->args[1], around), e->at));
}

static Value
construct (const Expr *e, Surroundings &around)
{
  if (e->args.empty ())
    return zero (e->type);
  if (e->type->scalar ())
    return Value (convert (scalar (e->args[0], around), e->args[0]->type, e->type));
  Value value;
  for (const Expr *a : e->args)
    value.parts.push_back (evaluate (a, around));
  return value;
}

size_t
within (int64_t index, const Value &array, Place at)
{
  if (index < 0 || uint64_t (index) >= array.parts.size ())
    throw Undefined{ at,
                     format (beyond_array.what, (long long)index, (long long)array.parts.size ()),
                     beyond_array.hint };
  return size_t (index);
}

static const Value &
subscript (const Value &array, const Expr *e, Surroundings &around)
{
  return array.parts[within (int64_t (scalar (e->args[1], around)), array, e->at)];
}

/* The location of a variable or an element, or of a part of one, so that the whole need not be
 * copied. */
struct Part
{
  const Value *value = nullptr;
  const Expr *element = nullptr; /* to which it belongs, */
  int64_t index = 0;             /* and its index */
};

static Part
part (const Expr *e, Surroundings &around)
{
  if (e->kind == Expr::Name)
    return { &around.variable (e->variable, e->at) };
  if (e->kind == Expr::Element)
    {
      int64_t index = int64_t (scalar (e->args[1], around));
      return { &around.element (e, index), e, index };
    }
  if (e->kind != Expr::Subscript && e->kind != Expr::Member)
    return {};
  Part p = part (e->args[0], around);
  if (p.value)
    p.value =
      e->kind == Expr::Member ? &p.value->parts[e->field] : &subscript (*p.value, e, around);
  return p;
}

/* Reads a name, an element, or a part of either.  Every part that is read must have been written
 * (6.3). */
static Value
place (const Expr *e, Surroundings &around)
{
  Part found = part (e, around);
  if (found.element && !all_defined (*found.value))
    around.unwritten (found.element, found.index);
  if (found.value)
    return *found.value;
  Value whole = evaluate (e->args[0], around);
  return e->kind == Expr::Member ? whole.parts[e->field] : subscript (whole, e, around);
}

Value
evaluate (const Expr *e, Surroundings &around)
{
  std::vector<Value> args;
  switch (e->kind)
    {
    case Expr::Integer:
    case Expr::Boolean:
    case Expr::How:
      return Value (e->integer);
    case Expr::Float:
      return Value (as_bits (e->number));
    case Expr::Unary:
      return Value (compute (e->op, e->type, scalar (e->args[0], around), 0, e->at));
    case Expr::Binary:
      return binary (e, around);
    case Expr::Select:
      return evaluate (e->args[scalar (e->args[0], around) ? 1 : 2], around);
    case Expr::Construct:
      return construct (e, around);
    case Expr::Name:
    case Expr::Element:
    case Expr::Subscript:
    case Expr::Member:
      return place (e, around);
    case Expr::Call:
      for (const Expr *a : e->args)
        args.push_back (evaluate (a, around));
      return e->function->code ? execute (*e->function, std::move (args), around)
                               : around.call (e, args);
    default:
      return Value ();
    }
}

/* ---- Constants ----------------------------------------------------------- */

/* The constants that a value needs are evaluated first, so evaluations are not nested. */
const Value &
Constants::variable (const Variable *v, Place)
{
  auto found = known.find (v);
  if (found != known.end ())
    return found->second;
  std::vector<const Expr *> todo { v->value };
  while (!todo.empty ())
    {
      const Expr *e = todo.back ();
      todo.pop_back ();
      if (e->kind == Expr::Name && e->variable)
        variable (e->variable, e->at);
      todo.insert (todo.end (), e->args.begin (), e->args.end ());
    }
  return known.emplace (v, evaluate (v->value, *this)).first->second;
}

/* ---- Values as text and as literals -------------------------------------- */

std::string
shown (const Value &value, const Type *type)
{
  double number = as_number (value.bits);
  if (type->kind == Type::Bool)
    return value.bits ? "true" : "false";
  if (!type->floating ())
    return type->is_signed () ? format ("%lld", (long long) value.bits)
                              : format ("%llu", (unsigned long long) value.bits);
  if (std::isnan (number))
    return "nan";
  return format (type->kind == Type::F32 ? "%.9g" : "%.17g", number);
}

Expr *
literal (Module &module, Place at, const Value &value, const Type *type)
{
  if (type->kind == Type::Bool)
    return module.boolean (at, value.bits);
  if (type->floating ())
    return module.floating (at, as_number (value.bits), type);
  if (type->scalar ())
    return module.integer (at, value.bits, type);
  std::vector<Expr *> parts;
  for (size_t k = 0; k < value.parts.size (); k++)
    parts.push_back (literal (module, at, value.parts[k],
                              type->structure ? type->structure->fields[k].type : type->element));
  Expr *e = module.make (Expr::Construct, at, parts);
  e->type = type;
  return e;
}

} // namespace er
