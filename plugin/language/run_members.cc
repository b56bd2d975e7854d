/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_members.cc - run p (x) is a call of the member p of the variable __erbium_run.
 *
 * A member is added when the word is met, with the parameters of the process and a handle as
 * its result, so that the front end checks the arguments by itself.
 */
#include "language/language.h"

#include "langhooks.h"
#include "stor-layout.h"

namespace erbium {

void
declare_run ()
{
  tree structure = make_node (RECORD_TYPE);
  tree first = build_decl (BUILTINS_LOCATION, FIELD_DECL, NULL_TREE, char_type_node);
  DECL_CONTEXT (first) = structure;
  TYPE_FIELDS (structure) = first;
  layout_type (structure);
  tree decl = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier ("__erbium_run"), structure);
  DECL_EXTERNAL (decl) = 1;
  TREE_PUBLIC (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  DECL_IGNORED_P (decl) = 1;
  TREE_USED (decl) = 1;
  lang_hooks.builtin_function_ext_scope (decl);
  DECL_NAME (decl) = get_identifier ("run"); /* for messages */
}

/* Returns TYPE, with functions that return a handle instead of void. */
static tree
with_handle (tree type)
{
  if (POINTER_TYPE_P (type))
    return build_pointer_type (with_handle (TREE_TYPE (type)));
  if (TREE_CODE (type) == ARRAY_TYPE)
    return build_array_type (with_handle (TREE_TYPE (type)), TYPE_DOMAIN (type));
  return build_function_type (long_integer_type_node, TYPE_ARG_TYPES (type));
}

/* The new member comes before others of its name. */
void
add_run_member (tree name, tree target, location_t place)
{
  tree handled = target ? with_handle (TREE_TYPE (target)) : error_mark_node;
  if (TREE_CODE (handled) == FUNCTION_TYPE)
    handled = build_pointer_type (handled);
  tree structure = TREE_TYPE (identifier_global_value (get_identifier ("__erbium_run")));
  tree known = TYPE_FIELDS (structure);
  while (known && DECL_NAME (known) != name)
    known = DECL_CHAIN (known);
  if (known && target && run_target (known) == target && comptypes (TREE_TYPE (known), handled))
    return;
  tree field = build_decl (place, FIELD_DECL, name, handled);
  DECL_CONTEXT (field) = structure;
  DECL_FIELD_OFFSET (field) = size_zero_node;
  DECL_FIELD_BIT_OFFSET (field) = bitsize_zero_node;
  if (target)
    {
      SET_DECL_OFFSET_ALIGN (field, TYPE_ALIGN (handled));
      SET_DECL_ALIGN (field, TYPE_ALIGN (handled));
      layout_decl (field, 0);
    }
  DECL_ATTRIBUTES (field) = tree_cons (get_identifier ("erbium target"),
                                       build_tree_list (NULL_TREE, target), NULL_TREE);
  DECL_CHAIN (field) = TYPE_FIELDS (structure);
  TYPE_FIELDS (structure) = field;
}

tree
run_member (tree fn)
{
  while (fn && (CONVERT_EXPR_P (fn) || TREE_CODE (fn) == ARRAY_REF || TREE_CODE (fn) == INDIRECT_REF
                || TREE_CODE (fn) == ADDR_EXPR))
    fn = TREE_OPERAND (fn, 0);
  if (!fn || TREE_CODE (fn) != COMPONENT_REF || !VAR_P (TREE_OPERAND (fn, 0)))
    return NULL_TREE;
  tree field = TREE_OPERAND (fn, 1);
  return lookup_attribute ("erbium target", DECL_ATTRIBUTES (field)) ? field : NULL_TREE;
}

tree
run_target (tree member)
{
  return TREE_VALUE (TREE_VALUE (lookup_attribute ("erbium target", DECL_ATTRIBUTES (member))));
}

tree
awaited_stand_in (tree name)
{
  tree fields = TYPE_FIELDS (TREE_TYPE (identifier_global_value (get_identifier ("__erbium_run"))));
  for (tree field = fields; field; field = DECL_CHAIN (field))
    if (DECL_NAME (field) == name)
      if (tree target = run_target (field); target && awaited_p (target))
        return target;
  return NULL_TREE;
}

} // namespace erbium
