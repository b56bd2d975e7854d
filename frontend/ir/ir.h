/* SPDX-License-Identifier: MIT */
/* ir.h - the representation of a program of the textual IR in memory, and functions to examine and
 * change it.
 *
 *   module.h      the nodes: what the grammar of ir-spec/1-text.md generates
 *   properties.h  what can be told of an expression or a type by itself
 *   walk.h        how to go through a module, and to copy and compare parts of it
 *   build.h       new statements and expressions
 *   rename.h      copies of parts of a process under new names
 *   layout.h      how much memory things take, and which variables are on the stack
 */
#ifndef ERBIUM_IR_H
#define ERBIUM_IR_H

#include "ir/build.h"
#include "ir/layout.h"
#include "ir/module.h"
#include "ir/properties.h"
#include "ir/rename.h"
#include "ir/walk.h"

#endif
