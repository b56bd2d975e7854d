/* SPDX-License-Identifier: MIT */
/* coarsen.h - the two parts of coarsening: which loops (coarsen_choose.cc), their new shape (coarsen.cc). */
#ifndef ERBIUM_COARSEN_H
#define ERBIUM_COARSEN_H

#include "facts/facts.h"

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

/* If no name in the sums of a strip is further from 0, none of them overflows, nor what is made of them: twice as much, and
 * the indices of a strip's last turn. */
int64_t strip_bound (const Strip &strip);

/* Whether the loop can synchronise once in at most `most' turns, and how. */
bool strip_of (Module &module, Stmt *loop, int64_t most, Strip &strip);

} // namespace er
#endif
