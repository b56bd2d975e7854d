/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lowering.h - what the files of lowering share: elements (lower_elements.cc), run (lower_run.cc),
 * run of a process that is declared further down (awaited_runs.cc). */
#ifndef ERBIUM_LOWERING_H
#define ERBIUM_LOWERING_H

#include "language/language.h"
#include "lower/lower.h"

#include "fold-const.h"
#include "gimplify.h"
#include "stor-layout.h"

namespace erbium {

inline tree
pointer_to (tree v)
{
  return fold_convert (ptr_type_node, v);
}

inline tree
flag (bool b)
{
  return build_int_cst (integer_type_node, b);
}

/* Returns where the program has the word that LOC comes from.  The words are macros whose text
 * is nowhere in the program, and GCC reports an uninitialised variable at the text of a macro. */
location_t written_place (location_t loc);
/* "file:line" of a place, a pointer to a string. */
tree where_string (location_t loc);

/* The address of the element at POINTER, which has the type of a view: the view
 * itself, for element 0, or a sum of it and offsets.  narrow: of an index of less than 64
 * bits.  accessed: the element, too, is used here. */
tree lower_address (tree pointer, bool narrow, location_t loc, bool accessed);
/* The same where the front end has saved the address, which is that of CALL. */
tree lower_saved (tree call, location_t loc, bool accessed);
tree lower_run (tree call);
/* The function that starts TARGET, of FNTYPE, for a call of it, and the structure
 * that it takes. */
tree start_of (tree target, tree fntype, tree call, tree *structure);
/* Its parts: static void NAME.erbium (void *); its parameter as a STRUCTURE; the body
 * CALL, of any function that the program did not write. */
tree declare_start (const char *name);
tree packed_arguments (tree start, tree structure);
void define_function (tree decl, tree call);
/* The same where TARGET is not declared yet (awaited_runs.cc). */
tree start_later (tree target, tree structure, tree call);
/* The unit is one of a checked build: says so before main. */
void announce_checked_unit ();

} // namespace erbium
#endif
