/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network_sums.cc - numbers as sums of parameters, for `network=FILE' (network_parts.h).
 *
 *   for (tl = 0; (hd = update (v, tl + 16)); tl = hd)    v: 16 elements per iteration
 *     for (k = 0; k < 4; k++)
 *       commit (w, ++i);                                 w: 4 per iteration of the outer loop
 *
 * The sums are those of the warnings (dataflow/linear_sums.cc).  The warnings use only what is
 * certain; here the result of update is taken to be its argument.
 */
#include "network/network_parts.h"

namespace erbium {

/* ---- Parameters -------------------------------------------------------- */

int
parameter_number (const_tree parm)
{
  int number = 0;
  for (tree p = DECL_ARGUMENTS (current_function_decl); p; p = DECL_CHAIN (p), number++)
    if (p == parm)
      return number;
  return -1;
}

static int
parameter_of (const_tree name)
{
  return SSA_NAME_IS_DEFAULT_DEF (name) && SSA_NAME_VAR (name)
           ? parameter_number (SSA_NAME_VAR (name)) : -1;
}

std::string
json_sum (const linear &x)
{
  if (!x.known)
    return "null";
  if (x.terms.empty ())
    return std::to_string (x.constant);
  std::string text;
  for (const auto &t : x.terms)
    {
      if (parameter_of (t.first) < 0)
        return "null";
      text += t.second < 0 ? "-" : text.empty () ? "" : "+";
      if (t.second != 1 && t.second != -1)
        text += std::to_string (t.second < 0 ? -(unsigned HOST_WIDE_INT) t.second : t.second) + "*";
      text += "$" + std::to_string (parameter_of (t.first));
    }
  if (x.constant)
    text += (x.constant > 0 ? "+" : "") + std::to_string (x.constant);
  return json_string (text);
}

static linear
unknown ()
{
  linear l;
  l.known = false;
  return l;
}

/* ---- Update ------------------------------------------------------------ */

/* Returns X with the results of updates replaced by their arguments. */
static linear
nominal (linear x)
{
  for (int depth = 0; depth < 8 && x.known; depth++)
    {
      linear before = x;
      for (const auto &t : before.terms)
        {
          gimple *def = SSA_NAME_DEF_STMT (t.first);
          if (runtime_call (def) == R_update)
            x = with (x, t.first, linear_of (index_of (def)));
        }
      if (x.terms.size () == before.terms.size ()
          && std::equal (x.terms.begin (), x.terms.end (), before.terms.begin ()))
        break;
    }
  return x;
}

/* ---- Loops ------------------------------------------------------------- */

const flow_loop *
sums::headed_by (basic_block bb) const
{
  for (const flow_loop &l : loops)
    if (l.header == bb)
      return &l;
  return NULL;
}

const flow_loop *
sums::innermost (basic_block bb) const
{
  for (const flow_loop &l : loops)
    if (l.has (bb))
      return &l;
  return NULL;
}

/* Whether a path leads from BB to BB without the latches of the loops around it. */
bool
sums::comes_back_p (basic_block bb) const
{
  std::set<edge> latches;
  for (const flow_loop &l : loops)
    if (l.has (bb))
      latches.insert (l.latches.begin (), l.latches.end ());
  std::set<basic_block> seen;
  std::vector<basic_block> work = { bb };
  while (!work.empty ())
    {
      basic_block from = work.back ();
      work.pop_back ();
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, from->succs)
        if (!latches.count (e) && seen.insert (e->dest).second)
          work.push_back (e->dest);
    }
  return seen.count (bb) != 0;
}

/* Whether BB, or a loop around it, is in a cycle with two entries. */
bool
sums::irreducible_p (basic_block bb) const
{
  bool irreducible = comes_back_p (bb);
  for (const flow_loop &l : loops)
    irreducible = irreducible || (l.has (bb) && comes_back_p (l.header));
  return irreducible;
}

/* Returns the PHI that defines a name, or NULL. */
static gphi *
phi_of (tree name)
{
  return dyn_cast<gphi *> (SSA_NAME_DEF_STMT (name));
}

/* Returns the value of a PHI in the header of L when the loop begins. */
static linear
start_of_phi (gphi *phi, const flow_loop &l)
{
  linear start = unknown ();
  for (unsigned n = 0, found = 0; n < gimple_phi_num_args (phi); n++)
    if (!l.has (gimple_phi_arg_edge (phi, n)->src))
      start = found++ ? unknown () : linear_of (gimple_phi_arg_def (phi, n));
  return start;
}

/* Returns X in L, with the names of inner loops replaced by their values at the end of these. */
linear
sums::after_inner (linear x, const flow_loop &l, int depth) const
{
  x = nominal (x);
  linear before = x;
  for (const auto &t : before.terms)
    {
      gphi *phi = phi_of (t.first);
      const flow_loop *inner = phi ? headed_by (gimple_bb (phi)) : NULL;
      if (!inner || inner == &l || !l.has (inner->header))
        continue;
      if (depth == 0)
        return unknown ();
      linear value = start_of_phi (phi, *inner), n = turns (*inner, NULL, depth - 1);
      linear step = step_of_phi (phi, *inner, depth - 1);
      if (!n.terms.empty () || !n.known)
        return unknown ();
      value.add (step, n.constant);
      x = nominal (with (x, t.first, value));
      x.known = x.known && value.known;
    }
  return x;
}

linear
sums::step_of_phi (gphi *phi, const flow_loop &l, int depth) const
{
  linear self, result = unknown ();
  self.terms[gimple_phi_result (phi)] = 1;
  bool first = true;
  for (edge e : l.latches)
    {
      linear x = after_inner (linear_of (PHI_ARG_DEF_FROM_EDGE (phi, e)), l, depth);
      x.add (self, -1);
      HOST_WIDE_INT difference;
      if (!invariant_p (l, x) || (!first && (!x.minus (result, &difference) || difference != 0)))
        return unknown ();
      result = x;
      first = false;
    }
  return result;
}

linear
sums::step_within (const linear &x, const flow_loop &l, int depth) const
{
  if (depth == 0)
    return unknown ();
  linear from = after_inner (x, l, depth - 1), result = 0;
  result.known = from.known;
  for (const auto &t : from.terms)
    {
      basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (t.first));
      gphi *phi = phi_of (t.first);
      if (!bb || !l.has (bb))
        continue;
      if (!phi || bb != l.header)
        return unknown ();
      result.add (step_of_phi (phi, l, depth - 1), t.second);
    }
  return result;
}

/* Returns how often L executes SITE, or, if that is NULL, its latch, for a loop whose only exit
 * compares a counter. */
linear
sums::turns (const flow_loop &l, basic_block site, int depth) const
{
  bound stay;
  if (l.exits.size () != 1 || EDGE_COUNT (l.exits[0]->src->succs) != 2)
    return unknown ();
  edge out = l.exits[0], in = EDGE_SUCC (out->src, EDGE_SUCC (out->src, 0) == out);
  if (!bound_of_edge (in, &stay))
    return unknown ();
  linear distance = stay.left; /* <= most: another turn */
  distance.add (stay.right, -1);
  linear step = step_within (distance, l, depth);
  if (!step.known || !step.terms.empty () || step.constant <= 0)
    return unknown ();
  for (const auto &t : linear (distance).terms)
    if (gphi *phi = phi_of (t.first); phi && gimple_bb (phi) == l.header)
      {
        linear start = start_of_phi (phi, l);
        distance = with (distance, t.first, start);
        distance.known = distance.known && start.known;
      }
  /* A site before the test is executed once more. */
  bool after = !site || (out->src == l.header && site != l.header);
  linear n = stay.most + (after ? step.constant : 2 * step.constant);
  n.add (distance, -1);
  n.known = n.known && distance.known;
  if (step.constant == 1)
    return n;
  if (!n.terms.empty ())
    return unknown ();
  n.constant = n.constant < 0 ? 0 : n.constant / step.constant;
  return n;
}

linear
sums::first (linear x, basic_block bb) const
{
  for (int depth = 0; depth < most_depth && x.known; depth++)
    {
      x = nominal (x);
      bool changed = false;
      for (const auto &t : linear (x).terms)
        {
          gphi *phi = phi_of (t.first);
          const flow_loop *l = phi ? headed_by (gimple_bb (phi)) : NULL;
          if (!l || !l->has (bb))
            continue;
          linear start = start_of_phi (phi, *l);
          x = with (x, t.first, start);
          x.known = x.known && start.known;
          changed = true;
        }
      if (!changed)
        break;
    }
  return x;
}

linear
sums::times (basic_block bb) const
{
  if (irreducible_p (bb))
    return unknown ();
  linear product = 1;
  for (const flow_loop &l : loops)
    if (l.has (bb))
      {
        linear n = turns (l, bb, most_depth);
        if (!n.known || (!n.terms.empty () && !product.terms.empty ()))
          return unknown ();
        if (n.terms.empty ())
          std::swap (n, product);
        HOST_WIDE_INT factor = product.constant;
        if (!product.terms.empty () || factor < 0 || factor > 1 << 20)
          return unknown ();
        product = 0;
        product.add (n, factor);
      }
  return product;
}

const flow_loop *
sums::rate_of (const linear &x, basic_block bb, linear *rate) const
{
  const flow_loop *best = NULL;
  for (const flow_loop &l : loops)
    if (l.has (bb))
      {
        linear s = step (x, l);
        if (json_sum (s) == "null")
          break;
        best = &l;
        *rate = s;
      }
  return best;
}

} // namespace erbium
