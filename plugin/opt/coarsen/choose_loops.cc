/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose_loops.cc - which loops may synchronise once a strip.
 *
 * They are innermost loops, or have only short inner loops of constant count and no other cycles.
 * The indices of their primitives run evenly, or have bounds (uneven_index.cc).  They do nothing
 * else that could wait, take long or be observed (strip_cost.cc).  The view of each primitive is
 * certainly a view or NULL: a strip reads limits where the loop itself might not.
 */
#include "opt/coarsen/strip.h"

#include "base/base.h"
#include "cfgloopmanip.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa-loop-niter.h"

namespace erbium {

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

namespace {

const int fewest_turns = 16; /* iterations of a loop, or of a strip, that pays */
const int most_inner = 64; /* iterations of an inner loop */
const int longest_strip = 40000; /* nanoseconds, about */

const char *reason_found; /* for the last refusal */

bool
refuse (const char *reason)
{
  reason_found = reason;
  return false;
}

/* Whether VALUE can be computed again from the phis of the header, invariants, and results of
 * update, which in a strip are its arguments, by sums, products and conversions. */
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
  if (depth > 16)
    return false;
  if (runtime_call (def) == R_update)
    return recomputable_p (l, gimple_call_arg (def, 1), depth + 1);
  if (!is_gimple_assign (def) || gimple_vuse (def))
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

/* ---- Steps ------------------------------------------------------------- */

} // namespace

bool
steady_cast_p (const gimple *def, bool *widened)
{
  const_tree value = gimple_assign_rhs1 (def);
  const_tree from = TREE_TYPE (value), to = TREE_TYPE (gimple_assign_lhs (def));
  if (!INTEGRAL_TYPE_P (from) || TYPE_PRECISION (from) < 32)
    return false;
  bool widens = TYPE_PRECISION (to) > TYPE_PRECISION (from);
  if (*widened && !widens)
    return TYPE_PRECISION (from) >= 64
           ? TREE_CODE (value) == SSA_NAME && runtime_call (SSA_NAME_DEF_STMT (value)) == R_update
           : TYPE_OVERFLOW_UNDEFINED (from);
  *widened |= widens;
  return !widens || TYPE_OVERFLOW_UNDEFINED (from);
}

bool
distance_p (tree value, tree base, HOST_WIDE_INT *by, int depth, bool widened)
{
  if (value == base)
    {
      *by = 0;
      return true;
    }
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  if (!def || depth > 16)
    return false;
  if (runtime_call (def) == R_update)
    return distance_p (gimple_call_arg (def, 1), base, by, depth + 1);
  if (!is_gimple_assign (def))
    return false;
  if (gimple_assign_cast_p (def))
    return steady_cast_p (def, &widened)
           && distance_p (gimple_assign_rhs1 (def), base, by, depth + 1, widened);
  if (gimple_assign_rhs_code (def) != PLUS_EXPR
      || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST
      || !distance_p (gimple_assign_rhs1 (def), base, by, depth + 1, widened))
    return false;
  *by += (HOST_WIDE_INT) wi::sext (wi::to_wide (gimple_assign_rhs2 (def)), 64).to_shwi ();
  return true;
}

namespace {

/* *STEP becomes the growth of VALUE in each iteration of L, where update returns its argument.
 * SCEV does not see through update; it serves for all else. */
bool
step_p (class loop *l, tree value, HOST_WIDE_INT *step, int depth = 0, bool widened = false)
{
  gimple *def = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  affine_iv iv;
  /* SCEV takes a cast of a value that wraps as even, though not without overflow. */
  if (simple_iv (l, l, value, &iv, true) && iv.step && TREE_CODE (iv.step) == INTEGER_CST
      && (!widened || iv.no_overflow))
    {
      *step = TYPE_PRECISION (TREE_TYPE (iv.step)) == 32
                ? (HOST_WIDE_INT) (int) TREE_INT_CST_LOW (iv.step)
                : (HOST_WIDE_INT) TREE_INT_CST_LOW (iv.step);
      return true;
    }
  if (!def || depth > 16)
    return false;
  if (gphi *phi = dyn_cast<gphi *> (def))
    return gimple_bb (phi) == l->header
           && distance_p (PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (l)), value, step, 0,
                          widened);
  if (runtime_call (def) == R_update)
    return step_p (l, gimple_call_arg (def, 1), step, depth + 1);
  if (!is_gimple_assign (def))
    return false;
  if (gimple_assign_cast_p (def))
    return steady_cast_p (def, &widened)
           && step_p (l, gimple_assign_rhs1 (def), step, depth + 1, widened);
  HOST_WIDE_INT other;
  return gimple_assign_rhs_code (def) == PLUS_EXPR
         && step_p (l, gimple_assign_rhs1 (def), step, depth + 1, widened)
         && step_p (l, gimple_assign_rhs2 (def), &other, depth + 1, widened)
         && (*step += other, true);
}

/* Returns the number of iterations of INNER, in L, if update returns its argument, or -1:
 * for (i = tl; i < hd; i++), where hd is the result of update (v, tl + 1). */
HOST_WIDE_INT
turns_through_update (class loop *l, class loop *inner)
{
  edge exit = single_exit (inner);
  gcond *cond = exit ? safe_dyn_cast<gcond *> (last_statement (exit->src)) : NULL;
  if (!cond || !dominated_by_p (CDI_DOMINATORS, inner->latch, exit->src))
    return -1;
  tree moving = gimple_cond_lhs (cond), bound = gimple_cond_rhs (cond);
  enum tree_code stay = gimple_cond_code (cond);
  if (expr_invariant_in_loop_p (inner, moving))
    {
      std::swap (moving, bound);
      stay = swap_tree_comparison (stay);
    }
  if (!expr_invariant_in_loop_p (inner, bound))
    return -1;
  if (exit->flags & EDGE_TRUE_VALUE)
    stay = invert_tree_comparison (stay, false);
  if (stay != LT_EXPR && stay != NE_EXPR)
    return -1;
  for (gphi_iterator i = gsi_start_phis (inner->header); !gsi_end_p (i); gsi_next (&i))
    {
      tree counter = gimple_phi_result (i.phi ());
      HOST_WIDE_INT ahead, step, first, last;
      if (virtual_operand_p (counter)
          || !distance_p (moving, counter, &ahead)
          || !distance_p (PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_latch_edge (inner)), counter,
                          &step)
          || step != 1)
        continue;
      tree begin = PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_preheader_edge (inner));
      for (gphi_iterator o = gsi_start_phis (l->header); !gsi_end_p (o); gsi_next (&o))
        if (distance_p (begin, gimple_phi_result (o.phi ()), &first)
            && distance_p (bound, gimple_phi_result (o.phi ()), &last))
          return last - first - ahead >= 0 ? last - first - ahead + 1 : -1;
    }
  return -1;
}

/* Returns the largest number of iterations of INNER, in L, or -1. */
HOST_WIDE_INT
inner_turns (class loop *l, class loop *inner)
{
  HOST_WIDE_INT n = max_stmt_executions_int (inner);
  return n >= 0 && n <= most_inner ? n : turns_through_update (l, inner);
}

/* Whether the view of a primitive is a view or NULL where L is entered: the function makes it, it
 * is a parameter, or it is used before L can be left. */
bool
known_view_p (class loop *l, gimple *stmt)
{
  tree v = plain_view (gimple_call_arg (stmt, 0));
  if (TREE_CODE (v) != SSA_NAME)
    return false;
  if (runtime_call (SSA_NAME_DEF_STMT (v)) == R_new_view
      || (SSA_NAME_IS_DEFAULT_DEF (v) && SSA_NAME_VAR (v)
          && TREE_CODE (SSA_NAME_VAR (v)) == PARM_DECL))
    return true;
  bool first = true;
  auto_vec<edge> exits = get_loop_exit_edges (l);
  unsigned n;
  edge e;
  FOR_EACH_VEC_ELT (exits, n, e)
    first &= dominated_by_p (CDI_DOMINATORS, e->src, gimple_bb (stmt));
  return first;
}

/* Whether a bound of the strip depends on V.  A strip that is left in the middle publishes for each
 * view, so each must be known to be in use. */
bool
bounded_view_p (tree v, const vec<sync> &syncs)
{
  unsigned n;
  sync *y;
  FOR_EACH_VEC_ELT (syncs, n, y)
    if (bounded_p (*y) && plain_view (sync_view (*y)) == plain_view (v))
      return true;
  return false;
}

/* Notes a primitive, if its index runs evenly or has bounds. */
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
  /* A counter of 8 or 16 bits wraps to 0, which is then a lower index. */
  if (sync_narrow (s) && TYPE_PRECISION (TREE_TYPE (unwidened (index))) < 32)
    return refuse ("an index has less than 32 bits");
  if ((!recomputable_p (l, index)
       || !step_p (l, sync_narrow (s) ? unwidened (index) : index, &s.step))
      && !bounded_index_p (l, &s))
    return refuse ("nothing bounds the growth of the index of a primitive");
  if (s.step < 0 || s.step > 1 << 20)
    return refuse ("the index of a primitive runs backwards");
  s.sometimes = !dominated_by_p (CDI_DOMINATORS, l->latch, gimple_bb (stmt));
  if (!known_view_p (l, stmt))
    return refuse ("a view is read from memory, and may be NULL");
  syncs.safe_push (s);
  return true;
}

/* Adds the cost of STMT, which is no primitive, to an iteration of L. */
bool
add_cost (class loop *l, gimple *stmt, HOST_WIDE_INT *turn)
{
  HOST_WIDE_INT cost;
  if (const char *reason = statement_cost (stmt, &cost))
    return refuse (reason);
  class loop *inner = gimple_bb (stmt)->loop_father;
  *turn += inner == l ? cost : cost * inner_turns (l, inner);
  return true;
}

/* Whether L has abnormal edges: with setjmp, vfork or a label that a nested function jumps to, a
 * call may return there.  Nothing can be published on such an exit, and the call cannot be
 * removed. */
bool
abnormal_p (class loop *l)
{
  bool found = false;
  basic_block *body = get_loop_body (l);
  for (unsigned n = 0; n < l->num_nodes && !found; n++)
    {
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, body[n]->succs)
        found |= (e->flags & EDGE_ABNORMAL) != 0;
      FOR_EACH_EDGE (e, i, body[n]->preds)
        found |= (e->flags & EDGE_ABNORMAL) != 0;
    }
  free (body);
  return found;
}

/* Whether L is suitable; finds its primitives, and the time of an iteration. */
bool
good_loop_p (class loop *l, vec<sync> &syncs, HOST_WIDE_INT *turn)
{
  bool good = true, bounded = false;
  HOST_WIDE_INT turns = max_stmt_executions_int (l);
  if (turns >= 0 && turns < fewest_turns)
    return refuse ("it has few iterations");
  if (abnormal_p (l))
    return refuse ("a call or goto in it may lead elsewhere");
  for (class loop *inner = l->inner; inner; inner = inner->next)
    {
      HOST_WIDE_INT n = inner_turns (l, inner);
      if (inner->inner || n < 0 || n > most_inner + 1)
        return refuse ("it has an inner loop that is not short");
    }
  basic_block *body = get_loop_body (l);
  for (unsigned n = 0; n < l->num_nodes && good; n++)
    {
      if (body[n]->flags & BB_IRREDUCIBLE_LOOP) /* in a cycle that is none of GCC's loops */
        good = refuse ("it has a cycle with two entries");
      for (gimple_stmt_iterator gsi = gsi_start_bb (body[n]); !gsi_end_p (gsi) && good;
           gsi_next (&gsi))
        {
          gimple *stmt = gsi_stmt (gsi);
          runtime_function f = runtime_call (stmt);
          good = f <= R_stall ? note_sync (l, stmt, f, syncs) : add_cost (l, stmt, turn);
          bounded |= f == R_update || f == R_stall;
        }
    }
  free (body);
  if (good && !bounded)
    return refuse ("nothing in it waits, so nothing bounds a strip");
  unsigned n;
  sync *y;
  if (good)
    FOR_EACH_VEC_ELT (syncs, n, y)
      if (!bounded_view_p (sync_view (*y), syncs))
        return refuse ("it publishes for a view for which it does not wait");
  if (good && !can_duplicate_loop_p (l))
    return refuse ("it cannot be copied");
  return good;
}

} // namespace

bool
suitable_p (class loop *l, vec<sync> &syncs, int *most, const char **why_not)
{
  reason_found = NULL;
  HOST_WIDE_INT turn = 0;
  bool good = good_loop_p (l, syncs, &turn);
  HOST_WIDE_INT turns = longest_strip / MAX (turn, 1);
  if (good && turns < fewest_turns)
    good = refuse ("one iteration takes too long to delay publication");
  *most = (int) MIN (turns, option.strip);
  *why_not = reason_found;
  return good;
}

} // namespace erbium
