/* SPDX-License-Identifier: MIT */
/* loop_sums.h - describes one iteration of a loop by sums (linear.h), for the passes that change
 * loops.
 *
 * The value of each name is a sum of the values that names had at the beginning of the iteration.
 * update is assumed to return the index that it was asked for.
 *
 *   while true {                                 i is i
 *       let n : index = update(v, i + 1);        n is i + 1
 *       ...
 *       i = n;                                   i is i + 1: it steps by 1
 *   }
 */
#ifndef ERBIUM_LOOP_SUMS_H
#define ERBIUM_LOOP_SUMS_H

#include <set>

#include "analysis/linear.h"

namespace er {

class Loop_sums
{
public:
  explicit Loop_sums (const Stmt *loop); /* For or While; its turn begins */

  Sum of (const Expr *e) const; /* an index, now */
  /* Updates the sums for the next statement of the body. */
  void follow (const Stmt *s);
  /* Returns by how much the sum a, in terms of the values at the beginning of the iteration, grows
   * in an iteration.  To be called after the last statement. */
  Sum growth (const Linear &a) const;

private:
  const Stmt *loop;
  std::map<const Variable *, Sum> now;  /* what the loop changes or declares */
  Sum value_of (const Variable *v) const;
  void forget (const Stmt *s);
};

/* Returns the step of a For, which is 1 if none is written. */
int64_t step_of (const Stmt *loop);
/* Returns whether the absolute value of the step is at most `most`. */
bool steps_within (const Stmt *loop, int64_t most);
/* Returns the var that an assignment changes, or nullptr if it changes an element of a view. */
const Variable *changed_by (const Stmt *s);

} // namespace er
#endif
