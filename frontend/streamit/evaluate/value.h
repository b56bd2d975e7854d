/* SPDX-License-Identifier: MIT */
/* value.h - values of StreamIt types, and the operations on them at compile time.
 *
 * Each operation on floats is rounded to their precision, as in the compiled program.  An int wraps
 * modulo 2^32.  Functions compute in double precision and are rounded at the end.
 */
#ifndef ERBIUM_STREAMIT_VALUE_H
#define ERBIUM_STREAMIT_VALUE_H

#include <memory>

#include "streamit/ast/ast.h"

namespace er::streamit {

struct Value
{
  Type::Kind kind = Type::Unknown;
  int32_t integer = 0;           /* of a Boolean, Bit, Int; the number of a Portal */
  double real = 0, imaginary = 0; /* of a Float, Double, Complex */
  std::shared_ptr<std::string> text;
  std::vector<Value> parts; /* of an Array, Struct or vector */
  const Structure *structure = nullptr;

  double number () const { return kind <= Type::Int ? integer : real; }
  bool scalar () const { return kind >= Type::Boolean && kind <= Type::Double; }
  bool zero () const;    /* all of its bits are 0 */
  size_t scalars () const;
};

bool equal (const Value &a, const Value &b);

Value of_integer (int32_t n);
Value of_bool (bool b);

/* Whether a float has 64 bits.  The language leaves its precision to the implementation; 32 bits
 * unless --float=64 asks for more.  To be set before the first value is computed. */
extern bool wide_floats;
double rounded (double x); /* to the precision of a float */

Value of_real (double x, Type::Kind kind = Type::Float);
Value of_complex (double real, double imaginary);
Value of_text (const std::string &text);

/* Converts to a type of numbers; other values remain as they are. */
Value convert (const Value &v, Type::Kind kind);

/* The common type of two operands. */
Type::Kind common (Type::Kind a, Type::Kind b);

/* Return false where the result is undefined, such as a division of ints by zero. */
bool binary (const std::string &op, const Value &a, const Value &b, Value &result);
bool unary (const std::string &op, const Value &a, Value &result);
bool call (const std::string &name, const std::vector<Value> &args, Value &result);

} // namespace er::streamit
#endif
