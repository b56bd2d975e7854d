/* SPDX-License-Identifier: MIT */
/* c_names.h - how names of the IR are written in C (ir-spec, 8.4). */
#ifndef ERBIUM_C_NAMES_H
#define ERBIUM_C_NAMES_H

#include <string>

namespace er {

/* Returns whether the name is a keyword of C or GCC, or is declared in a header that an emitted
 * program includes. */
bool c_word (const std::string &name);

/* Like c_word, but also returns true for each name that C, GCC or such headers reserve, including
 * all names of a reserved form. */
bool c_keeps (const std::string &name);

/* Returns whether every program has a symbol of that name, from the C library, the linker or the
 * start files. */
bool c_has_symbol (const std::string &name);

/* Return the name in C for a name of the IR: c_name in a process or a structure, c_file_name at
 * file level, where symbols of the C library must be avoided too.  Different names stay different.
 * Names that end in a single '_' are reserved for the emitter. */
std::string c_name (const std::string &name);
std::string c_file_name (const std::string &name);

/* Returns the name that is used in C if the original one is reserved. */
std::string c_other_name (const std::string &name);

} // namespace er
#endif
