/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip_length.cc - the length of a strip: the least of what the limits of the views allow, what
 * keeps the result of an update from being 0, what the exits that count allow, and the option
 * `strip'. */
#include "opt/coarsen/strip.h"

#include "tree-chrec.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-niter.h"

namespace erbium {

namespace {

/* Computes, in C, a value of the strip as it is in the first iteration. */
tree
at_dispatch (code &c, const shape &s, tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  basic_block bb = gimple_bb (def);
  if (!bb || !flow_bb_inside_loop_p (s.strip, bb))
    return value;
  if (gimple_code (def) == GIMPLE_PHI)
    {
      for (unsigned n = 0; n < s.strip_phis.length (); n++)
        if (s.strip_phis[n] == value)
          return s.dispatch_phis[n];
      gcc_unreachable ();
    }
  if (runtime_call (def) == R_update)
    {
      tree i = at_dispatch (c, s, gimple_call_arg (def, 1));
      if (!narrow_p (def))
        return i;
      return c.widen (i, c.load (view_or_nil (c, gimple_call_arg (def, 0)),
                                 offsetof (struct erbium_view, update_limit),
                                 long_integer_type_node));
    }
  tree a = at_dispatch (c, s, gimple_assign_rhs1 (def));
  enum tree_code op = gimple_assign_rhs_code (def);
  if (op == SSA_NAME)
    return a;
  if (gimple_num_ops (def) == 2)
    return CONVERT_EXPR_CODE_P (op) ? c.convert (TREE_TYPE (value), a)
                                    : c.op (op, TREE_TYPE (value), a, NULL_TREE);
  tree b = at_dispatch (c, s, gimple_assign_rhs2 (def));
  return c.op (op, TREE_TYPE (value), a, b);
}

} // namespace

tree
choose (code &c, tree condition, tree a, tree b)
{
  return c.expression (build3 (COND_EXPR, TREE_TYPE (a), condition, a, b));
}

tree
least (code &c, tree a, tree b)
{
  return c.op (MIN_EXPR, size_type_node, a, b);
}

namespace {

/* Returns INDEX + BY, both of 64 bits. */
tree
more_by (code &c, tree index, HOST_WIDE_INT by)
{
  if (!by)
    return index;
  return c.convert (long_integer_type_node,
                    c.op (PLUS_EXPR, size_type_node, c.convert (size_type_node, index),
                          build_int_cst (size_type_node, by)));
}

/* Returns the index to which an index of 32 bits is near, as in hot.h. */
tree
near_of (code &c, const sync &y, tree view, tree limit)
{
  if (y.f != R_stall)
    return limit ? limit : load_bound (c, view);
  tree slot = c.load (view, offsetof (struct erbium_view, commit_slot), ptr_type_node);
  return c.load (slot, offsetof (struct erbium_slot, index), long_integer_type_node);
}

/* Returns the index of Y in the strip's first iteration, or the least that it may be. */
tree
first_index (code &c, const shape &s, const sync &y)
{
  if (!uneven_p (y))
    {
      tree index = at_dispatch (c, s, sync_index (y));
      return y.near ? c.widen (index, y.near) : index;
    }
  unsigned n = 0;
  while (s.slow_phis[n] != y.base)
    n++;
  tree from = s.dispatch_phis[n];
  from = y.near ? c.widen (from, y.near) : c.convert (long_integer_type_node, from);
  return more_by (c, from, y.least);
}

} // namespace

tree
count_by_limits (code &c, const shape &s, vec<sync> &syncs)
{
  tree count = build_int_cst (size_type_node, s.most);
  unsigned n;
  sync *y;
  FOR_EACH_VEC_ELT (syncs, n, y)
    {
      size_t field = y->f == R_update ? offsetof (struct erbium_view, update_limit)
                                      : offsetof (struct erbium_view, stall_limit);
      tree view = view_or_nil (c, sync_view (*y));
      tree limit = bounded_p (*y) ? c.load (view, field, long_integer_type_node) : NULL_TREE;
      y->near = sync_narrow (*y) ? near_of (c, *y, view, limit) : NULL_TREE;
      y->first = first_index (c, s, *y);
      if (!limit)
        continue;
      /* limit > most ? (limit - most - 1) / step + 1 : 0 */
      tree most = more_by (c, y->first, y->spread);
      tree left = c.op (MINUS_EXPR, size_type_node, c.convert (size_type_node, limit),
                        c.convert (size_type_node, most));
      tree turns = build_int_cst (size_type_node, s.most);
      if (y->step > 1)
        turns = c.op (PLUS_EXPR, size_type_node,
                      c.op (TRUNC_DIV_EXPR, size_type_node,
                            c.op (MINUS_EXPR, size_type_node, left, size_one_node),
                            build_int_cst (size_type_node, y->step)), size_one_node);
      else if (y->step == 1)
        turns = left;
      turns = choose (c, build2 (GT_EXPR, boolean_type_node, limit, most), turns,
                      build_zero_cst (size_type_node));
      count = least (c, count, turns);
    }
  return count;
}

namespace {

bool
never_taken_p (edge e)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_statement (e->src));
  return cond && ((gimple_cond_false_p (cond) && (e->flags & EDGE_TRUE_VALUE))
                  || (gimple_cond_true_p (cond) && (e->flags & EDGE_FALSE_VALUE)));
}

} // namespace

bool
count_by_exits (code &c, shape &s, tree *count)
{
  bool all = true;
  auto_vec<edge> exits = get_loop_exit_edges (s.strip);
  unsigned n;
  edge e;
  FOR_EACH_VEC_ELT (exits, n, e)
    {
      if (never_taken_p (e))
        continue;
      gcond *cond = safe_dyn_cast<gcond *> (last_statement (e->src));
      class tree_niter_desc niter;
      if (!cond || !dominated_by_p (CDI_DOMINATORS, s.strip->latch, e->src)
          || !number_of_iterations_exit (s.strip, e, &niter, false, false)
          || !niter.niter || !niter.may_be_zero || !niter.assumptions
          || chrec_contains_undetermined (niter.niter)
          || !integer_nonzerop (niter.assumptions))
        {
          all = false;
          continue;
        }
      tree turns = c.expression (fold_convert (size_type_node, niter.niter));
      if (!integer_zerop (niter.may_be_zero))
        {
          tree none = c.expression (fold_convert (boolean_type_node, niter.may_be_zero));
          turns = choose (c, build2 (NE_EXPR, boolean_type_node, none, boolean_false_node),
                          build_zero_cst (size_type_node), turns);
        }
      *count = least (c, *count, turns);
      if (e->flags & EDGE_TRUE_VALUE)
        gimple_cond_make_false (cond);
      else
        gimple_cond_make_true (cond);
      update_stmt (cond);
    }
  return all;
}

} // namespace erbium
