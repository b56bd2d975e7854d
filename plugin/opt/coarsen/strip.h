/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip.h - shared by the files for coarsening.
 *
 *   coarsen_pass.cc   the pass
 *   choose_loops.cc   which loops are coarsened
 *   uneven_index.cc   indices whose growth depends on the data
 *   strip_cost.cc     which statements a strip may contain, and how long it takes
 *   strip_shape.cc    the new shape of a loop; the primitives in the strip
 *   strip_length.cc   how many iterations a strip has
 *   result_tests.cc   ... so that no test of update's result finds the end of the stream
 */
#ifndef ERBIUM_STRIP_H
#define ERBIUM_STRIP_H

#include "opt/opt.h"

namespace erbium {

const int fewest_iterations = 4; /* in a strip that is worth its cost */

/* A primitive in the loop.  An index is uneven if its growth, or its distance from the variable of
 * the loop that it is computed from, depends on the data: then there are bounds. */
struct sync
{
  gimple *stmt;
  runtime_function f;
  bool sometimes;       /* not called in each iteration */
  tree base;            /* uneven: the PHI of the header that it is computed from */
  HOST_WIDE_INT least;  /* uneven: how much it is more than that, at least */
  HOST_WIDE_INT spread; /* uneven: and how much more than that it may be */
  HOST_WIDE_INT step;   /* its growth in each iteration, or the most of it */
  tree first;           /* its index in the strip's first iteration, or the least, 64 bits */
  tree near;            /* the index to which a narrow index is near */
  tree pending;         /* variable: the index that is not yet published */
};

inline tree sync_view (const sync &s) { return gimple_call_arg (s.stmt, 0); }
inline tree sync_index (const sync &s) { return gimple_call_arg (s.stmt, 1); }
inline bool sync_narrow (const sync &s) { return narrow_p (s.stmt); }
inline bool bounded_p (const sync &s) { return s.f == R_update || s.f == R_stall; }
inline bool uneven_p (const sync &s) { return s.base != NULL_TREE; }
inline bool publishing_p (const sync &s) { return s.f == R_commit || s.f == R_release; }

/* entry -> dispatch -> slow header ... slow latch -> dispatch
 *                   -> strip header ... strip latch -> (strip header | publish)
 *                                                      publish -> slow header     */
struct shape
{
  class loop *slow, *strip;
  basic_block dispatch, publish;
  auto_vec<tree> slow_phis, strip_phis, dispatch_phis;
  int most;   /* iterations of a strip */
  tree count; /* iterations of this strip, unsigned */
};

/* ---- Which loops (choose_loops.cc) ---- */

/* Returns the 32-bit value that was widened to the argument INDEX, or INDEX itself. */
tree unwidened (tree index);
/* Stores VALUE - BASE in *BY if it is a constant, assuming that update returns its argument;
 * returns false if not.  WIDENED says that VALUE is widened later, so it must not wrap. */
bool distance_p (tree value, tree base, HOST_WIDE_INT *by, int depth = 0, bool widened = false);
/* Whether a cast keeps the steps of a value: it must not widen a value that may wrap.  *WIDENED: a
 * later cast widens it, so that this one must not cut it or convert an unsigned: (long) (int) u. */
bool steady_cast_p (const gimple *def, bool *widened);
/* Returns whether L can be coarsened.  Finds its primitives and the largest number of iterations of
 * a strip, or the reason why L cannot be coarsened. */
bool suitable_p (class loop *l, vec<sync> &syncs, int *most, const char **why_not);

/* ---- Uneven indices (uneven_index.cc) ---- */

/* Finds the bounds of the index of S, a primitive in L; returns false if there are none. */
bool bounded_index_p (class loop *l, sync *s);

/* ---- What may stand in a strip (strip_cost.cc) ---- */

/* Estimates the time of a statement that is not a primitive, in nanoseconds, and stores it in
 * *COST; the estimate is high rather than low.  Returns the reason why the statement must not be in
 * a strip, or NULL. */
const char *statement_cost (gimple *stmt, HOST_WIDE_INT *cost);

/* ---- Shape (strip_shape.cc) ---- */

/* Copies the loop as the strip, and makes the latch of the original, slow loop go through the
 * dispatch block. */
bool split_loop (class loop *l, vec<sync> &syncs, shape &s);
/* Makes the strip end after s.count iterations: strip latch -> (strip header | publish). */
void count_down (shape &s);

/* ---- Count (strip_length.cc, result_tests.cc) ---- */

/* Returns how many iterations the limits allow; fills in the primitives' first indices. */
tree count_by_limits (code &c, const shape &s, vec<sync> &syncs);
/* Returns COUNT, or a smaller number if tests of update's result would find the end of the stream
 * earlier; removes those tests. */
tree count_by_result_tests (code &c, const shape &s, tree count, vec<sync> &syncs);
/* Reduces *COUNT to what the exits that test a counter allow, and removes these exits; returns
 * false if other exits remain. */
bool count_by_exits (code &c, shape &s, tree *count);
tree choose (code &c, tree condition, tree a, tree b);
tree least (code &c, tree a, tree b);

/* ---- Strip (strip_shape.cc) ---- */

void publish_at_end (shape &s, vec<sync> &syncs);
void publish_pending (shape &s, vec<sync> &syncs);
/* Replaces a primitive in the strip by its value, and notes the index that is to be published. */
void take_out (const sync &y);
/* Removes the calls of receive, which are only hints. */
void take_out_hints (class loop *strip);

} // namespace erbium
#endif
