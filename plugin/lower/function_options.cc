/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_options.cc - other defaults for some options, in a unit that uses the language.
 *
 * -fstack-clash-protection: a process may run on the stack of a fiber, with a guard below it.  A
 * frame that is larger than the guard would begin in another stack.  With this option, a large
 * frame touches each of its pages in turn.
 *
 * --param max-completely-peeled-insns: GCC unrolls a short inner loop completely if the result is
 * not too long, before the passes of the plugin.  An element is a call then, which counts as six
 * instructions; an array's element is an addition and counts as one.  A filter of 16 taps would be
 * unrolled, and vectorised, over arrays only.
 *
 * The user may choose otherwise, for all functions or for one.  So this is done at the end of the
 * file: then the options of each function are known, from pragmas, attributes and precompiled
 * headers, and none is compiled yet.
 */
#include "lower/lower.h"

#include "c-family/c-common.h"
#include "cgraph.h"
#include "tree.h"
#include "options.h"

namespace erbium {

/* Returns the options NODE with the defaults above. */
static tree
with_defaults (tree node)
{
  cl_optimization_restore (&global_options, &global_options_set, TREE_OPTIMIZATION (node));
  if (!global_options_set.x_flag_stack_clash_protection && flag_stack_check == NO_STACK_CHECK)
    flag_stack_clash_protection = 1;
  if (!global_options_set.x_param_max_completely_peeled_insns)
    param_max_completely_peeled_insns = param_max_completely_peeled_insns * 3 / 2;
  return build_optimization_node (&global_options, &global_options_set);
}

void
choose_function_options ()
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
        made = with_defaults (options);
      if (made != options)
        DECL_FUNCTION_SPECIFIC_OPTIMIZATION (decl) = made;
    }
  cl_optimization_restore (&global_options, &global_options_set, TREE_OPTIMIZATION (now));
}

} // namespace erbium
