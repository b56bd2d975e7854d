/* SPDX-License-Identifier: GPL-3.0-or-later */
/* when_to_rewrite.cc - brackets are rewritten once the language is used.
 *
 *   #define SHOW(x) puts (#x)
 *   SHOW (a[[0]]);            plain C: it stays as it is
 *
 * The first use is a line with a word of the language that the program has not declared by then
 * (first_use.cc).  From there on the text is rewritten, here and in the texts that include
 * this one.  The body of a macro is rewritten at once: it may be used later, and in plain C it can
 * have no such brackets.
 */
#include "lex/brackets.h"
#include "lex/words.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "flags.h"
#include "options.h"

#include <string.h>

namespace erbium {

/* ---- The preprocessor's buffers ---------------------------------------- */

/* A text that is not rewritten yet, or has a #line to come. */
struct entered_text
{
  const cpp_buffer *buffer;
  bracketed_text found;
  first_use words;
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

/* Rewrites the part of a text that has not been read.  A line that has been joined with others is
 * left out, since its brackets have moved. */
static void
write_text (entered_text &text)
{
  const uchar_t *cur = ((const cpp_buffer_head *) text.buffer)->cur;
  const uchar_t *next = next_line (text.buffer), *from = cur < next ? cur : next;
  for (const auto &joined : text.words.joined)
    if (from >= joined.first && from < joined.second)
      from = next;
  for (const bracket &b : text.found.brackets)
    if (b.at >= from)
      write_subscript (b);
  text.written = true;
}

void
use_brackets ()
{
  used = true;
  for (entered_text &text : texts)
    if (!text.written && entered_p (text.buffer))
      write_text (text);
}

/* Changes the places of the text that follows the #line which has begun this map. */
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
  lose_places (); /* the directive has lines that end with a backslash */
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

static void (*line_change) (cpp_reader *, const cpp_token *, int);

/* Is called when the first token of a line has been read. */
static void
on_line_change (cpp_reader *reader, const cpp_token *token, int parsing_args)
{
  line_change (reader, token, parsing_args);
  leave_out_until (token->src_loc);
  const cpp_buffer *buffer = used ? NULL : cpp_get_buffer (parse_in);
  for (size_t n = texts.size (); buffer && n-- > 0;)
    if (texts[n].buffer == buffer)
      {
        if (word_on_line_p (&texts[n].words, ((const cpp_buffer_head *) buffer)->line_base))
          use_brackets ();
        return;
      }
}

void
watch_lines ()
{
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  if (flag_preprocess_only || !callbacks->line_change)
    return;
  line_change = callbacks->line_change;
  callbacks->line_change = on_line_change;
}

/* GCC has no callback of plugins for #line. */
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
    return; /* GCC announces the main file two times, with <command-line> in between */
  uchar_t *text = const_cast<uchar_t *> (b->buf), *end = const_cast<uchar_t *> (b->rlimit);
  note_joined_lines (text, end);
  while (!texts.empty () && (texts.back ().buffer == buffer || !entered_p (texts.back ().buffer)))
    texts.pop_back ();
  entered_text now = { buffer, find_subscripts (text, end, (const char *) name),
                       find_words (text, end), false };
  if (!now.words.places.empty ())
    define_words ();
  if (now.words.on_joined)
    use_brackets ();
  for (const bracket &found : now.found.brackets)
    if (!used && found.macro)
      write_subscript (found);
  if (used)
    write_text (now);
  bool waits = !used && (!now.found.brackets.empty () || !now.words.places.empty ());
  if (waits || (!now.found.brackets.empty () && !now.found.changes.empty ()))
    texts.push_back (std::move (now));
}

} // namespace erbium
