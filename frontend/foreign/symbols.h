/* SPDX-License-Identifier: MIT */
/* symbols.h - names of processes as symbols of C (ir-spec, 8.4). */
#ifndef ERBIUM_SYMBOLS_H
#define ERBIUM_SYMBOLS_H

#include "ir/ir.h"
#include "foreign/loaded_libraries.h"

namespace er {

/* Throws Undefined if a process has the name of a symbol of the C library or the runtime: otherwise
 * a call of that function would run the process. */
void see_symbols (const Module &module);

/* Throws Undefined if a function that is called, or a C process that is run, cannot be found. */
void see_callees (Module &module, const Loaded &loaded);

} // namespace er
#endif
