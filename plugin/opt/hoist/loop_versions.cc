/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_versions.cc - versions of loops with subscripts that do not run evenly, or begin with an
 * index that is not known to be near the view's own.
 *
 * The outermost such loop gets two versions for all of its subscripts: one for the case that all
 * narrow indices of live elements need the same correction, and one, hardly ever executed, in which
 * each access corrects its own index.
 */
#include "opt/hoist/hoist_parts.h"

#include "cfgloopmanip.h"
#include "profile.h"

namespace erbium {

namespace {

/* Returns the condition under which the narrow indices of all live elements of STMT's view are
 * extended alike.  The elements end at bound and are less than two windows; so bound must be below
 * 2^31, or at least that far beyond the last multiple of 2^32 (for signed indices, of 2^31). */
tree
settled_condition (code &c, gimple *stmt, class loop *l, bool with_zeros)
{
  tree view = readable (c, element_view (stmt), l, gimple_bb (stmt)), size = element_size (stmt);
  tree bound = load_bound (c, view);
  tree mask = c.load (view, offsetof (struct erbium_view, mask), size_type_node);
  tree live = c.op (TRUNC_DIV_EXPR, size_type_node,
                    c.op (PLUS_EXPR, size_type_node, c.op (MULT_EXPR, size_type_node, mask,
                                                           build_int_cst (size_type_node, 2)),
                          build_int_cst (size_type_node, 2)),
                    fold_convert (size_type_node, size));
  tree low = c.convert (unsigned_type_node, bound);
  if (!with_zeros)
    low = c.op (PLUS_EXPR, unsigned_type_node, low,
                build_int_cstu (unsigned_type_node, 0x80000000u));
  tree small = c.expression (build2 (LE_EXPR, boolean_type_node, c.convert (size_type_node, bound),
                                     build_int_cst (size_type_node, 0x7fffffff)));
  tree far = c.expression (build2 (GE_EXPR, boolean_type_node, c.convert (size_type_node, low),
                                   live));
  return c.op (BIT_IOR_EXPR, boolean_type_node, small, far);
}

/* Makes a version of L in which the uneven subscripts of ELEMENTS have one correction. */
bool
version (class loop *l, const vec<gimple *> &elements, settled_map &settled)
{
  bool with_zeros;
  unsigned n;
  gimple *stmt;
  if (!can_duplicate_loop_p (l))
    return false;
  code c (gimple_location (elements[0]));
  tree all = NULL_TREE;
  FOR_EACH_VEC_ELT (elements, n, stmt)
    {
      if (!extension_of (element_offset (stmt), &with_zeros))
        continue;
      tree one = settled_condition (c, stmt, l, with_zeros);
      all = all ? c.op (BIT_AND_EXPR, boolean_type_node, all, one) : one;
      settled.put (stmt, with_zeros);
    }
  if (!all)
    return false;
  gsi_insert_seq_on_edge_immediate (loop_preheader_edge (l), c.seq);
  initialize_original_copy_tables ();
  class loop *rare = loop_version (l, build2 (NE_EXPR, boolean_type_node, all, boolean_false_node),
                                   NULL, profile_probability::very_likely (),
                                   profile_probability::very_unlikely (),
                                   profile_probability::always (),
                                   profile_probability::very_unlikely (), true);
  free_original_copy_tables ();
  update_ssa (TODO_update_ssa);
  return rare != NULL;
}

} // namespace

bool
version_loops (function *fun, settled_map &settled)
{
  auto_vec<gimple *> elements;
  find_elements (fun, elements);
  synchronising_loops others (fun);
  hash_map<class loop *, auto_vec<gimple *> *> uneven;
  auto_vec<class loop *> loops;
  unsigned n;
  gimple *stmt;
  FOR_EACH_VEC_ELT (elements, n, stmt)
    {
      class loop *l = gimple_call_lhs (stmt) && narrow_p (stmt)
                        ? outermost (gimple_bb (stmt), element_view (stmt), others) : NULL;
      run r;
      if (!l || (loop_for_narrow (stmt, l, elements, r), r.kind != run::UNEVEN))
        continue;
      bool existed;
      auto_vec<gimple *> *&list = uneven.get_or_insert (l, &existed);
      if (!existed)
        {
          list = new auto_vec<gimple *>;
          loops.safe_push (l);
        }
      list->safe_push (stmt);
    }
  bool changed = false;
  class loop *l;
  FOR_EACH_VEC_ELT (loops, n, l)
    {
      bool inside = false;
      for (unsigned k = 0; k < loops.length (); k++)
        inside |= k != n && flow_loop_nested_p (loops[k], l);
      if (!inside)
        changed |= version (l, **uneven.get (l), settled);
      delete *uneven.get (l);
    }
  return changed;
}

} // namespace erbium
