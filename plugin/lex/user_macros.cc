/* SPDX-License-Identifier: GPL-3.0-or-later */
/* user_macros.cc - macros that the program defines, undefines or poisons (words.cc). */
#include "lex/words.h"
#include "lex/brackets.h"

#include <libintl.h>
#include <string.h>

namespace erbium {

static void (*define) (cpp_reader *, location_t, cpp_hashnode *);

/* Is called in a text whose macros are expanded already. */
static void
on_define (cpp_reader *reader, location_t place, cpp_hashnode *node)
{
  if (define)
    define (reader, place, node);
  node->flags |= NODE_CONDITIONAL;
}

static bool
names_tag_p (const cpp_token *t)
{
  static const char *const tags[] = { "struct", "union", "enum", "goto" };
  for (const char *tag : tags)
    if (t->type == CPP_NAME && strcmp ((const char *) NODE_NAME (t->val.node.node), tag) == 0)
      return true;
  return false;
}

/* Whether token N of a macro is a word of the language: before a name, or the last token, and not
 * declared by the program. */
static bool
word_of_macro_p (const cpp_macro *macro, unsigned n)
{
  static const char *const words[] = { "view", "record", "process", "run" };
  const cpp_token *t = &macro->exp.tokens[n], *next = n + 1 < macro->count ? t + 1 : NULL;
  if (t->type != CPP_NAME
      || (n > 0 && (t[-1].type == CPP_DOT || t[-1].type == CPP_DEREF || names_tag_p (t - 1))))
    return false;
  bool before_name = next && (next->type == CPP_NAME || next->type == CPP_MACRO_ARG);
  bool before_pointer = next && next->type == CPP_OPEN_PAREN && n + 2 < macro->count
                        && next[1].type == CPP_MULT;
  for (const char *word : words)
    if (strcmp ((const char *) NODE_NAME (t->val.node.node), word) == 0)
      return (before_name || (!next && word[1] != 'u') || (before_pointer && word[0] == 'p'))
             && !bound_p (t);
  return false;
}

/* Whether the macro stands for a word, as V in -DV=view does: then no text may have the word. */
static bool
stands_for_word_p (const cpp_hashnode *node)
{
  const cpp_macro *macro = cpp_user_macro_p (node) ? node->value.macro : NULL;
  for (unsigned n = 0; macro && macro->kind == cmk_macro && n < macro->count; n++)
    if (word_of_macro_p (macro, n))
      return true;
  return false;
}

static void
on_define_by_program (cpp_reader *reader, location_t place, cpp_hashnode *node)
{
  if (define)
    define (reader, place, node);
  if (!stands_for_word_p (node))
    return;
  define_words ();
  use_brackets ();
}

/* ---- Words that the program redefines ---------------------------------- */

/* After #define view 3 ... #undef view, the word is the plugin's again from the next line on. */
static bool taken;

static void (*undefine) (cpp_reader *, location_t, cpp_hashnode *);

static void
on_undefine (cpp_reader *reader, location_t place, cpp_hashnode *node)
{
  if (undefine)
    undefine (reader, place, node);
  taken = words_defined;
}

/* Whether T is the pragma push_macro or pop_macro.  push_macro keeps a macro as its text, and
 * pop_macro makes an ordinary macro of that, or removes the plugin's.  So the words are no macros
 * while they run.  This hook is called before the pragma takes effect; for _Pragma also afterwards,
 * with the same token. */
static bool
stack_pragma_p (const cpp_token *t)
{
  if (t->type != CPP_NAME || (t->flags & BOL))
    return false;
  const char *name = (const char *) NODE_NAME (t->val.node.node);
  return strcmp (name, "push_macro") == 0 || strcmp (name, "pop_macro") == 0;
}

static void (*line_change) (cpp_reader *, const cpp_token *, int);

static void
on_line_change (cpp_reader *reader, const cpp_token *token, int parsing_args)
{
  static location_t pragma;
  line_change (reader, token, parsing_args);
  if (!words_defined)
    return;
  if (stack_pragma_p (token) && token->src_loc != pragma)
    {
      pragma = token->src_loc;
      unwrite_words ();
      taken = true;
      return;
    }
  pragma = UNKNOWN_LOCATION;
  if (taken)
    write_words ();
  taken = false;
}

/* ---- Poison ------------------------------------------------------------ */

/* #pragma GCC poison view warns that it removes a macro; the plugin's do not count. */
static bool (*diagnose) (cpp_reader *, enum cpp_diagnostic_level, enum cpp_warning_reason,
                         rich_location *, const char *, va_list *);

static bool
on_diagnose (cpp_reader *reader, enum cpp_diagnostic_level level, enum cpp_warning_reason reason,
             rich_location *place, const char *text, va_list *arguments)
{
  if (level == CPP_DL_WARNING
      && strcmp (text, dgettext ("cpplib", poisoned_format)) == 0)
    {
      va_list ahead;
      va_copy (ahead, *arguments);
      const char *name = va_arg (ahead, const char *);
      va_end (ahead);
      cpp_hashnode *node = cpp_lookup (reader, (const unsigned char *) name, strlen (name));
      if (node->flags & NODE_CONDITIONAL)
        return false;
    }
  return diagnose (reader, level, reason, place, text, arguments);
}

void
watch_macros (bool expanded_text)
{
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  define = callbacks->define;
  callbacks->define = expanded_text ? on_define : on_define_by_program;
  undefine = callbacks->undef;
  callbacks->undef = on_undefine;
  line_change = callbacks->line_change;
  if (line_change)
    callbacks->line_change = on_line_change;
  diagnose = callbacks->diagnostic;
  callbacks->diagnostic = on_diagnose;
}

} // namespace erbium
