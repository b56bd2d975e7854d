/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist_runs.cc - how a subscript of 32 bits runs through a loop (hoist.cc). */
#include "hoist.h"

#include "tree-chrec.h"
#include "tree-data-ref.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-ivopts.h"

namespace erbium {

namespace {

/* How value evolves in the loops from l down to where stmt is; NULL_TREE if it
 * does not evolve evenly.  *start is where it begins, *down whether any step
 * may be negative. */
tree
even_evolution (class loop *l, gimple *stmt, tree value, tree *start, bool *down)
{
  class loop *inner = gimple_bb (stmt)->loop_father;
  tree chrec = analyze_scalar_evolution (inner, value);
  chrec = instantiate_scev (loop_preheader_edge (l), inner, chrec);
  if (!chrec || chrec_contains_undetermined (chrec))
    return NULL_TREE;
  tree first = chrec;
  *down = false;
  while (TREE_CODE (first) == POLYNOMIAL_CHREC)
    {
      tree step = CHREC_RIGHT (first);
      if (tree_contains_chrecs (step, NULL))
        return NULL_TREE;
      *down |= TREE_CODE (step) != INTEGER_CST
               || (TREE_INT_CST_LOW (step) & (HOST_WIDE_INT_1U << 31)) != 0;
      first = CHREC_LEFT (first);
    }
  if (tree_contains_chrecs (first, NULL) || !expr_invariant_in_loop_p (l, first))
    return NULL_TREE;
  *start = first;
  return chrec;
}

/* The unsigned index of 32 bits that offset is made of: (sizetype) i * size. */
tree
unsigned_index (tree offset, tree size)
{
  while (TREE_CODE (offset) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (offset)))
    {
      gimple *def = SSA_NAME_DEF_STMT (offset);
      tree from = gimple_assign_rhs1 (def), type = TREE_TYPE (offset);
      if (INTEGRAL_TYPE_P (type) && TYPE_UNSIGNED (type) && TYPE_PRECISION (type) == 32)
        return offset;
      bool scaled = gimple_assign_rhs_code (def) == MULT_EXPR
                    && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST
                    && wi::to_widest (gimple_assign_rhs2 (def)) == wi::to_widest (size);
      if (!scaled && !gimple_assign_cast_p (def))
        return NULL_TREE;
      offset = from;
    }
  tree type = TREE_TYPE (offset);
  return TREE_CODE (offset) == SSA_NAME && INTEGRAL_TYPE_P (type) && TYPE_UNSIGNED (type)
         && TYPE_PRECISION (type) == 32 ? offset : NULL_TREE;
}

} // namespace

run
run_of (class loop *l, gimple *element)
{
  run r;
  tree offset = element_offset (element), start;
  bool down;
  if (TREE_CODE (offset) != SSA_NAME)
    {
      r.kind = run::EVEN;
      r.start = size_zero_node;
    }
  else if (even_evolution (l, element, offset, &start, &down))
    {
      tree var, constant;
      split_constant_offset (fold_convert (ssizetype, start), &var, &constant);
      r.kind = run::EVEN;
      r.start = fold_convert (size_type_node, var);
    }
  else if (tree index = unsigned_index (offset, element_size (element)))
    if (even_evolution (l, element, index, &start, &down) && !down)
      {
        r.kind = run::DISTANCE;
        r.start = start;
        r.index = index;
      }
  return r;
}

} // namespace erbium
