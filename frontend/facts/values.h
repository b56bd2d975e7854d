/* SPDX-License-Identifier: MIT */
/* values.h - what names stand for along a block, in sums (linear.h), whatever updates give.
 *
 *   let n : index = update(v, i + 64);           n is n
 *   let first : index = i;                       first is i
 *   i = i + 64;                                  i is i + 64
 *   for k in i .. n { j = f(j); }                j is not known any more
 *
 * rates.h and loop_sums.h suppose that updates give what was asked for; this does not.
 */
#ifndef ERBIUM_VALUES_H
#define ERBIUM_VALUES_H

#include "facts/linear.h"

namespace er {

class Values
{
public:
  Sum of (const Expr *e) const; /* an index, now */
  void follow (const Stmt *s);  /* the next statement: what it changes */
  /* As a turn of the loop begins, given what is known before the loop: vars that were the same then, and are the same after a
     turn if they were before it, stand for one of them.  Of a loop that is met in a turn of another, names stand for what they
     are in that turn. */
  Values in_turn (const Stmt *loop) const;
  /* In any turn of a loop, beside the statements around it: what it changes is not known. */
  Values within (const Stmt *loop) const;

private:
  std::map<const Variable *, Sum> known; /* other names stand for themselves */
  Sum value_of (const Variable *v) const;
  void forget (const Stmt *s);
};

} // namespace er
#endif
