/* SPDX-License-Identifier: MIT */
/* show_rates.h - what the analysis of rates has found, as text (--print-rates). */
#ifndef ERBIUM_SHOW_RATES_H
#define ERBIUM_SHOW_RATES_H

#include "facts/balance_equations.h"

namespace er {

/* Each network: its processes, their views, how often each turns in a period.  Inconsistent rates
 * are reported as errors. */
std::string show_rates (Module &module, Diagnostics &diagnostics);

} // namespace er
#endif
