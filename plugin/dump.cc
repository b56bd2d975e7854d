/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump.cc - the option dump=PASS: what a station has made of each function.
 *
 * For passes, GCC's dump manager writes what it writes for its own.  Lowering works
 * on trees and is none; it has two dumps that are made here, in files beside the
 * others:
 *
 *   lower   the function, in C, as lowering leaves it
 *   check   the accesses that a checked unit looks at when it runs
 */
#include "plugin.h"

#include "c-family/c-pretty-print.h"
#include "context.h"
#include "dumpfile.h"
#include "tree-pass.h"
#include "tree-pretty-print.h"

#include <string.h>

namespace erbium {

namespace {

/* GCC's number of a dump, or 0. */
int lower_phase, check_phase;

int
new_phase (const char *name)
{
  char *file = concat (".erbium_", name, NULL), *option_text = concat ("tree-erbium_", name, NULL);
  return g->get_dumps ()->dump_register (file, option_text, option_text, DK_tree, OPTGROUP_NONE, true);
}

/* The dump of a function, open while this is there; NULL where none is wanted. */
class tree_dump
{
public:
  tree_dump (int phase, tree fndecl) : phase (phase)
  {
    dump_flags_t flags;
    file = phase ? g->get_dumps ()->dump_begin (phase, &flags, -1) : NULL;
    if (file)
      fprintf (file, "\n;; Function %s\n\n", IDENTIFIER_POINTER (DECL_NAME (fndecl)));
  }
  ~tree_dump ()
  {
    if (file)
      dump_end (phase, file);
  }
  FILE *file;

private:
  int phase;
};

/* erbium_element_check (view, offset, narrow, size, where), and for an address */
tree
print_look (tree *tp, int *, void *file)
{
  tree t = *tp;
  runtime_function f
    = TREE_CODE (t) == CALL_EXPR ? runtime_function_of (get_callee_fndecl (t)) : R_count;
  if (f != R_look && f != R_look_address)
    return NULL_TREE;
  FILE *to = (FILE *) file;
  expanded_location place = expand_location (EXPR_LOCATION (t));
  fprintf (to, "%s:%d:%d: looks at %sview ", place.file, place.line, place.column,
           f == R_look ? "" : "the address, or the end, of ");
  tree v = CALL_EXPR_ARG (t, 0);
  STRIP_NOPS (v);
  print_generic_expr (to, v, TDF_SLIM);
  fputs (", byte ", to);
  print_generic_expr (to, CALL_EXPR_ARG (t, 1), TDF_SLIM);
  fprintf (to, "%s\n", integer_onep (CALL_EXPR_ARG (t, 2)) ? ", of an index of 32 bits" : "");
  return NULL_TREE;
}

} // namespace

void
set_dump (const char *name)
{
  static const char known[] = "lower, check, flow, coarsen, prefetch, hoist, expand";
  static const char *const passes[] = { "flow", "coarsen", "prefetch", "hoist", "expand" };
  bool good = false;
  if (strcmp (name, "lower") == 0)
    good = (lower_phase = new_phase (name)) != 0;
  else if (strcmp (name, "check") == 0)
    good = (check_phase = new_phase (name)) != 0;
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

void
dump_lowered (tree fndecl, int nodes)
{
  tree_dump dump (lower_phase, fndecl);
  if (!dump.file)
    return;
  fprintf (dump.file, ";; %d nodes\n", nodes);
  print_c_tree (dump.file, DECL_SAVED_TREE (fndecl));
  fputc ('\n', dump.file);
}

void
dump_looks (tree fndecl)
{
  tree_dump dump (check_phase, fndecl);
  if (!dump.file)
    return;
  if (!option.check)
    fputs ("no access is looked at: the option check is not given\n", dump.file);
  hash_set<tree> seen;
  walk_tree (&DECL_SAVED_TREE (fndecl), print_look, dump.file, &seen);
}

} // namespace erbium
