/* SPDX-License-Identifier: MIT */
/* known_functions.h - functions of C that compilers know.
 *
 * A pure function (3.9) with the name and the type of one of these takes some nanoseconds, and
 * compilers may evaluate it speculatively.
 */
#ifndef ERBIUM_KNOWN_FUNCTIONS_H
#define ERBIUM_KNOWN_FUNCTIONS_H

#include "ir/ir.h"

namespace er {

bool in_library (const Function &f);

/* Whether IEEE 754 defines each of its results exactly.  Such a function is always that of the C
 * library, even if the program has another one of this name (4.11), and may be replaced by an
 * instruction or evaluated by a compiler.  The results of other functions, such as exp, may be
 * rounded differently by the compiler and by the library. */
bool is_fixed (const Function &f);

/* Whether compilers may know a function of that name, whatever its type is. */
bool is_known (const std::string &name);

} // namespace er
#endif
