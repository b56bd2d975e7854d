/* SPDX-License-Identifier: GPL-3.0-or-later */
/* primitive_calls.cc - the builtin functions of the primitives.
 *
 * __builtin_erbium_update and the like take any arguments, since views have many types; sema/
 * checks them.  Lowering replaces their calls by calls of the runtime (runtime_calls.cc).
 */
#include "language/language.h"

#include "base/base.h"
#include "gcc/gcc.h"
#include "langhooks.h"

#include <string.h>

namespace erbium {

const primitive_info primitive_table[] = {
#define PRIMITIVE(name, signature, side, wait, effect, prose)                  \
  { #name, signature, #side, #wait, #effect },
#include "primitives.def"
  { NULL, NULL, NULL, NULL, NULL }
};

static const char prefix[] = "__builtin_erbium_";

/* ---- What the front end sees ------------------------------------------- */

static tree
builtin_identifier (const char *name)
{
  char *text = concat (prefix, name, NULL);
  tree id = get_identifier (text);
  free (text);
  return id;
}

bool
enabled_p ()
{
  return c_compiler_p ()
         && identifier_global_value (builtin_identifier ("commit")) != NULL_TREE;
}

/* Returns the type of a primitive's result.  Records and views are void *, which can initialise any
 * view or record; sema/ checks which one it becomes. */
static tree
result_type (const char *signature)
{
  switch (signature[0])
    {
    case 'v': return void_type_node;
    case 'b': return boolean_type_node;
    case 'i': return integer_type_node;
    case 'V': case 'R': return ptr_type_node;
    default: return long_integer_type_node;
    }
}

void
declare_language ()
{
  if (enabled_p ())
    return;
  if (POINTER_SIZE != 64 || TYPE_PRECISION (long_integer_type_node) != 64)
    error ("Erbium requires a target with 64-bit pointers and 64-bit %<long%>");
  for (const primitive_info *p = primitive_table; p->name; p++)
    {
      tree type = build_function_type (result_type (p->signature), NULL_TREE);
      tree decl = build_decl (BUILTINS_LOCATION, FUNCTION_DECL, builtin_identifier (p->name), type);
      DECL_EXTERNAL (decl) = 1;
      TREE_PUBLIC (decl) = 1;
      DECL_ARTIFICIAL (decl) = 1;
      TREE_NOTHROW (decl) = 1;
      lang_hooks.builtin_function_ext_scope (decl);
    }
  declare_run ();
}

primitive
primitive_of_call (const_tree call)
{
  tree fn = TREE_CODE (call) == CALL_EXPR ? get_callee_fndecl (call) : NULL_TREE;
  if (!fn || !DECL_NAME (fn) || !DECL_ARTIFICIAL (fn)
      || strncmp (IDENTIFIER_POINTER (DECL_NAME (fn)), prefix, sizeof prefix - 1) != 0)
    return P_none;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (fn)) + sizeof prefix - 1;
  for (int n = 0; primitive_table[n].name; n++)
    if (strcmp (name, primitive_table[n].name) == 0)
      return (primitive) n;
  return P_none;
}

} // namespace erbium
