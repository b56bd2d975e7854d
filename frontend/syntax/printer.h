/* SPDX-License-Identifier: MIT */
/* printer.h - prints a module as text (ir-spec, 1.8).  Reading it gives the same module. */
#ifndef ERBIUM_PRINTER_H
#define ERBIUM_PRINTER_H

#include "ir/ir.h"

namespace er {

std::string print (const Module &module);
std::string print (const Process &p);
std::string print (const Expr *e);
std::string print (const Stmt *s); /* the first line of one that has blocks */

/* Returns a string in quotation marks, with the escapes of 1.5, which are those of C. */
std::string quoted (const std::string &text);

/* Returns the shortest decimal that reads as this number, without the suffix of its type. */
std::string decimal (double number, const Type *type);

} // namespace er
#endif
