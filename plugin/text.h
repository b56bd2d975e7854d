/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - the text of a C file, before it is lexed: what brackets.cc and
 * brackets_when.cc share. */
#ifndef ERBIUM_TEXT_H
#define ERBIUM_TEXT_H

#include "plugin.h"

namespace erbium {

typedef unsigned char uchar_t;

inline bool
word_char (int c)
{
  return ISIDNUM (c) || c == '$' || c >= 0x80;
}

/* p is at a backslash: to the last character that it takes along. */
uchar_t *skip_escape (uchar_t *p, uchar_t *end);
/* p is behind a quote: to behind the closing one, or the end of the line. */
uchar_t *skip_quoted (uchar_t *p, uchar_t *end, int quote);
/* Whether the word makes a string raw, R"x(...)x", which may have many lines. */
bool raw_prefix_p (const uchar_t *word, size_t n);
/* p is behind the quote of a raw string: to behind the closing one. */
uchar_t *skip_raw (uchar_t *p, uchar_t *end);
/* p is at the first slash of a comment: to behind it. */
uchar_t *skip_comment (uchar_t *p, uchar_t *end);
bool comment_p (const uchar_t *p, const uchar_t *end);
const uchar_t *skip_blanks (const uchar_t *p, const uchar_t *end);

} // namespace erbium
#endif
