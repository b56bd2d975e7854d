/* SPDX-License-Identifier: GPL-3.0-or-later */
/* subscripts.cc - [[ ]] after other things than views.
 *
 *   int *a;  a[[i]]           in the text a[(i)], and so the tree of a[i]
 *   int a[[3]];               likewise the declaration of a[3]
 *
 * The trees are the same; only the place of the bracket shows which one it was
 * (lex/bracket_places.cc).  conversions.cc checks [ ] after a view.
 */
#include "sema/checks.h"
#include "lex/lex.h"

#include "gcc-rich-location.h"

namespace erbium {

/* Returns another column in the line of LOC, or UNKNOWN_LOCATION. */
static location_t
in_line_of (location_t loc, int column)
{
  const line_map_ordinary *map;
  loc = linemap_resolve_location (line_table, loc, LRK_SPELLING_LOCATION, &map);
  return map ? linemap_position_for_line_and_column (
                 line_table, map, (linenum_type) SOURCE_LINE (map, loc), (unsigned) column)
             : UNKNOWN_LOCATION;
}

static void
remove_bracket (gcc_rich_location &rich, location_t bracket)
{
  if (character_at (bracket) == '[' || character_at (bracket) == ']')
    rich.add_fixit_remove (bracket);
}

/* Checks a[[i]], where a is a pointer or an array: the tree is that of a[i].  The tree of p[[0]] is
 * that of *p; but the place of *w[[i]] is at its beginning, and it ends with another subscript. */
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
      remove_bracket (rich, in_line_of (get_pure_location (loc), expand_location (loc).column + 1));
      location_t last = get_finish (loc);
      remove_bracket (rich, in_line_of (last, expand_location (last).column - 1));
    }
  if (DECL_P (base) && DECL_NAME (base))
    error_at (&rich, "%<[[ ]]%> requires a view, but %qD is of type %qs; use %<%D[i]%> for an"
              " element", base, type_text (type).c_str (), base);
  else
    error_at (&rich, "%<[[ ]]%> requires a view, but the operand is of type %qs; use single"
              " brackets", type_text (type).c_str ());
  return false;
}

/* Checks i[[v]], since C allows i[p] for p[i].  Then the view is an expression with a place behind
 * the bracket, or a name that stands alone in the brackets. */
void
check_swapped (tree sum, location_t loc)
{
  tree view = TREE_CODE (sum) == POINTER_PLUS_EXPR ? TREE_OPERAND (sum, 0) : sum;
  STRIP_NOPS (view);
  if (!view_p (TREE_TYPE (view)) || subscript_at (loc) != SUBSCRIPT_YES
      || linemap_location_from_macro_expansion_p (line_table, loc))
    return;
  location_t bracket = get_pure_location (loc);
  bool behind;
  if (DECL_P (view))
    behind = DECL_NAME (view)
             && word_alone_p (in_line_of (bracket, expand_location (bracket).column + 2),
                              IDENTIFIER_POINTER (DECL_NAME (view)));
  else
    {
      location_t start = EXPR_HAS_LOCATION (view) ? get_start (EXPR_LOCATION (view))
                                                  : UNKNOWN_LOCATION;
      behind = start != UNKNOWN_LOCATION
               && !linemap_location_from_macro_expansion_p (line_table, start)
               && linemap_compare_locations (line_table, bracket, start) > 0;
    }
  if (behind)
    error_at (loc, "the view must precede the brackets: %<v[[i]]%>");
}

/* Checks int a[[3]], where the first bracket is behind the name. */
void
check_bounds (tree decl)
{
  if (!(VAR_P (decl) || TREE_CODE (decl) == TYPE_DECL) || !DECL_NAME (decl)
      || TREE_CODE (TREE_TYPE (decl)) != ARRAY_TYPE)
    return;
  location_t name = DECL_SOURCE_LOCATION (decl);
  expanded_location at = expand_location_to_spelling_point (name);
  int length = (int) IDENTIFIER_LENGTH (DECL_NAME (decl));
  location_t bracket = at.column ? in_line_of (name, at.column + length) : UNKNOWN_LOCATION;
  if (subscript_at (bracket) == SUBSCRIPT_YES)
    error_at (bracket, "expected single brackets around the bound of array %qD", decl);
}

} // namespace erbium
