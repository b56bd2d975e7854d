/* SPDX-License-Identifier: MIT */
/* value.cc - values and operators (value.h). */
#include "streamit/evaluate/value.h"

#include <cmath>
#include <cstring>

#include "streamit/builtins/builtins.h"

namespace er::streamit {

bool wide_floats = false;

double
rounded (double x)
{
  return wide_floats ? x : double (float (x));
}

Value
of_integer (int32_t n)
{
  Value v;
  v.kind = Type::Int;
  v.integer = n;
  return v;
}

Value
of_bool (bool b)
{
  Value v;
  v.kind = Type::Boolean;
  v.integer = b;
  return v;
}

Value
of_real (double x, Type::Kind kind)
{
  Value v;
  v.kind = kind;
  v.real = kind == Type::Double ? x : rounded (x);
  return v;
}

Value
of_complex (double real, double imaginary)
{
  Value v;
  v.kind = Type::Complex;
  v.real = rounded (real);
  v.imaginary = rounded (imaginary);
  return v;
}

Value
of_text (const std::string &text)
{
  Value v;
  v.kind = Type::String;
  v.text = std::make_shared<std::string> (text);
  return v;
}

bool
Value::zero () const
{
  for (const Value &p : parts)
    if (!p.zero ())
      return false;
  return integer == 0 && real == 0 && imaginary == 0 && !std::signbit (real)
         && !std::signbit (imaginary);
}

size_t
Value::scalars () const
{
  size_t n = parts.empty () ? 1 : 0;
  for (const Value &p : parts)
    n += p.scalars ();
  return n;
}

bool
equal (const Value &a, const Value &b)
{
  if (a.kind != b.kind || a.parts.size () != b.parts.size () || a.integer != b.integer
      || memcmp (&a.real, &b.real, sizeof a.real) != 0
      || memcmp (&a.imaginary, &b.imaginary, sizeof a.imaginary) != 0
      || bool (a.text) != bool (b.text) || (a.text && *a.text != *b.text))
    return false;
  for (size_t k = 0; k < a.parts.size (); k++)
    if (!equal (a.parts[k], b.parts[k]))
      return false;
  return true;
}

/* A float outside of the range of int becomes the nearest int, and NaN 0, as in the IR. */
static int32_t
to_int (double x)
{
  if (std::isnan (x))
    return 0;
  return x >= 2147483647.0 ? INT32_MAX : x <= -2147483648.0 ? INT32_MIN : int32_t (x);
}

Value
convert (const Value &v, Type::Kind kind)
{
  if (v.kind == kind || v.kind > Type::Complex)
    return v;
  switch (kind)
    {
    case Type::Boolean:
      return of_bool (v.kind <= Type::Int ? v.integer != 0 : v.real != 0);
    case Type::Bit:
      {
        Value bit = of_integer (v.kind <= Type::Int ? v.integer != 0 : v.real != 0);
        bit.kind = Type::Bit;
        return bit;
      }
    case Type::Int:
      return of_integer (v.kind <= Type::Int ? v.integer : to_int (v.real));
    case Type::Float:
    case Type::Double:
      return of_real (v.number (), kind);
    case Type::Complex:
      return of_complex (v.number (), 0);
    case Type::Float2:
    case Type::Float3:
    case Type::Float4:
      {
        Value vector;
        vector.kind = kind;
        vector.parts.assign (size_t (kind - Type::Float2 + 2), of_real (v.number ()));
        return vector;
      }
    default:
      return v;
    }
}

Type::Kind
common (Type::Kind a, Type::Kind b)
{
  return a > b ? a : b;
}

static bool
integers (const std::string &op, int32_t a, int32_t b, Value &result)
{
  uint32_t x = uint32_t (a), y = uint32_t (b);
  switch (op[0])
    {
    case '+':
      result = of_integer (int32_t (x + y));
      return true;
    case '-':
      result = of_integer (int32_t (x - y));
      return true;
    case '*':
      result = of_integer (int32_t (x * y));
      return true;
    case '&':
      result = of_integer (a & b);
      return true;
    case '|':
      result = of_integer (a | b);
      return true;
    case '^':
      result = of_integer (a ^ b);
      return true;
    case '<':
      result = of_integer (int32_t (x << (y & 31)));
      return true;
    case '>':
      result = of_integer (a >> (y & 31));
      return true;
    default:
      if (b == 0 || (a == INT32_MIN && b == -1))
        return false;
      result = of_integer (op[0] == '/' ? a / b : a % b);
      return true;
    }
}

static bool
reals (const std::string &op, double a, double b, Type::Kind kind, Value &result)
{
  double x = 0;
  switch (op[0])
    {
    case '+':
      x = a + b;
      break;
    case '-':
      x = a - b;
      break;
    case '*':
      x = a * b;
      break;
    case '/':
      x = a / b;
      break;
    case '%':
      x = fmod (a, b);
      break;
    default:
      return false;
    }
  result = of_real (x, kind); /* the double result of two floats rounds to that of floats */
  return true;
}

/* Each product and sum is rounded, in the order that the emitted code has.  The sum, product or
 * quotient of two floats that is rounded to double and then to float is that of floats. */
static bool
complexes (const std::string &op, const Value &a, const Value &b, Value &result)
{
  double ar = a.real, ai = a.imaginary, br = b.real, bi = b.imaginary;
  switch (op[0])
    {
    case '+':
      result = of_complex (ar + br, ai + bi);
      return true;
    case '-':
      result = of_complex (ar - br, ai - bi);
      return true;
    case '*':
      result = of_complex (rounded (ar * br) - rounded (ai * bi),
                           rounded (ar * bi) + rounded (ai * br));
      return true;
    case '/':
      {
        double n = rounded (rounded (br * br) + rounded (bi * bi));
        result = of_complex (rounded (rounded (ar * br) + rounded (ai * bi)) / n,
                             rounded (rounded (ai * br) - rounded (ar * bi)) / n);
        return true;
      }
    default:
      return false;
    }
}

static bool
compare (const std::string &op, const Value &a, const Value &b, Value &result)
{
  bool equal = a.number () == b.number ();
  if (a.kind == Type::Complex)
    equal = a.real == b.real && a.imaginary == b.imaginary;
  bool less = a.number () < b.number (), more = a.number () > b.number ();
  bool yes = op == "==" ? equal : op == "!=" ? !equal : op == "<" ? less : op == ">" ? more
             : op == "<=" ? less || equal : more || equal;
  result = of_bool (yes);
  return true;
}

static std::string
printed (const Value &v)
{
  if (v.kind == Type::String)
    return v.text ? *v.text : "";
  if (v.kind == Type::Boolean)
    return v.integer ? "true" : "false";
  return v.kind <= Type::Int ? std::to_string (v.integer) : format ("%f", v.real);
}

bool
binary (const std::string &op, const Value &a, const Value &b, Value &result)
{
  if (a.kind == Type::String || b.kind == Type::String)
    {
      result = of_text (printed (a) + printed (b));
      return op == "+";
    }
  if (op == "&&" || op == "||")
    {
      bool x = convert (a, Type::Boolean).integer, y = convert (b, Type::Boolean).integer;
      result = of_bool (op == "&&" ? x && y : x || y);
      return true;
    }
  Type::Kind kind = common (a.kind, b.kind);
  if (kind >= Type::Float2 && kind <= Type::Float4)
    {
      Value x = convert (a, kind), y = convert (b, kind);
      result = x;
      for (size_t k = 0; k < x.parts.size (); k++)
        if (!reals (op, x.parts[k].real, y.parts[k].real, Type::Float, result.parts[k]))
          return false;
      return true;
    }
  if (kind > Type::Complex)
    return false;
  Value x = convert (a, kind), y = convert (b, kind);
  bool order = op == "==" || op == "!=" || op == "<=" || op == ">="
               || (op.size () == 1 && (op[0] == '<' || op[0] == '>'));
  if (order)
    return compare (op, x, y, result);
  if (kind == Type::Complex)
    return complexes (op, x, y, result);
  if (kind > Type::Int)
    return reals (op, x.real, y.real, kind, result);
  bool small = op == "&" || op == "|" || op == "^";
  if (!integers (op, x.integer, y.integer, result))
    return false;
  if (small && kind < Type::Int)
    result.kind = kind;
  return true;
}

bool
unary (const std::string &op, const Value &a, Value &result)
{
  result = a;
  if (op == "!")
    {
      result = of_bool (!convert (a, Type::Boolean).integer);
      return true;
    }
  if (op == "~")
    {
      result.integer = a.kind == Type::Int ? ~a.integer : !a.integer;
      return a.kind <= Type::Int;
    }
  if (a.kind <= Type::Int)
    result = of_integer (int32_t (-uint32_t (a.integer)));
  result.real = -a.real;
  result.imaginary = -a.imaginary;
  for (Value &p : result.parts)
    p.real = -p.real;
  return true;
}

static bool
of_a_complex (const std::string &name, const Value &a, Value &result)
{
  double size = sqrt (a.real * a.real + a.imaginary * a.imaginary);
  if (name == "abs")
    result = of_real (size);
  else if (name == "arg")
    result = of_real (atan2 (a.imaginary, a.real));
  else if (name == "exp")
    result = of_complex (exp (a.real) * cos (a.imaginary), exp (a.real) * sin (a.imaginary));
  else if (name == "log")
    result = of_complex (log (size), atan2 (a.imaginary, a.real));
  else if (name == "sqrt" || name == "csqrt")
    {
      double x = sqrt ((size + a.real) / 2), y = sqrt ((size - a.real) / 2);
      result = of_complex (x, a.imaginary < 0 ? -y : y);
    }
  else if (name == "sin")
    result = of_complex (sin (a.real) * cosh (a.imaginary), cos (a.real) * sinh (a.imaginary));
  else if (name == "cos")
    result = of_complex (cos (a.real) * cosh (a.imaginary), -(sin (a.real) * sinh (a.imaginary)));
  else
    return false;
  return true;
}

bool
call (const std::string &name, const std::vector<Value> &args, Value &result)
{
  const Builtin *b = builtin_named (name);
  if (!b || args.size () != b->parameters || args.empty ())
    return false;
  const Value &a = args[0];
  if (b->kind == Builtin::Root || b->kind == Builtin::Argument)
    return of_a_complex (name, convert (a, Type::Complex), result);
  if (a.kind == Type::Complex)
    return of_a_complex (name, a, result);
  Type::Kind kind = args.size () == 2 ? common (a.kind, args[1].kind) : a.kind;
  if (kind > Type::Double)
    return false;
  if (b->kind == Builtin::Real)
    {
      double x = b->one ? b->one (a.number ()) : b->two (a.number (), args[1].number ());
      result = of_real (x, kind == Type::Double ? Type::Double : Type::Float);
      return true;
    }
  if (b->kind == Builtin::Extreme)
    {
      double x = a.number (), y = args[1].number ();
      bool first = name == "min" ? x < y : x > y;
      result = convert (first ? a : args[1], kind);
      return true;
    }
  result = a;
  if (kind <= Type::Int)
    result.integer = a.integer < 0 ? int32_t (-uint32_t (a.integer)) : a.integer;
  else
    result.real = fabs (a.real);
  return b->kind == Builtin::Abs;
}

} // namespace er::streamit
