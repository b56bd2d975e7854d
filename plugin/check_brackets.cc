/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_brackets.cc - [[ ]] of what is no view.
 *
 *   int *a;  a[[i]]           in the text a[(i)], and so the tree of a[i]
 *
 * The tree does not tell them apart; the place of its bracket does
 * (brackets_places.cc).  [ ] of a view is in check_types.cc.
 */
#include "check.h"

#include "gcc-rich-location.h"

namespace erbium {

/* Removes a bracket at loc, in the place of its line where COLUMN is. */
static void
remove_bracket (gcc_rich_location &rich, location_t loc, int column)
{
  const line_map_ordinary *map;
  loc = linemap_resolve_location (line_table, loc, LRK_SPELLING_LOCATION, &map);
  if (!map)
    return;
  location_t bracket = linemap_position_for_line_and_column (
    line_table, map, (linenum_type) SOURCE_LINE (map, loc), (unsigned) column);
  if (character_at (bracket) == '[' || character_at (bracket) == ']')
    rich.add_fixit_remove (bracket);
}

/* a[[i]], where a is a pointer or an array: the tree is that of a[i].  That of p[[0]]
 * is that of *p, but *w[[i]] begins where it stands, and ends with another subscript. */
bool
check_brackets (tree e)
{
  tree base = TREE_OPERAND (e, 0);
  location_t loc = EXPR_LOCATION (e);
  if (TREE_CODE (e) == INDIRECT_REF && TREE_CODE (base) == POINTER_PLUS_EXPR)
    base = TREE_OPERAND (base, 0);
  else if (TREE_CODE (e) == INDIRECT_REF
           && (sort_of (base) == ELEMENT || get_start (loc) == get_pure_location (loc)))
    return true;
  STRIP_NOPS (base);
  tree type = TREE_TYPE (base);
  if (view_p (type) || record_p (type) || sort_of (base) == WRONG
      || subscript_at (loc) != SUBSCRIPT_YES)
    return true;
  gcc_rich_location rich (loc);
  if (!linemap_location_from_macro_expansion_p (line_table, loc)
      && get_start (loc) != get_pure_location (loc))
    {
      remove_bracket (rich, get_pure_location (loc), expand_location (loc).column + 1);
      remove_bracket (rich, get_finish (loc), expand_location (get_finish (loc)).column - 1);
    }
  if (DECL_P (base) && DECL_NAME (base))
    error_at (&rich, "%<[[ ]]%> wants a view, and %qD is a %qs; its elements are %<%D[i]%>", base,
              type_text (type).c_str (), base);
  else
    error_at (&rich, "%<[[ ]]%> wants a view, and this is a %qs; its elements have single brackets",
              type_text (type).c_str ());
  return false;
}

} // namespace erbium
