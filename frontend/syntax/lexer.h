/* SPDX-License-Identifier: MIT */
/* lexer.h - divides a program into words (ir-spec/1-text.md, 1.1 to 1.6). */
#ifndef ERBIUM_LEXER_H
#define ERBIUM_LEXER_H

#include <set>

#include "ir/ir.h"

namespace er {

struct Token
{
  enum Kind { End, Name, Word, Sign, Integer, Float, String };
  Kind kind = End;
  Place at;
  std::string text;    /* as written; for a String, its value */
  Type::Kind type = Type::Index; /* of a number; of a Word that is a scalar type */
  bool is_type = false;          /* a Word that is a scalar type */
  uint64_t integer = 0;
  double number = 0;

  bool is (const char *word) const { return (kind == Word || kind == Sign) && text == word; }
  std::string said () const; /* for "expected ..., found SAID" */
};

/* Returns all words of the source, followed by an End.  Text that is not a word is reported and
 * skipped. */
std::vector<Token> words_of (const Source &source, Diagnostics &diagnostics);

/* The reserved words of 1.2, which cannot be used as names. */
const std::set<std::string> &reserved_words ();
bool reserved (const std::string &name);

} // namespace er
#endif
