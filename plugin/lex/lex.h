/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lex.h - the language in the text and in the tokens, before GCC parses it.
 *
 *   text     v[[i]]              v[(i)], column for column (brackets.h)
 *   tokens   view T v            __attribute__ ((__erbium_view__)) T v (words.h)
 *            process p (...)     __attribute__ ((__erbium_process__)) void p (...)
 *            run p (x)           __erbium_run.p (x)
 *            update (v, i)       __builtin_erbium_update (v, i)
 *
 * A program may use the words for names of its own, and [[ ]] for attributes and for arrays of
 * arrays.  So a word is treated as a word of the language only where it cannot be a name of the
 * program, and brackets are rewritten only from the first line that uses the language on.
 * brackets.h and words.h list the files.
 */
#ifndef ERBIUM_LEX_H
#define ERBIUM_LEX_H

#include "gcc-plugin.h"
#include "input.h"

namespace erbium {

/* ---- Words (words.cc) -------------------------------------------------- */

/* Determines whether the text is already preprocessed; to be called before the first token is
 * read. */
void read_preprocessed ();
/* Defines __ERBIUM__, the only macro that the preprocessor alone (-E) needs. */
void define_for_preprocessor ();
/* Sets up the words, at the start of the unit. */
void start_words ();

/* ---- Brackets (when_to_rewrite.cc) ------------------------------------ */

/* Is called when the preprocessor has entered a file. */
void on_include_file (void *name, void *);
/* watch_line_numbers sets a hook for #line, watch_lines one for the first token of each line.  Both
 * are called at the start of the unit. */
void watch_line_numbers ();
void watch_lines ();

/* ---- Places of brackets (bracket_places.cc) ---------------------------- */

/* Returns whether there has been any subscript so far. */
bool subscripts_p ();
/* The answer of subscript_at, which determines whether the [[ of a subscript stands at a place. */
enum subscript { SUBSCRIPT_NO, SUBSCRIPT_YES, SUBSCRIPT_UNKNOWN };
subscript subscript_at (location_t);
/* Returns whether a plain [ or ] is known to stand at this place.  Not all of them are known. */
bool plain_bracket_p (location_t);

/* ---- Characters -------------------------------------------------------- */

/* Returns whether C may be part of a word or a number. */
inline bool
word_char (int c)
{
  return ISIDNUM (c) || c == '$' || c >= 0x80;
}

} // namespace erbium
#endif
