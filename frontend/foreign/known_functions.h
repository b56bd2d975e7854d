/* SPDX-License-Identifier: MIT */
/* known_functions.h - functions of C that compilers know.
 *
 * A pure function (3.9) that has the name and the type of a known function takes some nanoseconds,
 * and compilers may evaluate it speculatively.
 */
#ifndef ERBIUM_KNOWN_FUNCTIONS_H
#define ERBIUM_KNOWN_FUNCTIONS_H

#include "ir/ir.h"

namespace er {

bool in_library (const Function &f);

/* Returns whether IEEE 754 defines each result of f exactly.  Such a function is always that of the
 * C library, even if the program has another one of this name (4.11), and may be replaced by an
 * instruction or evaluated by a compiler.  The results of other functions, such as exp, may be
 * rounded differently by the compiler and by the library. */
bool is_fixed (const Function &f);

/* Returns whether compilers may treat a function of that name specially, whatever its type is. */
bool is_known (const std::string &name);

} // namespace er
#endif
