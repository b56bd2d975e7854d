/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hoist.cc - a view in a loop becomes an array.
 *
 *   before   loop: p = erbium_element_far (v, (long) i * 4, 0, 4); s += *p;
 *   after    o = v->origin;
 *            loop: p = o + (long) i * 4; s += *p;
 *
 * Between two primitives a view is an array that begins at its origin (hot.h), so
 * the origin may be loaded before the outermost loop that calls no primitive and
 * knows the view.  What is left is what the vectoriser gets for an array, for any
 * stride, offset, direction and nesting; no strips have to be cut, since a run of
 * live elements has no seam.
 *
 * A narrow index i, of 32 bits, means an element near the view's bound.  Where i
 * runs evenly through the loops (it is affine, and is known not to wrap), one
 * correction serves the whole run:
 *
 *   before   loop: p = erbium_element_far (v, (sizetype) (long) i * 4, 1, 4);
 *   after    o = v->origin + (wide (i0) - i0) * 4;    i0: i where the loops begin
 *            loop: p = o + (sizetype) (long) i * 4;
 *
 * Otherwise, as in v[[table[k]]], each access corrects its own index, with origin
 * and bound in registers, and a remark says so.
 *
 * Elements of different views lie apart: a view reads what is committed or writes
 * what is not, and producers write elements of their own.  For views that are
 * certainly different ones, made in this function or parameters of a process, the
 * alias oracle is told through dependence cliques, and so it is of variables,
 * where no element lies.
 */
#include "gimple-parts.h"

#include "tree-chrec.h"
#include "tree-data-ref.h"
#include "tree-scalar-evolution.h"
#include "tree-affine.h"
#include "tree-ssa-address.h"
#include "tree-ssa-loop-ivopts.h"
#include "tree-ssa.h"
#include "tree-dfa.h"
#include "gimple-walk.h"

namespace erbium {

namespace {

/* ---- Loops without primitives ------------------------------------------ */

/* Whether a statement may call a primitive: a call of something unknown. */
bool
loud_p (const gimple *stmt)
{
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return gimple_code (stmt) == GIMPLE_ASM && gimple_asm_volatile_p (as_a<const gasm *> (stmt));
  if (runtime_call (stmt) == R_element)
    return false;
  if (gimple_call_flags (stmt) & (ECF_CONST | ECF_PURE))
    return false;
  return !gimple_call_builtin_p (stmt, BUILT_IN_NORMAL) && !gimple_call_builtin_p (stmt, BUILT_IN_MD);
}

class loudness
{
public:
  explicit loudness (function *fun)
  {
    basic_block bb;
    FOR_EACH_BB_FN (bb, fun)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
        if (loud_p (gsi_stmt (gsi)))
          for (class loop *l = bb->loop_father; l && loop_depth (l) > 0 && !loud.contains (l);
               l = loop_outer (l))
            loud.add (l);
  }
  bool quiet (class loop *l) { return loop_depth (l) > 0 && !loud.contains (l); }
private:
  hash_set<class loop *> loud;
};

/* The outermost quiet loop around bb in which v does not change; or NULL. */
class loop *
outermost (basic_block bb, tree v, loudness &loud)
{
  class loop *l = bb->loop_father, *best = NULL;
  for (; loud.quiet (l) && expr_invariant_in_loop_p (l, v); l = loop_outer (l))
    best = l;
  return best;
}

/* ---- Views ------------------------------------------------------------- */

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

/* Without casts and copies. */
tree
plain (tree v)
{
  while (TREE_CODE (v) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (v))
         && (gimple_assign_cast_p (SSA_NAME_DEF_STMT (v))
             || gimple_assign_rhs_code (SSA_NAME_DEF_STMT (v)) == SSA_NAME)
         && TREE_CODE (gimple_assign_rhs1 (SSA_NAME_DEF_STMT (v))) == SSA_NAME)
    v = gimple_assign_rhs1 (SSA_NAME_DEF_STMT (v));
  return v;
}

/* Whether v is a view for sure where the loop is entered, not NULL: it was made
 * here, or a primitive of it has been called on every way to there. */
bool
certain_p (tree v, class loop *l)
{
  if (TREE_CODE (v) != SSA_NAME)
    return false;
  if (runtime_call (SSA_NAME_DEF_STMT (v)) == R_new_view)
    return true;
  basic_block entry = loop_preheader_edge (l)->src;
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, v)
    {
      gimple *stmt = USE_STMT (use);
      if (runtime_call (stmt) <= R_stall && gimple_call_arg (stmt, 0) == v
          && dominated_by_p (CDI_DOMINATORS, entry, gimple_bb (stmt)))
        return true;
    }
  return false;
}

/* v, or where it may be NULL an object that can be read instead. */
tree
readable (code &c, tree v, class loop *l)
{
  if (certain_p (plain (v), l) || certain_p (v, l))
    return v;
  tree nil = build_decl (BUILTINS_LOCATION, VAR_DECL, get_identifier ("erbium_no_view"),
                         build_array_type_nelts (char_type_node, sizeof (struct erbium_view)));
  DECL_EXTERNAL (nil) = 1;
  TREE_PUBLIC (nil) = 1;
  DECL_ARTIFICIAL (nil) = 1;
  TREE_ADDRESSABLE (nil) = 1;
  tree address = c.expression (fold_convert (ptr_type_node, build_fold_addr_expr (nil)));
  return c.expression (build3 (COND_EXPR, ptr_type_node,
                               build2 (NE_EXPR, boolean_type_node, v, null_pointer_node),
                               fold_convert (ptr_type_node, v), address));
}

/* ---- What is loaded before a loop -------------------------------------- */

/* One origin: of this view, for this loop, corrected for narrow indices that
 * start at `start' and constants from there; start is NULL_TREE where none is,
 * and each access corrects itself with bound. */
struct base
{
  class loop *l;
  tree v;
  bool corrected;
  tree start;
  tree origin, bound;
};

class bases
{
public:
  const base &get (class loop *l, tree v, bool narrow, bool affine, tree start, tree size,
                   location_t place);
private:
  auto_vec<base> known;
};

bool
same_start_p (tree a, tree b)
{
  return a == b || (a && b && operand_equal_p (a, b, 0));
}

const base &
bases::get (class loop *l, tree v, bool narrow, bool affine, tree start, tree size,
            location_t place)
{
  bool corrected = narrow && affine;
  unsigned n;
  base *old;
  FOR_EACH_VEC_ELT (known, n, old)
    if (old->l == l && old->v == v && old->corrected == corrected
        && (!corrected || same_start_p (old->start, start)) && (!narrow || old->bound))
      return *old;
  code c (place);
  base b = { l, v, corrected, start, NULL_TREE, NULL_TREE };
  tree view = readable (c, v, l);
  b.origin = load_origin (c, view);
  b.bound = narrow ? load_bound (c, view) : NULL_TREE;
  if (corrected)
    {
      tree first = c.expression (start);
      tree right = element_address (c, b.origin, b.bound, first, true, size);
      tree back = c.op (MINUS_EXPR, size_type_node, size_zero_node,
                        c.convert (size_type_node, first));
      b.origin = c.plus (right, back);
    }
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (l), c.seq);
  known.safe_push (b);
  return known.last ();
}

/* ---- Affine indices ---------------------------------------------------- */

/* Where the offset of a narrow access begins, invariant in l, without constants;
 * NULL_TREE if the offset does not run evenly. */
tree
start_of_run (class loop *l, gimple *stmt, tree offset)
{
  class loop *inner = gimple_bb (stmt)->loop_father;
  if (TREE_CODE (offset) != SSA_NAME)
    return size_zero_node;
  tree chrec = analyze_scalar_evolution (inner, offset);
  chrec = instantiate_scev (loop_preheader_edge (l), inner, chrec);
  if (!chrec || chrec_contains_undetermined (chrec))
    return NULL_TREE;
  while (TREE_CODE (chrec) == POLYNOMIAL_CHREC)
    {
      if (tree_contains_chrecs (CHREC_RIGHT (chrec), NULL))
        return NULL_TREE;
      chrec = CHREC_LEFT (chrec);
    }
  if (tree_contains_chrecs (chrec, NULL) || !expr_invariant_in_loop_p (l, chrec))
    return NULL_TREE;
  tree var, constant;
  split_constant_offset (fold_convert (ssizetype, chrec), &var, &constant);
  return fold_convert (size_type_node, var);
}

/* ---- Alias ------------------------------------------------------------- */

/* Numbers for views in one clique of the function; 0 is for variables. */
class apart
{
public:
  explicit apart (function *fun) : fun (fun) {}
  void element (tree pointer, tree v);
  void variables ();
private:
  unsigned short number (tree v);
  function *fun;
  unsigned short clique = 0;
  auto_vec<tree> views;
};

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
  v = plain (v);
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

/* ---- The pass ---------------------------------------------------------- */

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

/* The outermost quiet loop in which the offset runs evenly; else the outermost
 * one, and start is NULL_TREE. */
class loop *
loop_for_narrow (gimple *stmt, class loop *most, tree *start)
{
  for (class loop *l = most;;)
    {
      *start = start_of_run (l, stmt, element_offset (stmt));
      if (*start || l == gimple_bb (stmt)->loop_father)
        return *start ? l : most;
      class loop *inner = gimple_bb (stmt)->loop_father;
      while (loop_outer (inner) != l)
        inner = loop_outer (inner);
      l = inner;
    }
}

/* Makes an element's address from an origin that is loaded before loops; false
 * where no loop is quiet enough. */
bool
hoist (gimple *stmt, loudness &loud, bases &known, apart &alias)
{
  tree v = element_view (stmt), lhs = gimple_call_lhs (stmt), start = NULL_TREE;
  class loop *l = lhs ? outermost (gimple_bb (stmt), v, loud) : NULL;
  if (!l)
    return false;
  bool narrow = element_narrow (stmt);
  if (narrow)
    l = loop_for_narrow (stmt, l, &start);
  const base &b = known.get (l, v, narrow, start != NULL_TREE, start, element_size (stmt),
                             gimple_location (stmt));
  code c (gimple_location (stmt));
  tree p = element_address (c, b.origin, b.bound, element_offset (stmt), narrow && !start,
                            element_size (stmt));
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  if (dump_enabled_p ())
    {
      if (narrow && !start)
        dump_printf_loc (MSG_MISSED_OPTIMIZATION, stmt,
                         "subscript of 32 bits does not run evenly: each access is corrected\n");
      else
        dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, stmt, "view hoisted out of loop %d\n", l->num);
    }
  gsi_insert_seq_before (&gsi, c.seq, GSI_SAME_STMT);
  gimple *assign = gimple_build_assign (lhs, p);
  gimple_set_location (assign, gimple_location (stmt));
  unlink_stmt_vdef (stmt);
  gsi_replace (&gsi, assign, true);
  alias.element (lhs, v);
  return true;
}

unsigned int
pass_erbium_hoist::execute (function *fun)
{
  auto_vec<gimple *> elements;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (runtime_call (gsi_stmt (gsi)) == R_element)
        elements.safe_push (gsi_stmt (gsi));
  if (elements.is_empty ())
    return 0;
  calculate_dominance_info (CDI_DOMINATORS);
  loudness loud (fun);
  bases known;
  apart alias (fun);
  unsigned n, done = 0;
  gimple *stmt;
  FOR_EACH_VEC_ELT (elements, n, stmt)
    done += hoist (stmt, loud, known, alias);
  if (!done)
    return 0;
  alias.variables ();
  scev_reset ();
  mark_virtual_operands_for_renaming (fun);
  update_ssa (TODO_update_ssa_only_virtuals);
  verify_after (fun, "erbium_hoist");
  return 0;
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
