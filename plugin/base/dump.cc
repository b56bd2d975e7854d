/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump.cc - the option dump=STATION: what a station has made of each function.
 *
 * For passes on GIMPLE, GCC's dump manager writes the dump.  Lowering works on trees and is
 * not such a pass; its two dumps are registered here, in files beside the others:
 *
 *   lower   the function, in C, after lowering
 *   check   the accesses that a checked unit checks at run time
 */
#include "base/base.h"

#include "context.h"
#include "dumpfile.h"

#include <string.h>

namespace erbium {

/* GCC's numbers of the dumps of stations on trees; 0 if they are off. */
static int phases[STATION_count];

static int
new_phase (const char *name)
{
  char *file = concat (".erbium_", name, NULL), *option_text = concat ("tree-erbium_", name, NULL);
  return g->get_dumps ()->dump_register (file, option_text, option_text, DK_tree, OPTGROUP_NONE, true);
}

tree_dump::tree_dump (tree_station station, tree fndecl) : phase (phases[station])
{
  dump_flags_t flags;
  file = phase ? g->get_dumps ()->dump_begin (phase, &flags, -1) : NULL;
  if (file)
    fprintf (file, "\n;; Function %s\n\n", IDENTIFIER_POINTER (DECL_NAME (fndecl)));
}

tree_dump::~tree_dump ()
{
  if (file)
    dump_end (phase, file);
}

void
set_dump (const char *name)
{
  static const char known[] = "lower, check, flow, coarsen, prefetch, hoist, expand";
  static const char *const passes[] = { "flow", "coarsen", "prefetch", "hoist", "expand" };
  bool good = false;
  if (strcmp (name, "lower") == 0)
    good = (phases[STATION_lower] = new_phase (name)) != 0;
  else if (strcmp (name, "check") == 0)
    good = (phases[STATION_check] = new_phase (name)) != 0;
  else
    for (const char *p : passes)
      good = good || strcmp (p, name) == 0;
  if (!good)
    {
      error ("%<-fplugin-arg-erbium-dump=%s%>: known are %s", name, known);
      return;
    }
  char *text = concat ("tree-erbium_", name, NULL);
  g->get_dumps ()->dump_switch_p (text);
  free (text);
}

} // namespace erbium
