/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow_index.cc - indices that are wrong whatever their values are.
 *
 *   release (v, i + 1);  x = v[[i]];                     after-release
 *   commit (v, i + 4);  commit (v, i + 2);               backwards
 *   hd = update (v, hd);  for (i = tl; i <= hd; i++) x += v[[i]];
 *                                                        beyond-update, beyond-stall
 *
 * Indices are sums of SSA names and a number.  Two are compared where their
 * difference is a number, and where none of the names gets another value between
 * the two places.
 */
#include "flow.h"

#include "dominance.h"

namespace erbium {

/* ---- Linear forms ------------------------------------------------------ */

void
linear::add (const linear &other, HOST_WIDE_INT times)
{
  known = known && other.known;
  constant = (HOST_WIDE_INT) ((unsigned HOST_WIDE_INT) constant
                              + (unsigned HOST_WIDE_INT) other.constant * times);
  for (const auto &t : other.terms)
    if ((terms[t.first] += t.second * times) == 0)
      terms.erase (t.first);
}

HOST_WIDE_INT
linear::of (tree name) const
{
  auto found = terms.find (name);
  return found == terms.end () ? 0 : found->second;
}

bool
linear::minus (const linear &other, HOST_WIDE_INT *difference) const
{
  linear d = *this;
  d.add (other, -1);
  *difference = d.constant;
  return d.known && d.terms.empty ();
}

static bool
index_type_p (const_tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= 32;
}

static linear
linear_within (tree t, int depth)
{
  linear l;
  if (TREE_CODE (t) == INTEGER_CST)
    return wi::sext (wi::to_wide (t), TYPE_PRECISION (TREE_TYPE (t))).to_shwi ();
  gimple *def = TREE_CODE (t) == SSA_NAME ? SSA_NAME_DEF_STMT (t) : NULL;
  if (def && depth > 0 && is_gimple_assign (def) && index_type_p (TREE_TYPE (t)))
    {
      tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
      switch (gimple_assign_rhs_code (def))
        {
        case SSA_NAME: case INTEGER_CST:
          return linear_within (a, depth - 1);
        CASE_CONVERT:
          if (index_type_p (TREE_TYPE (a)))
            return linear_within (a, depth - 1);
          break;
        case PLUS_EXPR: case MINUS_EXPR:
          l = linear_within (a, depth - 1);
          l.add (linear_within (b, depth - 1),
                 gimple_assign_rhs_code (def) == PLUS_EXPR ? 1 : -1);
          return l;
        case MULT_EXPR:
          if (tree_fits_shwi_p (b) && tree_to_shwi (b) > 0 && tree_to_shwi (b) < 1 << 30)
            {
              l.add (linear_within (a, depth - 1), tree_to_shwi (b));
              return l;
            }
          break;
        default:
          break;
        }
    }
  if (TREE_CODE (t) == SSA_NAME)
    l.terms[t] = 1;
  else
    l.known = false;
  return l;
}

linear
linear_of (tree t)
{
  if (TREE_CODE (t) == INTEGER_CST && tree_fits_shwi_p (t))
    return tree_to_shwi (t);
  return linear_within (t, 20);
}

linear
element_index (const gimple *call)
{
  linear l = linear_of (gimple_call_arg (call, 1));
  tree bytes = gimple_call_arg (call, 3);
  HOST_WIDE_INT size = tree_fits_shwi_p (bytes) ? tree_to_shwi (bytes) : 0;
  l.known = l.known && size > 0 && l.constant % size == 0;
  for (auto &t : l.terms)
    l.known = l.known && t.second % size == 0;
  if (!l.known)
    return l;
  l.constant /= size;
  for (auto &t : l.terms)
    t.second /= size;
  return l;
}

/* Where a name of the form gets another value, what was said of it ends. */
static void
clear_at_terms (flow_paths *paths, const linear &l)
{
  for (const auto &t : l.terms)
    if (!SSA_NAME_IS_DEFAULT_DEF (t.first))
      paths->mark (SSA_NAME_DEF_STMT (t.first), M_clear);
}

/* ---- Conditions -------------------------------------------------------- */

/* What holds where a branch goes to WAY: left - right <= most. */
struct bound
{
  linear left, right;
  HOST_WIDE_INT most;
};

static bool
bound_of (gcond *cond, bool way, bound *b)
{
  tree_code code = gimple_cond_code (cond);
  tree l = gimple_cond_lhs (cond), r = gimple_cond_rhs (cond);
  if (!index_type_p (TREE_TYPE (l)))
    return false;
  if (!way)
    code = invert_tree_comparison (code, false);
  if (code == GT_EXPR || code == GE_EXPR)
    {
      std::swap (l, r);
      code = swap_tree_comparison (code);
    }
  if (code != LT_EXPR && code != LE_EXPR)
    return false;
  b->left = linear_of (l);
  b->right = linear_of (r);
  b->most = code == LT_EXPR ? -1 : 0;
  return b->left.known && b->right.known;
}

/* The condition that edge E stands for. */
static bool
bound_of_edge (edge e, bound *b)
{
  gimple *last = last_stmt (e->src);
  gcond *cond = last ? dyn_cast<gcond *> (last) : NULL;
  return cond && bound_of (cond, (e->flags & EDGE_TRUE_VALUE) != 0, b);
}

/* Whether INDEX, at BB, is below LIMIT for its own sake or by a condition. */
static bool
below_p (const linear &index, basic_block bb, const linear &limit)
{
  HOST_WIDE_INT d;
  if (index.minus (limit, &d))
    return d < 0;
  for (basic_block b = bb; b; b = get_immediate_dominator (CDI_DOMINATORS, b))
    {
      bound c;
      HOST_WIDE_INT above, under;
      if (single_pred_p (b) && bound_of_edge (single_pred_edge (b), &c)
          && index.minus (c.left, &above) && c.right.minus (limit, &under)
          && above + c.most + under < 0)
        return true;
    }
  return false;
}

/* ---- after-release, backwards ------------------------------------------ */

static void
check_released (const flow_function &f, const flow_view &v, const event &release)
{
  linear limit = linear_of (index_of (release.stmt));
  if (!limit.known)
    return;
  flow_paths paths (f);
  if (v.origin)
    paths.mark (v.origin, M_clear);
  clear_at_terms (&paths, limit);
  paths.mark (release.stmt, M_set);
  for (const event &e : v.events)
    if (element_p (e.f) && below_p (element_index (e.stmt), gimple_bb (e.stmt), limit))
      paths.mark (e.stmt, M_use);
  flow_paths::answer a;
  if (!paths.ask (AT_USE | FROM_SET | LOOPS, &a))
    return;
  auto_diagnostic_group group;
  if (say (W_after_release, a.use, "element of %qE read after it was released", v.name))
    note (release.stmt, "what lies below this index is released here");
}

static void
check_backwards (const flow_function &f, const flow_view &v, const event &earlier)
{
  linear high = linear_of (index_of (earlier.stmt));
  flow_paths paths (f);
  if (v.origin)
    paths.mark (v.origin, M_clear);
  clear_at_terms (&paths, high);
  paths.mark (earlier.stmt, M_set);
  HOST_WIDE_INT d;
  for (const event &e : v.events)
    if (e.f == earlier.f && linear_of (index_of (e.stmt)).minus (high, &d) && d < 0)
      paths.mark (e.stmt, M_use);
  flow_paths::answer a;
  if (!paths.ask (AT_USE, &a))
    return;
  const char *what = earlier.f == R_commit ? "commit" : "release";
  auto_diagnostic_group group;
  if (say (W_backwards, a.use, "%qs of %qE goes backwards and does nothing", what, v.name))
    note (earlier.stmt, "the index was beyond that here");
}

/* ---- beyond-update, beyond-stall --------------------------------------- */

static bool
invariant_p (const flow_loop &l, const linear &x)
{
  for (const auto &t : x.terms)
    if (basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (t.first)))
      if (l.has (bb))
        return false;
  return x.known;
}

/* X with the name replaced. */
static linear
with (const linear &x, tree name, const linear &value)
{
  linear result = x, it;
  it.terms[name] = 1;
  HOST_WIDE_INT times = x.of (name);
  result.add (it, -times);
  result.add (value, times);
  return result;
}

/* What PHI starts with and adds in each turn; false if that is not known. */
static bool
evolution (const flow_loop &l, gphi *phi, linear *start, HOST_WIDE_INT *step)
{
  linear self;
  self.terms[gimple_phi_result (phi)] = 1;
  bool first_start = true, first_step = true;
  for (unsigned n = 0; n < gimple_phi_num_args (phi); n++)
    {
      linear x = linear_of (gimple_phi_arg_def (phi, n));
      HOST_WIDE_INT d;
      if (l.has (gimple_phi_arg_edge (phi, n)->src))
        {
          if (!x.minus (self, &d) || (!first_step && d != *step))
            return false;
          *step = d;
          first_step = false;
        }
      else if (!first_start)
        return false;
      else
        {
          *start = x;
          first_start = false;
        }
    }
  return !first_start && !first_step && start->known;
}

/* The least that the counter NAME is in the last turn that gets as far as BB, if
 * the loop has one exit and it is this one: i < hd, i + 1 <= hd, ... */
static bool
last_value (const flow_loop &l, tree name, HOST_WIDE_INT step, basic_block bb, linear *least)
{
  if (l.exits.size () != 1 || step <= 0)
    return false;
  edge out = l.exits[0];
  basic_block test = out->src;
  bool above = test != bb && dominated_by_p (CDI_DOMINATORS, bb, test);
  if (!above && !dominated_by_p (CDI_DOMINATORS, test, bb))
    return false;
  bound b; /* what holds when the loop is left: limit - counter <= most */
  if (!bound_of_edge (out, &b) || !invariant_p (l, b.left) || b.right.of (name) != 1)
    return false;
  linear rest = with (b.right, name, 0);
  if (!invariant_p (l, rest))
    return false;
  *least = b.left;
  least->add (rest, -1);
  least->constant -= b.most + (above ? step : 0);
  return true;
}

/* The indices that an element certainly has in some turn, if it is reached: as
 * it stands, in the first turn of its loop, in the last. */
static std::vector<linear>
reached_indices (const flow_function &f, gimple *element)
{
  linear index = element_index (element);
  std::vector<linear> all = { index };
  basic_block bb = gimple_bb (element);
  for (const flow_loop &l : f.loops)
    if (l.has (bb))
      {
        for (edge e : l.latches)
          if (!dominated_by_p (CDI_DOMINATORS, e->src, bb))
            return all;
        for (const auto &t : index.terms)
          {
            gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t.first));
            linear start, least;
            HOST_WIDE_INT step = 0;
            if (!phi || gimple_bb (phi) != l.header || !evolution (l, phi, &start, &step)
                || t.second < 0 || !invariant_p (l, with (index, t.first, 0)))
              continue;
            all.push_back (with (index, t.first, start));
            if (last_value (l, t.first, step, bb, &least))
              all.push_back (with (index, t.first, least));
          }
        break; /* the innermost only */
      }
  return all;
}

/* Whether INDEX is at or beyond what SYNC, an update or a stall, has reached: its
 * argument, or the result, which is never more. */
static bool
beyond_p (const linear &index, const gimple *sync)
{
  HOST_WIDE_INT d;
  if (!index.known)
    return false;
  if (index.minus (linear_of (index_of (sync)), &d) && d >= 0)
    return true;
  tree result = gimple_call_lhs (sync);
  return result && TREE_CODE (result) == SSA_NAME && index.minus (linear_of (result), &d)
         && d >= 0;
}

static void
check_beyond (const flow_function &f, const flow_view &v)
{
  flow_warning w = v.writes ? W_beyond_stall : W_beyond_update;
  runtime_function kind = v.writes ? R_stall : R_update;
  if (!v.made || v.hidden || !warning_on_p (w))
    return;
  std::vector<gimple *> syncs;
  for (const event &e : v.events)
    if (e.f == kind)
      syncs.push_back (e.stmt);
  if (syncs.empty ())
    return;
  for (const event &e : v.events)
    if (element_p (e.f))
      for (const linear &index : reached_indices (f, e.stmt))
        {
          bool beyond = true;
          flow_paths paths (f);
          paths.mark (v.made, M_clear);
          for (gimple *s : syncs)
            {
              beyond = beyond && beyond_p (index, s);
              paths.mark (s, M_set);
            }
          clear_at_terms (&paths, linear_of (index_of (syncs[0])));
          paths.mark (e.stmt, M_use);
          flow_paths::answer a;
          if (!beyond || !paths.ask (AT_USE, &a))
            continue;
          auto_diagnostic_group group;
          bool said = v.writes
            ? say (w, a.use, "element of %qE written beyond what %<stall%> made writable", v.name)
            : say (w, a.use, "element of %qE read beyond what %<update%> made readable", v.name);
          if (said)
            note (a.set, "an index that is passed here is the first that is not %s",
                  v.writes ? "writable" : "readable");
          return;
        }
}

void
check_indices (const flow_function &f)
{
  for (const flow_view &v : f.views)
    {
      for (const event &e : v.events)
        {
          if (e.f == R_release && warning_on_p (W_after_release))
            check_released (f, v, e);
          if ((e.f == R_release || e.f == R_commit) && warning_on_p (W_backwards))
            check_backwards (f, v, e);
        }
      check_beyond (f, v);
    }
}

} // namespace erbium
