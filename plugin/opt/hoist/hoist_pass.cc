/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist_pass.cc - a view in a loop becomes an array.
 *
 *   before   loop: p = erbium_element_slow (v, (long) i * 4, 0, 4); s += *p;
 *   after    o = v->origin;
 *            loop: p = o + (long) i * 4; s += *p;
 *
 * Between two primitives a view is an array that begins at its origin (hot.h).  So the origin may
 * be loaded before the outermost loop that calls no primitive and does not change the view.  The
 * vectoriser then sees an array, with any stride, offset, direction and nesting.  No strips are
 * needed for that, since the memory of live elements is contiguous.
 *
 * A narrow index i, of 32 bits, means an element near the view's bound.  If i runs evenly through
 * the loops (it is affine, and known not to wrap) from an index that is near the bound itself
 * (index_runs.cc), one correction serves the whole run:
 *
 *   before   loop: p = erbium_element_slow (v, (sizetype) (long) i * 4, 1, 4);
 *   after    o = v->origin + (wide (i0) - i0) * 4;    i0: i where the loops begin
 *            loop: p = o + (sizetype) (long) i * 4;
 *
 * If i is unsigned and GCC does not know whether it wraps, as in v[[i - 1]], its distance from its
 * first value does not wrap:
 *
 *   after    b = v->origin + wide (i0) * 4;
 *            loop: p = b + (sizetype) (i - i0) * 4;
 *
 * Otherwise, as in v[[table[k]]] or if (k == n) sum += v[[k]], the loops are versioned.  If the
 * live elements lie between two multiples of 2^32 (of 2^31, for a signed i), which one comparison
 * shows, all narrow indices need the same correction.  In the other version, which is hardly ever
 * executed, each access corrects its own index, with origin and bound in registers; a remark
 * reports that.
 *
 * Elements of different views lie apart (view_aliases.cc).
 */
#include "opt/hoist/hoist.h"

#include "base/base.h"
#include "opt/hoist/hoist_parts.h"
#include "tree-scalar-evolution.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-ivopts.h"

namespace erbium {

namespace {

/* ---- What is loaded before a loop -------------------------------------- */

/* The values that accesses of one view in one loop share.  Wide: its origin.  Narrow: the origin
 * corrected for a run, the address where a distance starts, or, if each access corrects its own
 * index, origin and bound as they are. */
struct base
{
  class loop *l;
  tree v;
  bool narrow;
  run r;
  tree origin, bound;
  tree first; /* DISTANCE: r.start */
};

class bases
{
public:
  const base &get (class loop *l, tree v, bool narrow, const run &r, tree size, gimple *access);
private:
  auto_vec<base> known;
};

/* Whether one correction serves both: they begin less than REACH apart. */
bool
same_run_p (const run &a, const run &b)
{
  return a.kind == b.kind && a.zero_extended == b.zero_extended
         && (a.start == b.start || (a.start && b.start && operand_equal_p (a.start, b.start, 0)))
         && a.constant - b.constant < REACH && b.constant - a.constant < REACH;
}

/* Returns POINTER in a form whose sums GCC does not take apart again.  Otherwise the terms of each
 * view's origin stay in registers through the loop, and the function has to save so many that this
 * costs more than the loop of a short burst (saxpy: 15% for 4096 elements). */
tree
one_value (code &c, tree pointer)
{
  auto operand = [] (const char *constraint, tree value)
  {
    return build_tree_list (build_tree_list (NULL_TREE, build_string (strlen (constraint) + 1,
                                                                      constraint)), value);
  };
  tree result = make_ssa_name (ptr_type_node);
  vec<tree, va_gc> *in = NULL, *out = NULL;
  vec_safe_push (in, operand ("0", pointer));
  vec_safe_push (out, operand ("=r", result));
  gasm *empty = gimple_build_asm_vec ("", in, out, NULL, NULL);
  SSA_NAME_DEF_STMT (result) = empty;
  gimple_seq_add_stmt (&c.seq, empty);
  return result;
}

/* Corrects the origin for the run of B. */
void
correct (code &c, base &b, tree size)
{
  if (b.r.kind == run::UNEVEN)
    return;
  if (b.r.kind == run::SETTLED)
    {
      tree low = c.convert (b.r.zero_extended ? unsigned_type_node : integer_type_node, b.bound);
      tree lap = c.op (MINUS_EXPR, size_type_node, c.convert (size_type_node, b.bound),
                       c.convert (size_type_node, c.convert (long_integer_type_node, low)));
      b.origin = c.plus (b.origin, c.op (MULT_EXPR, size_type_node, lap,
                                         fold_convert (size_type_node, size)));
      return;
    }
  tree first = c.expression (b.r.start);
  if (b.r.kind == run::DISTANCE)
    {
      tree index = c.op (PLUS_EXPR, unsigned_type_node, c.convert (unsigned_type_node, first),
                         build_int_cst (unsigned_type_node, b.r.constant));
      tree offset = c.op (MULT_EXPR, size_type_node, c.convert (size_type_node, index),
                          fold_convert (size_type_node, size));
      b.origin = element_address (c, b.origin, b.bound, offset, true, size);
      b.first = first;
      return;
    }
  /* wide (i0) - i0 is a multiple of 2^32: bound - i0, rounded to one. */
  first = c.op (PLUS_EXPR, size_type_node, c.convert (size_type_node, first),
                build_int_cstu (size_type_node, b.r.constant));
  first = c.op (EXACT_DIV_EXPR, long_integer_type_node, c.convert (long_integer_type_node, first),
                fold_convert (long_integer_type_node, size));
  tree away = c.op (MINUS_EXPR, size_type_node, c.convert (size_type_node, first),
                    c.convert (size_type_node, b.bound));
  tree turns = c.op (BIT_AND_EXPR, size_type_node,
                     c.op (PLUS_EXPR, size_type_node, away,
                           build_int_cstu (size_type_node, HOST_WIDE_INT_1U << 31)),
                     build_int_cstu (size_type_node, HOST_WIDE_INT_M1U << 32));
  tree bytes = c.op (MULT_EXPR, size_type_node, turns, fold_convert (size_type_node, size));
  b.origin = one_value (c, c.plus (b.origin, c.op (MINUS_EXPR, size_type_node, size_zero_node,
                                                   bytes)));
}

const base &
bases::get (class loop *l, tree v, bool narrow, const run &r, tree size, gimple *access)
{
  unsigned n;
  base *old;
  FOR_EACH_VEC_ELT (known, n, old)
    if (old->l == l && old->v == v && old->narrow == narrow
        && (!narrow || same_run_p (old->r, r)))
      return *old;
  code c (gimple_location (access));
  base b = { l, v, narrow, r, NULL_TREE, NULL_TREE, NULL_TREE };
  tree view = readable (c, v, l, gimple_bb (access));
  b.origin = load_origin (c, view);
  b.bound = narrow ? load_bound (c, view) : NULL_TREE;
  if (narrow)
    correct (c, b, size);
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (l), c.seq);
  known.safe_push (b);
  return known.last ();
}

/* ---- The pass ---------------------------------------------------------- */

/* Moves invariants out of loops again.  GCC has done so before, when each access was a call that
 * might read and write all memory: a sum in a variable of the file stayed in the loop.
 *
 *   before   loop: total = total + o[i];
 *   after    t = total; loop: t = t + o[i];  total = t; */
unsigned int
move_invariants (function *fun)
{
  return flag_tree_loop_im ? loop_invariant_motion_in_fun (fun, stores_move_p ()) : 0;
}

const pass_data hoist_data = {
  GIMPLE_PASS, "erbium_hoist", OPTGROUP_LOOP, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0
};

class pass_erbium_hoist : public gimple_opt_pass
{
public:
  pass_erbium_hoist (gcc::context *context) : gimple_opt_pass (hoist_data, context) {}
  bool gate (function *) override { return option.hoist; }
  unsigned int execute (function *fun) override;
};

/* Returns the address of STMT's element, from values that are loaded before the loop. */
tree
address_from (code &c, const base &b, const run &r, gimple *stmt)
{
  tree size = element_size (stmt);
  if (!b.narrow || b.r.kind == run::EVEN || b.r.kind == run::SETTLED)
    return c.plus (b.origin, element_offset (stmt));
  if (b.r.kind == run::UNEVEN)
    return element_address (c, b.origin, b.bound, element_offset (stmt), true, size);
  tree way = c.op (MINUS_EXPR, unsigned_type_node, c.convert (unsigned_type_node, r.index),
                   c.convert (unsigned_type_node, b.first));
  way = c.op (PLUS_EXPR, size_type_node, c.convert (size_type_node, way),
              build_int_cst (size_type_node, r.constant - b.r.constant));
  return c.plus (b.origin, c.op (MULT_EXPR, size_type_node, way,
                                 fold_convert (size_type_node, size)));
}

/* The loop out of which an element's view is hoisted, or NULL, and how its index runs there, if
 * that is narrow. */
struct place
{
  gimple *stmt;
  class loop *l;
  run r;
};

place
place_for (gimple *stmt, synchronising_loops &others, const vec<gimple *> &elements,
           settled_map &settled)
{
  place p = { stmt, NULL, run () };
  if (gimple_call_lhs (stmt))
    p.l = outermost (gimple_bb (stmt), element_view (stmt), others);
  if (!p.l || !narrow_p (stmt))
    return p;
  p.l = loop_for_narrow (stmt, p.l, elements, p.r);
  if (bool *with_zeros = p.r.kind == run::UNEVEN ? settled.get (stmt) : NULL)
    {
      p.r.kind = run::SETTLED;
      p.r.zero_extended = *with_zeros;
    }
  return p;
}

/* Computes an element's address from an origin that is loaded before the loop. */
void
hoist (const place &at, bases &known, apart &alias, remarks &notes)
{
  gimple *stmt = at.stmt;
  tree v = element_view (stmt), lhs = gimple_call_lhs (stmt);
  bool narrow = narrow_p (stmt);
  const base &b = known.get (at.l, v, narrow, at.r, element_size (stmt), stmt);
  code c (gimple_location (stmt));
  tree p = address_from (c, b, at.r, stmt);
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  if (narrow && at.r.kind == run::UNEVEN)
    notes.corrected (stmt);
  else
    notes.hoisted (stmt, at.l);
  gsi_insert_seq_before (&gsi, c.seq, GSI_SAME_STMT);
  gimple *assign = gimple_build_assign (lhs, p);
  gimple_set_location (assign, gimple_location (stmt));
  unlink_stmt_vdef (stmt);
  gsi_replace (&gsi, assign, true);
  alias.element (lhs, v);
}

unsigned int
pass_erbium_hoist::execute (function *fun)
{
  auto_vec<gimple *> elements;
  find_elements (fun, elements);
  if (elements.is_empty ())
    return 0;
  calculate_dominance_info (CDI_DOMINATORS);
  settled_map settled;
  if (version_loops (fun, settled))
    {
      elements.truncate (0);
      find_elements (fun, elements);
      scev_reset ();
    }
  synchronising_loops others (fun);
  bases known;
  apart alias (fun);
  remarks notes;
  unsigned n;
  gimple *stmt;
  auto_vec<place> places;
  FOR_EACH_VEC_ELT (elements, n, stmt)
    {
      place at = place_for (stmt, others, elements, settled);
      if (at.l)
        places.safe_push (at);
      else
        notes.left (stmt);
    }
  place *at;
  FOR_EACH_VEC_ELT (places, n, at)
    hoist (*at, known, alias, notes);
  alias.parameters ();
  notes.report (others);
  if (places.is_empty ())
    return 0;
  scev_reset ();
  mark_virtual_operands_for_renaming (fun);
  update_ssa (TODO_update_ssa_only_virtuals);
  unsigned int todo = move_invariants (fun);
  verify_after (fun, "erbium_hoist");
  return todo;
}

} // namespace

void
register_hoist_pass (const char *plugin)
{
  struct register_pass_info info
    = { new pass_erbium_hoist (g), "erbium_prefetch", 1, PASS_POS_INSERT_AFTER };
  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

} // namespace erbium
