/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - shared by the files for words.
 *
 *   words.cc          the table of words, and their expansions
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

/* From here on, the language is used. */
void use_language ();
/* Defines the words, for the first text that may use the language. */
void define_words ();
/* Notes the joined lines of a text that has been entered and not been read. */
void note_joined_lines (const unsigned char *begin, const unsigned char *end);

inline tree
identifier_of (const cpp_token *t)
{
  return t->type == CPP_NAME ? HT_IDENT_TO_GCC_IDENT (HT_NODE (t->val.node.node)) : NULL_TREE;
}

/* Returns the tokens that follow, one by one, without padding (lookahead.cc).  At the end of a file
 * or of a macro's argument, and before a directive, it returns CPP_EOF each time. */
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
/* Returns T, the last token of AHEAD, or the first token behind the attributes that T begins. */
const cpp_token *behind_attributes (lookahead &ahead, const cpp_token *t);
/* Begins the lookahead for another word. */
void start_lookahead (cpp_reader *);
/* Whether the argument of a macro is being expanded, before the macro is. */
bool in_argument_p (cpp_reader *);
/* Whether the preprocessor looks like the ones that lookahead knows. */
bool known_reader_p (cpp_reader *);

/* Sets hooks for macros of the program, which are not expanded if the text is expanded already. */
void watch_macros (bool expanded_text);

/* Define the words that are no macros yet; make the words names again. */
void write_words ();
void unwrite_words ();
/* Whether the words are defined, or were until the program redefined one. */
extern bool words_defined;
/* Calls VISIT for the words that are defined now, also by a precompiled header. */
void each_word_macro (void (*visit) (cpp_hashnode *));
/* Sets hooks that try a precompiled header with the words and without (precompiled.cc). */
void watch_precompiled ();

/* What stands before a word, as far as the text shows. */
enum before { UNKNOWN, TAG, MEMBER, TYPE, OTHER };
before what_is_before (cpp_reader *reader, const cpp_token *t, const char *word);
/* Whether a colon stands right before the word; if it begins a declaration, that of a label. */
bool behind_colon_p (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns where the token, which is the word, stands in the buffer; NULL if it came from a macro or
 * is not found. */
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
/* Whether t is a name: no keyword. */
bool plain_name_p (const cpp_token *t);

/* process int p (...): the name behind the type; NULL_TREE where no type and name follow. */
tree name_behind_type (cpp_reader *reader);

/* Whether T, which is WORD, is a use of the language, for each kind of words (word_uses.cc). */
bool type_word (cpp_reader *reader, const cpp_token *t, const char *word);
bool process_word (cpp_reader *reader, const cpp_token *t, const char *word);
bool call_word (cpp_reader *reader, const cpp_token *t, const char *word);
bool constant_word (cpp_reader *reader, const cpp_token *t, const char *word);
bool typedef_word (cpp_reader *reader, const cpp_token *t, const char *word);
/* Whether the element type is missing, as in `view v;'. */
bool lacks_type_p (cpp_reader *reader, const cpp_token *t, const char *word);

/* The word run: `run p (' or `run p [', or another name, which is an error (run_word.cc). */
bool run_word (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns the text between `__erbium_run.' and the tokens behind run; NULL for none. */
const char *run_expansion (cpp_reader *reader);

} // namespace erbium
#endif
