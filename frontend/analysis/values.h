/* SPDX-License-Identifier: MIT */
/* values.h - the values of names from statement to statement of a block, as sums (linear.h),
 * whatever updates return.
 *
 *   let n : index = update(v, i + 64);           n is n
 *   let first : index = i;                       first is i
 *   i = i + 64;                                  i is i + 64
 *   for k in i .. n { j = f(j); }                j is not known any more
 *
 * rates.h and loop_sums.h assume that an update returns the index that it was asked for; this
 * analysis does not.
 */
#ifndef ERBIUM_VALUES_H
#define ERBIUM_VALUES_H

#include "analysis/linear.h"

namespace er {

class Values
{
public:
  Sum of (const Expr *e) const; /* an index, now */
  void follow (const Stmt *s);  /* the next statement: what it changes */
  /* Returns the values at the beginning of an iteration of the loop, given those before the loop.
   * Variables that are equal before the loop, and whose equality every iteration preserves, are
   * represented by one of them.  In a nested loop, names stand for their values in the current
   * iteration of the outer loop. */
  Values in_turn (const Stmt *loop) const;
  /* Returns the values within any iteration of a loop; variables that the loop changes are
   * unknown. */
  Values within (const Stmt *loop) const;

private:
  std::map<const Variable *, Sum> known; /* other names stand for themselves */
  Sum value_of (const Variable *v) const;
  void forget (const Stmt *s);
};

} // namespace er
#endif
