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
 * the brace of a compound literal, without a blank between.  So may an attribute of C23, `int x [[gnu::unused]];', which is told
 * by its content: a name with `::', or one of the standard's own attributes.
 *
 * A subscript that is a literal zero becomes the name __0, a variable that the
 * plugin declares and takes out again (lower.cc): GCC would fold v + 0 to v, and
 * &v[[0]] could not be told from the view.
 */
#include "plugin.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "flags.h"
#include "options.h"

#include <ctype.h>
#include <string.h>
#include <string>
#include <unordered_set>
#include <vector>

namespace erbium {

typedef unsigned char uchar_t;

static bool
word_char (int c)
{
  return ISIDNUM (c) || c == '$' || c >= 0x80;
}

/* ---- Skipping ---------------------------------------------------------- */

/* p is at a backslash: to the last character that it takes along. */
static uchar_t *
skip_escape (uchar_t *p, uchar_t *end)
{
  if (p + 2 < end && p[1] == '\r' && p[2] == '\n')
    return p + 2;
  return p + 1 < end ? p + 1 : p;
}

/* p is behind a quote: to behind the closing one, or the end of the line. */
static uchar_t *
skip_quoted (uchar_t *p, uchar_t *end, int quote)
{
  for (; p < end && *p != quote && *p != '\n'; p++)
    if (*p == '\\')
      p = skip_escape (p, end);
  return p < end && *p == quote ? p + 1 : p;
}

/* Whether the word makes a string raw, R"x(...)x", which may have many lines. */
static bool
raw_prefix_p (const uchar_t *word, size_t n)
{
  return n > 0 && n <= 3 && word[n - 1] == 'R' && cpp_get_options (parse_in)->rliterals
         && (n == 1 || (n == 2 && strchr ("LuU", word[0])) || (n == 3 && memcmp (word, "u8", 2) == 0));
}

/* p is behind the quote of a raw string: to behind the closing one. */
static uchar_t *
skip_raw (uchar_t *p, uchar_t *end)
{
  uchar_t *open = p;
  while (open < end && *open != '(' && *open != '\n')
    open++;
  size_t n = (size_t) (open - p);
  for (uchar_t *q = open; q + n + 1 < end; q++)
    if (*q == ')' && memcmp (q + 1, p, n) == 0 && q[n + 1] == '"')
      return q + n + 2;
  return skip_quoted (p, end, '"');
}

/* p is at the first slash of a comment: to behind it. */
static uchar_t *
skip_comment (uchar_t *p, uchar_t *end)
{
  if (p[1] == '*')
    {
      for (p += 2; p + 1 < end && !(p[0] == '*' && p[1] == '/'); p++)
        ;
      return p + 1 < end ? p + 2 : end;
    }
  for (; p < end && *p != '\n'; p++)
    if (*p == '\\')
      p = skip_escape (p, end);
  return p;
}

static bool
comment_p (const uchar_t *p, const uchar_t *end)
{
  return p + 1 < end && p[0] == '/' && (p[1] == '*' || p[1] == '/');
}

static const uchar_t *
skip_blanks (const uchar_t *p, const uchar_t *end)
{
  while (p < end && ISSPACE (*p))
    p++;
  return p;
}

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

/* ---- Where subscripts are ------------------------------------------------ */

/* After parsing, v[[i]] and v[i] are the same tree, so the places of the first
 * and the last bracket of each subscript are kept, as a hash of file, line and
 * column.  A text with #line has no certain places. */
static std::unordered_set<std::string> files;
static std::unordered_set<size_t> subscripts;
static bool certain = true;

static size_t
hash_of (const std::string &file, size_t line, size_t column)
{
  return std::hash<std::string> () (file) ^ ((line << 20) + column) * 0x9e3779b97f4a7c15u;
}

/* Counts lines along the scan. */
class place_in_file
{
public:
  place_in_file (const uchar_t *begin, const char *name)
    : at (begin), start (begin), file (name ? name : "") { files.insert (file); }
  /* The bracket at p is the first or last of a subscript. */
  void subscript (const uchar_t *p)
  {
    go (p);
    subscripts.insert (hash_of (file, line, (size_t) (p - start) + 1));
  }
  /* p is behind the # of a directive. */
  void directive (const uchar_t *p, const uchar_t *end)
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
    if (p < end && *p == '"')
      {
        const uchar_t *name = ++p;
        while (p < end && *p != '"' && *p != '\n')
          p++;
        file.assign ((const char *) name, (size_t) (p - name));
        files.insert (file);
      }
  }
private:
  static const uchar_t *skip_blank (const uchar_t *p, const uchar_t *end)
  {
    while (p < end && (*p == ' ' || *p == '\t'))
      p++;
    return p;
  }
  void go (const uchar_t *p)
  {
    for (; at < p; at++)
      if (*at == '\n')
        line++, start = at + 1;
  }
  const uchar_t *at, *start;
  size_t line = 1;
  std::string file;
};

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
  if (subscripts.count (hash_of (place.file, (size_t) place.line, (size_t) place.column)))
    return SUBSCRIPT_YES;
  return SUBSCRIPT_NO;
}

/* ---- Zero -------------------------------------------------------------- */

/* The end of a literal zero that fills a subscript from p to its ]], or NULL. */
static const uchar_t *
zero_subscript (const uchar_t *p, const uchar_t *end)
{
  p = skip_blanks (p, end);
  if (p >= end || *p != '0')
    return NULL;
  p++;
  if (p < end && (*p == 'x' || *p == 'X' || *p == 'b' || *p == 'B'))
    p++;
  while (p < end && (*p == '0' || *p == 'u' || *p == 'U' || *p == 'l' || *p == 'L'))
    p++;
  p = skip_blanks (p, end);
  return p + 1 < end && p[0] == ']' && p[1] == ']' ? p : NULL;
}

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

/* ---- The scan ---------------------------------------------------------- */

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

void
rewrite_brackets (uchar_t *p, uchar_t *end, const char *file)
{
  place_in_file place (p, file);
  std::vector<bool> open;   /* brackets: whether of a view */
  bool directive = false, line_start = true;
  size_t outside = 0;       /* how many were open before a directive */
  int last = 0;             /* last significant character; 'a' for a word */
  const uchar_t *word = p;
  size_t length = 0;
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
                place.subscript (p);
              const uchar_t *zero = view ? zero_subscript (p + 2, end) : NULL;
              if (zero)
                {
                  place.subscript (zero + 1);
                  memset (p + 1, ' ', (size_t) (zero - p));
                  memcpy (p + 1, "__0", 3);
                  p = const_cast<uchar_t *> (zero) + 2;
                  last = ']';
                  continue;
                }
              if (view)
                p[1] = '(';
              open.push_back (false);
              open.push_back (view);
              last = '(';
              p += 2;
              continue;
            }
          if (c == '[')
            open.push_back (false);
          else if (c == ']' && !open.empty ())
            {
              const uchar_t *next = skip_blanks (p + 1, end);
              if (open.back () && next < end && *next == ']')
                {
                  *p = ')';
                  place.subscript (next);
                }
              open.pop_back ();
            }
          last = *p;
          p++;
        }
    }
}

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

/* Whether view, record or process stands before a name, outside of comments and
 * strings: then it may be a word of the language. */
static bool
language_p (uchar_t *p, uchar_t *end)
{
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
        if (language_word_p (word, (size_t) (p - word), p, end))
          return true;
      }
    else
      p++;
  return false;
}

/* ---- The preprocessor's buffer ----------------------------------------- */

void
on_include_file (void *name, void *)
{
  if (flag_preprocess_only || !parse_in)
    return;
  cpp_buffer *buffer = cpp_get_buffer (parse_in);
  if (!buffer)
    return;
  const cpp_buffer_head *b = (const cpp_buffer_head *) buffer;
  if (b->next_line != b->buf)
    return;
  uchar_t *text = const_cast<uchar_t *> (b->buf), *end = const_cast<uchar_t *> (b->rlimit);
  if (language_p (text, end))
    define_words ();
  rewrite_brackets (text, end, (const char *) name);
}

} // namespace erbium
