/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brackets.h - what the files of the brackets share.
 *
 *   source_text.cc       skipping comments and strings
 *   find_subscripts.cc   which [[ are subscripts
 *   language_words.cc    where a text may use the language
 *   when_to_rewrite.cc   when they are rewritten: once the language is used
 *   bracket_places.cc    where they stood, for the checks
 */
#ifndef ERBIUM_BRACKETS_H
#define ERBIUM_BRACKETS_H

#include "lex/source_text.h"

#include <string>
#include <vector>

namespace erbium {

/* Where a bracket stands, as the compiler counts. */
struct bracket_place
{
  const std::string *file;
  size_t line, column;
};

/* A bracket that has a part in a subscript, or might be taken for one. */
struct bracket
{
  uchar_t *at;
  uchar_t text; /* what stands there then */
  bracket_place place; /* of the first and last bracket of a subscript, else of this one */
  bool view;    /* of a subscript of a view; else a plain one */
  bool macro;   /* in what a #define says */
};

/* Where a text goes on behind a #line, and which line that is without it. */
struct line_change
{
  const uchar_t *next;
  size_t line;
};

struct bracketed_text
{
  std::vector<bracket> brackets;
  std::vector<line_change> changes;
};

/* What has to be written for subscripts in [begin, end). */
bracketed_text find_subscripts (uchar_t *begin, uchar_t *end, const char *file);
/* Writes it, and remembers the place. */
void write_subscript (const bracket &);

/* A word of the language before a name, or what looks like one: unless the program has
 * declared it (language_words.cc). */
struct word_place
{
  const uchar_t *line, *at; /* the line's first character, the word's */
  size_t length;
};

struct language_words
{
  std::vector<word_place> places; /* in the order of the text, outside of directives */
  std::vector<std::pair<const uchar_t *, const uchar_t *>> joined; /* lines that a backslash joins */
  bool on_joined = false;         /* one is on such lines */
  size_t read = 0;                /* so many places lie before the line that was read last */
};

language_words find_words (uchar_t *begin, uchar_t *end);
/* Whether the line that begins at LINE has a word that is not the program's own by now. */
bool word_on_line_p (language_words *, const uchar_t *line);

/* Counts lines along the scan of a file, for the places in it. */
class place_in_file
{
public:
  place_in_file (const uchar_t *begin, const char *name);
  /* That of the bracket at p. */
  bracket_place bracket_at (const uchar_t *p);
  /* p is behind the # of a directive. */
  void directive (const uchar_t *p, const uchar_t *end);
  std::vector<line_change> changes;
private:
  void go (const uchar_t *p);
  const uchar_t *at, *start;
  size_t line = 1;
  const std::string *file;
};
/* A name that stays. */
const std::string *file_named (const std::string &);
void remember_place (const bracket_place &, bool view);
/* A #line that nothing is known of: places behind it are not either. */
void lose_places ();

/* Subscripts are rewritten from here on, for certain. */
void use_brackets ();

} // namespace erbium
#endif
