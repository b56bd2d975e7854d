/* SPDX-License-Identifier: MIT */
/* tokens.h - divides a StreamIt program into words.
 *
 * Numbers may end with f (a float) or i (imaginary).  Words of the language are reserved.
 * Comments are those of C++.
 */
#ifndef ERBIUM_STREAMIT_LEX_H
#define ERBIUM_STREAMIT_LEX_H

#include "streamit/source/source.h"

namespace er::streamit {

struct Token
{
  enum Kind { End, Name, Word, Sign, Integer, Float, Imaginary, Character, String };
  Kind kind = End;
  Place at;
  std::string text; /* as written; of a String or Character, its value */
  double number = 0; /* of an Integer, too */

  bool is (const char *word) const { return (kind == Word || kind == Sign) && text == word; }
  std::string said () const; /* for "expected ..., found SAID" */
};

/* Returns the words of all files, followed by an End.  Text that is not a word is reported and
 * skipped. */
std::vector<Token> words_of (Report &report);

/* A line for each word: FILE:LINE, its kind, and the word as messages show it. */
std::string dump_words (Report &report);

/* The reserved words. */
const std::vector<std::string> &reserved_words ();

} // namespace er::streamit
#endif
