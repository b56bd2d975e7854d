/* SPDX-License-Identifier: MIT */
/* printer.h - a module as text (1.8).  Reading it gives the same module. */
#ifndef ERBIUM_PRINTER_H
#define ERBIUM_PRINTER_H

#include "ir/ir.h"

namespace er {

std::string print (const Module &module);
std::string print (const Process &p);
std::string print (const Expr *e);
std::string print (const Stmt *s); /* the first line of one that has blocks */

/* "..." with escapes, as 1.5 and C have them. */
std::string quoted (const std::string &text);

/* The shortest decimal that reads as this number, without a type. */
std::string decimal (double number, const Type *type);

} // namespace er
#endif
