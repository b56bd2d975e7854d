/* SPDX-License-Identifier: MIT */
/* facts.h - analyses that determine indices, rates and networks of a program without running it.
 *
 *   linear.h, loop_sums.h, values.h    indices as sums of variables; the effect of one iteration of a loop, and of a block, on such sums
 *   accesses.h                         what statements read and write
 *   rates.h, rates_turn.h, cost.h      what a process moves in a turn, and what a turn costs
 *   network.h, element_ways.h          which processes there are, and where elements go
 *   balance_equations.h                how often processes turn, relative to each other
 *   static_schedule.h, show_rates.h    simulation of a network with known rates; its rates as text
 */
#ifndef ERBIUM_FACTS_H
#define ERBIUM_FACTS_H

#include "facts/accesses.h"
#include "facts/balance_equations.h"
#include "facts/cost.h"
#include "facts/element_ways.h"
#include "facts/linear.h"
#include "facts/loop_sums.h"
#include "facts/network.h"
#include "facts/rates.h"
#include "facts/rates_turn.h"
#include "facts/show_rates.h"
#include "facts/static_schedule.h"
#include "facts/values.h"

#endif
