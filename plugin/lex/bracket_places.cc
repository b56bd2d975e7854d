/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bracket_places.cc - the places of subscripts.
 *
 * After parsing, v[[i]] and v[i] are the same tree, so the places of the first and the last bracket
 * of each subscript are kept, as a hash of file, line and column.
 *
 * The places of plain brackets are kept, too, where two brackets may have one place: in a
 * preprocessed text, with a header that is included two times, and with #line.  A place with
 * brackets of both kinds is not checked.
 */
#include "lex/brackets.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "options.h"

#include <string.h>
#include <unordered_set>

namespace erbium {

static std::unordered_set<std::string> files; /* its elements do not move */
static std::unordered_set<size_t> subscripts, plain_ones;
static bool certain = true;

const std::string *
file_named (const std::string &name)
{
  return &*files.insert (name).first;
}

void
lose_places ()
{
  certain = false;
}

static size_t
hash_of (const std::string &file, size_t line, size_t column)
{
  return std::hash<std::string> () (file) ^ ((line << 20) + column) * 0x9e3779b97f4a7c15u;
}

void
remember_place (const bracket_place &p, bool view)
{
  (view ? subscripts : plain_ones).insert (hash_of (*p.file, p.line, p.column));
}

bool
subscripts_p ()
{
  return !subscripts.empty ();
}

/* ---- Places along a scan ----------------------------------------------- */

place_in_file::place_in_file (const uchar_t *begin, const char *name)
  : at (begin), start (begin), file (file_named (name ? name : ""))
{
}

void
place_in_file::go (const uchar_t *p)
{
  for (; at < p; at++)
    if (*at == '\n')
      line++, start = at + 1;
}

bracket_place
place_in_file::bracket_at (const uchar_t *p)
{
  go (p);
  return { file, line, (size_t) (p - start) + 1 };
}

static const uchar_t *
skip_blank (const uchar_t *p, const uchar_t *end)
{
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;
  return p;
}

/* A text that is not preprocessed may have a #line in a part that is not compiled.  Whether one
 * counts is only known when the preprocessor reaches it (renumber in when_to_rewrite.cc). */
void
place_in_file::directive (const uchar_t *p, const uchar_t *end)
{
  p = skip_blank (p, end);
  bool named = p + 4 < end && memcmp (p, "line", 4) == 0;
  if (named)
    p = skip_blank (p + 4, end);
  if (p >= end || (!named && !ISDIGIT (*p)))
    return;
  go (p);
  if (!cpp_get_options (parse_in)->preprocessed)
    {
      while (p < end && *p != '\n')
        p++;
      changes.push_back ({ p + 1, line + 1 });
      return;
    }
  size_t number = 0;
  for (; p < end && ISDIGIT (*p); p++)
    number = number * 10 + (size_t) (*p - '0');
  line = number - 1; /* the next line has that number */
  p = skip_blank (p, end);
  if (p >= end || *p != '"')
    return;
  const uchar_t *name = ++p;
  while (p < end && *p != '"' && *p != '\n')
    p++;
  file = file_named (std::string ((const char *) name, (size_t) (p - name)));
}

/* ---- Places of trees --------------------------------------------------- */

/* Which kinds of brackets stand at the place of a tree. */
struct kinds
{
  bool known, view, plain;
};

static kinds
kinds_at (location_t loc)
{
  kinds none = { false, false, false };
  if (loc <= BUILTINS_LOCATION || !certain)
    return none;
  /* The place of &v[[i]] is at the &, and ends with the subscript. */
  bool address = get_start (loc) == get_pure_location (loc);
  expanded_location place = expand_location_to_spelling_point (address ? get_finish (loc) : loc);
  if (!place.file || place.column == 0 || !files.count (place.file))
    return none;
  size_t hash = hash_of (place.file, (size_t) place.line, (size_t) place.column);
  return { true, subscripts.count (hash) != 0, plain_ones.count (hash) != 0 };
}

subscript
subscript_at (location_t loc)
{
  kinds k = kinds_at (loc);
  if (!k.known || (k.view && k.plain))
    return SUBSCRIPT_UNKNOWN;
  if (k.view)
    return SUBSCRIPT_YES;
  /* It may be the place of a macro, whose body has the subscript. */
  const cpp_options *options = cpp_get_options (parse_in);
  bool of_macro = !options->preprocessed && options->track_macro_expansion != 2;
  return k.plain || !of_macro ? SUBSCRIPT_NO : SUBSCRIPT_UNKNOWN;
}

bool
plain_bracket_p (location_t loc)
{
  kinds k = kinds_at (loc);
  return k.plain && !k.view;
}

} // namespace erbium
