/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attributes.cc - which [[ ]] are attributes of C23, and not subscripts.
 *
 *   [[gnu::unused]] int x;     int x [[nodiscard]];     int w, x [[unknown]];
 *
 * The content tells: a name with `::', or one of the standard's own attributes.  Any other name
 * is an attribute only where the text certainly declares.
 */
#include "lex/brackets.h"

#include <string.h>

namespace erbium {

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

bool
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
 * A text that certainly declares begins with a keyword for a type, or with a tag, and has no
 * initialiser yet, whose commas may be those of an expression.  After another name a declaration
 * looks like an expression, since types are not known yet.  Parentheses, with parameters, a cast or
 * arguments, are judged by themselves.
 */

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
        "_Complex", "struct", "union", "enum", "bool", "typeof", "typeof_unqual", "__typeof__",
        "_BitInt", "auto", "__auto_type", "constexpr", NULL };
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

} // namespace erbium
