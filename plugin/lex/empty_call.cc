/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty_call.cc - does `commit ()' call the primitive, or declare a function of that name?
 *
 *   int n; commit ();      x = f (1, done ());      if (x) commit ();      calls
 *   T *commit ();          int a (), commit ();                            declarations
 *
 * The tokens behind the word are the same, so the text before it decides.  Comments can only be
 * recognised in forward direction, so the text is read from its begin.  That is done only for
 * primitives with empty parentheses, which are rare.
 */
#include "lex/words.h"

#include <string.h>

#include <vector>

namespace erbium {

namespace {

/* The text before a place, since the last brace. */
class text_before
{
public:
  text_before (uchar_t *begin, uchar_t *end);
  bool call_p () const;
private:
  void statement ();
  void word (const uchar_t *p, size_t n);
  void character (int c);
  int last = 0;             /* the last character; 'a' for a word */
  tree last_word = NULL_TREE, first_word = NULL_TREE; /* the first of the statement */
  bool begins = true;       /* no token of the statement so far */
  bool condition = false;   /* the last is the `)' of `if (x)', or of a cast */
  std::vector<bool> open;   /* for each open parenthesis, whether it is of that kind */
};

void
text_before::statement ()
{
  begins = true;
  first_word = NULL_TREE;
}

void
text_before::word (const uchar_t *p, size_t n)
{
  last = 'a';
  last_word = get_identifier_with_length ((const char *) p, n);
  if (begins)
    first_word = last_word;
  begins = false;
}

/* Whether an expression or statement may follow `word (...)'. */
static bool
before_statement_p (tree id)
{
  if (!C_IS_RESERVED_WORD (id))
    return false;
  enum rid rid = C_RID_CODE (id);
  return rid == RID_IF || rid == RID_WHILE || rid == RID_FOR || rid == RID_SWITCH
         || rid == RID_RETURN || rid == RID_ELSE || rid == RID_DO || rid == RID_CASE;
}

void
text_before::character (int c)
{
  condition = false;
  if (c == '(')
    open.push_back (last != 'a' || before_statement_p (last_word));
  else if (c == ')' && !open.empty ())
    {
      condition = open.back ();
      open.pop_back ();
    }
  else if (c == '{' || c == '}')
    open.clear ();
  last = c;
  if (c == ';' || c == '{' || c == '}')
    statement ();
  else
    begins = false;
}

text_before::text_before (uchar_t *begin, uchar_t *end)
{
  bool line_start = true;
  for (uchar_t *p = begin; p < end;)
    if (*p == '\n')
      line_start = true, p++;
    else if (ISSPACE (*p))
      p++;
    else if (comment_p (p, end))
      p = skip_comment (p, end);
    else if (*p == '#' && line_start)
      for (; p < end && *p != '\n'; p++)
        p = *p == '\\' ? skip_escape (p, end) : p; /* a directive */
    else
      {
        line_start = false;
        uchar_t *begin_of_word = p;
        p = word_char (*p) ? skip_word (p, end) : p;
        size_t n = (size_t) (p - begin_of_word);
        if (p < end && quote_p (*p))
          {
            character (*p);
            p = skip_literal (p, end, n);
          }
        else if (n > 0)
          word (begin_of_word, n);
        else
          character (*p++);
      }
}

bool
text_before::call_p () const
{
  bool declaration = first_word && type_name_p (first_word) && !before_statement_p (first_word);
  if (!current_function_decl)
    return last == '='; /* of a static variable; else a function without a type */
  if (last == 'a')
    return before_statement_p (last_word);
  if (last == ')')
    return condition;
  if (last == '*' || last == ',')
    return !declaration || !open.empty ();
  return last != 0 && strchr (";{}=(:?!~+-&|<>^%/[", last);
}

} // namespace

bool
empty_call_p (cpp_reader *reader, const cpp_token *t, const char *word)
{
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (reader);
  const unsigned char *p = text_of (reader, t, word);
  return p && text_before (const_cast<uchar_t *> (b->buf), const_cast<uchar_t *> (p)).call_p ();
}

} // namespace erbium
