/* SPDX-License-Identifier: MIT */
/* emit.h - from the flat graph to a program of the textual IR.
 *
 * Each actor becomes a process with one loop, whose turn is a firing; actors with the same text
 * share a process.  Each tape that is no part of another becomes a record.  Peeks and pops read
 * the record in place, at the position of Tape::position; pushes write it in place.  Helper
 * functions are expanded where they are called.  Fields that are not assigned after init become
 * constants.
 */
#ifndef ERBIUM_STREAMIT_EMIT_H
#define ERBIUM_STREAMIT_EMIT_H

#include "streamit/elaborate/elaborate.h"

namespace er::streamit {

/* Returns the text.  `iterations' is the number of steady states; -1 lets the program read it from
 * its command line.  Reports errors and throws Stop. */
std::string emit (Program &program, int64_t iterations, Report &report);

} // namespace er::streamit
#endif
