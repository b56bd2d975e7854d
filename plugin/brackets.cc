/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brackets.cc - v[[i]] in the text of a file.
 *
 *   before   sum += w[[ v[[i]] ]] - a[b[i]];   [[maybe_unused]] int x;
 *   after    sum += w[( v[(i)] )] - a[b[i]];   [[maybe_unused]] int x;
 *
 * The preprocessor hands a file over before it has lexed a line of it.  Each
 * [[ that is a subscript becomes [( and its ]] becomes )], in place: no column
 * moves, so that carets and line tables stay exact, and macro bodies and
 * headers need nothing of their own.
 *
 * A subscript follows an expression: a name, a closing parenthesis or bracket, or
 * without a blank between the brace of a compound literal.  So may an attribute of
 * C23, `int x [[gnu::unused]];', which is told by its content: a name with `::', or
 * one of the standard's own attributes.
 */
#include "brackets.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"

#include <string.h>

namespace erbium {

/* ---- Attributes -------------------------------------------------------- */

static bool
standard_attribute (const uchar_t *p, size_t n)
{
  static const char *const names[]
    = { "deprecated", "fallthrough", "maybe_unused", "nodiscard", "noreturn",
        "_Noreturn", "reproducible", "unsequenced" };
  if (n > 4 && p[0] == '_' && p[1] == '_' && p[n - 1] == '_' && p[n - 2] == '_')
    p += 2, n -= 4;
  for (const char *name : names)
    if (strlen (name) == n && memcmp (name, p, n) == 0)
      return true;
  return false;
}

/* Whether what follows [[ is a list of attributes: by its first name. */
static bool
attributes_p (const uchar_t *p, const uchar_t *end)
{
  p = skip_blanks (p, end);
  if (p < end && (*p == ']' || *p == ','))
    return true;
  const uchar_t *name = p;
  while (p < end && word_char (*p))
    p++;
  size_t n = (size_t) (p - name);
  if (n == 0)
    return false;
  p = skip_blanks (p, end);
  if (p + 1 < end && p[0] == ':' && p[1] == ':')
    return true;
  return p < end && (*p == ']' || *p == ',' || *p == '(') && standard_attribute (name, n);
}

/* ---- The scan ---------------------------------------------------------- */

/* p is behind #: to behind the name and the parameters of a #define, where the
 * text begins; else p. */
static uchar_t *
skip_definition (uchar_t *p, uchar_t *end)
{
  uchar_t *q = const_cast<uchar_t *> (skip_blanks (p, end));
  if (q + 6 >= end || memcmp (q, "define", 6) != 0 || word_char (q[6]))
    return p;
  q = const_cast<uchar_t *> (skip_blanks (q + 6, end));
  while (q < end && word_char (*q))
    q++;
  if (q < end && *q == '(')
    while (q < end && *q != ')' && *q != '\n')
      q++;
  return q < end && *q == ')' ? q + 1 : q;
}

/* What stood last: decides whether the [[ at p can be a subscript. */
static bool
ends_expression (const uchar_t *p, const uchar_t *word, size_t n, int last)
{
  static const char *const keywords[]
    = { "struct", "union", "enum", "return", "else", "do", "case", "sizeof", "goto" };
  if (last == ')' || last == ']')
    return true;
  if (last != 'a')
    return last == '}' && p[-1] == '}'; /* (view int) { v }[[i]] */
  for (const char *k : keywords)
    if (strlen (k) == n && memcmp (k, word, n) == 0)
      return false;
  return true;
}

std::vector<bracket>
find_subscripts (uchar_t *p, uchar_t *end, const char *file)
{
  place_in_file place (p, file);
  std::vector<bracket> found;
  std::vector<bool> open;   /* brackets: whether of a view */
  bool directive = false, line_start = true;
  size_t outside = 0;       /* how many were open before a directive */
  int last = 0;             /* last significant character; 'a' for a word */
  const uchar_t *word = p;
  size_t length = 0;
  /* Where the same line may come twice, with other brackets. */
  auto plain = [&] (uchar_t *at)
  {
    if (cpp_get_options (parse_in)->preprocessed)
      found.push_back ({ at, *at, place.bracket_at (at), false, directive });
  };
  while (p < end)
    {
      uchar_t c = *p;
      if (c == '\n')
        {
          if (directive)
            open.resize (outside < open.size () ? outside : open.size ());
          directive = false;
          line_start = true;
          p++;
        }
      else if (ISSPACE (c))
        p++;
      else if (c == '\\' && skip_escape (p, end)[0] == '\n')
        p = skip_escape (p, end) + 1; /* the line goes on */
      else if (comment_p (p, end))
        p = skip_comment (p, end);
      else if (c == '#' && line_start && !directive)
        {
          directive = true;
          outside = open.size ();
          line_start = false;
          last = c;
          place.directive (p + 1, end);
          p = skip_definition (p + 1, end);
        }
      else if (c == '"' && last == 'a' && word + length == p && raw_prefix_p (word, length))
        {
          p = skip_raw (p + 1, end);
          last = c;
        }
      else if (c == '"' || c == '\'')
        {
          p = skip_quoted (p + 1, end, c);
          last = c;
          line_start = false;
        }
      else if (word_char (c))
        {
          word = p;
          while (p < end && (word_char (*p) || (*p == '\'' && ISDIGIT (c) && p + 1 < end
                                                && word_char (p[1]))))
            p++;
          length = (size_t) (p - word);
          last = 'a';
          line_start = false;
        }
      else
        {
          line_start = false;
          if (c == '[' && p + 1 < end && p[1] == '[')
            {
              bool view = ends_expression (p, word, length, last) && !attributes_p (p + 2, end);
              if (view)
                found.push_back ({ p + 1, '(', place.bracket_at (p), true, directive });
              open.push_back (false);
              open.push_back (view);
              last = '(';
              p += 2;
              continue;
            }
          if (c == '[')
            {
              plain (p);
              open.push_back (false);
            }
          else if (c == ']' && !open.empty ())
            {
              const uchar_t *next = skip_blanks (p + 1, end);
              if (open.back () && next < end && *next == ']')
                {
                  found.push_back ({ p, ')', place.bracket_at (next), true, directive });
                  p = const_cast<uchar_t *> (next);
                  open.pop_back ();
                }
              else
                plain (p);
              open.pop_back ();
            }
          last = *p;
          p++;
        }
    }
  return found;
}

void
write_subscript (const bracket &b)
{
  *b.at = b.text;
  remember_place (b.place, b.view);
}

} // namespace erbium
