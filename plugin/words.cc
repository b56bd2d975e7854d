/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.cc - the words of the language, where they are not names of the program.
 *
 * Each word is a macro of the preprocessor's conditional kind, made for words
 * like `vector' on PowerPC: before it expands one, it asks here, and we look at
 * the tokens that follow, at the word before, and at what the program has
 * declared.  #ifdef does not see such a macro, and a program may define its own.
 *
 *   view T v, record T r    -> __attribute__ ((__erbium_view__)) T v
 *   process p (...)         -> __attribute__ ((__erbium_process__)) void p (...)
 *   run p (x)               -> __erbium_run.p (x), a call of a member, whose
 *                              type is that of p but for its result, the handle
 *   update (v, i), ...      -> __builtin_erbium_update (v, i)
 *
 * Macros that are expanded already (-fpreprocessed: ccache, -save-temps) take
 * the same way: there the preprocessor is told to expand, and every macro but
 * ours is made a conditional one that never is.
 */
#include "plugin.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"
#include "diagnostic.h"
#include "flags.h"
#include "gcc-rich-location.h"
#include "langhooks.h"
#include "stor-layout.h"
#include "options.h"
#include "toplev.h"

#include <ctype.h>
#include <string.h>

namespace erbium {

/* ---- Looking around ---------------------------------------------------- */

static tree
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

/* The first fields of the preprocessor's buffer, as in brackets.cc. */
struct cpp_buffer_head
{
  const unsigned char *cur, *line_base, *next_line, *buf, *rlimit;
};

/* Where the token t, which is `word', stands in the buffer; NULL where it came
 * from a macro or cannot be found. */
static const unsigned char *
text_of (cpp_reader *reader, const cpp_token *t, const char *word)
{
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (reader);
  if (!b || t->src_loc <= BUILTINS_LOCATION)
    return NULL;
  const line_map_ordinary *map;
  location_t spelled = linemap_resolve_location (line_table, t->src_loc,
                                                 LRK_SPELLING_LOCATION, &map);
  if (!map || spelled <= BUILTINS_LOCATION)
    return NULL;
  int column = SOURCE_COLUMN (map, spelled);
  const line_map_ordinary *now_map;
  location_t now = linemap_resolve_location (line_table, line_table->highest_line,
                                             LRK_SPELLING_LOCATION, &now_map);
  if (!now_map || column == 0)
    return NULL;
  long back = (long) SOURCE_LINE (now_map, now) - (long) SOURCE_LINE (map, spelled);
  const unsigned char *line = b->line_base;
  for (; back > 0 && line > b->buf; back--)
    for (line--; line > b->buf && line[-1] != '\n'; line--)
      ;
  const unsigned char *p = line + column - 1;
  size_t n = strlen (word);
  return back == 0 && p >= b->buf && p + n <= b->rlimit && memcmp (p, word, n) == 0 ? p : NULL;
}

/* What stands before a word, so far as the text tells. */
enum before { UNKNOWN, TAG, MEMBER, TYPE, OTHER };

static before
what_is_before (cpp_reader *reader, const cpp_token *t, const char *word)
{
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (reader);
  const unsigned char *p = text_of (reader, t, word);
  if (!p)
    return UNKNOWN;
  while (p > b->buf && ISSPACE (p[-1]))
    p--;
  if (p == b->buf)
    return OTHER;
  if (p[-1] == '.' || (p[-1] == '>' && p > b->buf + 1 && p[-2] == '-'))
    return MEMBER;
  const unsigned char *end = p;
  while (p > b->buf && (ISIDNUM (p[-1]) || p[-1] == '$'))
    p--;
  size_t n = (size_t) (end - p);
  if (n == 0)
    return OTHER;
  static const char *const tags[] = { "struct", "union", "enum", "goto" };
  for (const char *tag : tags)
    if (strlen (tag) == n && memcmp (tag, p, n) == 0)
      return TAG;
  tree id = get_identifier_with_length ((const char *) p, n);
  if (C_IS_RESERVED_WORD (id))
    switch (C_RID_CODE (id))
      {
      case RID_RETURN: case RID_ELSE: case RID_DO: case RID_CASE: case RID_SIZEOF:
        return OTHER;
      default:
        return TYPE;
      }
  tree decl = lookup_name (id);
  return decl && TREE_CODE (decl) == TYPE_DECL ? TYPE : OTHER;
}

static bool
bound_p (const cpp_token *t)
{
  return lookup_name (identifier_of (t)) != NULL_TREE;
}

/* ---- Types ------------------------------------------------------------- */

static bool
qualifier_p (enum rid rid)
{
  return rid == RID_CONST || rid == RID_VOLATILE || rid == RID_ATOMIC || rid == RID_RESTRICT;
}

static bool
type_keyword_p (enum rid rid)
{
  switch (rid)
    {
    case RID_INT: case RID_CHAR: case RID_FLOAT: case RID_DOUBLE: case RID_VOID:
    case RID_UNSIGNED: case RID_SIGNED: case RID_SHORT: case RID_LONG: case RID_BOOL:
    case RID_COMPLEX: case RID_STRUCT: case RID_UNION: case RID_ENUM: case RID_TYPEOF:
    case RID_AUTO_TYPE:
    case RID_DFLOAT32: case RID_DFLOAT64: case RID_DFLOAT128:
    CASE_RID_FLOATN_NX:
      return true;
    default:
      return rid >= RID_FIRST_INT_N && rid <= RID_LAST_INT_N;
    }
}

/* The first token of what a macro without arguments stands for. */
static const cpp_token *
first_of_macro (const cpp_hashnode *node)
{
  if (!cpp_user_macro_p (node))
    return NULL;
  const cpp_macro *macro = node->value.macro;
  return macro && macro->kind == cmk_macro && macro->count > 0 ? &macro->exp.tokens[0] : NULL;
}

static bool starts_type (const cpp_token *t, lookahead &ahead, int depth = 0);

/* Whether a name starts a type here: a keyword, a typedef, one of our words, or
 * a macro that begins with one. */
static bool
name_starts_type (const cpp_token *t, lookahead &ahead, int depth)
{
  const cpp_hashnode *node = t->val.node.node;
  tree id = identifier_of (t);
  if (cpp_macro_p (node) && !(node->flags & NODE_CONDITIONAL))
    {
      const cpp_token *first = depth < 8 ? first_of_macro (node) : NULL;
      return first && starts_type (first, ahead, depth + 1);
    }
  if (C_IS_RESERVED_WORD (id))
    {
      enum rid rid = C_RID_CODE (id);
      if (qualifier_p (rid))
        return depth > 0 || starts_type (ahead.next (), ahead, 0);
      return type_keyword_p (rid);
    }
  tree decl = lookup_name (id);
  if (decl)
    return TREE_CODE (decl) == TYPE_DECL;
  return node->flags & NODE_CONDITIONAL
         && (id_equal (id, "view") || id_equal (id, "record"));
}

static bool
starts_type (const cpp_token *t, lookahead &ahead, int depth)
{
  return t->type == CPP_NAME && name_starts_type (t, ahead, depth);
}

/* A name of the program's own, or one it has not declared. */
static bool
plain_name_p (const cpp_token *t)
{
  tree id = identifier_of (t);
  return id && !C_IS_RESERVED_WORD (id);
}

/* ---- Which word is ours ------------------------------------------------ */

/* Two names that nothing is known of: in `view T v' T is misspelt, which the
 * front end then says. */
static bool
unknown_type_p (cpp_reader *reader)
{
  lookahead ahead (reader);
  const cpp_token *a = ahead.next (), *b = ahead.next ();
  return plain_name_p (a) && plain_name_p (b) && !cpp_macro_p (a->val.node.node) && !bound_p (a);
}

/* view, record: a type follows. */
static bool
type_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  lookahead ahead (reader);
  if (bound_p (t) || (!starts_type (ahead.next (), ahead) && !unknown_type_p (reader)))
    return false;
  before b = what_is_before (reader, t, word);
  return b != TAG && b != MEMBER;
}

/* process: `process p (' or `process (*p'. */
static bool
process_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  if (bound_p (t))
    return false;
  lookahead ahead (reader);
  const cpp_token *a = ahead.next (), *b = ahead.next ();
  bool named = plain_name_p (a)
               && (b->type == CPP_OPEN_PAREN || b->type == CPP_SEMICOLON || b->type == CPP_EQ);
  bool pointer = a->type == CPP_OPEN_PAREN && b->type == CPP_MULT;
  bool macro = plain_name_p (a) && plain_name_p (b) && cpp_macro_p (a->val.node.node);
  if (!named && !pointer && !macro)
    return false;
  before before = what_is_before (reader, t, word);
  if (before == TAG || before == MEMBER)
    return false;
  if (b->type == CPP_SEMICOLON || b->type == CPP_EQ)
    return enabled_p ();
  return !pointer || enabled_p () || before == TYPE || before == UNKNOWN || ahead.next ()->type == CPP_NAME;
}

/* Whether what follows the parenthesis declares parameters. */
static bool
parameters_p (lookahead &ahead)
{
  const cpp_token *t = ahead.next ();
  return t->type == CPP_CLOSE_PAREN || t->type == CPP_ELLIPSIS || starts_type (t, ahead);
}

/* A primitive: the program has not declared the name, uses the language, and
 * calls it. */
static bool
call_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  lookahead ahead (reader);
  if (!enabled_p () || ahead.next ()->type != CPP_OPEN_PAREN)
    return false;
  if (!C_IS_RESERVED_WORD (identifier_of (t)) && bound_p (t))
    return false;
  before b = what_is_before (reader, t, word);
  if (b == TAG || b == MEMBER || b == TYPE)
    return false;
  return !parameters_p (ahead);
}

/* HANDOVER and the like: constants. */
static bool
constant_word (cpp_reader *, const cpp_token *t, const char *)
{
  return enabled_p () && !bound_p (t);
}

/* erbium_process h, (erbium_index) x, where erbium.h has not declared them. */
static bool
typedef_word (cpp_reader *reader, const cpp_token *t, const char *)
{
  if (!enabled_p () || bound_p (t))
    return false;
  const cpp_token *a = lookahead (reader).next ();
  return a->type == CPP_MULT || a->type == CPP_CLOSE_PAREN || plain_name_p (a);
}

/* ---- run --------------------------------------------------------------- */

/* The function type that `run NAME' starts; NULL_TREE after an error. */
static tree
process_named (tree name, location_t place, location_t run)
{
  tree decl = lookup_name (name);
  if (!decl)
    {
      error_at (place, "%qE is not declared; %<run%> starts a process that is declared as"
                " %<process %E (...)%>", name, name);
      return NULL_TREE;
    }
  tree type = TREE_TYPE (decl);
  if (type == error_mark_node)
    return NULL_TREE;
  if (!VAR_OR_FUNCTION_DECL_P (decl) && TREE_CODE (decl) != PARM_DECL)
    type = NULL_TREE;
  if (!type || !process_type_p (type))
    {
      if (TREE_CODE (decl) == FUNCTION_DECL)
        {
          gcc_rich_location rich (place);
          rich.add_fixit_remove (run);
          error_at (&rich, "%qD is a function, and %<run%> starts a process;"
                    " declare it with %<process%>, or call it without %<run%>", decl);
        }
      else
        error_at (place, "%qD is no process, and %<run%> starts a process", decl);
      if (DECL_SOURCE_LOCATION (decl) > BUILTINS_LOCATION)
        inform (DECL_SOURCE_LOCATION (decl), "%qD is declared here", decl);
      return NULL_TREE;
    }
  TREE_USED (decl) = 1;
  mark_exp_read (decl);
  return type;
}

/* type with its functions returning a handle instead of void. */
static tree
with_handle (tree type)
{
  if (POINTER_TYPE_P (type))
    return build_pointer_type (with_handle (TREE_TYPE (type)));
  if (TREE_CODE (type) == ARRAY_TYPE)
    return build_array_type (with_handle (TREE_TYPE (type)), TYPE_DOMAIN (type));
  return build_function_type (long_integer_type_node, TYPE_ARG_TYPES (type));
}

/* Makes NAME a member of __erbium_run, in front of others of that name. */
static void
add_run_field (tree name, tree type, location_t place)
{
  tree handled = type ? with_handle (type) : error_mark_node;
  if (TREE_CODE (handled) == FUNCTION_TYPE)
    handled = build_pointer_type (handled);
  tree structure = TREE_TYPE (identifier_global_value (get_identifier ("__erbium_run")));
  tree field = build_decl (place, FIELD_DECL, name, handled);
  DECL_CONTEXT (field) = structure;
  DECL_FIELD_OFFSET (field) = size_zero_node;
  DECL_FIELD_BIT_OFFSET (field) = bitsize_zero_node;
  if (type)
    {
      SET_DECL_OFFSET_ALIGN (field, TYPE_ALIGN (handled));
      SET_DECL_ALIGN (field, TYPE_ALIGN (handled));
      layout_decl (field, 0);
    }
  tree target = type ? lookup_name (name) : NULL_TREE;
  DECL_ATTRIBUTES (field) = tree_cons (get_identifier ("erbium target"),
                                       build_tree_list (NULL_TREE, target), NULL_TREE);
  DECL_CHAIN (field) = TYPE_FIELDS (structure);
  TYPE_FIELDS (structure) = field;
}

/* run: `run p (' or `run p [', or another name, which is an error. */
static bool
run_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  if (bound_p (t))
    return false;
  lookahead ahead (reader);
  const cpp_token *a = ahead.next ();
  if (!plain_name_p (a) || cpp_macro_p (a->val.node.node))
    return false;
  before b = what_is_before (reader, t, word);
  if (b == TAG || b == MEMBER || b == TYPE)
    return false;
  const cpp_token *after = ahead.next ();
  enable ();
  tree name = identifier_of (a), type = NULL_TREE;
  location_t place = a->src_loc;
  if (after->type == CPP_OPEN_PAREN || after->type == CPP_OPEN_SQUARE)
    type = process_named (name, place, t->src_loc);
  else
    error_at (place, "%<run%> starts a process with its arguments: %<run %E (...)%>", name);
  add_run_field (name, type, place);
  return true;
}

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

/* Another preprocessor with the same identifiers, with which macros are kept: to
 * define some while the first one is reading.  In a text that is preprocessed
 * already, that has read the first tokens, a line marker, and would take them
 * for those of the definitions. */
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

/* `view row v' as a parameter, where row is an array: by the time that the
 * attribute is looked at, the front end has made a pointer of it.  So for types
 * that are arrays by name, the attribute says the name (types.cc). */
static cpp_hashnode *
expansion_with_name (cpp_reader *reader, cpp_hashnode *node, const word &w)
{
  lookahead ahead (reader);
  const cpp_token *t = ahead.next ();
  tree id;
  while ((id = identifier_of (t)) && C_IS_RESERVED_WORD (id) && qualifier_p (C_RID_CODE (id)))
    t = ahead.next ();
  tree decl = id ? lookup_name (id) : NULL_TREE;
  if (!decl || TREE_CODE (decl) != TYPE_DECL || TREE_CODE (TREE_TYPE (decl)) != ARRAY_TYPE)
    return node;
  char *name = concat ("__erbium_", w.name, "_", IDENTIFIER_POINTER (id), NULL);
  cpp_hashnode *macro = cpp_lookup (parse_in, (const unsigned char *) name, strlen (name));
  if (!cpp_macro_p (macro))
    {
      char *text = concat (name, "=__attribute__((__erbium_", w.name, "__(\"",
                           IDENTIFIER_POINTER (id), "\")))", NULL);
      cpp_force_token_locations (second_reader (), BUILTINS_LOCATION);
      cpp_define (second_reader (), text);
      cpp_stop_forcing_token_locations (second_reader ());
      free (text);
    }
  free (name);
  return macro;
}

static cpp_hashnode *
macro_to_expand (cpp_reader *reader, const cpp_token *t)
{
  cpp_hashnode *node = t->val.node.node;
  const char *name = (const char *) NODE_NAME (node);
  for (const word &w : words)
    if (strcmp (w.name, name) == 0)
      {
        if (!w.ours (reader, t, name))
          return NULL;
        enable ();
        return w.ours == type_word ? expansion_with_name (reader, node, w) : node;
      }
  return NULL; /* a macro of a preprocessed text, which is expanded already */
}

static void
mark_conditional ()
{
  for (const word &w : words)
    {
      cpp_hashnode *node = cpp_lookup (parse_in, (const unsigned char *) w.name, strlen (w.name));
      if (cpp_user_macro_p (node))
        node->flags |= NODE_CONDITIONAL;
    }
}

/* A precompiled header brings macros of its own, ours among them. */
static void (*read_pch) (cpp_reader *, const char *, int, const char *);

static void
on_read_pch (cpp_reader *reader, const char *name, int fd, const char *orig)
{
  read_pch (reader, name, fd, orig);
  mark_conditional ();
}

/* A text whose macros are expanded already: the preprocessor is told to expand,
 * for our words, and #define is only there for debuggers.  With -fdirectives-only
 * nothing is expanded yet. */
static bool expanded_text;

void
read_preprocessed ()
{
  cpp_options *options = cpp_get_options (parse_in);
  expanded_text = options->preprocessed && !options->directives_only && !flag_preprocess_only;
  if (expanded_text)
    options->directives_only = 1;
}

static void (*define) (cpp_reader *, location_t, cpp_hashnode *);

static void
on_define (cpp_reader *reader, location_t place, cpp_hashnode *node)
{
  if (define)
    define (reader, place, node);
  node->flags |= NODE_CONDITIONAL;
}

static const char version_macro[] = "__ERBIUM__=1";

void
define_for_preprocessor ()
{
  cpp_force_token_locations (parse_in, BUILTINS_LOCATION);
  cpp_define (parse_in, version_macro);
  cpp_stop_forcing_token_locations (parse_in);
}

/* What is defined here is not seen by debug information (-g3). */
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

/* The words themselves, when a text is entered that may use the language
 * (brackets.cc): a program that does not is left alone in all ways.  What the
 * program has defined by then is its own. */
void
define_words ()
{
  static bool done;
  if (done || flag_preprocess_only)
    return;
  done = true;
  cpp_reader *reader = second_reader ();
  unseen (reader, [reader]
  {
    for (const word &w : words)
      {
        cpp_hashnode *node = cpp_lookup (parse_in, (const unsigned char *) w.name,
                                         strlen (w.name));
        if (cpp_macro_p (node)) /* `run' is in the table twice, too */
          continue;
        char *text = concat (w.name, "=", w.expansion, NULL);
        cpp_define (reader, text);
        free (text);
        node->flags |= NODE_CONDITIONAL;
      }
  });
}

/* Before the first line of the program. */
void
start_words ()
{
  if (flag_preprocess_only)
    return;
  cpp_reader *reader = cpp_get_options (parse_in)->preprocessed ? second_reader () : parse_in;
  unseen (reader, [reader] { cpp_define (reader, version_macro); });
  cpp_callbacks *callbacks = cpp_get_callbacks (parse_in);
  callbacks->macro_to_expand = macro_to_expand;
  if (callbacks->read_pch)
    {
      read_pch = callbacks->read_pch;
      callbacks->read_pch = on_read_pch;
    }
  if (expanded_text)
    {
      define = callbacks->define;
      callbacks->define = on_define;
    }
}

} // namespace erbium
