/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recognise_words.cc - recognises the uses of a word that are those of the language.
 *
 *   view int v;         view (x)          the language; a call of a function of the program
 *   process p (int n)   x = process;      the language; a variable of the program
 *
 * The preprocessor asks at each word that is a macro (words.cc).  The answer depends on the
 * tokens behind the word, on the text before it, and on the declarations of the program.  A few
 * uses that are nothing in C either, but have a clear meaning, are errors here.
 */
#include "lex/words.h"

#include "diagnostic.h"

#include <string.h>

namespace erbium {

/* Whether two names follow that the program has not declared: in `view T v' T is misspelt, which
 * the front end reports. */
static bool
unknown_type_p (cpp_reader *reader)
{
  lookahead ahead (reader);
  const cpp_token *a = ahead.next (), *b = ahead.next ();
  return plain_name_p (a) && plain_name_p (b) && !cpp_macro_p (a->val.node.node) && !bound_p (a);
}

/* int view a: the type stands before the word, and a name behind it.  This is nothing in C, so it
 * is reported, and becomes a view of int. */
static bool
behind_its_type_p (cpp_reader *reader, const cpp_token *t, const char *word)
{
  const cpp_token *name = lookahead (reader).next ();
  if (!plain_name_p (name) || cpp_macro_p (name->val.node.node)
      || !type_before_p (reader, t, word))
    return false;
  error_at (t->src_loc, "%qs must precede the element type: %<%s T %s%>", word, word,
            (const char *) NODE_NAME (name->val.node.node));
  return true;
}

bool
lacks_type_p (cpp_reader *reader, const cpp_token *t, const char *word)
{
  lookahead ahead (reader), again (reader);
  const cpp_token *name = ahead.next ();
  if (!plain_name_p (name) || cpp_macro_p (name->val.node.node)
      || starts_type (again.next (), again) || type_before_p (reader, t, word))
    return false;
  switch (ahead.next ()->type)
    {
    case CPP_SEMICOLON: case CPP_EQ: case CPP_COMMA: case CPP_CLOSE_PAREN: case CPP_OPEN_SQUARE:
      break;
    default:
      return false;
    }
  before b = what_is_before (reader, t, word);
  return b != TAG && b != MEMBER;
}

/* view v: reports the missing type. */
static bool
missing_type_p (cpp_reader *reader, const cpp_token *t, const char *word)
{
  if (!lacks_type_p (reader, t, word))
    return false;
  const cpp_token *name = lookahead (reader).next ();
  error_at (name->src_loc, "expected the element type before %qE: %<%s T %E%>",
            identifier_of (name), word, identifier_of (name));
  return true;
}

/* Whether a type follows, as behind view and record. */
bool
type_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  if (bound_p (t))
    return false;
  lookahead ahead (reader);
  if (!starts_type (ahead.next (), ahead) && !unknown_type_p (reader))
    return behind_its_type_p (reader, t, word) || missing_type_p (reader, t, word);
  before b = what_is_before (reader, t, word);
  return b != TAG && b != MEMBER;
}

/* process int p (...): reports the type, which a process cannot have. */
static bool
returns_value_p (cpp_reader *reader, const cpp_token *t, const char *word)
{
  tree name = name_behind_type (reader);
  before b = name ? what_is_before (reader, t, word) : TAG;
  if (b == TAG || b == MEMBER)
    return false;
  error_at (lookahead (reader).next ()->src_loc,
            "return type specified for process %qE; a process returns nothing", name);
  note_process_name (name);
  return true;
}

/* Whether `process p (' or `process (*p' stands there, perhaps with attributes in between. */
bool
process_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  if (bound_p (t))
    return false;
  lookahead ahead (reader);
  const cpp_token *a = behind_attributes (ahead, ahead.next ()), *b = ahead.next ();
  bool named = plain_name_p (a)
               && (b->type == CPP_OPEN_PAREN || b->type == CPP_SEMICOLON || b->type == CPP_EQ);
  bool pointer = a->type == CPP_OPEN_PAREN && b->type == CPP_MULT;
  bool macro = plain_name_p (a) && plain_name_p (b) && cpp_macro_p (a->val.node.node);
  if (!named && !pointer && !macro)
    return returns_value_p (reader, t, word);
  before before = what_is_before (reader, t, word);
  if (before == TAG || before == MEMBER)
    return false;
  if (b->type == CPP_SEMICOLON || b->type == CPP_EQ)
    return enabled_p ();
  if (named)
    note_process_name (identifier_of (a));
  return !pointer || enabled_p () || before == TYPE || before == UNKNOWN
         || ahead.next ()->type == CPP_NAME;
}

/* Whether what follows the parenthesis, from t on, declares parameters. */
static bool
parameters_p (const cpp_token *t, lookahead &ahead)
{
  return t->type == CPP_ELLIPSIS || starts_type (t, ahead);
}

/* Whether `(run p (' follows, where run is no name of the program: join (run p (1)) may be
 * the first that uses the language. */
static bool
argument_runs_p (cpp_reader *reader)
{
  lookahead ahead (reader);
  const cpp_token *t = ahead.next ();
  if (t->type != CPP_OPEN_PAREN)
    return false;
  t = ahead.next ();
  return t->type == CPP_NAME
         && strcmp ((const char *) NODE_NAME (t->val.node.node), "run") == 0 && !bound_p (t)
         && plain_name_p (ahead.next ()) && ahead.next ()->type == CPP_OPEN_PAREN;
}

/* Whether a primitive is called: the program uses the language, and has not declared the name. */
bool
call_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  lookahead ahead (reader);
  if (!(enabled_p () || argument_runs_p (reader)) || ahead.next ()->type != CPP_OPEN_PAREN)
    return false;
  if (!C_IS_RESERVED_WORD (identifier_of (t)) && bound_p (t))
    return false;
  before b = what_is_before (reader, t, word);
  if (b == TAG || b == MEMBER || b == TYPE)
    return false;
  const cpp_token *first = ahead.next ();
  return first->type == CPP_CLOSE_PAREN ? empty_call_p (reader, t, word)
                                        : !parameters_p (first, ahead);
}

/* Whether HANDOVER and the like are the constants of the language. */
bool
constant_word (cpp_reader *, const cpp_token *t, const char *)
{
  return enabled_p () && !bound_p (t);
}

/* Whether erbium_process h and (erbium_index) x are the types of the language, if erbium.h has not
 * declared them.  The first can be nothing else, also before the program has used the language. */
bool
typedef_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  if (bound_p (t))
    return false;
  const cpp_token *a = lookahead (reader).next ();
  if (!enabled_p ())
    {
      before b = what_is_before (reader, t, word);
      return plain_name_p (a) && b != TAG && b != MEMBER && b != TYPE;
    }
  return a->type == CPP_MULT || a->type == CPP_CLOSE_PAREN || plain_name_p (a);
}

} // namespace erbium
