/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gimple_code.cc - straight-line code that the passes insert, and the fields of a view. */
#include "opt/opt.h"

#include "base/base.h"
#include "tree-ssa.h"

namespace erbium {

tree
code::add (gimple *stmt, tree type)
{
  tree name = make_ssa_name (type, stmt);
  gimple_set_lhs (stmt, name);
  gimple_set_location (stmt, place);
  gimple_seq_add_stmt (&seq, stmt);
  return name;
}

tree
code::op (enum tree_code c, tree type, tree a, tree b)
{
  if (tree folded = b ? const_binop (c, type, a, b) : NULL_TREE)
    return folded;
  return add (gimple_build_assign (NULL_TREE, c, a, b), type);
}

tree
code::convert (tree type, tree a)
{
  if (useless_type_conversion_p (type, TREE_TYPE (a)))
    return a;
  if (TREE_CODE (a) == INTEGER_CST)
    return fold_convert (type, a);
  return add (gimple_build_assign (NULL_TREE, NOP_EXPR, a), type);
}

/* The fields have an alias set of their own: only functions of the runtime change them, and no
 * store of the program through a pointer. */
tree
code::load (tree from, size_t offset, tree type)
{
  if (!field_alias)
    {
      tree field = build_distinct_type_copy (long_integer_type_node);
      TYPE_ALIAS_SET (field) = -1;
      field_alias = build_pointer_type (field);
    }
  if (TREE_CODE (from) != SSA_NAME)
    from = add (gimple_build_assign (NULL_TREE, from), ptr_type_node);
  tree ref = build2 (MEM_REF, type, from, build_int_cst (field_alias, offset));
  return add (gimple_build_assign (NULL_TREE, ref), type);
}

tree
code::widen (tree i, tree near)
{
  tree d = op (MINUS_EXPR, unsigned_type_node, convert (unsigned_type_node, i),
               convert (unsigned_type_node, near));
  tree far = convert (long_unsigned_type_node,
                      convert (long_integer_type_node, convert (integer_type_node, d)));
  return convert (long_integer_type_node,
                  op (PLUS_EXPR, long_unsigned_type_node,
                      convert (long_unsigned_type_node, near), far));
}

tree
code::call (tree fn, tree type, const vec<tree> &arguments)
{
  gcall *stmt = gimple_build_call_vec (fn, arguments);
  if (!VOID_TYPE_P (type))
    return add (stmt, type);
  gimple_set_location (stmt, place);
  gimple_seq_add_stmt (&seq, stmt);
  return NULL_TREE;
}

tree
code::plus (tree pointer, tree bytes)
{
  return add (gimple_build_assign (NULL_TREE, POINTER_PLUS_EXPR, pointer,
                                   convert (sizetype, bytes)), TREE_TYPE (pointer));
}

tree
code::expression (tree e)
{
  gimple_seq more = NULL;
  tree value = force_gimple_operand (unshare_expr (e), &more, true, NULL_TREE);
  gimple_seq_add_seq (&seq, more);
  return value;
}

tree
load_origin (code &c, tree v)
{
  return c.load (v, offsetof (struct erbium_view, origin), ptr_type_node);
}

tree
load_bound (code &c, tree v)
{
  return c.load (v, offsetof (struct erbium_view, bound), long_integer_type_node);
}

tree
element_address (code &c, tree origin, tree bound, tree offset, bool narrow, tree size)
{
  if (narrow)
    {
      tree signed_offset = c.convert (long_integer_type_node, offset);
      tree i = c.op (EXACT_DIV_EXPR, long_integer_type_node, signed_offset,
                     fold_convert (long_integer_type_node, size));
      offset = c.op (MULT_EXPR, size_type_node, c.convert (size_type_node, c.widen (i, bound)),
                     fold_convert (size_type_node, size));
    }
  return c.plus (origin, offset);
}

tree
plain_view (tree v)
{
  while (TREE_CODE (v) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (v))
         && (gimple_assign_cast_p (SSA_NAME_DEF_STMT (v))
             || gimple_assign_rhs_code (SSA_NAME_DEF_STMT (v)) == SSA_NAME)
         && TREE_CODE (gimple_assign_rhs1 (SSA_NAME_DEF_STMT (v))) == SSA_NAME)
    v = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (v));
  return v;
}

tree
view_or_nil (code &c, tree v)
{
  tree plain = plain_view (v);
  if (TREE_CODE (plain) == SSA_NAME && runtime_call (SSA_NAME_DEF_STMT (plain)) == R_new_view)
    return v;
  tree nil = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier ("erbium_no_view"),
                         build_array_type_nelts (char_type_node, sizeof (struct erbium_view)));
  DECL_EXTERNAL (nil) = 1;
  TREE_PUBLIC (nil) = 1;
  DECL_ARTIFICIAL (nil) = 1;
  TREE_ADDRESSABLE (nil) = 1;
  tree address = c.expression (fold_convert (ptr_type_node, build_fold_addr_expr (nil)));
  return c.expression (build3 (COND_EXPR, ptr_type_node,
                               build2 (NE_EXPR, boolean_type_node, v, null_pointer_node),
                               fold_convert (ptr_type_node, v), address));
}

void
verify_after (function *fun, const char *pass)
{
  if (!option.verify)
    return;
  if (need_ssa_update_p (fun))
    update_ssa (TODO_update_ssa);
  verify_gimple_in_cfg (fun, true);
  verify_ssa (true, true);
  if (loops_for_fn (fun) && !loops_state_satisfies_p (LOOPS_NEED_FIXUP))
    verify_loop_structure ();
  if (dump_file)
    fprintf (dump_file, "verified after %s\n", pass);
}

} // namespace erbium
