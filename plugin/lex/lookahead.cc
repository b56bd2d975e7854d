/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lookahead.cc - the tokens behind a word (words.cc).
 *
 *   #define M(x) x
 *   M (view q)          what follows view: q; then, perhaps, the text
 *   #undef M            ... which begins with a directive
 *
 * cpp_peek_token continues into the text behind macros, and handles the directives there.  Each
 * directive drops the macros that are being expanded, here with q, which was only peeked at; and
 * its own tokens come between the peeked ones and those behind it.  Then programs change, or the
 * compiler crashes.  So the tokens of macros are counted here, and the text behind them is examined
 * first: no lookahead passes a directive or the end of a file.
 */
#include "lex/words.h"

#include "diagnostic.h"

#include <string>

namespace erbium {

/* ---- The preprocessor's macros ----------------------------------------- */

/* The preprocessor's stack of macros whose tokens are yet to be read, and what lies
 * before it, in GCC 11 and 12. */
struct context_head
{
  context_head *next, *prev;
  union end { const cpp_token *token; const cpp_token **ptoken; } first, last;
  void *buff, *macro;
  int kind; /* 0: tokens; else pointers to them */
};

struct reader_head
{
  void *buffer, *overlaid_buffer;
  unsigned char state[20];
  line_maps *lines;
  location_t directive_line;
  void *buffs[3];
  context_head base;
  context_head *context;
};

static const reader_head *
head_of (cpp_reader *reader)
{
  return (const reader_head *) reader;
}

bool
known_reader_p (cpp_reader *reader)
{
  const reader_head *r = head_of (reader);
  return r->buffer == cpp_get_buffer (reader) && r->lines == line_table
         && r->context == &r->base && !r->base.prev;
}

/* Returns the number of tokens that the macros still have. */
static int
tokens_of_macros (cpp_reader *reader)
{
  long n = 0;
  for (const context_head *c = head_of (reader)->context; c->prev; c = c->prev)
    n += c->kind == 0 ? c->last.token - c->first.token : c->last.ptoken - c->first.ptoken;
  return (int) n;
}

/* Whether the preprocessor is expanding an argument of a macro, before it expands the macro: such a
 * list of tokens ends with an end of file. */
bool
in_argument_p (cpp_reader *reader)
{
  for (const context_head *c = head_of (reader)->context; c->prev; c = c->prev)
    if (c->kind != 0 && c->last.ptoken != c->first.ptoken
        && c->last.ptoken[-1]->type == CPP_EOF)
      return true;
  return false;
}

/* ---- The text ---------------------------------------------------------- */

/* Returns the end of the blanks and comments at p; without LINES it stops at a newline. */
static const unsigned char *
skip_white (const unsigned char *p, const unsigned char *end, bool lines)
{
  while (p < end)
    if (p + 1 < end && p[0] == '/' && p[1] == '*')
      {
        for (p += 2; p + 1 < end && !(p[0] == '*' && p[1] == '/'); p++)
          ;
        p = p + 1 < end ? p + 2 : end;
      }
    else if (p + 1 < end && p[0] == '/' && p[1] == '/')
      while (p < end && *p != '\n')
        p += p[0] == '\\' && p + 1 < end ? 2 : 1;
    else if (*p == '\\' && p + 1 < end && ISSPACE (p[1]) && lines)
      p++;
    else if (ISSPACE (*p) && (lines || *p != '\n'))
      p++;
    else
      break;
  return p < end ? p : end;
}

/* Whether the text continues with a token that is no directive. */
static bool
text_goes_on_p (cpp_reader *reader)
{
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (reader);
  if (!b)
    return false;
  const unsigned char *p = b->cur;
  if (p > b->buf && p[-1] == '\n')
    p = b->next_line; /* the line has been read */
  else
    {
      p = skip_white (p, b->rlimit, false);
      if (p < b->next_line && *p != '\n')
        return true;
      p = p < b->next_line ? b->next_line : p; /* a comment may have many lines */
    }
  p = skip_white (p, b->rlimit, true);
  if (p >= b->rlimit || *p == '#')
    return false;
  return !(p + 2 < b->rlimit && ((p[0] == '%' && p[1] == ':')
                                 || (p[0] == '?' && p[1] == '?' && p[2] == '=')));
}

/* ---- Looking ahead ----------------------------------------------------- */

/* The number of tokens of the text that have been peeked at for the present word.  The preprocessor
 * itself has peeked at the first token that follows. */
static int looked_at;

void
start_lookahead (cpp_reader *reader)
{
  looked_at = tokens_of_macros (reader) == 0 ? 1 : 0;
}

const cpp_token *
lookahead::one ()
{
  static const cpp_token nothing = [] { cpp_token t = {}; t.type = CPP_EOF; return t; } ();
  if (end)
    return end;
  const cpp_token *t;
  do
    {
      int beyond = at - tokens_of_macros (reader);
      if (beyond >= looked_at && !text_goes_on_p (reader))
        return end = &nothing;
      t = cpp_peek_token (reader, at++);
      looked_at = beyond >= looked_at ? beyond + 1 : looked_at;
    }
  while (t->type == CPP_PADDING);
  if (t->type == CPP_EOF || t->type == CPP_PRAGMA)
    end = t;
  return t;
}

/* Adds the spelling of T; false if it is neither a name nor a number. */
static bool
spell (const cpp_token *t, std::string *text)
{
  if (t->type == CPP_NAME)
    *text += (const char *) NODE_NAME (t->val.node.node);
  else if (t->type == CPP_NUMBER)
    text->append ((const char *) t->val.str.text, t->val.str.len);
  return t->type == CPP_NAME || t->type == CPP_NUMBER;
}

/* In the body of a macro, names and numbers that are still to be pasted together, as p_##n, are
 * returned as the name that they will be. */
const cpp_token *
lookahead::next ()
{
  const cpp_token *first = one (), *t = first;
  std::string text;
  bool name = first->type == CPP_NAME && spell (first, &text);
  while ((t->flags & PASTE_LEFT) && !end)
    {
      t = one ();
      name = name && spell (t, &text);
    }
  if (!name || t == first)
    return first;
  pasted.push_front (*first);
  pasted.front ().flags &= ~PASTE_LEFT;
  pasted.front ().val.node.node
    = cpp_lookup (reader, (const unsigned char *) text.c_str (), (unsigned) text.length ());
  return &pasted.front ();
}

/* ---- Attributes -------------------------------------------------------- */

static bool
attribute_p (const cpp_token *t)
{
  return t->type == CPP_NAME
         && (id_equal (identifier_of (t), "__attribute__")
             || id_equal (identifier_of (t), "__attribute"));
}

const cpp_token *
behind_attributes (lookahead &ahead, const cpp_token *t)
{
  while (attribute_p (t))
    {
      int depth = 0;
      do
        {
          t = ahead.next ();
          depth += t->type == CPP_OPEN_PAREN ? 1 : t->type == CPP_CLOSE_PAREN ? -1 : 0;
        }
      while (depth > 0 && t->type != CPP_EOF);
      t = t->type == CPP_EOF ? t : ahead.next ();
    }
  return t;
}

} // namespace erbium
