/* SPDX-License-Identifier: GPL-3.0-or-later */
/* precompiled.cc - precompiled headers, made with the words of the language or without (words.cc).
 *
 * GCC accepts a precompiled header if each macro that it was made with has the same body now, and
 * no name in it is a macro now: `register' is one of the words, and occurs in many headers.  So GCC
 * is asked twice, without the words and with them, and either answer will do: a word is one only
 * where it is no name of the program, and a compiled header has no such place left.
 */
#include "lex/words.h"
#include "lex/brackets.h"

#include "diagnostic.h"

#include <libintl.h>
#include <string.h>
#include <unistd.h>

namespace erbium {

static int (*valid_pch) (cpp_reader *, const char *, int);
static void (*read_pch) (cpp_reader *, const char *, int, const char *);

/* Whether the last header that was accepted was made with the words. */
static bool made_with_words;

/* ---- Asking ------------------------------------------------------------ */

static bool any_word;

static bool
words_p ()
{
  any_word = false;
  each_word_macro ([] (cpp_hashnode *) { any_word = true; });
  return any_word;
}

/* Whether a message of GCC about a header, which is held back, names a word. */
static bool about_word;

static bool
on_quiet_diagnostic (cpp_reader *, enum cpp_diagnostic_level, enum cpp_warning_reason,
                     rich_location *, const char *text, va_list *arguments)
{
  if (strcmp (text, dgettext ("cpplib", unused_header_format)) != 0)
    return false;
  va_list ahead;
  va_copy (ahead, *arguments);
  va_arg (ahead, const char *);
  static const char *name;
  name = va_arg (ahead, const char *);
  va_end (ahead);
  each_word_macro ([] (cpp_hashnode *node)
  {
    about_word |= strcmp ((const char *) NODE_NAME (node), name) == 0;
  });
  return false;
}

static int
ask_quietly (cpp_reader *reader, const char *name, int fd)
{
  cpp_callbacks *callbacks = cpp_get_callbacks (reader);
  auto diagnostic = callbacks->diagnostic;
  callbacks->diagnostic = on_quiet_diagnostic;
  about_word = false;
  int valid = valid_pch (reader, name, fd);
  callbacks->diagnostic = diagnostic;
  return valid;
}

/* A header that is refused both times is refused with the words that it was made with. */
static int
on_valid_pch (cpp_reader *reader, const char *name, int fd)
{
  bool written = words_p ();
  off_t start = lseek (fd, 0, SEEK_CUR);
  if (start < 0)
    return valid_pch (reader, name, fd);
  unwrite_words ();
  int valid = ask_quietly (reader, name, fd);
  made_with_words = !valid;
  if (!valid)
    {
      lseek (fd, start, SEEK_SET);
      write_words ();
      valid = ask_quietly (reader, name, fd);
    }
  if (!valid)
    {
      lseek (fd, start, SEEK_SET);
      if (about_word)
        unwrite_words ();
      valid = valid_pch (reader, name, fd);
    }
  if (written)
    write_words ();
  else if (!valid)
    unwrite_words ();
  return valid;
}

/* ---- Reading ----------------------------------------------------------- */

/* A header brings its macros with it, and the words among them. */
static void
on_read_pch (cpp_reader *reader, const char *name, int fd, const char *orig)
{
  read_pch (reader, name, fd, orig);
  each_word_macro ([] (cpp_hashnode *node) { node->flags |= NODE_CONDITIONAL; });
  if (made_with_words)
    use_brackets ();
}

void
watch_precompiled ()
{
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  if (!callbacks->read_pch || !callbacks->valid_pch)
    return;
  read_pch = callbacks->read_pch;
  callbacks->read_pch = on_read_pch;
  valid_pch = callbacks->valid_pch;
  callbacks->valid_pch = on_valid_pch;
}

} // namespace erbium
