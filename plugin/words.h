/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - the parts of words.cc: what is around a word (words_context.cc), and
 * run (words_run.cc). */
#ifndef ERBIUM_WORDS_H
#define ERBIUM_WORDS_H

#include "plugin.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"

namespace erbium {

inline tree
identifier_of (const cpp_token *t)
{
  return t->type == CPP_NAME ? HT_IDENT_TO_GCC_IDENT (HT_NODE (t->val.node.node)) : NULL_TREE;
}

/* The nth token that follows, not counting padding. */
class lookahead
{
public:
  lookahead (cpp_reader *reader) : reader (reader) {}
  const cpp_token *next ()
  {
    const cpp_token *t = one (), *last = t;
    while (last->flags & PASTE_LEFT)
      last = one (); /* a name that is yet to be pasted together */
    return t;
  }
private:
  const cpp_token *one ()
  {
    const cpp_token *t;
    do
      t = cpp_peek_token (reader, at++);
    while (t->type == CPP_PADDING);
    return t;
  }
  cpp_reader *reader;
  int at = 0;
};

/* What stands before a word, so far as the text tells. */
enum before { UNKNOWN, TAG, MEMBER, TYPE, OTHER };
before what_is_before (cpp_reader *reader, const cpp_token *t, const char *word);
/* Whether the program has declared the word. */
bool bound_p (const cpp_token *t);
bool qualifier_p (enum rid rid);
/* Whether t begins a type; more may be taken from ahead. */
bool starts_type (const cpp_token *t, lookahead &ahead, int depth = 0);
/* A name of the program's own, or one it has not declared. */
bool plain_name_p (const cpp_token *t);

/* The word run: `run p (' or `run p [', or another name, which is an error. */
bool run_word (cpp_reader *reader, const cpp_token *t, const char *word);

} // namespace erbium
#endif
