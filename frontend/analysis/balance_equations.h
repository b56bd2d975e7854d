/* SPDX-License-Identifier: MIT */
/* balance_equations.h - how often the processes of a static network turn, relative to each other.
 *
 * In a period, as many elements of each record are written as are released: turns (writer) * rate =
 * turns (reader) * rate, for each channel (Lee and Messerschmitt 1987, the balance equations).  The
 * smallest numbers of turns that solve these equations are the repetition vector.  If there is no
 * solution, a window grows without bound, or a stream ends early.
 */
#ifndef ERBIUM_BALANCE_EQUATIONS_H
#define ERBIUM_BALANCE_EQUATIONS_H

#include "analysis/network.h"

namespace er {

/* Static processes (rates.h) that are connected by closed channels (network.h). */
struct Part
{
  std::vector<size_t> instances; /* of the network, ascending */
  std::map<size_t, int64_t> turns; /* of each, in a period; none where the rates do not fit */
  const Channel *wrong = nullptr;  /* one whose equation cannot hold with those of the others */
  End wrong_writer {}, wrong_reader {};
};

/* Returns the parts of the network; each static process is in exactly one part.  A channel connects
 * its ends if both are static and have a rate. */
std::vector<Part> balance (const Network &network);

/* Returns whether the equation of these two ends is one of those that balance () solves. */
bool counts (const Network &network, const End &writer, const End &reader);

} // namespace er
#endif
