/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_word.cc - run p (x) is a call of the member p of __erbium_run (words.cc).
 *
 * The member is added when the word is read, with the parameters of the process and a handle as
 * its result, so that the front end itself checks the arguments.
 */
#include "lex/words.h"

#include "diagnostic.h"
#include "gcc-rich-location.h"
#include "stor-layout.h"
#include "toplev.h"

namespace erbium {

/* Returns the process that `run NAME' starts, or a stand-in for one that is declared further down;
 * NULL_TREE after an error. */
static tree
process_named (tree name, location_t place, location_t run, bool element)
{
  tree decl = lookup_name (name);
  if (decl && TREE_CODE (decl) == FUNCTION_DECL && C_DECL_IMPLICIT (decl))
    decl = NULL_TREE; /* only a call has declared it, which is reported if it is a process */
  if (!decl && !pch_file && !element)
    return await_process (name, place);
  if (!decl)
    {
      error_at (place, "%qE undeclared; %<run%> %s requires an earlier declaration", name,
                element ? "of an array element" : "in a precompiled header");
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
          error_at (&rich, "%<run%> expects a process, but %qD is a function; declare it with"
                    " %<process%>, or call it without %<run%>", decl);
        }
      else
        error_at (place, "%<run%> expects a process, but %qD is not a process", decl);
      if (DECL_SOURCE_LOCATION (decl) > BUILTINS_LOCATION)
        inform (DECL_SOURCE_LOCATION (decl), "%qD declared here", decl);
      return NULL_TREE;
    }
  TREE_USED (decl) = 1;
  mark_exp_read (decl);
  return decl;
}

/* Whether run (p) (x) or run (*pp) (x) stands there: `(', a name or `*', some tokens, and `) ('.
 * Such a `run' cannot be a function of the program.  *NAME is the name, if that is all. */
static bool
parenthesised_p (lookahead &ahead, tree *name)
{
  const cpp_token *t = ahead.next ();
  if (!plain_name_p (t) && t->type != CPP_MULT && t->type != CPP_OPEN_PAREN)
    return false;
  *name = plain_name_p (t) ? identifier_of (t) : NULL_TREE;
  int depth = t->type == CPP_OPEN_PAREN ? 2 : 1;
  for (int length = 0; depth > 0 && length < 64; length++)
    {
      t = ahead.next ();
      if (t->type == CPP_SEMICOLON || t->type == CPP_EOF)
        return false;
      depth += t->type == CPP_OPEN_PAREN ? 1 : t->type == CPP_CLOSE_PAREN ? -1 : 0;
      if (depth > 0)
        *name = NULL_TREE;
    }
  return depth == 0 && ahead.next ()->type == CPP_OPEN_PAREN;
}

/* The name of a member that stands for the process after an error: run (*pp) (x) becomes
 * __erbium_run.__erbium_wrong (*pp) (x), about which the parser reports nothing more. */
static const char wrong_member[] = "__erbium_wrong";

const char *
run_expansion (cpp_reader *reader)
{
  return lookahead (reader).next ()->type == CPP_OPEN_PAREN ? wrong_member : NULL;
}

/* Whether run (p (x)) stands there, with the whole call in parentheses. */
static bool
wrapped_call_p (cpp_reader *reader)
{
  lookahead ahead (reader);
  ahead.next ();
  const cpp_token *t = ahead.next ();
  tree decl = plain_name_p (t) ? lookup_name (identifier_of (t)) : NULL_TREE;
  return decl && TREE_CODE (decl) == FUNCTION_DECL && process_p (decl)
         && ahead.next ()->type == CPP_OPEN_PAREN;
}

/* Returns the name that the macro T stands for: its body, or in ID (p), where ID (x) is x, the
 * argument.  NULL if it is not known. */
static const cpp_token *
name_of_macro (const cpp_token *t, lookahead &ahead)
{
  for (int depth = 0; plain_name_p (t) && cpp_macro_p (t->val.node.node); depth++)
    {
      const cpp_hashnode *node = t->val.node.node;
      const cpp_macro *macro = cpp_user_macro_p (node) ? node->value.macro : NULL;
      if (!macro || macro->kind != cmk_macro || macro->count != 1 || depth == 8)
        return NULL;
      if (!macro->fun_like)
        t = &macro->exp.tokens[0];
      else if (macro->exp.tokens[0].type == CPP_MACRO_ARG && macro->paramc == 1
               && depth == 0 && ahead.next ()->type == CPP_OPEN_PAREN)
        {
          t = name_of_macro (ahead.next (), ahead);
          if (!t || ahead.next ()->type != CPP_CLOSE_PAREN)
            return NULL;
        }
      else
        return NULL;
    }
  return plain_name_p (t) ? t : NULL;
}

static bool
process_name_p (const cpp_token *t)
{
  tree decl = lookup_name (identifier_of (t));
  return decl && TREE_TYPE (decl) && process_type_p (TREE_TYPE (decl));
}

bool
run_word (cpp_reader *reader, const cpp_token *t, const char *word)
{
  if (bound_p (t))
    return false;
  lookahead ahead (reader);
  const cpp_token *a = ahead.next ();
  if (a->type == CPP_OPEN_PAREN)
    {
      tree inner;
      location_t open = a->src_loc;
      before b = what_is_before (reader, t, word);
      bool wrapped = enabled_p () && wrapped_call_p (reader);
      if (!enabled_p () || b == TAG || b == MEMBER || b == TYPE
          || (!parenthesised_p (ahead, &inner) && !wrapped))
        return false;
      if (wrapped)
        error_at (open, "%<run%> expects a process and its arguments without parentheses around"
                  " them: %<run p (...)%>");
      else if (inner)
        error_at (open, "%<run%> expects the name of a process without parentheses:"
                  " %<run %E (...)%>", inner);
      else
        error_at (open, "%<run%> expects the name of a process, or of a variable that points to"
                  " one, without parentheses: %<run p (...)%>");
      add_run_member (get_identifier (wrong_member), NULL_TREE, open);
      return true;
    }
  location_t place = a->src_loc;
  if (plain_name_p (a) && cpp_macro_p (a->val.node.node))
    {
      a = name_of_macro (a, ahead);
      if (a && !process_name_p (a))
        return false;
    }
  if (!a || !plain_name_p (a))
    return false;
  before b = what_is_before (reader, t, word);
  if (b == TAG || b == MEMBER || b == TYPE)
    return false;
  const cpp_token *after = ahead.next ();
  use_language ();
  tree name = identifier_of (a), target = NULL_TREE;
  if (after->type == CPP_OPEN_PAREN || after->type == CPP_OPEN_SQUARE)
    target = process_named (name, place, t->src_loc, after->type == CPP_OPEN_SQUARE);
  else if (after->type == CPP_DEREF || after->type == CPP_DOT)
    error_at (place, "%<run%> expects the name of a process, or of a variable that points to one;"
              " copy the member to a variable: %<process (*p) (...) = %E%s...; run p (...)%>",
              name, after->type == CPP_DOT ? "." : "->");
  else
    error_at (place, "expected %<(%> after %<run %E%>", name);
  add_run_member (name, target, place);
  return true;
}

} // namespace erbium
