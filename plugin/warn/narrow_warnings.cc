/* SPDX-License-Identifier: GPL-3.0-or-later */
/* narrow_warnings.cc - indices of 32 bits that overflow in a loop.
 *
 *   for (int i = 0; ; i++)
 *     { if (!update (v, i + 1)) break; ... }     narrow-index
 *
 * An int that only grows, in a loop whose exits do not depend on earlier iterations, overflows if
 * the stream is long enough, which is undefined in C.  An unsigned may wrap: the semantics takes it
 * modulo 2^32.
 */
#include "warn/flow_warnings.h"

namespace erbium {

/* ---- Counters ---------------------------------------------------------- */

/* Whether the type is an int, or has 8 or 16 bits and so wraps to its least value. */
static bool
overflowing_type_p (const_tree type)
{
  if (!INTEGRAL_TYPE_P (type))
    return false;
  int bits = TYPE_PRECISION (type);
  return bits == 32 ? TYPE_OVERFLOW_UNDEFINED (type)
                    : TREE_CODE (type) == INTEGER_TYPE && (bits == 8 || bits == 16);
}

/* Adds the names between NAME and the PHI in the header of its loop; false if there is anything but
 * additions of constants, all of one sign, and `update'. */
static bool
counting (tree name, const gimple *head, ssa_names *names, int *sign)
{
  if (TREE_CODE (name) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!names->insert (name).second || def == head)
    return true;
  if (gimple_code (def) == GIMPLE_PHI)
    {
      for (unsigned n = 0; n < gimple_phi_num_args (def); n++)
        if (!counting (gimple_phi_arg_def (def, n), head, names, sign))
          return false;
      return true;
    }
  if (runtime_call (def) == R_update) /* while the stream goes on, its argument or more */
    return counting (index_of (def), head, names, sign);
  if (!is_gimple_assign (def))
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  if (code == SSA_NAME || CONVERT_EXPR_CODE_P (code))
    return counting (gimple_assign_rhs1 (def), head, names, sign);
  if ((code != PLUS_EXPR && code != MINUS_EXPR)
      || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
    return false;
  int step = (code == PLUS_EXPR ? 1 : -1) * tree_int_cst_sgn (gimple_assign_rhs2 (def));
  if (step == 0 || (*sign && step != *sign))
    return false;
  *sign = step;
  return counting (gimple_assign_rhs1 (def), head, names, sign);
}

/* Whether NAME is an int that only grows, by constants, from iteration to iteration. */
static bool
grows_p (const flow_loop &l, tree name)
{
  for (gphi_iterator i = gsi_start_phis (l.header); !gsi_end_p (i); gsi_next (&i))
    {
      ssa_names names;
      int sign = 0;
      bool counts = overflowing_type_p (TREE_TYPE (gimple_phi_result (i.phi ())));
      for (edge e : l.latches)
        counts = counts
                 && counting (PHI_ARG_DEF_FROM_EDGE (i.phi (), e), i.phi (), &names, &sign);
      if (counts && sign > 0 && names.count (name))
        return true;
    }
  return false;
}

/* Whether NAME depends, within the loop, on a PHI of the header, that is, on an earlier iteration.
 * The result of a primitive does not, whatever its arguments are. */
static bool
carried_p (const flow_loop &l, tree name, ssa_names *seen)
{
  if (TREE_CODE (name) != SSA_NAME || !seen->insert (name).second)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (name);
  basic_block bb = gimple_bb (def);
  if (!bb || !l.has (bb) || runtime_call (def) != R_count)
    return false;
  if (gimple_code (def) == GIMPLE_PHI)
    {
      if (bb == l.header)
        return true;
      for (unsigned n = 0; n < gimple_phi_num_args (def); n++)
        if (carried_p (l, gimple_phi_arg_def (def, n), seen))
          return true;
      return false;
    }
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    if (carried_p (l, use, seen))
      return true;
  return false;
}

/* Whether the loop may end by itself, by a condition that depends on earlier iterations, in a
 * variable or in memory. */
static bool
bounded_p (const flow_loop &l)
{
  for (edge e : l.exits)
    {
      gimple *last = last_statement (e->src);
      ssa_names seen;
      ssa_op_iter i;
      tree use;
      if (last)
        FOR_EACH_SSA_TREE_OPERAND (use, last, i, SSA_OP_USE)
          if (carried_p (l, use, &seen))
            return true;
      for (tree t : seen)
        if (gimple_bb (SSA_NAME_DEF_STMT (t)) && !is_gimple_call (SSA_NAME_DEF_STMT (t))
            && gimple_vuse (SSA_NAME_DEF_STMT (t)) && l.has (gimple_bb (SSA_NAME_DEF_STMT (t))))
          return true;
    }
  return false;
}

/* ---- narrow-index ------------------------------------------------------ */

/* The names of views and the loops that have a warning.  A view in memory is another view after
 * each load, so the name decides, and one mistake is one warning. */
typedef std::set<std::pair<tree, int>> reported_names;

/* Returns the value that NAME was widened from, if that has 8 or 16 bits, else NAME. */
static tree
unpromoted (tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  tree from = is_gimple_assign (def) && gimple_assign_cast_p (def) ? gimple_assign_rhs1 (def)
                                                                   : NULL_TREE;
  return from && TREE_CODE (from) == SSA_NAME && TREE_CODE (TREE_TYPE (from)) == INTEGER_TYPE
             && TYPE_PRECISION (TREE_TYPE (from)) < 32 ? from : name;
}

static linear
index_at (const event &e)
{
  return element_p (e.f) ? element_index (e.stmt) : linear_of (index_of (e.stmt));
}

/* Whether INDEX is NAME plus a number. */
static bool
alone_p (const linear &index, tree name)
{
  return index.terms.size () == 1 && unpromoted (index.terms.begin ()->first) == name;
}

/* Whether NAME, of 8 or 16 bits, is the position of V's window in the loop.  Otherwise it is meant
 * to wrap: it is the position in a table, or a digit of a larger index. */
static bool
moves_p (const flow_loop &l, const flow_view &v, tree name)
{
  for (const event &e : v.events)
    if (e.f <= R_stall && l.has (gimple_bb (e.stmt)) && alone_p (index_at (e), name))
      return true;
  return false;
}

/* Whether NAME is a counter, and not a digit of one. */
static bool
counter_p (const flow_loop &l, const flow_view &v, const linear &index, tree name)
{
  return TYPE_PRECISION (TREE_TYPE (name)) == 32 || (alone_p (index, name) && moves_p (l, v, name));
}

static bool
check_narrow_event (const flow_function &f, const flow_view &v, const event &e,
                    reported_names *before)
{
  linear index = index_at (e);
  for (const auto &term : index.terms)
    for (const flow_loop &l : f.loops)
      {
        tree name = unpromoted (term.first);
        if (!overflowing_type_p (TREE_TYPE (name)) || !l.has (gimple_bb (e.stmt))
            || !grows_p (l, name) || bounded_p (l) || !counter_p (l, v, index, name))
          continue;
        if (!before->insert ({ v.name, l.header->index }).second)
          return true;
        auto_diagnostic_group group;
        tree var = SSA_NAME_VAR (name), type = TREE_TYPE (name);
        int bits = TYPE_PRECISION (type) - !TYPE_UNSIGNED (type);
        const char *what = TYPE_PRECISION (type) == 32
          ? "index of %qE is computed from an %qT that overflows in this loop after 2^%d"
            " elements; use %<long%> or %<unsigned%>"
          : "index of %qE has type %qT, which wraps around in this loop after 2^%d"
            " elements; use %<long%> or %<unsigned%>";
        if (warn (W_narrow_index, e.stmt, what, v.name, type, bits) && var && DECL_NAME (var))
          inform (DECL_SOURCE_LOCATION (var), "%qD declared here", var);
        return true;
      }
  return false;
}

void
check_narrow (const flow_function &f)
{
  if (!warning_on_p (W_narrow_index))
    return;
  reported_names before;
  for (const flow_view &v : f.views)
    for (const event &e : v.events)
      if ((element_p (e.f) || e.f <= R_stall) && narrow_p (e.stmt)
          && check_narrow_event (f, v, e, &before))
        break;
}

} // namespace erbium
