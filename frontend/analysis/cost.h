/* SPDX-License-Identifier: MIT */
/* cost.h - determines whether a process does so little in a turn that it should not be a process of
 * its own. */
#ifndef ERBIUM_COST_H
#define ERBIUM_COST_H

#include "analysis/rates.h"

namespace er {

/* Returns the cost of a turn: the number of nodes of expressions that it evaluates, as far as the
 * text tells, and at least 1. */
int64_t turn_cost (const Process_rates &rates);
bool tiny_turn (const Process_rates &rates);

} // namespace er
#endif
