/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words_macros.cc - macros that the program defines or poisons (words.cc).
 */
#include "words.h"

#include <libintl.h>
#include <string.h>

namespace erbium {

static void (*define) (cpp_reader *, location_t, cpp_hashnode *);

/* In a text whose macros are expanded already. */
static void
on_define (cpp_reader *reader, location_t place, cpp_hashnode *node)
{
  if (define)
    define (reader, place, node);
  node->flags |= NODE_CONDITIONAL;
}

/* Whether a macro stands for view, record or process, at its end or before a name: V
 * in -DV=view, where no text has the word. */
static bool
stands_for_word_p (const cpp_hashnode *node)
{
  const cpp_macro *macro = cpp_user_macro_p (node) ? node->value.macro : NULL;
  for (unsigned n = 0; macro && macro->kind == cmk_macro && n < macro->count; n++)
    {
      const cpp_token *t = &macro->exp.tokens[n], *next = n + 1 < macro->count ? t + 1 : NULL;
      const char *name = t->type == CPP_NAME ? (const char *) NODE_NAME (t->val.node.node) : "";
      bool before = n > 0 && (t[-1].type == CPP_DOT || t[-1].type == CPP_DEREF || t[-1].type == CPP_NAME);
      if ((strcmp (name, "view") == 0 || strcmp (name, "record") == 0 || strcmp (name, "process") == 0)
          && !before && (!next || next->type == CPP_NAME))
        return true;
    }
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

/* #pragma GCC poison view: no macro of the program's is lost. */
static bool (*diagnose) (cpp_reader *, enum cpp_diagnostic_level, enum cpp_warning_reason,
                         rich_location *, const char *, va_list *);

static bool
on_diagnose (cpp_reader *reader, enum cpp_diagnostic_level level, enum cpp_warning_reason reason,
             rich_location *place, const char *text, va_list *arguments)
{
  if (level == CPP_DL_WARNING
      && strcmp (text, dgettext ("cpplib", "poisoning existing macro \"%s\"")) == 0)
    {
      va_list ahead;
      va_copy (ahead, *arguments);
      const char *name = va_arg (ahead, const char *);
      va_end (ahead);
      if (cpp_lookup (reader, (const unsigned char *) name, strlen (name))->flags & NODE_CONDITIONAL)
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
  diagnose = callbacks->diagnostic;
  callbacks->diagnostic = on_diagnose;
}

} // namespace erbium
