/* SPDX-License-Identifier: MIT */
/* library.h - functions of C that compilers know.
 *
 * A pure function (3.9) with the name and the type of one of these is that of the C library: it takes some
 * nanoseconds, may be computed where it is not needed, and may become an instruction.
 */
#ifndef ERBIUM_LIBRARY_H
#define ERBIUM_LIBRARY_H

#include "ir.h"

namespace er {

bool in_library (const Function &f);

} // namespace er
#endif
