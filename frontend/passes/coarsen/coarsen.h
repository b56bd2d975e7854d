/* SPDX-License-Identifier: MIT */
/* coarsen.h - shared by the two parts of coarsening: the choice of loops (coarsen_choose.cc), and
 * their new shape (coarsen.cc). */
#ifndef ERBIUM_COARSEN_H
#define ERBIUM_COARSEN_H

#include "analysis/analysis.h"

namespace er {

/* The length of a strip that has more than this number of iterations is a multiple of it.  GCC
 * vectorises this number of iterations for any scalar type, and each remaining iteration would cost
 * as much as a vector operation. */
const int64_t even_turns = 64;

/* A call of one of the four synchronisations in the loop. */
struct Strip_sync
{
  Primitive primitive;
  const Variable *view;
  /* its index in an iteration, in terms of the values of names at the beginning of the iteration */
  Linear first;
  int64_t step; /* by how much it grows each turn, 0 and up */
};

/* A sum that must not be negative in any iteration of a strip. */
struct Strip_limit
{
  Linear left;
  int64_t step; /* by which it grows each turn */
};

struct Strip
{
  std::vector<Strip_sync> syncs;
  std::vector<Strip_limit> limits;
  std::vector<const Variable *> not_done; /* views to which the body applies done */
  Block body;                             /* a turn, without what synchronises */
  int64_t most = 0;                       /* turns */
};

/* Returns a bound on the values of names.  If the absolute values of all names in the sums of a
 * strip are within it, neither these sums, nor twice their values, nor the indices of the strip's
 * last iteration overflow. */
int64_t strip_bound (const Strip &strip);

/* Returns whether the loop can synchronise once in up to `most' iterations; if so, stores how in
 * `strip'. */
bool strip_of (Module &module, Stmt *loop, int64_t most, Strip &strip);

} // namespace er
#endif
