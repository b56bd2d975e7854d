/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_text.h - skipping words, strings and comments in the text of a C file before it is lexed.
 * The searches for brackets and for words use this (source_text.cc). */
#ifndef ERBIUM_SOURCE_TEXT_H
#define ERBIUM_SOURCE_TEXT_H

#include "lex/lex.h"

namespace erbium {

typedef unsigned char uchar_t;

/* The first fields of the preprocessor's buffers, in GCC 11 and 12 (base/compiler.cc rejects
 * others). */
struct cpp_buffer_head
{
  const uchar_t *cur, *line_base, *next_line, *buf, *rlimit;
};

/* Returns the end of the word or number at p.  A number may have ' between its digits (C2x). */
uchar_t *skip_word (uchar_t *p, uchar_t *end);
/* Returns the end of the string or character constant at p.  WORD is the length of a word right
 * before it, which may make the string raw. */
uchar_t *skip_literal (uchar_t *p, uchar_t *end, size_t word);
inline bool
quote_p (int c)
{
  return c == '"' || c == '\'';
}

/* Returns the last character of the escape sequence, or joined line, at the backslash p. */
uchar_t *skip_escape (uchar_t *p, uchar_t *end);
/* Returns the end of the comment at p. */
uchar_t *skip_comment (uchar_t *p, uchar_t *end);
bool comment_p (const uchar_t *p, const uchar_t *end);
const uchar_t *skip_blanks (const uchar_t *p, const uchar_t *end);

} // namespace erbium
#endif
