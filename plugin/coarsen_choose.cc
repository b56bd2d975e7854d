/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coarsen_choose.cc - which loops may synchronise once a strip (coarsen.cc).
 *
 * Innermost ones, or with short inner loops of constant count, whose primitives
 * have indices that run evenly, and which do nothing else that could wait, take
 * its time or be seen: no calls of unknown functions, nothing volatile.
 */
#include "coarsen.h"

#include "builtins.h"
#include "cfgloopmanip.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"

namespace erbium {

namespace {

const int most_inner = 64; /* iterations of an inner loop */

const char *reason_found; /* of the last refusal */

bool
refuse (const char *reason)
{
  reason_found = reason;
  return false;
}

bool
volatile_p (gimple *stmt)
{
  return gimple_has_volatile_ops (stmt)
         || (gimple_code (stmt) == GIMPLE_ASM && gimple_asm_volatile_p (as_a<gasm *> (stmt)));
}

/* A statement that is no primitive may stand in a strip. */
bool
harmless_p (gimple *stmt)
{
  if (volatile_p (stmt))
    return refuse ("it has volatile accesses");
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return true;
  runtime_function f = runtime_call (stmt);
  if (f == R_element || f == R_receive
      || (f == R_count && (gimple_call_flags (stmt) & (ECF_CONST | ECF_PURE))
          && gimple_call_builtin_p (stmt)))
    return true;
  if (f == R_count && gimple_call_builtin_p (stmt, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (gimple_call_fndecl (stmt)))
      {
      case BUILT_IN_MEMCPY: case BUILT_IN_MEMSET: case BUILT_IN_MEMMOVE:
      CASE_FLT_FN (BUILT_IN_SINCOS):
        return true;
      default:
        break;
      }
  return refuse ("it calls a function that may block or take its time");
}

/* The 32-bit value that was widened to an index argument, or the argument. */
tree
unwidened (tree index)
{
  if (TREE_CODE (index) != SSA_NAME)
    return index;
  gimple *def = SSA_NAME_DEF_STMT (index);
  if (gimple_assign_cast_p (def)
      && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))
      && TYPE_PRECISION (TREE_TYPE (gimple_assign_rhs1 (def))) < 64)
    return gimple_assign_rhs1 (def);
  return index;
}

/* Whether value can be computed again from what the header knows: sums,
 * products and conversions of its phis and of invariants. */
bool
recomputable_p (class loop *l, tree value, int depth = 0)
{
  if (TREE_CODE (value) != SSA_NAME)
    return is_gimple_min_invariant (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  basic_block bb = gimple_bb (def);
  if (!bb || !flow_bb_inside_loop_p (l, bb))
    return true;
  if (gimple_code (def) == GIMPLE_PHI)
    return bb == l->header;
  if (!is_gimple_assign (def) || gimple_vuse (def) || depth > 16)
    return false;
  switch (gimple_assign_rhs_code (def))
    {
    case PLUS_EXPR: case MINUS_EXPR: case MULT_EXPR: case LSHIFT_EXPR:
      return recomputable_p (l, gimple_assign_rhs1 (def), depth + 1)
             && recomputable_p (l, gimple_assign_rhs2 (def), depth + 1);
    CASE_CONVERT: case NEGATE_EXPR: case SSA_NAME:
      return INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))
             && recomputable_p (l, gimple_assign_rhs1 (def), depth + 1);
    default:
      return false;
    }
}

/* Notes a primitive, if its index runs evenly. */
bool
note_sync (class loop *l, gimple *stmt, runtime_function f, vec<sync> &syncs)
{
  sync s = {};
  s.stmt = stmt;
  s.f = f;
  if (gimple_bb (stmt)->loop_father != l)
    return refuse ("it has primitives in an inner loop");
  if (!expr_invariant_in_loop_p (l, sync_view (s)))
    return refuse ("a view changes in it");
  tree index = sync_index (s);
  affine_iv iv;
  /* What counts in 8 or 16 bits begins again at 0, which is then a lower index. */
  if (sync_narrow (s) && TYPE_PRECISION (TREE_TYPE (unwidened (index))) < 32)
    return refuse ("an index has less than 32 bits");
  if (!recomputable_p (l, index)
      || !simple_iv (l, l, sync_narrow (s) ? unwidened (index) : index, &iv, true)
      || !iv.step || TREE_CODE (iv.step) != INTEGER_CST)
    return refuse ("the index of a primitive does not run evenly");
  s.step = TYPE_UNSIGNED (TREE_TYPE (iv.step)) && TYPE_PRECISION (TREE_TYPE (iv.step)) == 32
             ? (HOST_WIDE_INT) (int) TREE_INT_CST_LOW (iv.step) : tree_to_shwi (iv.step);
  if (s.step < 0 || s.step > 1 << 20)
    return refuse ("the index of a primitive runs backwards");
  s.always = dominated_by_p (CDI_DOMINATORS, l->latch, gimple_bb (stmt));
  syncs.safe_push (s);
  return true;
}

bool
good_loop_p (class loop *l, vec<sync> &syncs)
{
  bool good = true, bounded = false;
  for (class loop *inner = l->inner; inner; inner = inner->next)
    {
      HOST_WIDE_INT n = max_stmt_executions_int (inner);
      if (inner->inner || n < 0 || n > most_inner)
        return refuse ("it has an inner loop that is not short");
    }
  basic_block *body = get_loop_body (l);
  for (unsigned n = 0; n < l->num_nodes && good; n++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[n]); !gsi_end_p (gsi) && good;
         gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        runtime_function f = runtime_call (stmt);
        good = f <= R_stall ? note_sync (l, stmt, f, syncs) : harmless_p (stmt);
        bounded |= f == R_update || f == R_stall;
      }
  free (body);
  if (good && !bounded)
    return refuse ("nothing in it waits, so that nothing bounds a strip");
  if (good && !can_duplicate_loop_p (l))
    return refuse ("it cannot be copied");
  return good;
}

} // namespace

bool
suitable_p (class loop *l, vec<sync> &syncs, const char **why_not)
{
  reason_found = NULL;
  bool good = good_loop_p (l, syncs);
  *why_not = reason_found;
  return good;
}

} // namespace erbium
