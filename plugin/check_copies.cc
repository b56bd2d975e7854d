/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_copies.cc - local variables that are one view.
 *
 *   view int w = v;  run p (v);  run q (w);      w is v
 *
 * A copy has its value from its initialiser alone, and what it was copied from is
 * never assigned to after its own, so both are the same view wherever both are
 * known.
 */
#include "check.h"

namespace erbium {

void
view_copies::visit (tree t)
{
  if (!t || t == error_mark_node || (EXPR_P (t) && !seen.insert (t).second))
    return;
  if (TREE_CODE (t) == DECL_EXPR)
    {
      tree to = local_view (DECL_EXPR_DECL (t)), value = DECL_INITIAL (DECL_EXPR_DECL (t));
      if (to && value && value != error_mark_node)
        {
          assigned[to]++;
          from[to] = local_view (value);
        }
    }
  else if (TREE_CODE (t) == MODIFY_EXPR || TREE_CODE (t) == INIT_EXPR)
    {
      if (tree to = local_view (TREE_OPERAND (t, 0)))
        assigned[to] += 2; /* no copy, and not what one may be made of */
    }
  each_part (t, [&] (tree part) { visit (part); });
}

/* Whether V has the same value as long as it has one. */
bool
view_copies::constant_p (tree v) const
{
  auto found = assigned.find (v);
  return (found == assigned.end () ? 0 : found->second) == (TREE_CODE (v) == PARM_DECL ? 0 : 1);
}

tree
view_copies::original (tree v) const
{
  for (size_t n = 0; v && n < from.size (); n++)
    {
      auto found = from.find (v);
      if (found == from.end () || !found->second || !constant_p (v) || !constant_p (found->second))
        break;
      v = found->second;
    }
  return v;
}

} // namespace erbium
