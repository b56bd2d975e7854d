/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brackets_declarators.cc - whether a text is among declarators (brackets.cc).
 *
 *   int w, x [[unknown]];      a declarator: no view is subscripted there
 *   int w = v [[i]];           an expression
 *
 * What certainly declares begins with a keyword for a type, or with a tag, and has had
 * no initialiser, whose commas may be those of an expression.  Behind
 * another name it cannot be told from an expression, as types are not known yet.
 * What stands in parentheses is told by itself: parameters, casts, arguments.
 */
#include "brackets.h"

#include <string.h>

namespace erbium {

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
    = { "static", "extern", "register", "auto", "typedef", "const", "volatile", "inline",
        "_Thread_local", "__thread", "__extension__", NULL };
  static const char *const types[]
    = { "int", "char", "float", "double", "void", "unsigned", "signed", "short", "long", "_Bool",
        "_Complex", "struct", "union", "enum", NULL };
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
