/* SPDX-License-Identifier: MIT */
/* c_names.h - names of the IR in C (8.4). */
#ifndef ERBIUM_C_NAMES_H
#define ERBIUM_C_NAMES_H

#include <string>

namespace er {

/* Whether the name is a keyword of C or GCC, or is declared in a header that an emitted program
 * includes. */
bool c_word (const std::string &name);

/* Also true for each name that C, GCC or such headers reserve, including names of a reserved
 * form. */
bool c_keeps (const std::string &name);

/* Whether there is a symbol of that name in each program: of the C library, the linker or the start
 * files. */
bool c_has_symbol (const std::string &name);

/* A name of the IR as a name of C: in a process or a structure, and at file level, where functions
 * of headers have names too.  Different names stay different; those that end in one '_' are the
 * emitter's own. */
std::string c_name (const std::string &name);
std::string c_file_name (const std::string &name);

/* The name that is used in C if the original one is reserved. */
std::string c_other_name (const std::string &name);

} // namespace er
#endif
