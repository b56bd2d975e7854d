/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brackets.h - shared by the files for brackets.
 *
 *   source_text.cc       skipping comments and strings
 *   find_subscripts.cc   which [[ are subscripts
 *   attributes.cc        which are attributes
 *   first_use.cc    where a text may use the language
 *   when_to_rewrite.cc   when they are rewritten: once the language is used
 *   bracket_places.cc    where they stood, for the checks
 */
#ifndef ERBIUM_BRACKETS_H
#define ERBIUM_BRACKETS_H

#include "lex/source_text.h"

#include <string>
#include <vector>

namespace erbium {

/* The place of a bracket, with lines and columns counted as the compiler counts them. */
struct bracket_place
{
  const std::string *file;
  size_t line, column;
};

/* A bracket of a subscript, or one that might have the same place. */
struct bracket
{
  uchar_t *at;
  uchar_t text; /* the character that replaces it */
  bracket_place place; /* of the first and last bracket of a subscript, else of this one */
  bool view;    /* of a subscript of a view; else a plain one */
  bool macro;   /* in the body of a #define */
};

/* The text that follows a #line, and the line number that it would have without the #line. */
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

/* Returns whether the text after [[ is a list of attributes, judging by its first name.  If
 * DECLARATOR is true, the brackets are among declarators, where any name is taken for an attribute
 * (attributes.cc). */
bool attributes_p (const uchar_t *p, const uchar_t *end, bool declarator);

/* Determines from the words and other characters that it is given whether the text is among
 * declarators. */
class declarators
{
public:
  void word (const unsigned char *, size_t);
  void character (int);
  bool among_p () const { return level.back () == AMONG; }
private:
  enum where { BEGINS, AMONG, EXPRESSION };
  std::vector<where> level = { BEGINS }; /* one for each open parenthesis or bracket */
};

/* Finds the subscripts in [begin, end), and the text that replaces their brackets. */
bracketed_text find_subscripts (uchar_t *begin, uchar_t *end, const char *file);
/* Writes one bracket, and remembers its place. */
void write_subscript (const bracket &);

/* A word that precedes a name.  It is a word of the language unless the program has declared it
 * (first_use.cc). */
struct word_place
{
  const uchar_t *line, *at; /* the line's first character, the word's */
  size_t length;
};

struct first_use
{
  std::vector<word_place> places; /* in the order of the text, outside of directives */
  /* Lines that a backslash joins. */
  std::vector<std::pair<const uchar_t *, const uchar_t *>> joined;
  bool on_joined = false;         /* one is on such lines */
  size_t read = 0;                /* the number of places before the line that was read last */
};

first_use find_words (uchar_t *begin, uchar_t *end);
/* Returns whether the line that begins at LINE contains such a word that the program has not
 * declared so far. */
bool word_on_line_p (first_use *, const uchar_t *line);

/* Counts lines and columns along the scan of a file. */
class place_in_file
{
public:
  place_in_file (const uchar_t *begin, const char *name);
  /* Returns the place of the bracket at p. */
  bracket_place bracket_at (const uchar_t *p);
  /* Reads the directive whose # stands just before p. */
  void directive (const uchar_t *p, const uchar_t *end);
  std::vector<line_change> changes;
private:
  void go (const uchar_t *p);
  const uchar_t *at, *start;
  size_t line = 1;
  const std::string *file;
};
/* Returns a copy of a file name that is never freed. */
const std::string *file_named (const std::string &);
void remember_place (const bracket_place &, bool view);
/* Notes a #line that the scan has not seen: the places that follow it are not known. */
void lose_places ();

/* Starts to rewrite subscripts, from the current place in the text on. */
void use_brackets ();

} // namespace erbium
#endif
