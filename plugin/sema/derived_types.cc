/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derived_types.cc - views and records within other types: pointers to them, arrays, results and
 * parameters of functions.
 *
 *   view int *p = (int **) q;        void f (view int);  void (*g) (int *) = f;
 *   process p (view int v);  process p (int *v) { }      void p (view int v);
 *
 * For the front end all these are compatible types.  Two types are compared in parallel: where one
 * has a view (record, process), the other must have one.
 *
 * The front end merges two declarations of one name, and makes one type of both.  They are compared
 * before, when the front end asks the target how to merge their attributes.
 */
#include "sema/checks.h"

#include "target.h"

namespace erbium {

/* ---- Two types in parallel --------------------------------------------- */

static tree
parameters_of (const_tree function)
{
  return prototype_p (function) ? TYPE_ARG_TYPES (function) : NULL_TREE;
}

static bool
same_but_process_p (tree a, tree b)
{
  if (!same_marks_p (TREE_TYPE (a), TREE_TYPE (b)))
    return false;
  tree p = parameters_of (a), q = parameters_of (b);
  for (; p && q; p = TREE_CHAIN (p), q = TREE_CHAIN (q))
    if (!same_marks_p (TREE_VALUE (p), TREE_VALUE (q)))
      return false;
  return true;
}

static bool
same_functions_p (tree a, tree b)
{
  return process_type_p (a) == process_type_p (b) && same_but_process_p (a, b);
}

/* Other differences are reported by the front end.  A void * and a char * may point to anything,
 * and the runtime's own types to what is behind a view. */
bool
same_marks_p (tree a, tree b)
{
  if (a == b || a == error_mark_node || b == error_mark_node)
    return true;
  if (POINTER_TYPE_P (a) && POINTER_TYPE_P (b))
    {
      if (runtime_pointer_p (a, VIEW) || runtime_pointer_p (b, VIEW)
          || runtime_pointer_p (a, RECORD) || runtime_pointer_p (b, RECORD))
        return true;
      return view_p (a) == view_p (b) && record_p (a) == record_p (b)
             && same_marks_p (TREE_TYPE (a), TREE_TYPE (b));
    }
  if (TREE_CODE (a) != TREE_CODE (b))
    return true;
  if (TREE_CODE (a) == ARRAY_TYPE)
    return same_marks_p (TREE_TYPE (a), TREE_TYPE (b));
  return TREE_CODE (a) != FUNCTION_TYPE || same_functions_p (a, b);
}

/* ---- Declarations of one name ------------------------------------------ */

static tree (*merge_attributes) (tree, tree);

static std::string
declared_text (const_tree decl)
{
  bool name = TREE_CODE (decl) == TYPE_DECL && DECL_ORIGINAL_TYPE (decl);
  return type_text (name ? DECL_ORIGINAL_TYPE (decl) : TREE_TYPE (decl));
}

static void
check_redeclared (tree before, tree now)
{
  tree a = TREE_TYPE (before), b = TREE_TYPE (now);
  location_t first = DECL_SOURCE_LOCATION (before), loc = DECL_SOURCE_LOCATION (now);
  if (first <= BUILTINS_LOCATION || TREE_CODE (before) != TREE_CODE (now))
    return;
  bool either = lookup_attribute ("erbium_macro", DECL_ATTRIBUTES (before));
  if (TREE_CODE (now) == FUNCTION_DECL && process_p (before) != process_p (now) && !either)
    error_at (loc, process_p (now) ? "%qD redeclared as a process" : "process %qD redeclared as a"
              " function", now);
  else if (!same_marks_p (a, b) && !(either && same_but_process_p (a, b)))
    error_at (loc, "conflicting types for %qD; have %qs", now, declared_text (now).c_str ());
  else
    return;
  inform (first, "previous declaration of %qD with type %qs", before,
          declared_text (before).c_str ());
}

static tree
on_merge_attributes (tree before, tree now)
{
  if (enabled_p ())
    check_redeclared (before, now);
  return merge_attributes (before, now);
}

void
watch_redeclarations ()
{
  merge_attributes = targetm.merge_decl_attributes;
  targetm.merge_decl_attributes = on_merge_attributes;
}

} // namespace erbium
