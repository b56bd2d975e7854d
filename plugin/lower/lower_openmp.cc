/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower_openmp.cc - constructs of OpenMP in which a process may wait.
 *
 * OpenMP keeps in the thread which task, loop or team it is in.  A process that waits there must go
 * on on the same thread:
 *
 *   before   #pragma omp task ...
 *   after    { erbium_keep_thread (); #pragma omp task ... }
 *
 * A call of another function may wait, since it may find a view anywhere.  Within a parallel region
 * the runtime notices by itself.
 */
#include "lower/lowering.h"

#include "tree-iterator.h"

namespace erbium {

/* Returns a call within *TP that may wait. */
static tree
find_wait (tree *tp, int *, void *)
{
  if (TREE_CODE (*tp) != CALL_EXPR)
    return NULL_TREE;
  tree callee = get_callee_fndecl (*tp);
  runtime_function f = runtime_function_of (callee);
  bool element = f == R_element || f == R_element_check || f == R_address_check;
  return element || (callee && fndecl_built_in_p (callee)) ? NULL_TREE : *tp;
}

static tree
keep_thread (tree *tp, int *subtrees, void *)
{
  switch (TREE_CODE (*tp))
    {
    case OMP_PARALLEL:
      *subtrees = 0;
      break;
    case OMP_TASK: case OMP_TASKLOOP: case OMP_FOR: case OMP_SECTIONS: case OMP_SINGLE:
    case OMP_TEAMS: case OMP_TARGET:
      if (walk_tree_without_duplicates (tp, find_wait, NULL))
        {
          tree list = NULL_TREE;
          append_to_statement_list (build_call_expr_loc (EXPR_LOCATION (*tp),
                                                         runtime_decl (R_keep_thread), 0), &list);
          append_to_statement_list (*tp, &list);
          *tp = list;
        }
      *subtrees = 0;
      break;
    default:
      break;
    }
  return NULL_TREE;
}

void
lower_openmp (tree fndecl)
{
  if (flag_openmp)
    walk_tree_without_duplicates (&DECL_SAVED_TREE (fndecl), keep_thread, NULL);
}

} // namespace erbium
