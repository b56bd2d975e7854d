/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beyond_warnings.cc - elements beyond what the view has synchronised.
 *
 *   hd = update (v, hd);  for (i = tl; i <= hd; i++) x += v[[i]];   beyond-update
 *   stall (v, hd);  v[[hd]] = x;                                    beyond-stall
 */
#include "warn/flow_warnings.h"

#include "dominance.h"

#include <algorithm>

namespace erbium {

/* ---- Accesses ---------------------------------------------------------- */

/* A statement that loads or stores an element: an address alone may be that of the end. */
struct access
{
  gimple *stmt;
  linear index;
};

/* Finds the accesses through an address of an element and through pointers computed from it. */
class element_accesses
{
public:
  element_accesses (const gimple *call)
  {
    size = tree_to_shwi (gimple_call_arg (call, 3));
    linear index = element_index (call);
    if (gimple_call_lhs (call) && index.known)
      follow (gimple_call_lhs (call), index);
  }
  std::vector<access> found;
private:
  HOST_WIDE_INT size;
  ssa_names seen;
  void follow (tree pointer, const linear &index);
  void use (gimple *stmt, tree pointer, const linear &index);
  bool moved (linear *index, const linear &bytes) const;
  struct query { tree pointer; HOST_WIDE_INT bytes; bool found; };
  static bool on_access (gimple *, tree base, tree, void *data);
};

/* Adds an offset in bytes to INDEX: of whole elements, or to a part of one. */
bool
element_accesses::moved (linear *index, const linear &bytes) const
{
  linear whole;
  whole.known = bytes.known;
  whole.constant = bytes.constant >= 0 ? bytes.constant / size
                                       : -((size - 1 - bytes.constant) / size);
  for (const auto &t : bytes.terms)
    {
      whole.terms[t.first] = t.second / size;
      whole.known = whole.known && t.second % size == 0;
    }
  index->add (whole);
  return index->known;
}

bool
element_accesses::on_access (gimple *, tree base, tree, void *data)
{
  query *q = (query *) data;
  base = get_base_address (base);
  if (base && TREE_CODE (base) == MEM_REF && TREE_OPERAND (base, 0) == q->pointer
      && tree_fits_shwi_p (TREE_OPERAND (base, 1)))
    {
      q->found = true;
      q->bytes = tree_to_shwi (TREE_OPERAND (base, 1));
    }
  return false;
}

void
element_accesses::use (gimple *stmt, tree pointer, const linear &index)
{
  query q = { pointer, 0, false };
  linear there = index;
  walk_stmt_load_store_ops (stmt, &q, on_access, on_access);
  if (q.found && moved (&there, q.bytes))
    found.push_back ({ stmt, there });
  if (!is_gimple_assign (stmt) || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
      || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))) || gimple_vuse (stmt))
    return;
  tree_code code = gimple_assign_rhs_code (stmt);
  if (code == SSA_NAME || CONVERT_EXPR_CODE_P (code))
    follow (gimple_assign_lhs (stmt), index);
  else if (code == POINTER_PLUS_EXPR && gimple_assign_rhs1 (stmt) == pointer
           && moved (&there, linear_of (gimple_assign_rhs2 (stmt))))
    follow (gimple_assign_lhs (stmt), there);
}

void
element_accesses::follow (tree pointer, const linear &index)
{
  imm_use_iterator i;
  use_operand_p u;
  if (!seen.insert (pointer).second)
    return;
  FOR_EACH_IMM_USE_FAST (u, i, pointer)
    if (!is_gimple_debug (USE_STMT (u)) && gimple_code (USE_STMT (u)) != GIMPLE_PHI)
      use (USE_STMT (u), pointer, index);
}

/* ---- Which indices ----------------------------------------------------- */

/* Whether VALUE is loaded, returned by a function, or computed from such values only. */
static bool
data_p (tree value, int depth = 0)
{
  if (TREE_CODE (value) != SSA_NAME)
    return is_gimple_min_invariant (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (is_gimple_call (def))
    return runtime_call (def) == R_count;
  if (!is_gimple_assign (def) || depth > 8)
    return false;
  if (gimple_vuse (def))
    return true;
  for (unsigned n = 1; n < gimple_num_ops (def); n++)
    if (!data_p (gimple_op (def, n), depth + 1))
      return false;
  return true;
}

/* Whether an exit of a loop depends on elements or results of functions, and on no counter. */
static bool
data_exit_p (edge e)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_statement (e->src));
  return cond && data_p (gimple_cond_lhs (cond)) && data_p (gimple_cond_rhs (cond));
}

/* Returns the only exit of the loop that does not depend on data, or NULL. */
static edge
counting_exit (const flow_loop &l)
{
  edge only = NULL;
  for (edge e : l.exits)
    if (l.exits.size () == 1 || !data_exit_p (e))
      {
        if (only)
          return NULL;
        only = e;
      }
  return only;
}

/* Finds the least value of the counter NAME in the last iteration that reaches BB, if the loop ends
 * at a test of the counter: i < hd, i + 1 <= hd, ... */
static bool
last_value (const flow_loop &l, tree name, HOST_WIDE_INT step, basic_block bb, linear *least)
{
  edge out = counting_exit (l);
  if (!out || step <= 0)
    return false;
  basic_block test = out->src;
  bool above = test != bb && dominated_by_p (CDI_DOMINATORS, bb, test);
  if (!above && !dominated_by_p (CDI_DOMINATORS, test, bb))
    return false;
  bound b; /* holds when the loop is left: limit - counter <= most */
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

/* An index that an access has in some iteration, if that is executed; with MAYBE, the loop may be
 * left before. */
struct reached
{
  linear index;
  bool maybe;
};

/* Whether INNER has the same iterations in each iteration of L: its counter starts and ends with
 * values that L does not change. */
static bool
steady_p (const flow_loop &inner, const flow_loop &l)
{
  bound b;
  if (inner.exits.size () != 1 || !bound_of_edge (inner.exits[0], &b) || !invariant_p (l, b.left))
    return false;
  for (const auto &t : b.right.terms)
    {
      gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t.first));
      linear start;
      HOST_WIDE_INT step;
      if (phi && gimple_bb (phi) == inner.header && evolution (inner, phi, &start, &step))
        return invariant_p (l, start) && invariant_p (l, with (b.right, t.first, 0));
    }
  return false;
}

/* Adds the values of INDEX, at BB in each iteration of L, in the first and the last iteration. */
static void
reach_ends (const flow_loop &l, basic_block bb, const reached &r, std::vector<reached> *all)
{
  for (const auto &t : r.index.terms)
    {
      gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (t.first));
      linear start, least;
      HOST_WIDE_INT step = 0;
      if (!phi || gimple_bb (phi) != l.header || !evolution (l, phi, &start, &step)
          || t.second < 0 || !invariant_p (l, with (r.index, t.first, 0)))
        continue;
      all->push_back ({ with (r.index, t.first, start), r.maybe });
      if (last_value (l, t.first, step, bb, &least))
        all->push_back ({ with (r.index, t.first, least), r.maybe || l.exits.size () > 1 });
    }
}

/* Returns the index of an access as it stands, and in the first and last iteration of its loop;
 * then in those of the loops around it, as long as their iterations all have the same inner
 * ones. */
static std::vector<reached>
reached_indices (const flow_function &f, const access &a)
{
  std::vector<reached> all = { { a.index, false } };
  basic_block bb = gimple_bb (a.stmt);
  const flow_loop *inner = NULL;
  for (const flow_loop &l : f.loops)
    if (l.has (bb))
      {
        if (!each_turn_p (l, bb) || (inner && !steady_p (*inner, l)))
          break;
        std::vector<reached> before = all;
        for (const reached &r : before)
          reach_ends (l, bb, r, &all);
        inner = &l;
        bb = l.header;
      }
  return all;
}

/* The reach of an update or a stall: its argument, or its result, which is never greater. */
struct reach
{
  linear argument, result;
};

/* Returns the reaches, the greatest first, which shows most accesses to be right. */
static std::vector<reach>
reaches_of (const std::vector<gimple *> &syncs)
{
  std::vector<reach> all;
  for (gimple *s : syncs)
    {
      tree result = gimple_call_lhs (s);
      reach r = { linear_of (index_of (s)), linear () };
      if (result && TREE_CODE (result) == SSA_NAME)
        r.result = linear_of (result);
      else
        r.result.known = false;
      all.push_back (r);
    }
  std::stable_sort (all.begin (), all.end (), [] (const reach &a, const reach &b)
                    { return a.argument.constant > b.argument.constant; });
  return all;
}

/* Whether INDEX is at or beyond all of them. */
static bool
beyond_p (const linear &index, const std::vector<reach> &reaches)
{
  HOST_WIDE_INT d;
  for (const reach &r : reaches)
    if (!index.known || !((index.minus (r.argument, &d) && d >= 0)
                          || (index.minus (r.result, &d) && d >= 0)))
      return false;
  return true;
}

/* Marks an access that has an index beyond all; MAYBE notes if the index is that of a last
 * iteration. */
static void
mark_beyond (const flow_function &f, const std::vector<reach> &reaches, const access &x,
             flow_paths *paths, std::map<const gimple *, bool> *maybe)
{
  for (const reached &r : reached_indices (f, x))
    if (beyond_p (r.index, reaches))
      {
        if (maybe->insert ({ x.stmt, r.maybe }).second)
          paths->mark (x.stmt, M_use);
        return;
      }
}

static void
warn_beyond (const flow_view &v, flow_warning w, const flow_paths::answer &a, bool maybe)
{
  auto_diagnostic_group group;
  bool warned = v.writes
    ? warn (w, a.use, maybe ? "element of %qE may be written beyond the index of %<stall%>"
           : "element of %qE written beyond the index of %<stall%>", v.name)
    : warn (w, a.use, maybe ? "element of %qE may be read beyond the index of %<update%>"
           : "element of %qE read beyond the index of %<update%>", v.name);
  if (warned)
    note (a.set, "the index passed here is the first that is not %s",
          v.writes ? "writable" : "readable");
}

static void
check_view (const flow_function &f, const flow_view &v)
{
  flow_warning w = v.writes ? W_beyond_stall : W_beyond_update;
  runtime_function kind = v.writes ? R_stall : R_update;
  if (!v.made || v.hidden || !warning_on_p (w))
    return;
  flow_paths paths (f);
  std::vector<gimple *> syncs;
  paths.mark (v.made, M_clear);
  for (const event &e : v.events)
    if (e.f == kind)
      {
        syncs.push_back (e.stmt);
        paths.mark (e.stmt, M_set);
      }
  if (syncs.empty ())
    return;
  clear_at_terms (&paths, linear_of (index_of (syncs[0])));
  std::vector<reach> reaches = reaches_of (syncs);
  std::map<const gimple *, bool> maybe;
  for (const event &e : v.events)
    if (element_p (e.f))
      for (const access &x : element_accesses (e.stmt).found)
        mark_beyond (f, reaches, x, &paths, &maybe);
  flow_paths::answer a;
  if (paths.ask (AT_USE, &a))
    warn_beyond (v, w, a, maybe[a.use]);
}

void
check_beyond (const flow_function &f)
{
  for (const flow_view &v : f.views)
    check_view (f, v);
}

} // namespace erbium
