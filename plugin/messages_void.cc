/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages_void.cc - a process called as a function, whose value is used.
 *
 *   int z = p (2);
 *   error: void value not ignored as it ought to be
 *   note: 'p' is a process, and is called like a function; 'run' starts it
 *
 * GCC says the first while it parses, and makes an error of the tree, so that no check
 * sees the call (check_calls.cc has the other calls).  The message names no function: it
 * is looked for in the line.
 */
#include "check.h"
#include "messages.h"
#include "text.h"

#include "diagnostic.h"
#include "gcc-rich-location.h"
#include "intl.h"

#include <string.h>

namespace erbium {

static location_t void_place = UNKNOWN_LOCATION; /* of the message that is being made */

void
see_void (const diagnostic_info *d)
{
  const char *text = d->message.format_spec;
  if (enabled_p () && d->kind == DK_ERROR
      && (strcmp (text, _("void value not ignored as it ought to be")) == 0
          || strcmp (text, _("invalid use of void expression")) == 0))
    void_place = diagnostic_location (d);
}

/* The process whose name ends before END and has a ( behind it, and where the name
 * begins; NULL_TREE if there is none, or it stands behind `run'. */
static tree
process_before (const char *line, int end, int *begin)
{
  while (end > 0 && ISBLANK (line[end - 1]))
    end--;
  int first = end;
  while (first > 0 && word_char ((uchar_t) line[first - 1]))
    first--;
  if (first == end || ISDIGIT (line[first]))
    return NULL_TREE;
  *begin = first;
  tree decl = lookup_name (get_identifier (std::string (line + first, line + end).c_str ()));
  while (first > 0 && ISBLANK (line[first - 1]))
    first--;
  bool started = first >= 3 && strncmp (line + first - 3, "run", 3) == 0
                 && (first == 3 || !word_char ((uchar_t) line[first - 4]));
  return decl && TREE_TYPE (decl) && process_type_p (TREE_TYPE (decl)) && !started ? decl : NULL_TREE;
}

void
explain_void ()
{
  location_t loc = void_place;
  void_place = UNKNOWN_LOCATION;
  if (loc <= BUILTINS_LOCATION || linemap_location_from_macro_expansion_p (line_table, loc))
    return;
  expanded_location at = expand_location (loc);
  char_span line = location_get_source_line (at.file, at.line);
  if (!line || at.column < 1)
    return;
  int begin = 0, length = (int) line.length ();
  tree decl = NULL_TREE;
  for (int n = expand_location (get_start (loc)).column - 1; n < length && !decl; n++)
    if (line.get_buffer ()[n] == '(')
      decl = process_before (line.get_buffer (), n, &begin);
  const line_map_ordinary *map;
  linemap_resolve_location (line_table, loc, LRK_SPELLING_LOCATION, &map);
  if (!decl || !map)
    return;
  location_t name = linemap_position_for_line_and_column (line_table, map, (linenum_type) at.line,
                                                          (unsigned) begin + 1);
  gcc_rich_location rich (name);
  rich.add_fixit_insert_before (name, "run ");
  inform (&rich, "%qD is a process, and is called like a function; %<run%> starts it", decl);
  inform (DECL_SOURCE_LOCATION (decl), "%qD is declared here", decl);
}

} // namespace erbium
