/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_places.cc - where an argument or a value stands in the text.
 *
 * GCC's trees have places for operators and calls, but none for a name or a constant.  So the text
 * of the file is read from the place of the expression around it.  Where that fails (a macro, a
 * text that is not in a file), the place of the expression around it is used.
 */
#include "sema/checks.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "gcc/gcc.h"
#include "input.h"

#include <vector>

namespace erbium {

/* Reads a line of a file; returns false for a preprocessed text, whose columns are not those of the
 * file. */
static bool
read_line (const char *file, int line, std::string *text)
{
  text->clear ();
  return file && !cpp_get_options (parse_in)->preprocessed && read_source_line (file, line, text);
}

/* Reads the text from a place on, character by character, without comments. */
class reader
{
public:
  reader (location_t loc) : from (expand_location (loc)), line (from.line), column (from.column)
  {
    read ();
  }
  /* The next character; 0 at the end. */
  int peek ()
  {
    while (good && (column > length || comment ()))
      next_line ();
    return good ? text[column - 1] : 0;
  }
  /* Skips the character; a string or character constant is one. */
  void skip ()
  {
    int c = peek ();
    column++;
    if (c == '"' || c == '\'')
      {
        while (column <= length && text[column - 1] != c)
          column += text[column - 1] == '\\' ? 2 : 1;
        column++;
      }
  }
  void skip_blanks ()
  {
    for (int c = peek (); c && ISSPACE (c); c = peek ())
      column++;
  }
  bool behind_p (const expanded_location &end)
  {
    return !good || line > end.line || (line == end.line && column > end.column);
  }
  int at_line () { peek (); return line; }
  int at_column () { peek (); return column; }
private:
  void read ()
  {
    good = read_line (column > 0 ? from.file : NULL, line, &text);
    length = (int) text.size ();
  }
  void next_line ()
  {
    column = 1;
    line++;
    good = good && line < from.line + 1000;
    if (good)
      read ();
  }
  /* Skips a comment that begins here; true if the line is at its end then. */
  bool comment ()
  {
    if (text.compare ((size_t) column - 1, 2, "//") == 0)
      return true;
    if (text.compare ((size_t) column - 1, 2, "/*") != 0)
      return false;
    size_t end;
    while ((end = text.find ("*/", (size_t) column - 1)) == std::string::npos && good)
      next_line ();
    column = good ? (int) end + 3 : 1;
    return column > length;
  }
  expanded_location from;
  int line, column, length = 0;
  bool good = false;
  std::string text;
};

/* Returns the place of a reader that began at LOC. */
static location_t
location_at (location_t loc, reader &r)
{
  expanded_location from = expand_location (loc);
  int line = r.at_line (), column = r.at_column ();
  const line_map_ordinary *map;
  linemap_resolve_location (line_table, loc, LRK_SPELLING_LOCATION, &map);
  if (!map || line < (int) ORDINARY_MAP_STARTING_LINE_NUMBER (map))
    return loc;
  location_t found = linemap_position_for_line_and_column (line_table, map, (linenum_type) line,
                                                           (unsigned) column);
  expanded_location back = expand_location (found);
  return back.file == from.file && back.line == line && back.column == column ? found : loc;
}

/* Returns the place of argument N in the parentheses that end the text of CALL. */
static location_t
argument_location (location_t call, int n)
{
  location_t begin = linemap_resolve_location (line_table, get_start (call),
                                               LRK_MACRO_EXPANSION_POINT, NULL);
  expanded_location end = expand_location (get_finish (call));
  location_t result = call;
  struct level { std::vector<location_t> arguments; };
  std::vector<level> open;
  reader r (begin);
  while (r.peek () && !r.behind_p (end))
    {
      int c = r.peek ();
      bool last = r.at_line () == end.line && r.at_column () == end.column;
      if (c == ')' && last && !open.empty ())
        {
          if ((size_t) n < open.back ().arguments.size ())
            result = open.back ().arguments[(size_t) n];
          break;
        }
      r.skip ();
      if (c == '(' || c == '[' || c == '{')
        open.push_back (level ());
      else if ((c == ')' || c == ']' || c == '}') && !open.empty ())
        open.pop_back ();
      if (c == '(' || (c == ',' && !open.empty ()))
        {
          r.skip_blanks ();
          open.back ().arguments.push_back (location_at (begin, r));
        }
    }
  return result;
}

/* Returns the place behind the = that follows NAME in a declaration. */
static location_t
initialiser_location (location_t name)
{
  if (linemap_location_from_macro_expansion_p (line_table, name))
    return name;
  reader r (name);
  int depth = 0;
  for (int c = r.peek (); c; r.skip (), c = r.peek ())
    {
      if (c == '(' || c == '[')
        depth++;
      else if (c == ')' || c == ']')
        depth--;
      depth = depth < 0 ? 0 : depth; /* (*p) (int) = ... */
      if (c == ';' || c == '{')
        break;
      if (c == '=' && depth == 0)
        {
          r.skip ();
          r.skip_blanks ();
          return location_at (name, r);
        }
    }
  return name;
}

static location_t
returned_location (location_t keyword)
{
  if (linemap_location_from_macro_expansion_p (line_table, keyword))
    return keyword;
  reader r (keyword);
  for (int n = 0; n < 6; n++)
    {
      if (r.peek () != "return"[n])
        return keyword;
      r.skip ();
    }
  r.skip_blanks ();
  return location_at (keyword, r);
}

location_t
place::location () const
{
  location_t bare = get_pure_location (loc);
  if (bare <= BUILTINS_LOCATION)
    return input_location;
  switch (kind)
    {
    case ARGUMENT: return argument_location (loc, n);
    case INITIALISER: return initialiser_location (bare);
    case RETURNED: return returned_location (bare);
    default: return loc;
    }
}

place
place_of (const_tree e, const place &otherwise)
{
  return otherwise.here_p () && EXPR_P (e) && EXPR_LOCATION (e) > BUILTINS_LOCATION
           ? place (EXPR_LOCATION (e)) : otherwise;
}

bool
word_alone_p (location_t loc, const char *word)
{
  reader r (loc);
  for (r.skip_blanks (); r.peek () == '('; r.skip_blanks ())
    r.skip ();
  for (const char *c = word; *c; c++, r.skip ())
    if (r.peek () != *c)
      return false;
  for (r.skip_blanks (); r.peek () == ')'; r.skip_blanks ())
    r.skip ();
  return r.peek () == ']';
}

char
character_at (location_t loc)
{
  expanded_location at = expand_location_to_spelling_point (loc);
  std::string line;
  read_line (at.file, at.line, &line);
  return at.column > 0 && (size_t) at.column <= line.length () ? line[(size_t) at.column - 1] : 0;
}

location_t
argument_location (tree call, int n)
{
  return place::argument (call, n).location ();
}

} // namespace erbium
