/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - the parts of words.cc.
 *
 *   word_uses.cc      which uses of a word are the language
 *   lookahead.cc      the tokens behind a word
 *   word_context.cc   what stands before it
 *   empty_call.cc     calls without arguments
 *   run_word.cc       run
 *   user_macros.cc    the program's own macros
 *   precompiled.cc    precompiled headers
 */
#ifndef ERBIUM_WORDS_H
#define ERBIUM_WORDS_H

#include "language/language.h"
#include "lex/source_text.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"

#include <forward_list>

namespace erbium {

/* The language is used from here on. */
void use_language ();
/* Defines the words, for the first text that may use the language. */
void define_words ();
/* A text has been entered, and not been read. */
void note_joined_lines (const unsigned char *begin, const unsigned char *end);

inline tree
identifier_of (const cpp_token *t)
{
  return t->type == CPP_NAME ? HT_IDENT_TO_GCC_IDENT (HT_NODE (t->val.node.node)) : NULL_TREE;
}

/* The tokens that follow, one by one, not counting padding (lookahead.cc).  At
 * the end of a file or of a macro's argument, or where it cannot be looked
 * further, CPP_EOF again and again. */
class lookahead
{
public:
  lookahead (cpp_reader *reader) : reader (reader) {}
  const cpp_token *next ();
private:
  const cpp_token *one ();
  cpp_reader *reader;
  int at = 0;
  const cpp_token *end = NULL;
  std::forward_list<cpp_token> pasted;
};
/* T, the last token of AHEAD, or the first one that stands behind the attributes that begin with it. */
const cpp_token *behind_attributes (lookahead &ahead, const cpp_token *t);
/* A word is being asked for: nothing is known of what follows it. */
void start_lookahead (cpp_reader *);
/* Whether the argument of a macro is being expanded, before the macro is. */
bool in_argument_p (cpp_reader *);
/* Whether the preprocessor looks like the ones that lookahead knows. */
bool known_reader_p (cpp_reader *);

/* Of the program; which are none to expand in a text that is expanded already. */
void watch_macros (bool expanded_text);

/* The words that are not macros yet become ours; those of ours become names again. */
void write_words ();
void unwrite_words ();
/* Whether the words are, or were until the program took one away. */
extern bool words_defined;
/* The words that are macros of ours now, also those that a precompiled header brought. */
void each_word_macro (void (*visit) (cpp_hashnode *));
/* A precompiled header is looked at with the words and without (precompiled.cc). */
void watch_precompiled ();

/* What stands before a word, so far as the text tells. */
enum before { UNKNOWN, TAG, MEMBER, TYPE, OTHER };
before what_is_before (cpp_reader *reader, const cpp_token *t, const char *word);
/* Whether a colon is right before the word: of a label, where it begins a declaration. */
bool behind_colon_p (cpp_reader *reader, const cpp_token *t, const char *word);
/* Where the token, which is the word, stands in the text; NULL where that cannot be told. */
const unsigned char *text_of (cpp_reader *reader, const cpp_token *t, const char *word);
/* Whether a type that stands before it, int, struct s, a typedef, could end there. */
bool type_before_p (cpp_reader *reader, const cpp_token *t, const char *word);
/* Whether the word is a keyword or typedef that another word may follow in a declaration. */
bool type_name_p (tree id);
/* Whether `word ()' is a call rather than a declaration (empty_call.cc). */
bool empty_call_p (cpp_reader *reader, const cpp_token *t, const char *word);
/* Whether the program has declared the word. */
bool bound_p (const cpp_token *t);
bool qualifier_p (enum rid rid);
/* Whether t begins a type; more may be taken from ahead. */
bool starts_type (const cpp_token *t, lookahead &ahead, int depth = 0);
/* A name of the program's own, or one it has not declared. */
bool plain_name_p (const cpp_token *t);

/* process int p (...): the name behind the type; NULL_TREE where no type and name follow. */
tree name_behind_type (cpp_reader *reader);

/* Whether T, which is WORD, is a use of the language, for each kind of words (word_uses.cc). */
bool type_word (cpp_reader *reader, const cpp_token *t, const char *word);     /* view, record */
bool process_word (cpp_reader *reader, const cpp_token *t, const char *word);  /* process */
bool call_word (cpp_reader *reader, const cpp_token *t, const char *word);     /* primitives */
bool constant_word (cpp_reader *reader, const cpp_token *t, const char *word); /* HANDOVER, ... */
bool typedef_word (cpp_reader *reader, const cpp_token *t, const char *word);  /* erbium_index, ... */
/* Whether the element type is missing, as in `view v;'. */
bool lacks_type_p (cpp_reader *reader, const cpp_token *t, const char *word);

/* The word run: `run p (' or `run p [', or another name, which is an error (run_word.cc). */
bool run_word (cpp_reader *reader, const cpp_token *t, const char *word);
/* What is put between `__erbium_run.' and the tokens behind run; NULL for nothing. */
const char *run_expansion (cpp_reader *reader);

} // namespace erbium
#endif
