/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view_aliases.cc - elements of different views lie apart, and apart from what a process gets.
 *
 * A view reads committed elements or writes uncommitted ones, and producers write elements of their
 * own.  So references through views that are certainly different never alias: the views are made in
 * this function, or are parameters of a process.  The alias oracle learns that from dependence
 * cliques, as for restrict.
 *
 * A process gets no valid address of an element as an argument: the address is valid until the next
 * primitive, and that is `run' (semantics, 5.5).  So the memory that its pointer parameters point
 * to lies apart from the elements of such views, too.
 *
 * No element lies in a variable: that the oracle learns from the points-to sets of the addresses of
 * elements.
 */
#include "opt/hoist/hoist_parts.h"

#include "tree-dfa.h"

namespace erbium {

namespace {

/* Whether V is certainly another view than every other such one. */
bool
distinct_p (tree v)
{
  if (TREE_CODE (v) != SSA_NAME)
    return false;
  if (SSA_NAME_IS_DEFAULT_DEF (v))
    return SSA_NAME_VAR (v) && TREE_CODE (SSA_NAME_VAR (v)) == PARM_DECL
           && process_p (current_function_decl) && view_p (TREE_TYPE (SSA_NAME_VAR (v)));
  gimple *def = SSA_NAME_DEF_STMT (v);
  if (gimple_assign_cast_p (def) || gimple_assign_single_p (def))
    return TREE_CODE (gimple_assign_rhs1 (def)) == SSA_NAME
           && distinct_p (gimple_assign_rhs1 (def));
  return runtime_call (def) == R_new_view;
}

} // namespace

unsigned short
apart::number (tree v)
{
  unsigned n;
  tree known;
  FOR_EACH_VEC_ELT (views, n, known)
    if (known == v)
      return n + 1;
  if (views.length () >= 60000)
    return 0;
  views.safe_push (v);
  return views.length ();
}

/* Gives POINTER a points-to set of one variable, which the program does not have: it stands for the
 * memory of all windows, and so for no variable of the program.  Pointers from outside of the
 * function, or that escape, may point to it, too. */
void
apart::no_variable (tree pointer)
{
  if (!windows)
    {
      windows = BITMAP_GGC_ALLOC ();
      tree variable = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier ("window"),
                                  char_type_node);
      bitmap_set_bit (windows, DECL_PT_UID (variable));
    }
  struct ptr_info_def *info = get_ptr_info (pointer);
  pt_solution_set (&info->pt, windows, true);
  info->pt.vars_contains_escaped = 1;
}

void
apart::element (tree pointer, tree v)
{
  no_variable (pointer);
  v = plain_view (v);
  if (!distinct_p (v))
    return;
  unsigned short n = number (v);
  if (n == 0)
    return;
  if (!clique)
    clique = ++fun->last_clique;
  mark_references (pointer, n);
}

/* Gives the references through POINTER, in all statements, the number N. */
void
apart::mark_references (tree pointer, unsigned short n)
{
  imm_use_iterator iter;
  gimple *stmt;
  FOR_EACH_IMM_USE_STMT (stmt, iter, pointer)
    for (unsigned k = 0; k < gimple_num_ops (stmt); k++)
      {
        tree op = gimple_op (stmt, k);
        while (op && handled_component_p (op))
          op = TREE_OPERAND (op, 0);
        if (op && TREE_CODE (op) == MEM_REF && TREE_OPERAND (op, 0) == pointer
            && MR_DEPENDENCE_CLIQUE (op) == 0)
          {
            MR_DEPENDENCE_CLIQUE (op) = clique;
            MR_DEPENDENCE_BASE (op) = n;
          }
      }
}

/* Gives the references through POINTER, and through pointers that are computed from it, the number
 * N. */
void
apart::mark_all_references (tree pointer, unsigned short n)
{
  mark_references (pointer, n);
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, pointer)
    {
      gimple *stmt = USE_STMT (use);
      bool moved = is_gimple_assign (stmt) && gimple_assign_rhs1 (stmt) == pointer
                   && (gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR
                       || gimple_assign_cast_p (stmt) || gimple_assign_single_p (stmt));
      if (moved && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME
          && POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
        mark_all_references (gimple_assign_lhs (stmt), n);
    }
}

void
apart::parameters ()
{
  if (!clique || !process_p (fun->decl))
    return;
  unsigned short n = number (NULL_TREE);
  for (tree p = DECL_ARGUMENTS (fun->decl); n && p; p = DECL_CHAIN (p))
    if (POINTER_TYPE_P (TREE_TYPE (p)) && !view_p (TREE_TYPE (p)))
      if (tree pointer = ssa_default_def (fun, p))
        mark_all_references (pointer, n);
}

} // namespace erbium
