/* SPDX-License-Identifier: MIT */
/* coarsen.h - the two parts of coarsening: which loops (coarsen_choose.cc), their new shape
 * (coarsen.cc). */
#ifndef ERBIUM_COARSEN_H
#define ERBIUM_COARSEN_H

#include "facts/facts.h"

namespace er {

/* The length of a longer strip is a multiple of this.  GCC vectorises this number of iterations for
 * any scalar type, and each remaining iteration would cost as much as a vector operation. */
const int64_t even_turns = 64;

/* One of the four, in the loop. */
struct Strip_sync
{
  Primitive primitive;
  const Variable *view;
  Linear first; /* its index in a turn, of what names are as the turn begins */
  int64_t step; /* by how much it grows each turn, 0 and up */
};

/* Must not be negative in any turn of a strip. */
struct Strip_limit
{
  Linear left;
  int64_t step; /* by which it grows each turn */
};

struct Strip
{
  std::vector<Strip_sync> syncs;
  std::vector<Strip_limit> limits;
  std::vector<const Variable *> not_done; /* views of which the body asks done */
  Block body;                             /* a turn, without what synchronises */
  int64_t most = 0;                       /* turns */
};

/* Returns a bound.  If the absolute values of all names in the sums of a strip are within it,
 * neither these sums, nor twice their values, nor the indices of the strip's last iteration
 * overflow. */
int64_t strip_bound (const Strip &strip);

/* Whether the loop can synchronise once in at most `most' turns, and how. */
bool strip_of (Module &module, Stmt *loop, int64_t most, Strip &strip);

} // namespace er
#endif
