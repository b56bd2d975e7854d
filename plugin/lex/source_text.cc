/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_text.cc - the text of a C file before it is lexed: skipping words, strings and
 * comments. */
#include "lex/source_text.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"

#include <string.h>

namespace erbium {

uchar_t *
skip_escape (uchar_t *p, uchar_t *end)
{
  if (p + 2 < end && p[1] == '\r' && p[2] == '\n')
    return p + 2;
  return p + 1 < end ? p + 1 : p;
}

uchar_t *
skip_word (uchar_t *p, uchar_t *end)
{
  bool marks = ISDIGIT (*p) && cpp_get_options (parse_in)->digit_separators;
  while (p < end && (word_char (*p) || (marks && *p == '\'' && p + 1 < end && word_char (p[1]))))
    p++;
  return p;
}

/* Returns the end of a string whose opening quote is before p: behind the closing quote, or the end
 * of the line. */
static uchar_t *
skip_quoted (uchar_t *p, uchar_t *end, int quote)
{
  for (; p < end && *p != quote && *p != '\n'; p++)
    if (*p == '\\')
      p = skip_escape (p, end);
  return p < end && *p == quote ? p + 1 : p;
}

/* Whether the word makes a string raw, R"x(...)x", which may have many lines. */
static bool
raw_prefix_p (const uchar_t *word, size_t n)
{
  return n > 0 && n <= 3 && word[n - 1] == 'R' && cpp_get_options (parse_in)->rliterals
         && (n == 1 || (n == 2 && strchr ("LuU", word[0]))
             || (n == 3 && memcmp (word, "u8", 2) == 0));
}

/* Returns the end of a raw string whose opening quote is before p. */
static uchar_t *
skip_raw (uchar_t *p, uchar_t *end)
{
  uchar_t *open = p;
  while (open < end && *open != '(' && *open != '\n')
    open++;
  size_t n = (size_t) (open - p);
  for (uchar_t *q = open; q + n + 1 < end; q++)
    if (*q == ')' && memcmp (q + 1, p, n) == 0 && q[n + 1] == '"')
      return q + n + 2;
  return skip_quoted (p, end, '"');
}

uchar_t *
skip_literal (uchar_t *p, uchar_t *end, size_t word)
{
  bool raw = *p == '"' && raw_prefix_p (p - word, word);
  return raw ? skip_raw (p + 1, end) : skip_quoted (p + 1, end, *p);
}

uchar_t *
skip_comment (uchar_t *p, uchar_t *end)
{
  if (p[1] == '*')
    {
      for (p += 2; p + 1 < end && !(p[0] == '*' && p[1] == '/'); p++)
        ;
      return p + 1 < end ? p + 2 : end;
    }
  for (; p < end && *p != '\n'; p++)
    if (*p == '\\')
      p = skip_escape (p, end);
  return p;
}

bool
comment_p (const uchar_t *p, const uchar_t *end)
{
  return p + 1 < end && p[0] == '/' && (p[1] == '*' || p[1] == '/');
}

const uchar_t *
skip_blanks (const uchar_t *p, const uchar_t *end)
{
  while (p < end && ISSPACE (*p))
    p++;
  return p;
}

} // namespace erbium
