/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime_calls.cc - the functions of the runtime that lowered code calls.
 *
 * The table ir-spec/calls.def gives each its exact type and its effects on memory:
 *
 *   commit   orders all that was written before        an ordinary call
 *   update   orders all that is read after             an ordinary call
 *   stall, release   order elements only               leaf: what no other
 *                                                      unit sees may move
 *   element  reads the view, no more                   pure
 *
 * A function has the effects of its declaration everywhere, so scalar code moves across a call
 * as far as the semantics allows: a local variable, or one of the file that is never shared,
 * stays in a register across stall and release; nothing that another process may see crosses
 * commit or update.
 */
#include "language/language.h"

#include "base/base.h"
#include "gcc/gcc.h"
#include "backend.h"
#include "cgraph.h"
#include "gimple.h"
#include "langhooks.h"

#include <string.h>

namespace erbium {

enum effects { ORDINARY, LEAF, PURE };

static const struct call_info
{
  const char *name;
  const char *function;
  const char *signature;
  effects effect;
  const char *word;
} call_table[R_count] = {
#define CALL(name, function, signature, effect, word)                          \
  { #name, #function, signature, effect, word },
#include "calls.def"
};

static tree
type_of_letter (char c)
{
  switch (c)
    {
    case 'v': return void_type_node;
    case 'n': case 'P': return long_integer_type_node;
    case 's': return size_type_node;
    case 'b': return boolean_type_node;
    case 'i': case 'w': return integer_type_node;
    default: return ptr_type_node;
    }
}

/* Returns the name of its declaration in the symbol table, which no program can write. */
static tree
runtime_identifier (runtime_function f)
{
  char *text = concat ("erbium call ", call_table[f].function, NULL);
  tree id = get_identifier (text);
  free (text);
  return id;
}

static tree
build_runtime (runtime_function f, tree name)
{
  const call_info &info = call_table[f];
  tree arguments = void_list_node;
  for (size_t n = strlen (info.signature); n > 1; n--)
    arguments = tree_cons (NULL_TREE, type_of_letter (info.signature[n - 1]), arguments);
  tree type = build_function_type (type_of_letter (info.signature[0]), arguments);
  tree decl = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, name, type);
  DECL_EXTERNAL (decl) = 1;
  TREE_PUBLIC (decl) = 1;
  DECL_ARTIFICIAL (decl) = 1;
  TREE_NOTHROW (decl) = 1;
  return decl;
}

static tree
declare_runtime (runtime_function f)
{
  const call_info &info = call_table[f];
  tree decl = build_runtime (f, runtime_identifier (f));
  if (c_compiler_p ())
    lang_hooks.builtin_function_ext_scope (decl);
  DECL_NAME (decl) = get_identifier (info.function);
  SET_DECL_ASSEMBLER_NAME (decl, get_identifier (info.function));
  tree attributes = tree_cons (get_identifier ("erbium runtime"), NULL_TREE, NULL_TREE);
  if (info.effect != ORDINARY)
    attributes = tree_cons (get_identifier ("leaf"), NULL_TREE, attributes);
  if (info.effect == PURE)
    DECL_PURE_P (decl) = 1;
  DECL_ATTRIBUTES (decl) = attributes;
  return decl;
}

tree
runtime_decl (runtime_function f)
{
  tree decl = NULL_TREE;
  if (c_compiler_p ())
    decl = identifier_global_value (runtime_identifier (f));
  else if (symtab_node *known
             = symtab_node::get_for_asmname (get_identifier (call_table[f].function)))
    decl = known->decl;
  return decl ? decl : declare_runtime (f);
}

runtime_function
runtime_function_of (const_tree decl)
{
  if (!decl || !DECL_ARTIFICIAL (decl)
      || !lookup_attribute ("erbium runtime", DECL_ATTRIBUTES (decl)))
    return R_count;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  for (int n = 0; n < R_count; n++)
    if (strcmp (name, call_table[n].function) == 0)
      return (runtime_function) n;
  return R_count;
}

runtime_function
runtime_call (const gimple *stmt)
{
  return is_gimple_call (stmt) ? runtime_function_of (gimple_call_fndecl (stmt)) : R_count;
}

bool
unit_calls_p (runtime_function f)
{
  symtab_node *n = symtab_node::get_for_asmname (get_identifier (call_table[f].function));
  for (; n; n = n->next_sharing_asm_name)
    if (cgraph_node *function = dyn_cast<cgraph_node *> (n); function && function->callers)
      return true;
  return false;
}

bool
narrow_p (const gimple *call)
{
  return TREE_INT_CST_LOW (gimple_call_arg (call, 2)) & 1;
}

tree
plain_runtime_decl (runtime_function f)
{
  return build_runtime (f, get_identifier (call_table[f].function));
}

runtime_function
runtime_function_for (primitive p)
{
  for (int n = 0; n < R_count; n++)
    if (strcmp (primitive_table[p].name, call_table[n].name) == 0)
      return (runtime_function) n;
  return R_count;
}

const char *
runtime_signature (runtime_function f)
{
  return call_table[f].signature;
}

const char *
runtime_word (runtime_function f)
{
  return call_table[f].word;
}

} // namespace erbium
