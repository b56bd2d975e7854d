/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_types.cc - the types `view T', `record T' and `process' in the C front end.
 *
 * The words become attributes among the declaration specifiers (lex/words.cc).  The handler of
 * `view' replaces the type T, in any declarator, by a pointer to T with a name and a mark of its
 * own, as the handler of vector_size does with a vector.  So the front end itself checks that
 * v[[i]] is an lvalue of type T, in parameters, fields, arrays, casts and typedefs, and debuggers
 * and messages show `view int'.  sema/ checks that a view is not used as a pointer.
 *
 * A process is a function type with an attribute.
 */
#include "language/language.h"

#include "diagnostic.h"
#include "print-tree.h"
#include "stor-layout.h"

#include <vector>

namespace erbium {

/* Marks on types; no program can write them, because of the blanks. */
static const char view_mark[] = "erbium view", record_mark[] = "erbium record";

static tree
marked_element (const_tree type, const char *mark)
{
  return type && POINTER_TYPE_P (type) && lookup_attribute (mark, TYPE_ATTRIBUTES (type))
           ? TREE_TYPE (type) : NULL_TREE;
}

tree
view_element (const_tree type)
{
  return marked_element (type, view_mark);
}

tree
record_element (const_tree type)
{
  return marked_element (type, record_mark);
}

bool
same_elements_p (tree a, tree b)
{
  tree of_a = element_of (a), of_b = element_of (b);
  return comptypes (TYPE_MAIN_VARIANT (of_a), TYPE_MAIN_VARIANT (of_b)) != 0
         && TYPE_ATOMIC (of_a) == TYPE_ATOMIC (of_b);
}

bool
process_type_p (const_tree type)
{
  while (type && (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE))
    type = TREE_TYPE (type);
  return type && FUNC_OR_METHOD_TYPE_P (type)
         && lookup_attribute ("erbium_process", TYPE_ATTRIBUTES (type));
}

/* Returns "view int" and the like, the name of a type. */
static tree
type_name (const char *what, tree element)
{
  const char *name = "...";
  tree id = TYPE_NAME (TYPE_MAIN_VARIANT (element));
  if (TYPE_NAME (element))
    id = TYPE_NAME (element);
  if (id && TREE_CODE (id) == TYPE_DECL)
    id = DECL_NAME (id);
  if (id && TREE_CODE (id) == IDENTIFIER_NODE)
    name = IDENTIFIER_POINTER (id);
  const char *tag = TREE_CODE (element) == RECORD_TYPE && TYPE_NAME (element)
                        && TREE_CODE (TYPE_NAME (element)) == IDENTIFIER_NODE
                      ? "struct " : TREE_CODE (element) == UNION_TYPE && TYPE_NAME (element)
                        && TREE_CODE (TYPE_NAME (element)) == IDENTIFIER_NODE
                      ? "union " : "";
  const char *star = "";
  if (POINTER_TYPE_P (element) && !TYPE_NAME (element))
    {
      star = " *";
      tree to = TYPE_NAME (TYPE_MAIN_VARIANT (TREE_TYPE (element)));
      if (to && TREE_CODE (to) == TYPE_DECL)
        to = DECL_NAME (to);
      name = to ? IDENTIFIER_POINTER (to) : "void";
    }
  int quals = id ? TYPE_QUALS (element) : TYPE_UNQUALIFIED; /* of a pointer: not shown */
  char *text = concat (what, quals & TYPE_QUAL_CONST ? " const " : " ",
                       quals & TYPE_QUAL_VOLATILE ? "volatile " : "",
                       quals & TYPE_QUAL_ATOMIC ? "_Atomic " : "", tag, name, star, NULL);
  tree result = get_identifier (text);
  free (text);
  return result;
}

/* Returns a pointer to ELEMENT that is a view or a record. */
static tree
build_marked (tree element, const char *mark, const char *what)
{
  tree plain = build_pointer_type (element);
  tree type = build_distinct_type_copy (plain);
  TYPE_ATTRIBUTES (type) = tree_cons (get_identifier (mark), NULL_TREE, NULL_TREE);
  tree decl = build_decl (BUILTINS_LOCATION, TYPE_DECL, type_name (what, element), type);
  DECL_ORIGINAL_TYPE (decl) = plain;
  DECL_ARTIFICIAL (decl) = 1;
  TYPE_NAME (type) = decl;
  return type;
}

static bool
good_element (tree element, const char *what, location_t loc)
{
  if (element == error_mark_node)
    return false;
  if (FUNC_OR_METHOD_TYPE_P (element))
    error_at (loc, "%s of functions; elements must have a complete object type", what);
  else if (VOID_TYPE_P (element))
    error_at (loc, "%s of %<void%>; elements must have a complete object type", what);
  else if (!COMPLETE_TYPE_P (element))
    error_at (loc, "%s has incomplete element type %qT", what, element);
  else if (TREE_CODE (TYPE_SIZE_UNIT (element)) != INTEGER_CST)
    error_at (loc, "%s of variable-sized elements; elements must have a constant size", what);
  else if (integer_zerop (TYPE_SIZE_UNIT (element)))
    error_at (loc, "%s has zero-sized element type %qT", what, element);
  else
    return true;
  return false;
}

/* Whether TYPE is a pointer, array or function of the declarator.  Those of a typedef stay within
 * T, but those of the declarator go around `view T', as for vector_size.  The front end applies the
 * attributes of specifiers last, so the layers of the declarator are those without a name.  A VLA
 * that a pointer points to has a declaration without a name, where its size is evaluated. */
static bool
layer_p (const_tree type)
{
  tree name = TYPE_NAME (type);
  return !name || (TREE_CODE (name) == TYPE_DECL && !DECL_NAME (name));
}

/* Returns the type of the specifiers, without the layers of the declarator. */
static tree
specified (tree type)
{
  while (layer_p (type) && !view_p (type) && !record_p (type)
         && (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE
             || FUNC_OR_METHOD_TYPE_P (type)))
    type = TREE_TYPE (type);
  return type;
}

/* Returns TYPE with BOTTOM replaced.  GCC's reconstruct_complex_type replaces the innermost type,
 * below typedefs. */
static tree
rebuild (tree type, tree bottom, tree replacement)
{
  if (type == bottom)
    return replacement;
  tree inner = rebuild (TREE_TYPE (type), bottom, replacement), outer;
  if (TREE_CODE (type) == POINTER_TYPE)
    outer = build_pointer_type_for_mode (inner, TYPE_MODE (type), TYPE_REF_CAN_ALIAS_ALL (type));
  else if (TREE_CODE (type) == ARRAY_TYPE)
    outer = build_array_type (inner, TYPE_DOMAIN (type));
  else
    outer = build_function_type (inner, TYPE_ARG_TYPES (type));
  if (TYPE_ATTRIBUTES (type))
    outer = build_type_attribute_variant (outer, TYPE_ATTRIBUTES (type));
  if (tree decl = TYPE_NAME (type))
    {
      TREE_TYPE (decl) = outer; /* that of a VLA */
      TYPE_NAME (outer) = decl;
    }
  return build_qualified_type (outer, TYPE_QUALS (type));
}

/* Makes v in `view const T v', a view of const T, assignable: the front end has applied the const
 * to v. */
static void
unqualify (tree decl)
{
  tree type = strip_array_types (TREE_TYPE (decl));
  if (TYPE_QUALS (type) != TYPE_UNQUALIFIED || !(view_p (type) || record_p (type)))
    return;
  TREE_READONLY (decl) = 0;
  TREE_THIS_VOLATILE (decl) = 0;
  TREE_SIDE_EFFECTS (decl) = 0;
}

/* Returns the array type that the attribute names, if the front end has replaced it by a pointer to
 * its elements, as in every parameter that is an array; else ELEMENT. */
static tree
undecayed (tree type, tree element, tree arguments)
{
  if (!arguments || TREE_CODE (TREE_VALUE (arguments)) != STRING_CST)
    return element;
  tree decl = lookup_name (get_identifier (TREE_STRING_POINTER (TREE_VALUE (arguments))));
  if (!decl || TREE_CODE (decl) != TYPE_DECL || TREE_CODE (TREE_TYPE (decl)) != ARRAY_TYPE)
    return element;
  tree array = TREE_TYPE (decl);
  bool decayed = TREE_CODE (type) == POINTER_TYPE
                 && TYPE_MAIN_VARIANT (TREE_TYPE (type)) == TYPE_MAIN_VARIANT (TREE_TYPE (array));
  return decayed ? array : element;
}

/* The attributes of `view record T' come in this order.  That of view has a number as its argument,
 * and waits for that of record, which follows at once for the same node, except after an error. */
struct around { const char *mark, *what; const void *of; };
static std::vector<around> waiting;

static bool
around_p (tree arguments)
{
  return arguments && TREE_CODE (TREE_VALUE (arguments)) == INTEGER_CST;
}

static tree
handle (tree *node, tree arguments, const char *mark, const char *what, bool *no_add)
{
  *no_add = true;
  if (around_p (arguments))
    {
      waiting.push_back ({ mark, what, *node });
      return NULL_TREE;
    }
  tree type = DECL_P (*node) ? TREE_TYPE (*node) : *node, bottom = specified (type);
  tree element = undecayed (type, bottom, arguments);
  /* The place of the name; a type in a cast has none. */
  location_t loc = DECL_P (*node) ? DECL_SOURCE_LOCATION (*node) : input_location;
  /* After an error, the elements are int, so that one mistake is one error. */
  tree marked = build_marked (good_element (element, what, loc) ? element : integer_type_node, mark,
                              what);
  for (; !waiting.empty (); waiting.pop_back ())
    if (waiting.back ().of == *node)
      marked = build_marked (marked, waiting.back ().mark, waiting.back ().what);
  type = element == bottom ? rebuild (type, bottom, marked) : marked;
  if (!DECL_P (*node))
    *node = type;
  else
    {
      TREE_TYPE (*node) = type;
      unqualify (*node);
      if (VAR_P (*node) || TREE_CODE (*node) == PARM_DECL)
        relayout_decl (*node);
    }
  return NULL_TREE;
}

static tree
handle_view (tree *node, tree, tree arguments, int, bool *no_add)
{
  return handle (node, arguments, view_mark, "view", no_add);
}

static tree
handle_record (tree *node, tree, tree arguments, int, bool *no_add)
{
  return handle (node, arguments, record_mark, "record", no_add);
}

/* The function type of a process: no result, and parameters that are known.  REPORTED: a result
 * has been reported already; it stays, so that `return' with a value is no second error. */
static tree
process_function (tree function, bool reported)
{
  tree parameters = TYPE_ARG_TYPES (function);
  if (reported && prototype_p (function))
    return function;
  if (reported)
    return build_function_type (TREE_TYPE (function), void_list_node);
  if (!VOID_TYPE_P (TREE_TYPE (function)))
    error ("process declared to return %qT; a process returns nothing", TREE_TYPE (function));
  else if (stdarg_p (function))
    error ("process declared with %<...%>; a process has a fixed number of parameters");
  else if (!prototype_p (function))
    parameters = void_list_node; /* process p () */
  else
    return function;
  return build_function_type (void_type_node, parameters);
}

static tree
below_pointers (tree type)
{
  while (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  return type;
}

tree
as_process (tree function)
{
  return build_type_attribute_variant (
    function, tree_cons (get_identifier ("erbium_process"), NULL_TREE, TYPE_ATTRIBUTES (function)));
}

/* Marks the function type below the declarator's pointers and arrays. */
static tree
handle_process (tree *node, tree, tree arguments, int, bool *no_add)
{
  *no_add = true;
  tree function = below_pointers (*node);
  /* Of a function that returns a pointer to a process, the innermost function is the process. */
  while (TREE_CODE (function) == FUNCTION_TYPE
         && TREE_CODE (below_pointers (TREE_TYPE (function))) == FUNCTION_TYPE)
    function = below_pointers (TREE_TYPE (function));
  if (TREE_CODE (function) != FUNCTION_TYPE)
    {
      error ("expected the parameters of a process: %<process p (...)%> or"
             " %<process (*p) (...)%>");
      return NULL_TREE;
    }
  *node = rebuild (*node, function, as_process (process_function (function, arguments)));
  return NULL_TREE;
}

/* Marks a process that ERBIUM_PROCESS declares: it is defined as a function, so that compilers
 * without the plugin accept it, too (sema/derived_types.cc). */
static tree
handle_macro (tree *, tree, tree, int, bool *)
{
  return NULL_TREE;
}

static const struct attribute_spec attributes[] = {
  /* name, least and most arguments, of a decl, of a type, of a function type,
     affects type identity, handler, exclusions */
  { "erbium_view", 0, 1, false, false, false, true, handle_view, NULL },
  { "erbium_record", 0, 1, false, false, false, true, handle_record, NULL },
  { "erbium_process", 0, 1, false, true, false, false, handle_process, NULL },
  { "erbium_macro", 0, 0, true, false, false, false, handle_macro, NULL },
  { view_mark, 0, 0, false, true, false, true, NULL, NULL },
  { record_mark, 0, 0, false, true, false, true, NULL, NULL },
};

void
register_attributes ()
{
  for (const attribute_spec &a : attributes)
    register_attribute (&a);
}

} // namespace erbium
