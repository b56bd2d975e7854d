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
 * one of the standard's own attributes; or any name, where the text declares
 * (declarators, below).
 */

#include "lex/brackets.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"

#include <algorithm>
#include <set>
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

/* Whether what follows [[ is a list of attributes: by its first name, which is any
 * in a declarator. */
static bool
attributes_p (const uchar_t *p, const uchar_t *end, bool declarator)
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
  return p < end && (*p == ']' || *p == ',' || *p == '(')
         && ((declarator && !ISDIGIT (*name)) || standard_attribute (name, n));
}

/* ---- Declarators --------------------------------------------------------
 *
 *   int w, x [[unknown]];      a declarator: no view is subscripted there
 *   int w = v [[i]];           an expression
 *
 * What certainly declares begins with a keyword for a type, or with a tag, and has had
 * no initialiser, whose commas may be those of an expression.  Behind
 * another name it cannot be told from an expression, as types are not known yet.
 * What stands in parentheses is told by itself: parameters, casts, arguments.
 */

namespace {

/* Whether the text is among declarators, as its words and other characters come. */
class declarators
{
public:
  void word (const unsigned char *, size_t);
  void character (int);
  bool among_p () const { return level.back () == AMONG; }
private:
  enum where { BEGINS, AMONG, EXPRESSION };
  std::vector<where> level = { BEGINS }; /* of each open parenthesis or bracket */
};

} // namespace

static bool
one_of (const uchar_t *word, size_t n, const char *const *words)
{
  for (; *words; words++)
    if (strlen (*words) == n && memcmp (*words, word, n) == 0)
      return true;
  return false;
}

void
declarators::word (const uchar_t *word, size_t n)
{
  static const char *const before[]
    = { "static", "extern", "register", "typedef", "const", "volatile", "inline",
        "_Thread_local", "thread_local", "__thread", "__extension__", NULL };
  static const char *const types[]
    = { "int", "char", "float", "double", "void", "unsigned", "signed", "short", "long", "_Bool",
        "_Complex", "struct", "union", "enum", "bool", "typeof", "typeof_unqual", "__typeof__", "_BitInt",
        "auto", "__auto_type", "constexpr", NULL };
  where &w = level.back ();
  if (w == BEGINS && !one_of (word, n, before))
    w = one_of (word, n, types) ? AMONG : EXPRESSION;
}

void
declarators::character (int c)
{
  bool outside = level.size () == 1;
  where &w = level.back ();
  if (c == ';')
    w = BEGINS;
  else if (c == '{' || c == '}')
    level.assign (1, BEGINS);
  else if (c == '(')
    {
      w = w == BEGINS ? EXPRESSION : w;
      level.push_back (BEGINS);
    }
  else if (c == '[')
    level.push_back (EXPRESSION); /* int a[v[[i]] + 1] */
  else if ((c == ')' || c == ']') && !outside)
    level.pop_back ();
  else if (c == ',' && !outside)
    w = BEGINS;
  else if (c != ',' && c != '*' && c != ']')
    w = EXPRESSION;
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

/* Behind backslashes at the end of lines, and blanks where they may stand. */
static uchar_t *
skip_splices (uchar_t *p, uchar_t *end, bool blanks)
{
  while (p < end)
    if (*p == '\\' && skip_escape (p, end)[0] == '\n')
      p = skip_escape (p, end) + 1;
    else if (blanks && ISSPACE (*p))
      p++;
    else
      break;
  return p;
}

namespace {

const long PLAIN = -1;

class scan
{
public:
  scan (uchar_t *begin, uchar_t *end, const char *file)
    : p (begin), end (end), word (begin), place (begin, file) {}
  bracketed_text run ();
private:
  bool skip_literal ();
  void next_line ();
  void start_directive ();
  void read_word ();
  void open_brackets ();
  void close_brackets ();
  void forget_unclosed ();
  void put (uchar_t *at, uchar_t text, const uchar_t *bracket, bool view);
  void put_plain (uchar_t *at);
  uchar_t *p, *end;
  const uchar_t *word; /* the last one, and its length */
  size_t length = 0;
  int last = 0; /* the last significant character; 'a' for a word */
  bool directive = false, line_start = true;
  std::vector<long> open; /* brackets: PLAIN, or of a view, which one in found */
  std::set<long> unclosed;
  size_t outside = 0;     /* how many were open before a directive */
  declarators declaring, declaring_outside; /* likewise before a directive */
  place_in_file place;
  std::vector<bracket> found;
};

/* AT becomes TEXT; BRACKET is where the checks look for it. */
void
scan::put (uchar_t *at, uchar_t text, const uchar_t *bracket, bool view)
{
  found.push_back ({ at, text, place.bracket_at (bracket), view, directive });
}

void
scan::put_plain (uchar_t *at)
{
  put (at, *at, at, false);
}

/* Plain brackets count where a place may be that of two brackets, as in preprocessed
 * text or with #line, or of none, as without the places of macros. */
static bool
plain_ones_count_p (const place_in_file &place)
{
  const cpp_options *options = cpp_get_options (parse_in);
  return options->preprocessed || options->track_macro_expansion != 2
         || !place.changes.empty ();
}

void
scan::next_line ()
{
  if (directive && outside < open.size ())
    open.resize (outside);
  if (directive)
    declaring = declaring_outside;
  directive = false;
  line_start = true;
  p++;
}

void
scan::start_directive ()
{
  directive = true;
  outside = open.size ();
  declaring_outside = declaring;
  declaring = declarators ();
  place.directive (p + 1, end);
  p = skip_definition (p + 1, end);
  last = '#';
}

/* A string or a character. */
bool
scan::skip_literal ()
{
  if (!quote_p (*p))
    return false;
  size_t before = last == 'a' && word + length == p ? length : 0;
  last = *p;
  p = erbium::skip_literal (p, end, before);
  return true;
}

/* Or a number. */
void
scan::read_word ()
{
  word = p;
  p = skip_word (p, end);
  length = (size_t) (p - word);
  last = 'a';
  declaring.word (word, length);
}

void
scan::open_brackets ()
{
  uchar_t *second = skip_splices (p + 1, end, false);
  if (second < end && *second == '[')
    {
      bool view = ends_expression (p, word, length, last) && !attributes_p (second + 1, end, declaring.among_p ());
      if (view)
        put (second, '(', p, true);
      open.push_back (PLAIN);
      open.push_back (view ? (long) found.size () - 1 : PLAIN);
      declaring.character ('[');
      declaring.character ('[');
      p = second + 1;
    }
  else
    {
      put_plain (p);
      open.push_back (PLAIN);
      declaring.character ('[');
      p++;
    }
  last = '[';
}

void
scan::close_brackets ()
{
  uchar_t *next = skip_splices (p + 1, end, true);
  bool view = !open.empty () && open.back () != PLAIN;
  if (view && next < end && *next == ']')
    {
      put (p, ')', next, true);
      open.pop_back ();
      declaring.character (']');
      p = next;
    }
  else if (!open.empty ())
    {
      if (view)
        unclosed.insert (open.back ());
      put_plain (p);
    }
  if (!open.empty ())
    open.pop_back ();
  declaring.character (']');
  p++;
  last = ']';
}

/* v[[i] stays as it is, so that GCC complains of what is written. */
void
scan::forget_unclosed ()
{
  for (long n : unclosed)
    found[(size_t) n].text = '['; /* what stands there */
}

bracketed_text
scan::run ()
{
  while (p < end)
    if (*p == '\n')
      next_line ();
    else if (ISSPACE (*p))
      p++;
    else if (*p == '\\' && skip_escape (p, end)[0] == '\n')
      p = skip_escape (p, end) + 1; /* the line goes on */
    else if (comment_p (p, end))
      p = skip_comment (p, end);
    else
      {
        bool first = line_start;
        line_start = false;
        if (*p == '#' && first && !directive)
          start_directive ();
        else if (skip_literal ())
          continue;
        else if (word_char (*p))
          read_word ();
        else if (*p == '[')
          open_brackets ();
        else if (*p == ']')
          close_brackets ();
        else
          {
            last = *p++;
            declaring.character (last);
          }
      }
  forget_unclosed ();
  if (!plain_ones_count_p (place))
    found.erase (std::remove_if (found.begin (), found.end (),
                                 [] (const bracket &b) { return !b.view; }), found.end ());
  return { std::move (found), std::move (place.changes) };
}

} // namespace

bracketed_text
find_subscripts (uchar_t *begin, uchar_t *end, const char *file)
{
  return scan (begin, end, file).run ();
}

void
write_subscript (const bracket &b)
{
  *b.at = b.text;
  remember_place (b.place, b.view);
}

} // namespace erbium
