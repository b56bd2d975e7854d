/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower_run.cc - run becomes a call (lower.cc).
 *
 *   before   run.p (v, n)
 *   after    tmp = {v, n}, erbium_start ("p", p.erbium, sizeof tmp, &tmp, "file:line")
 */
#include "lower.h"

#include "gimple-expr.h"

namespace erbium {

/* The member of __erbium_run that FN, of a call, is made from; or NULL_TREE. */
tree
run_field (tree fn)
{
  while (fn && (CONVERT_EXPR_P (fn) || TREE_CODE (fn) == ARRAY_REF || TREE_CODE (fn) == INDIRECT_REF
                || TREE_CODE (fn) == ADDR_EXPR))
    fn = TREE_OPERAND (fn, 0);
  if (!fn || TREE_CODE (fn) != COMPONENT_REF || !VAR_P (TREE_OPERAND (fn, 0)))
    return NULL_TREE;
  tree field = TREE_OPERAND (fn, 1);
  return lookup_attribute ("erbium target", DECL_ATTRIBUTES (field)) ? field : NULL_TREE;
}

/* What `run' names: a process, or a variable that points to one; NULL_TREE
 * where an error was found. */
tree
run_target (tree field)
{
  return TREE_VALUE (TREE_VALUE (lookup_attribute ("erbium target", DECL_ATTRIBUTES (field))));
}

/* FN with the member replaced by what it names. */
static tree
real_function (tree fn)
{
  if (TREE_CODE (fn) == COMPONENT_REF)
    return run_target (TREE_OPERAND (fn, 1));
  tree copy = copy_node (fn);
  TREE_OPERAND (copy, 0) = real_function (TREE_OPERAND (fn, 0));
  if (TREE_CODE (copy) == ARRAY_REF)
    TREE_TYPE (copy) = TREE_TYPE (TREE_TYPE (TREE_OPERAND (copy, 0)));
  return copy;
}

/* An argument as it travels: a view is given to the process. */
static tree
given (tree arg, tree where)
{
  if (!view_p (TREE_TYPE (arg)))
    return arg;
  return fold_convert (TREE_TYPE (arg),
                       build_call_expr (runtime_decl (R_give), 2, pointer_to (arg), where));
}

tree
lower_run (tree call)
{
  location_t loc = EXPR_LOCATION (call);
  tree field = run_field (CALL_EXPR_FN (call)), target = run_target (field);
  if (!target)
    return build_zero_cst (long_integer_type_node);
  tree fn = real_function (CALL_EXPR_FN (call)), fntype = TREE_TYPE (fn), structure;
  while (POINTER_TYPE_P (fntype) || TREE_CODE (fntype) == ARRAY_TYPE)
    fntype = TREE_TYPE (fntype);
  tree start = start_of (target, fntype, call, &structure);
  tree where = where_string (loc);

  tree packed = create_tmp_var_raw (structure, "run");
  TREE_ADDRESSABLE (packed) = 1;
  DECL_CONTEXT (packed) = current_function_decl;
  vec<constructor_elt, va_gc> *values = NULL;
  tree member = TYPE_FIELDS (structure);
  if (TREE_CODE (target) != FUNCTION_DECL)
    CONSTRUCTOR_APPEND_ELT (values, member, pointer_to (fn));
  call_expr_arg_iterator iter;
  tree arg;
  FOR_EACH_CALL_EXPR_ARG (arg, iter, call)
    {
      member = DECL_CHAIN (member);
      CONSTRUCTOR_APPEND_ELT (values, member, given (arg, where));
    }
  tree init = build_constructor (structure, values);
  TREE_SIDE_EFFECTS (init) = 1;
  tree made = build4 (TARGET_EXPR, structure, packed, init, NULL_TREE, NULL_TREE);
  TREE_SIDE_EFFECTS (made) = 1;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (target));
  tree begin = build_call_expr_loc (
    loc, runtime_decl (R_start), 5, build_string_literal (strlen (name) + 1, name),
    fold_convert (ptr_type_node, build_fold_addr_expr (start)),
    fold_convert (size_type_node, TYPE_SIZE_UNIT (structure)),
    fold_convert (ptr_type_node, build_fold_addr_expr (packed)), where);
  tree both = build2 (COMPOUND_EXPR, TREE_TYPE (begin), made, begin);
  SET_EXPR_LOCATION (both, loc);
  return both;
}

} // namespace erbium
