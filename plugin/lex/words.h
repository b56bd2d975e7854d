/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - shared by the files for words.
 *
 *   words.cc          the table of words, and their expansions
 *   recognise_words.cc      which uses of a word are the language
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

/* Notes that the program uses the language, from the current place in the text on. */
void use_language ();
/* Defines the words; to be called before the first text that may use the language. */
void define_words ();
/* Notes the lines that a backslash joins in a text that the preprocessor has entered but not yet
 * read. */
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
/* Begins a new lookahead, for the next word. */
void start_lookahead (cpp_reader *);
/* Returns whether an argument of a macro is being expanded, which precedes the expansion of the
 * macro. */
bool in_argument_p (cpp_reader *);
/* Returns whether the preprocessor looks like the ones that lookahead knows. */
bool known_reader_p (cpp_reader *);

/* Sets hooks for macros of the program, which are not expanded if the text is expanded already. */
void watch_macros (bool expanded_text);

/* write_words defines the words that are not yet macros; unwrite_words makes them plain names
 * again. */
void write_words ();
void unwrite_words ();
/* True if the words are defined, or were defined until the program redefined one of them. */
extern bool words_defined;
/* Calls VISIT for each word that is currently defined, even by a precompiled header. */
void each_word_macro (void (*visit) (cpp_hashnode *));
/* Sets hooks that try each precompiled header both without the words defined and with them
 * (precompiled.cc). */
void watch_precompiled ();

/* The kinds of text that may stand before a word; what_is_before determines the kind, as far as the
 * text shows it. */
enum before { UNKNOWN, TAG, MEMBER, TYPE, OTHER };
before what_is_before (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns whether a colon stands right before the word.  If the word begins a declaration, this is
 * the colon of a label. */
bool behind_colon_p (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns where the token, which is the word, stands in the buffer; NULL if it came from a macro or
 * is not found. */
const unsigned char *text_of (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns whether a type such as int, struct s or a typedef could end right before the word. */
bool type_before_p (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns whether the word is a keyword or typedef that another word may follow in a
 * declaration. */
bool type_name_p (tree id);
/* Returns whether `word ()' is a call rather than a declaration (empty_call.cc). */
bool empty_call_p (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns whether the program has declared the word. */
bool bound_p (const cpp_token *t);
bool qualifier_p (enum rid rid);
/* Returns whether T begins a type; may take further tokens from AHEAD. */
bool starts_type (const cpp_token *t, lookahead &ahead, int depth = 0);
/* Returns whether T is a name and not a keyword. */
bool plain_name_p (const cpp_token *t);

/* Returns the name after the type, as in `process int p (...)'; NULL_TREE if no type and name
 * follow. */
tree name_behind_type (cpp_reader *reader);

/* Return whether the token T, which is WORD, is a use of the language; there is one function for
 * each kind of words (recognise_words.cc). */
bool type_word (cpp_reader *reader, const cpp_token *t, const char *word);
bool process_word (cpp_reader *reader, const cpp_token *t, const char *word);
bool call_word (cpp_reader *reader, const cpp_token *t, const char *word);
bool constant_word (cpp_reader *reader, const cpp_token *t, const char *word);
bool typedef_word (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns whether the element type is missing, as in `view v;'. */
bool lacks_type_p (cpp_reader *reader, const cpp_token *t, const char *word);

/* Returns whether the word run is a use of the language: `run p (', `run p [', or run followed by
 * another name, which is an error (run_word.cc). */
bool run_word (cpp_reader *reader, const cpp_token *t, const char *word);
/* Returns the text that is inserted between `__erbium_run.' and the tokens after run; NULL if there
 * is none. */
const char *run_expansion (cpp_reader *reader);

} // namespace erbium
#endif
