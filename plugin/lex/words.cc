/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.cc - the words of the language, where they are not names of the program.
 *
 * Each word is a conditional macro of the preprocessor, a kind made for words like `vector' on
 * PowerPC: before the preprocessor expands one, it calls a hook, which decides from the tokens that
 * follow, the word before, and the declarations of the program (recognise_words.cc).  #ifdef does
 * not see such a macro, and a program may define its own.
 *
 *   view T v, record T r    -> __attribute__ ((__erbium_view__)) T v
 *   process p (...)         -> __attribute__ ((__erbium_process__)) void p (...)
 *   run p (x)               -> __erbium_run.p (x), a call of a member, whose
 *                              type is that of p but for its result, the handle
 *   update (v, i), ...      -> __builtin_erbium_update (v, i)
 *
 * In a text whose macros are expanded already (-fpreprocessed: ccache, -save-temps), expansion is
 * switched on, and all other macros become conditional ones that are never expanded.
 */
#include "lex/words.h"
#include "lex/brackets.h"

#include "diagnostic.h"
#include "flags.h"
#include "langhooks.h"
#include "options.h"
#include "toplev.h"

#include <string>

#include <string.h>

namespace erbium {

/* ---- The table --------------------------------------------------------- */

struct word
{
  const char *name;
  const char *expansion;
  bool (*ours) (cpp_reader *, const cpp_token *, const char *);
};

static const word words[] = {
  { "view", "__attribute__((__erbium_view__))", type_word },
  { "record", "__attribute__((__erbium_record__))", type_word },
  { "process", "__attribute__((__erbium_process__)) void", process_word },
  { "run", "__erbium_run.", run_word },
#define PRIMITIVE(name, signature, side, wait, effect, prose)                  \
  { #name, "__builtin_erbium_" #name, call_word },

#include "primitives.def"

  { "TERMINATE", "0", constant_word },
  { "HANDOVER", "1", constant_word },
  { "erbium_process", "long", typedef_word },
  { "erbium_index", "long", typedef_word },
};

/* Returns another preprocessor with the same identifiers, and so with the same macros.  It defines
 * macros while the first one is reading: that one may have read tokens, such as a line marker of a
 * preprocessed text, which it would take for those of the definition. */
static cpp_reader *
second_reader ()
{
  static cpp_reader *other;
  if (!other)
    {
      other = cpp_create_reader (CLK_GNUC11, ident_hash, line_table);
      ident_hash->pfile = parse_in;
    }
  return other;
}

/* Returns the macro NAME, whose body is TEXT. */
static cpp_hashnode *
macro_for (const char *name, const char *text)
{
  cpp_hashnode *macro = cpp_lookup (parse_in, (const unsigned char *) name, strlen (name));
  if (!cpp_macro_p (macro))
    {
      char *definition = concat (name, "=", text, NULL);
      cpp_force_token_locations (second_reader (), BUILTINS_LOCATION);
      cpp_define (second_reader (), definition);
      cpp_stop_forcing_token_locations (second_reader ());
      free (definition);
    }
  return macro;
}

/* Returns the attribute of a word.  Between a label and a declaration an attribute would belong to
 * the label, so a semicolon precedes it there. */
static std::string
attribute_of (const word &w, bool labelled, const std::string &argument)
{
  return std::string (labelled ? "; " : "") + "__attribute__((__erbium_" + w.name + "__"
         + (argument.empty () ? "" : "(" + argument + ")") + "))";
}

/* Whether t is view or record, or a macro that begins with it. */
static bool
type_word_p (const cpp_token *t)
{
  for (int depth = 0; t->type == CPP_NAME && depth < 8; depth++)
    {
      const cpp_hashnode *node = t->val.node.node;
      const char *name = (const char *) NODE_NAME (node);
      bool own = cpp_user_macro_p (node) && !(node->flags & NODE_CONDITIONAL);
      if (!own && (strcmp (name, "view") == 0 || strcmp (name, "record") == 0))
        return !bound_p (t);
      const cpp_macro *macro = own ? node->value.macro : NULL;
      if (!macro || macro->kind != cmk_macro || macro->fun_like || macro->count == 0)
        return false;
      t = &macro->exp.tokens[0];
    }
  return false;
}

/* Returns the macro for view or record.  When the attribute of a parameter `view row v' is handled,
 * where row is an array, the front end has replaced the array by a pointer.  So for typedefs of
 * arrays the attribute has the name as its argument (language/view_types.cc).  The first word of
 * `view record T' has the argument 0: it is around the next one.  Of `view v', int is the type. */
static cpp_hashnode *
expansion_of_type (cpp_reader *reader, cpp_hashnode *node, const cpp_token *at, const word &w)
{
  bool labelled = behind_colon_p (reader, at, w.name);
  lookahead ahead (reader);
  const cpp_token *t = ahead.next ();
  bool around = type_word_p (t);
  tree id;
  while ((id = identifier_of (t)) && C_IS_RESERVED_WORD (id) && qualifier_p (C_RID_CODE (id)))
    t = ahead.next ();
  tree decl = id && !around ? lookup_name (id) : NULL_TREE;
  bool array = decl && TREE_CODE (decl) == TYPE_DECL && TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE;
  bool lacks_type = !around && lacks_type_p (reader, at, w.name);
  if (!array && !labelled && !around && !lacks_type)
    return node;
  std::string argument = around ? "0"
                         : array ? std::string ("\"") + IDENTIFIER_POINTER (id) + "\"" : "";
  std::string name = std::string (labelled ? "__erbium_label_" : "__erbium_") + w.name + "_"
                     + (lacks_type ? "0int" : array ? IDENTIFIER_POINTER (id) : argument);
  std::string text = attribute_of (w, labelled, argument) + (lacks_type ? " int" : "");
  return macro_for (name.c_str (), text.c_str ());
}

/* Returns the macro for process.  The one of process int p (...) lacks the void, and its argument
 * means that the type has been reported. */
static cpp_hashnode *
expansion_of_process (cpp_reader *reader, cpp_hashnode *node)
{
  return name_behind_type (reader)
           ? macro_for ("__erbium_typed_process", "__attribute__((__erbium_process__(0)))") : node;
}

/* Returns the macro for run, with the member that run_expansion names. */
static cpp_hashnode *
expansion_of_run (cpp_reader *reader, cpp_hashnode *node, const word &w)
{
  const char *member = run_expansion (reader);
  if (!member)
    return node;
  char *name = concat ("__erbium_run_", member, NULL), *text = concat (w.expansion, member, NULL);
  cpp_hashnode *macro = macro_for (name, text);
  free (text);
  free (name);
  return macro;
}

static cpp_hashnode *
macro_to_expand (cpp_reader *reader, const cpp_token *t)
{
  cpp_hashnode *node = t->val.node.node;
  const char *name = (const char *) NODE_NAME (node);
  if (in_argument_p (reader))
    return NULL; /* the hook is called again for the body of the macro, unless a # has it there */
  start_lookahead (reader);
  for (const word &w : words)
    if (strcmp (w.name, name) == 0)
      {
        if (!w.ours (reader, t, name))
          return NULL;
        use_language ();
        if (w.ours == call_word && warn_cxx_compat && strncmp (name, "new_", 4) == 0)
          leave_out_from (OPT_Wc___compat, t->src_loc); /* sema/gcc_messages.cc */
        return w.ours == type_word ? expansion_of_type (reader, node, t, w)
               : w.ours == process_word ? expansion_of_process (reader, node)
               : w.ours == run_word ? expansion_of_run (reader, node, w) : node;
      }
  return NULL; /* a macro of a preprocessed text, which is expanded already */
}

void
use_language ()
{
  if (enabled_p ())
    return;
  use_brackets ();
  declare_language ();
}

void
each_word_macro (void (*visit) (cpp_hashnode *))
{
  for (const word &w : words)
    {
      cpp_hashnode *node = cpp_lookup (parse_in, (const unsigned char *) w.name, strlen (w.name));
      if (!cpp_user_macro_p (node))
        continue;
      const char *text = (const char *) cpp_macro_definition (parse_in, node);
      if (strcmp (text + strlen (w.name) + 1, w.expansion) == 0)
        visit (node);
    }
}

/* Whether the macros of the text are expanded already.  Then expansion is switched on for the
 * words, and #define is only there for debuggers.  With -fdirectives-only nothing is expanded
 * yet. */
static bool expanded_text;

void
read_preprocessed ()
{
  cpp_options *options = cpp_get_options (parse_in);
  expanded_text = options->preprocessed && !options->directives_only && !flag_preprocess_only;
  if (expanded_text)
    options->directives_only = 1;
}

static const char version_macro[] = "__ERBIUM__=1";

void
define_for_preprocessor ()
{
  cpp_force_token_locations (parse_in, BUILTINS_LOCATION);
  cpp_define (parse_in, version_macro);
  cpp_stop_forcing_token_locations (parse_in);
}

/* Defines macros that debug information (-g3) does not show. */
template <typename define_them>
static void
unseen (cpp_reader *reader, define_them body)
{
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  auto seen = callbacks->define;
  callbacks->define = NULL;
  cpp_force_token_locations (reader, BUILTINS_LOCATION);
  body ();
  cpp_stop_forcing_token_locations (reader);
  callbacks->define = seen;
}

void
write_words ()
{
  cpp_reader *reader = second_reader ();
  unseen (reader, [reader]
  {
    for (const word &w : words)
      {
        cpp_hashnode *node = cpp_lookup (parse_in, (const unsigned char *) w.name,
                                         strlen (w.name));
        if (cpp_macro_p (node) || (node->flags & NODE_POISONED))
          continue; /* also the second `run' of the table */
        char *text = concat (w.name, "=", w.expansion, NULL);
        cpp_define (reader, text);
        free (text);
        node->flags |= NODE_CONDITIONAL;
      }
  });
}

void
unwrite_words ()
{
  unseen (second_reader (), []
  {
    each_word_macro ([] (cpp_hashnode *node)
    {
      node->flags &= ~NODE_CONDITIONAL;
      cpp_undef (second_reader (), (const char *) NODE_NAME (node));
    });
  });
}

bool words_defined;

/* Defines the words, when a text is entered that may use the language (when_to_rewrite.cc); other
 * programs do not change in any way.  A word that the program has defined by then stays its own. */
void
define_words ()
{
  if (words_defined || flag_preprocess_only)
    return;
  words_defined = true;
  write_words ();
}

void
start_words ()
{
  if (flag_preprocess_only)
    return;
  if (!known_reader_p (parse_in))
    fatal_error (UNKNOWN_LOCATION, "the preprocessor of this GCC is not the one that the Erbium"
                 " plugin knows; use GCC 11 or 12 as they are released");
  cpp_reader *reader = cpp_get_options (parse_in)->preprocessed ? second_reader () : parse_in;
  unseen (reader, [reader] { cpp_define (reader, version_macro); });
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  callbacks->macro_to_expand = macro_to_expand;
  watch_precompiled ();
  watch_macros (expanded_text);
}

} // namespace erbium
