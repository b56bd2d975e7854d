/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type_text.cc - types as the program writes them, for messages.
 *
 *   view int    int_view    view int (*)[3]    void (*)(view int, record char)
 *
 * GCC prints the pointer that a view is for the front end.  Here a view is printed as such, and a
 * typedef by its name alone.
 */
#include "language/language.h"

#include "tree-pretty-print.h"

namespace erbium {

static bool
marked_p (const_tree type)
{
  return view_p (type) || record_p (type);
}

/* A VLA that a pointer points to has a declaration without a name. */
static bool
named_p (const_tree type)
{
  tree name = TYPE_NAME (type);
  return name && (TREE_CODE (name) != TYPE_DECL || DECL_NAME (name));
}

static bool
any_argument_p (const_tree function, bool (*f) (tree))
{
  for (tree a = TYPE_ARG_TYPES (function); a && a != void_list_node; a = TREE_CHAIN (a))
    if (f (TREE_VALUE (a)))
      return true;
  return false;
}

bool
made_of_views_p (tree type)
{
  /* A parameter may have a type that is an error. */
  while (type != error_mark_node && !named_p (type) && !marked_p (type)
         && (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE
             || TREE_CODE (type) == FUNCTION_TYPE))
    {
      if (TREE_CODE (type) == FUNCTION_TYPE
          && (process_type_p (type) || any_argument_p (type, made_of_views_p)))
        return true;
      type = TREE_TYPE (type);
    }
  return type != error_mark_node && marked_p (type);
}

/* Returns "[3]" and the like, or "[]". */
static std::string
bound_text (tree array)
{
  tree last = TYPE_DOMAIN (array) ? TYPE_MAX_VALUE (TYPE_DOMAIN (array)) : NULL_TREE;
  return last && tree_fits_shwi_p (last) ? "[" + std::to_string (tree_to_shwi (last) + 1) + "]"
                                         : "[]";
}

/* "(view int, ...)" */
static std::string
parameters_text (tree function)
{
  std::string text = "(";
  tree a = TYPE_ARG_TYPES (function);
  if (a == void_list_node)
    return "(void)";
  for (; a && a != void_list_node; a = TREE_CHAIN (a))
    text += (text.size () > 1 ? ", " : "") + type_text (TREE_VALUE (a));
  return text + (TYPE_ARG_TYPES (function) && !a ? ", ...)" : ")");
}

/* Returns the text of TYPE around DONE, the text of the declarator so far. */
static std::string
around (tree type, std::string done, bool pointer)
{
  bool function = TREE_CODE (type) == FUNCTION_TYPE, array = TREE_CODE (type) == ARRAY_TYPE;
  if (named_p (type) || marked_p (type) || !(function || array || POINTER_TYPE_P (type)))
    return type_text (type) + (done.empty () || done[0] == '[' ? "" : " ") + done;
  if (POINTER_TYPE_P (type))
    {
      std::string quals = TYPE_READONLY (type) ? "const" : "";
      std::string blank = done.empty () || quals.empty () ? "" : " ";
      return around (TREE_TYPE (type), "*" + quals + blank + done, true);
    }
  if (pointer)
    done = "(" + done + ")";
  if (array)
    return around (TREE_TYPE (type), done + bound_text (type), false);
  done += parameters_text (type);
  return process_type_p (type) ? "process " + done : around (TREE_TYPE (type), done, false);
}

std::string
type_text (tree type)
{
  if (type == error_mark_node)
    return "<type-error>"; /* as in GCC's messages */
  bool marked = marked_p (type), derived = POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE
                                           || TREE_CODE (type) == FUNCTION_TYPE;
  if (derived && !marked && !named_p (type))
    return around (type, "", false);
  if (marked && !(TYPE_NAME (type) && TREE_CODE (TYPE_NAME (type)) == TYPE_DECL))
    return view_p (type) ? "view " + type_text (view_element (type))
                         : "record " + type_text (record_element (type));
  if (derived && TREE_CODE (TYPE_NAME (type)) == TYPE_DECL)
    return IDENTIFIER_POINTER (DECL_NAME (TYPE_NAME (type)));
  char *text = print_generic_expr_to_str (type);
  std::string result = text;
  free (text);
  return result;
}

} // namespace erbium
