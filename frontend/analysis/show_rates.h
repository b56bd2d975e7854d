/* SPDX-License-Identifier: MIT */
/* show_rates.h - prints the results of the analysis of rates (--print-rates). */
#ifndef ERBIUM_SHOW_RATES_H
#define ERBIUM_SHOW_RATES_H

#include "analysis/balance_equations.h"

namespace er {

/* Returns a description of each network: its processes, their views, and how many turns each
 * executes in a period.  Inconsistent rates are reported as errors. */
std::string show_rates (Module &module, Diagnostics &diagnostics);

} // namespace er
#endif
