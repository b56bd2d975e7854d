/* SPDX-License-Identifier: GPL-3.0-or-later */
/* word_context.cc - the context of a word: the text before it, and whether the tokens behind it
 * begin a type (words.cc). */
#include "lex/words.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <string.h>

namespace erbium {

const unsigned char *
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

/* Whether a type may end with the word before another one: a keyword, a typedef. */
bool
type_name_p (tree id)
{
  if (C_IS_RESERVED_WORD (id))
    switch (C_RID_CODE (id))
      {
      case RID_RETURN: case RID_ELSE: case RID_DO: case RID_CASE: case RID_SIZEOF:
        return false;
      default:
        return true;
      }
  tree decl = lookup_name (id);
  return decl && TREE_CODE (decl) == TYPE_DECL;
}

/* The progress of reading a text, and the end of the last code that is no comment: outside of
 * directives, and in the directive that is being read. */
struct reading
{
  const unsigned char *buf, *rlimit, *at, *code, *directive;
  bool in_directive, line_begins;
};

/* Lines that a backslash joins, from the start of the first to the end of the last.  The
 * preprocessor joins them in place as it reads them; behind the newline, the rest of the old text
 * remains, up to that end. */
typedef std::vector<std::pair<const unsigned char *, const unsigned char *>> joined_lines;
static std::map<const unsigned char *, joined_lines> joined; /* of each text, by its begin */

void
note_joined_lines (const unsigned char *buf, const unsigned char *end)
{
  joined_lines &lines = joined[buf];
  lines.clear ();
  bool goes_on = false, any = false; /* the last character but blanks is a backslash */
  const unsigned char *start = buf;
  for (const unsigned char *p = buf; p < end; p++)
    if (*p == '\n' && goes_on)
      {
        any = true;
        goes_on = false;
      }
    else if (*p == '\n')
      {
        if (any)
          lines.push_back ({ start, p + 1 });
        any = false;
        start = p + 1;
      }
    else if (!ISSPACE (*p))
      goes_on = *p == '\\';
}

/* Returns where the text continues behind the newline at P. */
static const unsigned char *
next_text (const unsigned char *buf, const unsigned char *p)
{
  const joined_lines &lines = joined[buf];
  auto line = std::upper_bound (lines.begin (), lines.end (), p,
                                [] (const unsigned char *at, const joined_lines::value_type &l)
                                { return at < l.second; });
  return line != lines.end () && line->first <= p ? line->second : p + 1;
}

static void
read_on (reading *r)
{
  unsigned char *p = (unsigned char *) r->at, *from = p, *end = (unsigned char *) r->rlimit;
  bool begins = r->line_begins;
  r->line_begins = *p == '\n' || (begins && ISSPACE (*p));
  if (*p == '\n')
    {
      r->in_directive = false;
      r->at = next_text (r->buf, p);
      return;
    }
  if (comment_p (p, end))
    {
      r->at = skip_comment (p, end);
      r->line_begins = begins;
      return;
    }
  if (*p == '#' && begins)
    r->in_directive = true;
  if (word_char (*p))
    {
      p = skip_word (p, end);
      if (p < end && quote_p (*p))
        p = skip_literal (p, end, (size_t) (p - from));
    }
  else if (quote_p (*p))
    p = skip_literal (p, end, 0);
  else
    p = (*p == '\\' ? skip_escape (p, end) : p) + 1;
  r->at = p;
  if (!ISSPACE (*from) && *from != '\\')
    (r->in_directive ? r->directive : r->code) = p;
}

/* Returns the end of the code before P.  A comment can only be recognised in forward direction;
 * words come in the order of the text, so the text is read once. */
static const unsigned char *
code_before (const cpp_buffer_head *b, const unsigned char *p)
{
  static reading now;
  static const char *file;
  const char *here = LOCATION_FILE (line_table->highest_line);
  if (now.buf != b->buf || now.rlimit != b->rlimit || file != here || now.at > p)
    now = { b->buf, b->rlimit, b->buf, b->buf, b->buf, false, true };
  file = here;
  while (now.at < p)
    read_on (&now);
  return now.in_directive ? now.directive : now.code;
}

before
what_is_before (cpp_reader *reader, const cpp_token *t, const char *word)
{
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (reader);
  const unsigned char *p = text_of (reader, t, word);
  if (!p)
    return UNKNOWN;
  p = code_before (b, p);
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
  return type_name_p (get_identifier_with_length ((const char *) p, n)) ? TYPE : OTHER;
}

bool
behind_colon_p (cpp_reader *reader, const cpp_token *t, const char *word)
{
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (reader);
  const unsigned char *p = text_of (reader, t, word);
  p = p ? code_before (b, p) : NULL;
  return p && p > b->buf && p[-1] == ':';
}

/* Returns the word that ends before *P, and moves *P to its start; "" if there is none. */
static std::string
word_before (const cpp_buffer_head *b, const unsigned char **p)
{
  const unsigned char *end = *p;
  while (end > b->buf && ISSPACE (end[-1]))
    end--;
  *p = end;
  while (*p > b->buf && (ISIDNUM ((*p)[-1]) || (*p)[-1] == '$'))
    --*p;
  return std::string ((const char *) *p, (size_t) (end - *p));
}

bool
bound_p (const cpp_token *t)
{
  return lookup_name (identifier_of (t)) != NULL_TREE;
}

/* ---- Types ------------------------------------------------------------- */

bool
qualifier_p (enum rid rid)
{
  return rid == RID_CONST || rid == RID_VOLATILE || rid == RID_ATOMIC || rid == RID_RESTRICT;
}

/* Whether the reserved word belongs to a type.  The last ones are not reserved in all releases of
 * GCC, which then have no code for them. */
static bool
type_keyword_p (tree id)
{
  enum rid rid = C_RID_CODE (id);
  switch (rid)
    {
    case RID_INT: case RID_CHAR: case RID_FLOAT: case RID_DOUBLE: case RID_VOID:
    case RID_UNSIGNED: case RID_SIGNED: case RID_SHORT: case RID_LONG: case RID_BOOL:
    case RID_COMPLEX: case RID_STRUCT: case RID_UNION: case RID_ENUM: case RID_TYPEOF:
    case RID_AUTO_TYPE: case RID_SAT: case RID_FRACT: case RID_ACCUM:
    case RID_DFLOAT32: case RID_DFLOAT64: case RID_DFLOAT128:
    CASE_RID_FLOATN_NX:
      return true;
    default:
      return (rid >= RID_FIRST_INT_N && rid <= RID_LAST_INT_N) || id_equal (id, "typeof_unqual")
             || id_equal (id, "__typeof_unqual") || id_equal (id, "__typeof_unqual__")
             || id_equal (id, "_BitInt") || id_equal (id, "_Decimal64x");
    }
}

bool
type_before_p (cpp_reader *reader, const cpp_token *t, const char *word)
{
  const cpp_buffer_head *b = (const cpp_buffer_head *) cpp_get_buffer (reader);
  const unsigned char *p = text_of (reader, t, word);
  std::string name = p ? word_before (b, &p) : "";
  if (name.empty ())
    return false;
  tree id = get_identifier (name.c_str ());
  if (C_IS_RESERVED_WORD (id))
    {
      enum rid rid = C_RID_CODE (id); /* struct record r: a tag */
      return type_keyword_p (id) && rid != RID_STRUCT && rid != RID_UNION && rid != RID_ENUM;
    }
  std::string tag = word_before (b, &p);
  tree decl = lookup_name (id);
  return tag == "struct" || tag == "union" || tag == "enum"
         || (decl && TREE_CODE (decl) == TYPE_DECL);
}

/* Whether the keyword may stand before a type, and after no name in plain C. */
static bool
before_type_p (enum rid rid)
{
  return rid == RID_STATIC || rid == RID_EXTERN || rid == RID_TYPEDEF || rid == RID_ALIGNAS
         || rid == RID_THREAD || rid == RID_REGISTER || rid == RID_AUTO || rid == RID_INLINE
         || rid == RID_NORETURN || rid == RID_CONSTEXPR;
}

/* Returns the token behind the parentheses of an __attribute__ that has been read. */
static const cpp_token *
behind_attribute (lookahead &ahead)
{
  const cpp_token *t = ahead.next ();
  int depth = 0;
  for (int n = 0; n < 64 && t->type != CPP_EOF && t->type != CPP_SEMICOLON; n++)
    {
      depth += t->type == CPP_OPEN_PAREN ? 1 : t->type == CPP_CLOSE_PAREN ? -1 : 0;
      t = ahead.next ();
      if (depth == 0)
        break;
    }
  return t;
}

/* Returns the first token of the body of a macro, or NULL. */
static const cpp_token *
first_of_macro (const cpp_hashnode *node)
{
  if (!cpp_user_macro_p (node))
    return NULL;
  const cpp_macro *macro = node->value.macro;
  return macro && macro->kind == cmk_macro && macro->count > 0 ? &macro->exp.tokens[0] : NULL;
}

/* Whether a name starts a type here: a keyword, a typedef, a word of the language, or a macro that
 * begins with one. */
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
      /* Perhaps no type follows: int view __attribute__ ((unused)); */
      if (depth == 0 && rid == RID_ATTRIBUTE)
        return starts_type (behind_attribute (ahead), ahead, 0);
      if (depth == 0 && (qualifier_p (rid) || before_type_p (rid)))
        {
          const cpp_token *next = ahead.next ();
          bool atomic_type = rid == RID_ATOMIC || rid == RID_ALIGNAS; /* _Atomic (int) */
          return (atomic_type && next->type == CPP_OPEN_PAREN) || starts_type (next, ahead, 0);
        }
      if (qualifier_p (rid))
        return true;
      return type_keyword_p (id);
    }
  tree decl = lookup_name (id);
  if (decl)
    return TREE_CODE (decl) == TYPE_DECL;
  return node->flags & NODE_CONDITIONAL
         && (id_equal (id, "view") || id_equal (id, "record"));
}

bool
starts_type (const cpp_token *t, lookahead &ahead, int depth)
{
  return t->type == CPP_NAME && name_starts_type (t, ahead, depth);
}

tree
name_behind_type (cpp_reader *reader)
{
  lookahead ahead (reader);
  bool type = false;
  for (int n = 0; n < 16; n++)
    {
      const cpp_token *t = ahead.next ();
      tree id = identifier_of (t);
      if (t->type == CPP_MULT && type)
        continue;
      if (!id || cpp_macro_p (t->val.node.node))
        return NULL_TREE;
      bool keyword = C_IS_RESERVED_WORD (id);
      enum rid rid = keyword ? C_RID_CODE (id) : RID_MAX;
      if (keyword && (qualifier_p (rid) || before_type_p (rid)))
        continue;
      if (keyword ? !type_keyword_p (id) : !type && !type_name_p (id))
        return NULL_TREE;
      if (!keyword && type && ahead.next ()->type == CPP_OPEN_PAREN)
        return id;
      if (!keyword && type)
        return NULL_TREE;
      type = true;
      if (rid == RID_STRUCT || rid == RID_UNION || rid == RID_ENUM)
        ahead.next (); /* the tag */
    }
  return NULL_TREE;
}

bool
plain_name_p (const cpp_token *t)
{
  tree id = identifier_of (t);
  return id && !C_IS_RESERVED_WORD (id);
}

} // namespace erbium
