/* SPDX-License-Identifier: MIT */
/* linear.h - indices as sums: a constant, and multiples of names.
 *
 *   2 * i + n - 1        { i: 2, n: 1 } and -1
 *
 * With these sums, analyses can compare indices that are written differently.  If a coefficient
 * does not fit into 64 bits, the functions return no value.
 */
#ifndef ERBIUM_LINEAR_H
#define ERBIUM_LINEAR_H

#include <functional>
#include <optional>

#include "ir/ir.h"

namespace er {

/* Orders variables by name, so that printed output does not depend on the addresses of nodes. */
struct By_name
{
  bool operator() (const Variable *a, const Variable *b) const
  {
    return a->name != b->name ? a->name < b->name : std::less<const Variable *> () (a, b);
  }
};

struct Linear
{
  std::map<const Variable *, int64_t, By_name> terms; /* no multiple is 0 */
  int64_t constant = 0;

  Linear () {}
  Linear (int64_t constant) : constant (constant) {}
  explicit Linear (const Variable *v) : terms { { v, 1 } } {}
  bool operator== (const Linear &other) const
  {
    return constant == other.constant && terms == other.terms;
  }
  bool is_constant () const { return terms.empty (); }
};
typedef std::optional<Linear> Sum;

Sum scaled (const Linear &a, int64_t by);
Sum added (const Linear &a, const Linear &b, int64_t times = 1); /* a + times * b */
/* Returns b - a if it is a constant. */
std::optional<int64_t> distance (const Linear &a, const Linear &b);
/* Replaces each name by the sum that `what` returns for it.  Returns nothing if `what` returns
 * nothing for one of the names. */
Sum substituted (const Linear &a, const std::function<Sum (const Variable *)> &what);
/* Returns an expression of type index as a sum; `what` returns the sum that a name stands for. */
Sum linear (const Expr *e, const std::function<Sum (const Variable *)> &what);

std::string text (const Linear &a);
/* Returns the sum as an expression whose names are bound as in a. */
Expr *expression (Module &module, Place at, const Linear &a);

} // namespace er
#endif
