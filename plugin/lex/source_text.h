/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_text.h - the text of a C file, before it is lexed: what the scans for brackets and for words
 * share. */
#ifndef ERBIUM_SOURCE_TEXT_H
#define ERBIUM_SOURCE_TEXT_H

#include "gcc/gcc.h"
#include "lex/lex.h"

namespace erbium {

typedef unsigned char uchar_t;

/* p is at the first character of a word or a number: to behind it.  A number may have marks
 * between its digits (C2x). */
uchar_t *skip_word (uchar_t *p, uchar_t *end);
/* p is at a quote, with a word of so many characters right before it (0: with none): to behind the
 * string, which that word may make raw, or the character. */
uchar_t *skip_literal (uchar_t *p, uchar_t *end, size_t word);
inline bool
quote_p (int c)
{
  return c == '"' || c == '\'';
}

/* p is at a backslash: to the last character that it takes along. */
uchar_t *skip_escape (uchar_t *p, uchar_t *end);
/* p is at the first slash of a comment: to behind it. */
uchar_t *skip_comment (uchar_t *p, uchar_t *end);
bool comment_p (const uchar_t *p, const uchar_t *end);
const uchar_t *skip_blanks (const uchar_t *p, const uchar_t *end);

} // namespace erbium
#endif
