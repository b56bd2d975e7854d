/* SPDX-License-Identifier: MIT */
/* eval.h - values, and the evaluation of expressions (ir-spec, 4.3 to 4.7 and 2.4).
 *
 * The interpreter, the folding of constants and the verifier use only this code to compute values.
 */
#ifndef ERBIUM_EVAL_H
#define ERBIUM_EVAL_H

#include "ir/ir.h"

namespace er {

/* A value of any type.  The type is that of the expression. */
struct Value
{
  /* an integer, truncated to its type; a float, as the bits of a double; for other types an
   * identifying number, 0 for none */
  uint64_t bits = 0;
  bool defined = true;      /* a scalar that was written */
  std::vector<Value> parts; /* of an array or structure */

  Value () {}
  explicit Value (uint64_t bits) : bits (bits) {}
  bool operator== (const Value &other) const
  {
    return bits == other.bits && defined == other.defined && parts == other.parts;
  }
};

double as_number (uint64_t bits);
uint64_t as_bits (double number);

/* Returns a value of this type that is zero throughout, or, if defined is false, an element of a
 * view no part of which has been written. */
Value zero (const Type *type, bool defined = true);
bool all_defined (const Value &value);
uint64_t size_of (const Value &value); /* the number of values in it, including itself */

/* An error that ends the program (4.13), thrown as an exception. */
struct Undefined
{
  Place at;
  std::string what, hint;
  /* the program is correct, but the interpreter cannot execute this operation */
  bool unable = false;
};

/* The work of a function exceeds a limit; thrown by Surroundings::work. */
struct Too_long : Undefined
{
};

/* The message about an undefined operation in an expression or loop (4.5, 4.7, 4.8), as the
 * interpreter and checked builds print it.  `what` contains one %lld for each of the numbers that
 * the comments below list, in their order. */
struct Saying
{
  const char *what, *hint;
};
extern const Saying beyond_array; /* index, number of elements */
extern const Saying by_zero, beyond_index, beyond_counter;
Saying least_by_minus_one (const Type *type);

/* The context in which an expression is evaluated. */
class Surroundings
{
public:
  virtual ~Surroundings () {}
  virtual const Value &variable (const Variable *v, Place at) = 0;
  /* parts of the element may be unwritten */
  virtual const Value &element (const Expr *e, int64_t index) = 0;
  /* called when an unwritten part of the element is read */
  virtual void unwritten (const Expr *e, int64_t index) = 0;
  /* a function of C */
  virtual Value call (const Expr *e, const std::vector<Value> &args) = 0;
  /* called for each statement of a function that the module defines, with the number of values that
   * it makes */
  virtual void work (uint64_t, Place) {}
};

/* The context of constant expressions (2.9): it provides constants and nothing else. */
class Constants : public Surroundings
{
public:
  const Value &variable (const Variable *v, Place at) override;
  const Value &element (const Expr *, int64_t) override { return none; }
  void unwritten (const Expr *, int64_t) override {}
  Value call (const Expr *, const std::vector<Value> &) override { return Value (); }

private:
  Value none;
  std::map<const Variable *, Value> known;
};

/* Throws Undefined. */
Value evaluate (const Expr *e, Surroundings &around);

/* Executes a function that the module defines (defined_functions.cc).  `around` is the context of
 * the call.  Throws Undefined. */
Value execute (const Function &f, std::vector<Value> args, Surroundings &around);

/* Returns the index if the array has an element with this index; otherwise throws Undefined. */
size_t within (int64_t index, const Value &array, Place at);

/* Performs one operation on scalars; `type` is the type of the operands.  Throws Undefined. */
uint64_t compute (Op op, const Type *type, uint64_t a, uint64_t b, Place at);
uint64_t convert (uint64_t bits, const Type *from, const Type *to);

/* Returns whether e is a sum or difference of floats in which one operand may be 0.0 and the other
 * is known not to be -0.0.  In this case GCC 12 folds 0.0 - x and 0.0 + -x to -x, which yields -0.0
 * if x is 0.0.  GCC does this only in source expressions and not later, in expressions on
 * temporaries.  So back ends call an inline function instead. */
bool may_lose_zero (const Expr *e);

/* Returns the value as print shows it (4.10). */
std::string shown (const Value &value, const Type *type);

/* Returns an expression of literals with this value. */
Expr *literal (Module &module, Place at, const Value &value, const Type *type);

} // namespace er
#endif
