/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brackets_places.cc - where subscripts are.
 *
 * After parsing, v[[i]] and v[i] are the same tree, so the places of the first and
 * the last bracket of each subscript are kept, as a hash of file, line and column.
 * A text with #line has no certain places; nor has a place of a preprocessed text
 * that has brackets of both kinds, from a header that was included twice.
 */
#include "brackets.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "options.h"

#include <string.h>
#include <unordered_set>

namespace erbium {

static std::unordered_set<std::string> files;
static std::unordered_set<size_t> subscripts, plain_ones;
static bool certain = true;

static size_t
hash_of (const std::string &file, size_t line, size_t column)
{
  return std::hash<std::string> () (file) ^ ((line << 20) + column) * 0x9e3779b97f4a7c15u;
}

void
remember_place (size_t place, bool view)
{
  (view ? subscripts : plain_ones).insert (place);
}

bool
subscripts_p ()
{
  return !subscripts.empty ();
}

/* ---- Places along a scan ----------------------------------------------- */

place_in_file::place_in_file (const uchar_t *begin, const char *name)
  : at (begin), start (begin), file (name ? name : "")
{
  files.insert (file);
}

void
place_in_file::go (const uchar_t *p)
{
  for (; at < p; at++)
    if (*at == '\n')
      line++, start = at + 1;
}

size_t
place_in_file::bracket_at (const uchar_t *p)
{
  go (p);
  return hash_of (file, line, (size_t) (p - start) + 1);
}

static const uchar_t *
skip_blank (const uchar_t *p, const uchar_t *end)
{
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;
  return p;
}

void
place_in_file::directive (const uchar_t *p, const uchar_t *end)
{
  p = skip_blank (p, end);
  if (p + 4 < end && memcmp (p, "line", 4) == 0)
    p = skip_blank (p + 4, end), certain = false;
  if (p >= end || !ISDIGIT (*p))
    return;
  go (p);
  if (!cpp_get_options (parse_in)->preprocessed)
    certain = false;
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
  file.assign ((const char *) name, (size_t) (p - name));
  files.insert (file);
}

/* ---- Places of trees --------------------------------------------------- */

subscript
subscript_at (location_t loc)
{
  if (loc <= BUILTINS_LOCATION || !certain
      || (!cpp_get_options (parse_in)->preprocessed
          && cpp_get_options (parse_in)->track_macro_expansion != 2))
    return SUBSCRIPT_UNKNOWN;
  /* &v[[i]] stands at the &, and ends with the subscript. */
  bool address = get_start (loc) == get_pure_location (loc);
  expanded_location place = expand_location_to_spelling_point (address ? get_finish (loc) : loc);
  if (!place.file || place.column == 0 || !files.count (place.file))
    return SUBSCRIPT_UNKNOWN;
  size_t hash = hash_of (place.file, (size_t) place.line, (size_t) place.column);
  if (!subscripts.count (hash))
    return SUBSCRIPT_NO;
  return plain_ones.count (hash) ? SUBSCRIPT_UNKNOWN : SUBSCRIPT_YES;
}

} // namespace erbium
