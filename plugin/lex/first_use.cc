/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first_use.cc - the places where a text may use the language (when_to_rewrite.cc).
 *
 *   extern view screen;       the language, unless view is a typedef by now
 *   struct view *v;           plain C
 *
 * The words before a name are found as a text is entered.  Whether the program has declared a word
 * is decided when its line is read: then everything above it has been declared, also by headers,
 * and lines that an #if leaves out are not read.
 */
#include "lex/brackets.h"
#include "language/language.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"

#include <string.h>

namespace erbium {

namespace {

/* Whether a name follows this word, as in struct view v. */
bool
names_p (const std::string &word)
{
  static const char *const words[] = { "struct", "union", "enum", "goto" };
  for (const char *w : words)
    if (word == w)
      return true;
  return false;
}

class word_scan
{
public:
  word_scan (uchar_t *begin, uchar_t *end) : p (begin), end (end), line (begin) {}
  first_use run ();
private:
  void end_line ();
  void skip_to (uchar_t *to);
  bool joined_p (const uchar_t *newline) const;
  void read_word ();
  bool used_p (const uchar_t *next, size_t word) const;
  uchar_t *p, *end;
  const uchar_t *line;     /* its begin; joined lines and those in a comment belong to it */
  std::string before;      /* the word before, if nothing stands in between */
  bool line_start = true, directive = false, joined = false;
  bool own[4] = {};        /* which words the line has as names */
  first_use found;
};

const char *const words[] = { "view", "record", "process", "run" };

/* Whether a name follows, or (* after process. */
bool
word_scan::used_p (const uchar_t *next, size_t word) const
{
  next = skip_blanks (next, end);
  if (next >= end || *next != '(' || words[word][0] != 'p')
    return next < end && word_char (*next);
  next = skip_blanks (next + 1, end);
  return next < end && *next == '*';
}

void
word_scan::read_word ()
{
  const uchar_t *word = p;
  p = skip_word (p, end);
  if (p < end && quote_p (*p))
    {
      skip_to (skip_literal (p, end, (size_t) (p - word)));
      before.clear ();
      return;
    }
  size_t n = (size_t) (p - word);
  for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
    if (!directive && strlen (words[w]) == n && memcmp (words[w], word, n) == 0
        && !names_p (before))
      {
        if (!used_p (p, w))
          own[w] = true; /* typedef int view; view x; */
        else if (!own[w])
          found.places.push_back ({ line, word, n });
      }
  before.assign ((const char *) word, n);
}

/* Ends the line at p, a newline after no backslash and in no comment. */
void
word_scan::end_line ()
{
  p++;
  if (joined)
    found.joined.push_back ({ line, p });
  if (joined && !found.places.empty () && found.places.back ().at >= line)
    found.on_joined = true;
  line = p;
  line_start = true;
  directive = joined = false;
  memset (own, 0, sizeof own);
}

/* Whether a backslash, and perhaps blanks, stand before the newline. */
bool
word_scan::joined_p (const uchar_t *newline) const
{
  while (newline > line && ISSPACE (newline[-1]) && newline[-1] != '\n')
    newline--;
  return newline > line && newline[-1] == '\\';
}

/* Skips a comment, a string or a character: the preprocessor joins lines in them, and trigraphs get
 * shorter. */
void
word_scan::skip_to (uchar_t *to)
{
  for (; p < to; p++)
    joined |= (*p == '\n' && joined_p (p))
              || (*p == '?' && p + 1 < end && p[1] == '?' && cpp_get_options (parse_in)->trigraphs);
}

first_use
word_scan::run ()
{
  while (p < end)
    if (*p == '\n' && !joined_p (p))
      end_line ();
    else if (ISSPACE (*p) || *p == '\\')
      skip_to (p + 1);
    else if (comment_p (p, end))
      skip_to (skip_comment (p, end));
    else
      {
        directive |= *p == '#' && line_start;
        line_start = false;
        if (word_char (*p))
          {
            read_word ();
            continue;
          }
        before.clear ();
        skip_to (quote_p (*p) ? skip_literal (p, end, 0) : p + 1);
      }
  if (joined)
    end_line ();
  return std::move (found);
}

} // namespace

first_use
find_words (uchar_t *begin, uchar_t *end)
{
  return word_scan (begin, end).run ();
}

/* Whether the program has declared the word, or has a macro of that name. */
static bool
own_p (const word_place &place)
{
  const cpp_hashnode *node = cpp_lookup (parse_in, place.at, place.length);
  return (cpp_macro_p (node) && !(node->flags & NODE_CONDITIONAL))
         || lookup_name (get_identifier_with_length ((const char *) place.at, place.length));
}

bool
word_on_line_p (first_use *words, const uchar_t *line)
{
  while (words->read < words->places.size () && words->places[words->read].at < line)
    words->read++;
  for (size_t n = words->read; n < words->places.size () && words->places[n].line <= line; n++)
    if (!own_p (words->places[n]))
      return true;
  return false;
}

} // namespace erbium
