/* SPDX-License-Identifier: MIT */
/* join_scalars.h - replaces arrays that are used like scalars in a loop (for join_loops.cc). */
#ifndef ERBIUM_JOIN_SCALARS_H
#define ERBIUM_JOIN_SCALARS_H

#include "ir/ir.h"

namespace er {

/* Replaces an array by a var in the body of a loop if only this loop uses the array, and if each
 * iteration uses only one element, which it writes before it reads it.  Names and types must be
 * bound, except in nodes that passes have added. */
void scalars_for_arrays (Module &module, Process &p);

} // namespace er
#endif
