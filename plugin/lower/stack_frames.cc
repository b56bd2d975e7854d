/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack_frames.cc - large frames touch each page in turn.
 *
 * A process may run on the stack of a fiber, with a guard below it.  A frame that is larger than
 * the guard would begin in another stack.  So all functions of a unit that uses the language are
 * compiled with -fstack-clash-protection, unless the user chooses otherwise, for all or for one.
 * This is done at the end of the file: then the options of each function are known, from pragmas,
 * attributes and precompiled headers, and none is compiled yet.
 */
#include "lower/lower.h"

#include "c-family/c-common.h"
#include "cgraph.h"
#include "tree.h"
#include "options.h"

namespace erbium {

/* Returns the options NODE with -fstack-clash-protection, or NODE. */
static tree
with_touching (tree node)
{
  cl_optimization_restore (&global_options, &global_options_set, TREE_OPTIMIZATION (node));
  if (global_options_set.x_flag_stack_clash_protection || flag_stack_check != NO_STACK_CHECK)
    return node;
  flag_stack_clash_protection = 1;
  return build_optimization_node (&global_options, &global_options_set);
}

void
touch_large_frames ()
{
  if (pch_file)
    return; /* the units that use the precompiled header do it */
  tree now = optimization_current_node;
  hash_map<tree, tree> known;
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    {
      tree decl = node->decl;
      if (!DECL_SAVED_TREE (decl) && !DECL_STRUCT_FUNCTION (decl))
        continue;
      tree options = DECL_FUNCTION_SPECIFIC_OPTIMIZATION (decl);
      if (!options)
        options = optimization_default_node;
      bool seen;
      tree &made = known.get_or_insert (options, &seen);
      if (!seen)
        made = with_touching (options);
      if (made != options)
        DECL_FUNCTION_SPECIFIC_OPTIMIZATION (decl) = made;
    }
  cl_optimization_restore (&global_options, &global_options_set, TREE_OPTIMIZATION (now));
}

} // namespace erbium
