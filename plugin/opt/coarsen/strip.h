/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip.h - what the files of coarsening share.
 *
 *   coarsen_pass.cc   the pass
 *   choose_loops.cc   which loops are coarsened
 *   strip_cost.cc     what may stand in a strip, and how long it takes
 *   strip_shape.cc    the new shape of a loop; what becomes of the primitives in the strip
 *   strip_length.cc   how many iterations a strip has
 *   result_tests.cc   ... so that no test of update's result finds the end of the stream
 */
#ifndef ERBIUM_STRIP_H
#define ERBIUM_STRIP_H

#include "opt/opt.h"

namespace erbium {

const int fewest_iterations = 4; /* that are worth a strip */

/* A primitive in the loop. */
struct sync
{
  gimple *stmt;
  runtime_function f;
  HOST_WIDE_INT step; /* of its index, an iteration */
  tree first;         /* its index in the strip's first iteration, 64 bits */
  tree near;          /* what a narrow index is near to */
  tree pending;       /* variable: what is held back */
};

inline tree sync_view (const sync &s) { return gimple_call_arg (s.stmt, 0); }
inline tree sync_index (const sync &s) { return gimple_call_arg (s.stmt, 1); }
inline bool sync_narrow (const sync &s) { return integer_onep (gimple_call_arg (s.stmt, 2)); }
inline bool bounded_p (const sync &s) { return s.f == R_update || s.f == R_stall; }
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

/* The 32-bit value that was widened to an index argument, or the argument. */
tree unwidened (tree index);
/* *by is what value is more than base, a constant, where update is what it was
 * asked for.  widened: it goes on as one of more bits, so that it must not wrap on the way. */
bool distance_p (tree value, tree base, HOST_WIDE_INT *by, int depth = 0, bool widened = false);
/* Whether l can be coarsened, its primitives, the most iterations of a strip, and if
 * not, why. */
bool suitable_p (class loop *l, vec<sync> &syncs, int *most, const char **why_not);

/* ---- What may stand in a strip (strip_cost.cc) ---- */

/* The time of a statement that is no primitive, in nanoseconds, rather too much; or
 * why it may not stand in a strip. */
const char *statement_cost (gimple *stmt, HOST_WIDE_INT *cost);

/* ---- Shape (strip_shape.cc) ---- */

/* Copies the loop, and moves the slow one's way round over the dispatch block. */
bool split_loop (class loop *l, vec<sync> &syncs, shape &s);
/* Ends the strip after count iterations: strip latch -> (header | publish). */
void count_down (shape &s);

/* ---- Count (strip_length.cc, result_tests.cc) ---- */

/* How many iterations the limits allow; fills in the primitives' first indices. */
tree count_by_limits (code &c, const shape &s, vec<sync> &syncs);
/* No more than keeps tests of update's result from finding the end of the stream;
 * those tests go. */
tree count_by_result_tests (code &c, const shape &s, tree count, vec<sync> &syncs);
/* No more than exits allow that count, which go; false if other exits remain. */
bool count_by_exits (code &c, shape &s, tree *count);
tree choose (code &c, tree condition, tree a, tree b);
tree least (code &c, tree a, tree b);

/* ---- Strip (strip_shape.cc) ---- */

void publish_at_end (shape &s, vec<sync> &syncs);
void publish_pending (shape &s, vec<sync> &syncs);
/* In the strip a primitive is its value, and what is published is noted. */
void take_out (const sync &y);
/* receive only hints. */
void take_out_hints (class loop *strip);

} // namespace erbium
#endif
