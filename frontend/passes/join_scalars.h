/* SPDX-License-Identifier: MIT */
/* join_scalars.h - arrays that are scalars in a loop (for join_loops.cc). */
#ifndef ERBIUM_JOIN_SCALARS_H
#define ERBIUM_JOIN_SCALARS_H

#include "ir/ir.h"

namespace er {

/* An array that one loop alone uses, in each turn one element that the turn has written before it reads it, becomes a var of
   the loop's body.  Names and types must be bound, but for what passes have added. */
void scalars_for_arrays (Module &module, Process &p);

} // namespace er
#endif
