/* SPDX-License-Identifier: MIT */
/* loop_sums.h - one turn of a loop in sums (linear.h), for the passes that change loops.
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

#include "facts/linear.h"

namespace er {

class Loop_sums
{
public:
  explicit Loop_sums (const Stmt *loop); /* For or While; its turn begins */

  Sum of (const Expr *e) const; /* an index, now */
  /* A statement of the body, in order: what it changes. */
  void follow (const Stmt *s);
  /* After the last statement: returns by how much the sum a, in terms of the values at the
   * beginning of the iteration, grows in an iteration. */
  Sum growth (const Linear &a) const;

private:
  const Stmt *loop;
  std::map<const Variable *, Sum> now;  /* what the loop changes or declares */
  Sum value_of (const Variable *v) const;
  void forget (const Stmt *s);
};

/* The step of a For; 1 where none is written. */
int64_t step_of (const Stmt *loop);
/* Whether the absolute value of the step is at most `most`. */
bool steps_within (const Stmt *loop, int64_t most);
/* The var that an assignment changes, or none: an element of a view. */
const Variable *changed_by (const Stmt *s);

} // namespace er
#endif
