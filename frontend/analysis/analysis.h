/* SPDX-License-Identifier: MIT */
/* analysis.h - analyses that determine indices, rates and networks of a program without running it.
 *
 *   linear.h, loop_sums.h, values.h    indices as sums of variables; the effect of one iteration of
 *                                      a loop, and of a block, on such sums
 *   accesses.h                         what statements read and write
 *   rates.h, rates_turn.h, cost.h      what a process moves in a turn, and what a turn costs
 *   network.h, reachability.h          which processes there are, and where elements go
 *   balance_equations.h                how often processes turn, relative to each other
 *   static_schedule.h, show_rates.h    simulation of a network with known rates; its rates as text
 */
#ifndef ERBIUM_ANALYSIS_H
#define ERBIUM_ANALYSIS_H

#include "analysis/accesses.h"
#include "analysis/balance_equations.h"
#include "analysis/cost.h"
#include "analysis/reachability.h"
#include "analysis/linear.h"
#include "analysis/loop_sums.h"
#include "analysis/network.h"
#include "analysis/rates.h"
#include "analysis/rates_turn.h"
#include "analysis/show_rates.h"
#include "analysis/static_schedule.h"
#include "analysis/values.h"

#endif
