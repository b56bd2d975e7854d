/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brackets_when.cc - when brackets are rewritten: once the language is used.
 *
 *   #define SHOW(x) puts (#x)
 *   SHOW (a[[0]]);            plain C: it stays as it is
 *
 * A text that may use the language is rewritten as it is entered.  One that does not
 * waits: a header that it includes may, and then what has not been read of it is
 * rewritten, too.  What a macro stands for does not wait: it may be used later, and
 * in plain C it can have no such brackets.
 */
#include "brackets.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "flags.h"
#include "options.h"

#include <string.h>

namespace erbium {

/* ---- Whether a text uses the language ---------------------------------- */

static bool
language_word_p (const uchar_t *word, size_t n, const uchar_t *next, const uchar_t *end)
{
  static const char *const words[] = { "view", "record", "process" };
  next = skip_blanks (next, end);
  for (const char *w : words)
    if (strlen (w) == n && memcmp (w, word, n) == 0)
      return next < end && (word_char (*next) || (w[0] == 'p' && *next == '('));
  return false;
}

/* A word behind which view is a name: struct view v. */
static bool
names_p (const std::string &word)
{
  static const char *const words[]
    = { "struct", "union", "enum", "goto", "define", "undef", "ifdef", "ifndef" };
  for (const char *w : words)
    if (word == w)
      return true;
  return false;
}

/* Whether view, record or process stands before a name, outside of comments and
 * strings: then it may be a word of the language. */
static bool
language_p (uchar_t *p, uchar_t *end)
{
  std::string before;
  while (p < end)
    if (comment_p (p, end))
      p = skip_comment (p, end);
    else if (*p == '"' || *p == '\'')
      p = skip_quoted (p + 1, end, *p);
    else if (word_char (*p))
      {
        const uchar_t *word = p;
        while (p < end && word_char (*p))
          p++;
        size_t n = (size_t) (p - word);
        if (language_word_p (word, n, p, end) && !names_p (before))
          return true;
        before.assign ((const char *) word, n);
      }
    else
      {
        if (!ISSPACE (*p))
          before.clear ();
        p++;
      }
  return false;
}

/* ---- The preprocessor's buffers ---------------------------------------- */

/* The brackets of a text that waits. */
struct waiting_text
{
  const cpp_buffer *buffer;
  std::vector<bracket> brackets;
};

static std::vector<waiting_text> waiting;
static bool used;

static bool
entered_p (const cpp_buffer *buffer)
{
  for (cpp_buffer *b = cpp_get_buffer (parse_in); b; b = cpp_get_prev (b))
    if (b == buffer)
      return true;
  return false;
}

/* The language is used from here on. */
void
use_brackets ()
{
  used = true;
  for (const waiting_text &text : waiting)
    if (entered_p (text.buffer))
      for (const bracket &b : text.brackets)
        if (b.at >= ((const cpp_buffer_head *) text.buffer)->next_line)
          write_subscript (b);
  waiting.clear ();
}

void
on_include_file (void *name, void *)
{
  if (flag_preprocess_only || !parse_in)
    return;
  cpp_buffer *buffer = cpp_get_buffer (parse_in);
  if (!buffer)
    return;
  const cpp_buffer_head *b = (const cpp_buffer_head *) buffer;
  static const cpp_buffer *last;
  bool again = buffer == last && *(const char *) name == '<';
  last = buffer;
  if (b->next_line != b->buf || again)
    return; /* <command-line>, which is told of with the main file still unread */
  uchar_t *text = const_cast<uchar_t *> (b->buf), *end = const_cast<uchar_t *> (b->rlimit);
  while (!waiting.empty ()
         && (waiting.back ().buffer == buffer || !entered_p (waiting.back ().buffer)))
    waiting.pop_back ();
  if (language_p (text, end))
    {
      define_words ();
      use_brackets ();
    }
  waiting_text now = { buffer, {} };
  for (const bracket &found : find_subscripts (text, end, (const char *) name))
    if (used || found.macro)
      write_subscript (found);
    else
      now.brackets.push_back (found);
  if (!now.brackets.empty ())
    waiting.push_back (now);
}

} // namespace erbium
