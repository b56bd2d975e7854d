/* SPDX-License-Identifier: MIT */
/* syntax.h - reads and prints programs as text, and checks their limits.
 *
 *   lexer.h        the tokens of a program (re2c)
 *   parser.h       words to a module, a function for each production of the grammar
 *   printer.h      a module as text; reading it gives the same module
 *   text_limits.h  the limits of a text, checked for a module before it is printed
 */
#ifndef ERBIUM_SYNTAX_H
#define ERBIUM_SYNTAX_H

#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "syntax/printer.h"
#include "syntax/text_limits.h"

#endif
