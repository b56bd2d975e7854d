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

/* A text that waits, or has a #line to come. */
struct entered_text
{
  const cpp_buffer *buffer;
  bracketed_text found;
  bool written;
};

static std::vector<entered_text> texts;
static bool used;

static bool
entered_p (const cpp_buffer *buffer)
{
  for (cpp_buffer *b = cpp_get_buffer (parse_in); b; b = cpp_get_prev (b))
    if (b == buffer)
      return true;
  return false;
}

static const uchar_t *
next_line (const cpp_buffer *buffer)
{
  return ((const cpp_buffer_head *) buffer)->next_line;
}

/* Writes what has not been read of a text. */
static void
write_text (entered_text &text)
{
  for (const bracket &b : text.found.brackets)
    if (b.at >= next_line (text.buffer))
      write_subscript (b);
  text.written = true;
}

/* The language is used from here on. */
void
use_brackets ()
{
  used = true;
  for (entered_text &text : texts)
    if (!text.written && entered_p (text.buffer))
      write_text (text);
}

/* A #line has begun this map: what follows has other places. */
static void
renumber (const cpp_buffer *buffer, const line_map_ordinary *map)
{
  const uchar_t *next = next_line (buffer);
  for (entered_text &text : texts)
    if (text.buffer == buffer)
      for (const line_change &r : text.found.changes)
        if (r.next == next)
          {
            size_t now = r.line;
            for (bracket &b : text.found.brackets)
              if (b.at >= next)
                {
                  b.place.line += ORDINARY_MAP_STARTING_LINE_NUMBER (map) - now;
                  b.place.file = file_named (ORDINARY_MAP_FILE_NAME (map));
                  if (text.written || b.macro)
                    remember_place (b.place, b.view);
                }
            for (line_change &later : text.found.changes)
              if (later.next > next)
                later.line += ORDINARY_MAP_STARTING_LINE_NUMBER (map) - now;
            return;
          }
  lose_places (); /* it has lines of its own that end with a backslash */
}

static void (*file_change) (cpp_reader *, const line_map_ordinary *);

static void
on_file_change (cpp_reader *reader, const line_map_ordinary *map)
{
  file_change (reader, map);
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (parse_in);
  if (map && b && map->reason != LC_ENTER && map->reason != LC_LEAVE && b->next_line != b->buf)
    renumber (cpp_get_buffer (parse_in), map);
}

/* Plugins are not told of #line. */
void
watch_line_numbers ()
{
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  if (cpp_get_options (parse_in)->preprocessed || !callbacks->file_change)
    return;
  file_change = callbacks->file_change;
  callbacks->file_change = on_file_change;
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
  bool again = LINEMAPS_LAST_ORDINARY_MAP (line_table)->reason != LC_ENTER;
  if (b->next_line != b->buf || again)
    return; /* the main file is told of twice, with <command-line> in between */
  uchar_t *text = const_cast<uchar_t *> (b->buf), *end = const_cast<uchar_t *> (b->rlimit);
  note_joined_lines (text, end);
  while (!texts.empty () && (texts.back ().buffer == buffer || !entered_p (texts.back ().buffer)))
    texts.pop_back ();
  if (language_p (text, end))
    {
      define_words ();
      use_brackets ();
    }
  entered_text now = { buffer, find_subscripts (text, end, (const char *) name), false };
  for (const bracket &found : now.found.brackets)
    if (!used && found.macro)
      write_subscript (found);
  if (used)
    write_text (now);
  if (!now.found.brackets.empty () && (!used || !now.found.changes.empty ()))
    texts.push_back (std::move (now));
}

} // namespace erbium
