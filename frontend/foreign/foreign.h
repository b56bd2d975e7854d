/* SPDX-License-Identifier: MIT */
/* foreign.h - functions and processes of C that a program names.
 *
 *   c_names.h           names of the IR in C
 *   symbols.h           names of processes as symbols of C
 *   known_functions.h   functions of C that compilers know
 *   loaded_libraries.h  where functions and processes of C are
 */
#ifndef ERBIUM_FOREIGN_H
#define ERBIUM_FOREIGN_H

#include "foreign/c_names.h"
#include "foreign/known_functions.h"
#include "foreign/loaded_libraries.h"
#include "foreign/symbols.h"

#endif
