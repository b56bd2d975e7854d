/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_views.cc - the views of a function, and their events.
 *
 *   v_3 = erbium_new_view (re, 0, "p.c:4");
 *   _7 = erbium_element_slow (v_3, 0, 0, 4);      an element of v_3
 *
 * A view is an SSA name with its copies.  Views that meet in a name, or of which a name could mean
 * two at a time, are left out.  So are views in memory, where each load makes a name of its own.
 */
#include "dataflow/dataflow.h"

#include "dumpfile.h"

#include <algorithm>

namespace erbium {

/* ---- Calls ------------------------------------------------------------- */

bool
of_view_p (runtime_function f)
{
  switch (f)
    {
    case R_commit: case R_update: case R_release: case R_stall:
    case R_element: case R_element_check: case R_address_check:
    case R_receive: case R_receive_range: case R_done: case R_missed: case R_alloc:
    case R_claim:
    case R_register: case R_free_view: case R_pass_view:
      return true;
    default:
      return false;
    }
}

bool
flow_view::has (runtime_function f) const
{
  for (const event &e : events)
    if (e.f == f)
      return true;
  return false;
}

const flow_view *
flow_function::view (const_tree name) const
{
  if (!name || TREE_CODE (name) != SSA_NAME)
    return NULL;
  auto found = view_of.find (SSA_NAME_VERSION (name));
  return found == view_of.end () ? NULL : &views[found->second];
}

/* ---- Names that are one view ------------------------------------------- */

tree
copied (const gimple *stmt)
{
  if (!is_gimple_assign (stmt)
      || (gimple_assign_rhs_code (stmt) != SSA_NAME
          && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))))
    return NULL_TREE;
  tree from = gimple_assign_rhs1 (stmt), to = gimple_assign_lhs (stmt);
  return TREE_CODE (from) == SSA_NAME && TREE_CODE (to) == SSA_NAME
           && POINTER_TYPE_P (TREE_TYPE (from)) && POINTER_TYPE_P (TREE_TYPE (to))
         ? from : NULL_TREE;
}

/* Adds NAME and all names that it is copied from or to. */
static void
collect_names (tree name, ssa_names *names)
{
  std::vector<tree> work = { name };
  auto reach = [&] (tree t)
  {
    if (t && TREE_CODE (t) == SSA_NAME && names->insert (t).second)
      work.push_back (t);
  };
  names->insert (name);
  while (!work.empty ())
    {
      tree t = work.back ();
      work.pop_back ();
      gimple *def = SSA_NAME_DEF_STMT (t), *use;
      if (gimple_code (def) == GIMPLE_PHI)
        for (unsigned n = 0; n < gimple_phi_num_args (def); n++)
          reach (gimple_phi_arg_def (def, n));
      else
        reach (copied (def));
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, t)
        if ((use = USE_STMT (u)) && !is_gimple_debug (use))
          {
            if (gimple_code (use) == GIMPLE_PHI)
              reach (gimple_phi_result (use));
            else if (copied (use))
              reach (gimple_assign_lhs (use));
          }
    }
}

/* Whether control may reach BB again. */
static bool
in_cycle_p (basic_block bb)
{
  std::set<basic_block> seen;
  std::vector<basic_block> work = { bb };
  while (!work.empty ())
    {
      basic_block b = work.back ();
      work.pop_back ();
      edge e;
      edge_iterator i;
      FOR_EACH_EDGE (e, i, b->succs)
        {
          if (e->dest == bb)
            return true;
          if (seen.insert (e->dest).second)
            work.push_back (e->dest);
        }
    }
  return false;
}

std::string
text_of (tree t)
{
  if (TREE_CODE (t) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (t);
      if (!SSA_NAME_VAR (t) || !DECL_NAME (SSA_NAME_VAR (t)))
        return is_gimple_assign (def) && gimple_assign_single_p (def)
                 ? text_of (gimple_assign_rhs1 (def)) : "";
      t = SSA_NAME_VAR (t);
    }
  bool pointed = TREE_CODE (t) == COMPONENT_REF && TREE_CODE (TREE_OPERAND (t, 0)) == MEM_REF;
  std::string inner;
  switch (TREE_CODE (t))
    {
    case VAR_DECL: case PARM_DECL: case FIELD_DECL:
      return DECL_NAME (t) ? IDENTIFIER_POINTER (DECL_NAME (t)) : "";
    case COMPONENT_REF:
      inner = text_of (TREE_OPERAND (pointed ? TREE_OPERAND (t, 0) : t, 0));
      return inner.empty () ? "" : inner + (pointed ? "->" : ".") + text_of (TREE_OPERAND (t, 1));
    case ARRAY_REF:
      inner = text_of (TREE_OPERAND (t, 0));
      return inner.empty () ? "" : inner + "[...]";
    case MEM_REF:
      {
        tree pointer = TREE_OPERAND (t, 0);
        gimple *def = TREE_CODE (pointer) == SSA_NAME ? SSA_NAME_DEF_STMT (pointer) : NULL;
        bool moved = def && is_gimple_assign (def)
                     && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR;
        inner = text_of (moved ? gimple_assign_rhs1 (def) : pointer);
        return inner.empty () ? "" : moved ? inner + "[...]" : "*" + inner;
      }
    default:
      return "";
    }
}

/* Finds the statement that the names come from; false if there are several, or if it may be
 * executed again while an older view still has a name. */
static bool
find_origin (const ssa_names &names, flow_view *v)
{
  unsigned origins = 0;
  bool merged = false;
  for (tree name : names)
    {
      tree var = SSA_NAME_VAR (name);
      if (var && DECL_NAME (var) && !v->name)
        v->name = DECL_NAME (var);
      gimple *def = SSA_NAME_DEF_STMT (name);
      if (SSA_NAME_IS_DEFAULT_DEF (name))
        origins += var && TREE_CODE (var) == PARM_DECL;
      else if (gimple_code (def) == GIMPLE_PHI)
        merged = true;
      else if (!copied (def))
        {
          origins++;
          v->origin = def;
          if (runtime_call (def) == R_new_view)
            v->made = def;
        }
    }
  if (v->made)
    v->writes = !integer_zerop (gimple_call_arg (v->made, 1));
  if (!v->name && v->origin && is_gimple_assign (v->origin)
      && gimple_assign_single_p (v->origin))
    if (std::string text = text_of (gimple_assign_rhs1 (v->origin)); !text.empty ())
      v->name = get_identifier (text.c_str ());
  if (!v->name)
    v->name = get_identifier ("(view)");
  return origins == 1 && !(merged && v->origin && in_cycle_p (gimple_bb (v->origin)));
}

static void
find_events (const ssa_names &names, flow_view *v)
{
  for (tree name : names)
    {
      imm_use_iterator i;
      use_operand_p u;
      FOR_EACH_IMM_USE_FAST (u, i, name)
        {
          gimple *stmt = USE_STMT (u);
          runtime_function f = runtime_call (stmt);
          if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_PHI
              || gimple_code (stmt) == GIMPLE_COND || copied (stmt))
            continue;
          if (!of_view_p (f) || gimple_call_arg (stmt, 0) != name)
            f = R_count;
          v->hidden |= f == R_count;
          v->events.push_back ({ stmt, f });
        }
    }
  std::sort (v->events.begin (), v->events.end (), [] (const event &a, const event &b)
             { return gimple_uid (a.stmt) < gimple_uid (b.stmt); });
}

void
find_views (flow_function *f)
{
  ssa_names done;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
      {
        gimple *stmt = gsi_stmt (i);
        if (runtime_call (stmt) == R_start)
          f->runs.push_back (stmt);
        tree name = of_view_p (runtime_call (stmt)) ? gimple_call_arg (stmt, 0) : NULL_TREE;
        if (!name || TREE_CODE (name) != SSA_NAME || done.count (name))
          continue;
        ssa_names names;
        collect_names (name, &names);
        done.insert (names.begin (), names.end ());
        flow_view v;
        if (!find_origin (names, &v))
          continue;
        find_events (names, &v);
        for (tree n : names)
          f->view_of[SSA_NAME_VERSION (n)] = f->views.size ();
        f->views.push_back (v);
      }
}

/* ---- The budget -------------------------------------------------------- */

/* About a second; most programs need a thousandth of it. */
static const unsigned long most_blocks_visited = 10000000;

bool
flow_function::affordable (unsigned blocks) const
{
  if (visited > most_blocks_visited)
    return false;
  visited += blocks;
  if (visited > most_blocks_visited && dump_enabled_p ())
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, dump_user_location_t::from_function_decl (cfun->decl),
                     "function too large for all warnings of Erbium\n");
  return true;
}

} // namespace erbium
