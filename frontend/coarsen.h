/* SPDX-License-Identifier: MIT */
/* coarsen.h - the two parts of coarsening: which loops (coarsen_choose.cc), their new shape (coarsen.cc). */
#ifndef ERBIUM_COARSEN_H
#define ERBIUM_COARSEN_H

#include "loop_sums.h"

namespace er {

/* Of these, strips that are longer have a multiple: GCC makes vectors of so many turns of any scalars, and each turn that is left
   costs as much as a vector. */
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

/* Whether the loop can synchronise once in at most `most' turns, and how. */
bool strip_of (Module &module, Stmt *loop, int64_t most, Strip &strip);

} // namespace er
#endif
