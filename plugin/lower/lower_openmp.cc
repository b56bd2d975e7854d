/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lower_openmp.cc - constructs of OpenMP in which a process may wait.
 *
 * OpenMP keeps in the thread which task or loop it is in.  A process that waits there must go on on
 * the same thread:
 *
 *   before   #pragma omp task ...
 *   after    { erbium_keep_thread (); #pragma omp task ... }
 *
 * Within a parallel region the runtime notices by itself.
 */
#include "lower/lowering.h"

#include "tree-iterator.h"

namespace erbium {

/* Returns a call within *TP that may wait: of a primitive, or one that is given a view. */
static tree
find_wait (tree *tp, int *, void *)
{
  if (TREE_CODE (*tp) != CALL_EXPR)
    return NULL_TREE;
  runtime_function f = runtime_function_of (get_callee_fndecl (*tp));
  if (f == R_element || f == R_element_check || f == R_address_check)
    return NULL_TREE;
  bool waits = f != R_count;
  for (int n = 0; n < call_expr_nargs (*tp) && !waits; n++)
    waits = view_p (TREE_TYPE (CALL_EXPR_ARG (*tp, n)));
  return waits ? *tp : NULL_TREE;
}

static tree
keep_thread (tree *tp, int *subtrees, void *)
{
  switch (TREE_CODE (*tp))
    {
    case OMP_PARALLEL: case OMP_TEAMS: case OMP_TARGET:
      *subtrees = 0;
      break;
    case OMP_TASK: case OMP_TASKLOOP: case OMP_FOR: case OMP_SECTIONS:
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
