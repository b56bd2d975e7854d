/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist_alias.cc - elements of different views lie apart (hoist.cc).
 *
 * A view reads what is committed or writes what is not, and producers write
 * elements of their own; so references through views that are certainly
 * different ones never meet, and none meets a variable.  The alias oracle learns
 * it from dependence cliques, as it does of restrict.
 */
#include "hoist.h"

#include "gimple-walk.h"
#include "tree-dfa.h"

namespace erbium {

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

namespace {

/* A view that is certainly not the same as another such one. */
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
    return TREE_CODE (gimple_assign_rhs1 (def)) == SSA_NAME && distinct_p (gimple_assign_rhs1 (def));
  return runtime_call (def) == R_new_view;
}

/* A reference to a variable whose address is known elsewhere joins the clique:
 * as *&x, since only such references can. */
bool
mark_variable (gimple *, tree base, tree ref, void *data)
{
  unsigned short clique = *(unsigned short *) data;
  tree *slot = &ref;
  while (handled_component_p (*slot))
    slot = &TREE_OPERAND (*slot, 0);
  if (slot == &ref || base != *slot || !VAR_P (base) || is_gimple_reg_type (TREE_TYPE (base))
      || DECL_HARD_REGISTER (base) || TREE_THIS_VOLATILE (base)
      || !(is_global_var (base) || TREE_ADDRESSABLE (base)))
    return false;
  tree address = build_fold_addr_expr (base);
  *slot = build2 (MEM_REF, TREE_TYPE (base), address,
                  build_zero_cst (build_pointer_type (TYPE_MAIN_VARIANT (TREE_TYPE (base)))));
  MR_DEPENDENCE_CLIQUE (*slot) = clique;
  MR_DEPENDENCE_BASE (*slot) = 0;
  return false;
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

/* Marks the references through pointer, the address of an element of v. */
void
apart::element (tree pointer, tree v)
{
  v = plain_view (v);
  if (!distinct_p (v))
    return;
  unsigned short n = number (v);
  if (n == 0)
    return;
  if (!clique)
    clique = ++fun->last_clique;
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

void
apart::variables ()
{
  if (!clique)
    return;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    if (loop_depth (bb->loop_father) > 0)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
        if (gimple_assign_single_p (gsi_stmt (gsi)))
          walk_stmt_load_store_ops (gsi_stmt (gsi), &clique, mark_variable, mark_variable);
}

} // namespace erbium
