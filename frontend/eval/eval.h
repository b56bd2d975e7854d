/* SPDX-License-Identifier: MIT */
/* eval.h - values, and what expressions mean (4.3 to 4.7, 2.4).
 *
 * The interpreter, the folding of constants and the verifier compute with this and nothing else.
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

/* A value of this type that is zero throughout or, if defined is false, an element of a view of
 * which nothing has been written. */
Value zero (const Type *type, bool defined = true);
bool all_defined (const Value &value);
uint64_t size_of (const Value &value); /* values in it, and itself */

/* Thrown: what ends the program (4.13). */
struct Undefined
{
  Place at;
  std::string what, mend;
  bool unable = false; /* nothing is wrong with the program: the interpreter cannot do it */
};

/* What is undefined in an expression or loop (4.5, 4.7, 4.8), in the words of the interpreter and
 * of checked builds; `what` contains one %lld for each number, in this order. */
struct Saying
{
  const char *what, *mend;
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
  virtual Value call (const Expr *e, const std::vector<Value> &args) = 0;
};

/* Constants, and nothing else: for constant expressions (2.9). */
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

/* The index, if the array has an element with it.  Throws Undefined. */
size_t within (int64_t index, const Value &array, Place at);

/* One operation on scalars of a type (that of the operands).  Throws Undefined. */
uint64_t compute (Op op, const Type *type, uint64_t a, uint64_t b, Place at);
uint64_t convert (uint64_t bits, const Type *from, const Type *to);

/* Whether it is a sum or difference of floats in which one side may turn out 0.0 and the other is
 * known to be no -0.0.  GCC 12 folds 0.0 - x to -x then, and 0.0 + -x too, and so gives -0.0 where
 * x is 0.0.  It does so only in source expressions and not in later expressions on temporaries, so
 * back ends call a function instead, which is inlined. */
bool may_lose_zero (const Expr *e);

/* As print shows it (4.10). */
std::string shown (const Value &value, const Type *type);

/* Returns an expression of literals with this value. */
Expr *literal (Module &module, Place at, const Value &value, const Type *type);

} // namespace er
#endif
