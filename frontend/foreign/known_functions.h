/* SPDX-License-Identifier: MIT */
/* known_functions.h - functions of C that compilers know.
 *
 * A pure function (3.9) with the name and the type of one of these takes some nanoseconds, and may be computed where it is
 * not needed.
 */
#ifndef ERBIUM_KNOWN_FUNCTIONS_H
#define ERBIUM_KNOWN_FUNCTIONS_H

#include "ir/ir.h"

namespace er {

bool in_library (const Function &f);

/* Whether IEEE 754 fixes each result of it: then it is that of the C library, whoever else has one (4.11), and may become an
   instruction, or be computed by a compiler.  What a compiler computes of others, such as exp, the library may round otherwise. */
bool is_fixed (const Function &f);

/* Whether compilers may know a function of that name, whatever its type is. */
bool is_known (const std::string &name);

} // namespace er
#endif
