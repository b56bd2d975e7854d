/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lowering.h - shared by the files of lowering.
 *
 *   lower.cc            the walk over a function, primitives
 *   lower_elements.cc   elements
 *   lower_run.cc        run
 *   lower_openmp.cc     constructs of OpenMP
 *   awaited_runs.cc     run of a process that is declared further down
 *   function_options.cc defaults of options
 */
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

/* Returns the place in the program of the word from whose expansion LOC comes.  The words are
 * macros whose text does not occur in the program, and GCC would report an uninitialised variable
 * at the text of the macro. */
location_t written_place (location_t loc);
/* Returns "file:line" of a place, a pointer to a string. */
tree where_string (location_t loc);

/* Returns the address of the element at POINTER, which has the type of a view: the view itself, for
 * element 0, or a sum of it and offsets.  NARROW says that the index has less than 64 bits.
 * ACCESSED says that the program uses the element and not only its address. */
tree lower_address (tree pointer, bool narrow, location_t loc, bool accessed);
/* As lower_address, for the address CALL, which the front end has saved. */
tree lower_saved (tree call, location_t loc, bool accessed);
tree lower_run (tree call);
/* Returns the function that starts TARGET, a process of type FNTYPE, for CALL; stores the structure
 * that it takes in *STRUCTURE. */
tree start_of (tree target, tree fntype, tree call, tree *structure);
/* Build such a function. declare_start declares static void NAME.erbium (void *); packed_arguments
 * returns its parameter as a STRUCTURE; define_function makes CALL its body. */
tree declare_start (const char *name);
tree packed_arguments (tree start, tree structure);
void define_function (tree decl, tree call);
/* As start_of, but for a TARGET that is not declared yet (awaited_runs.cc). */
tree start_later (tree target, tree structure, tree call);
/* Makes processes that wait in a construct of OpenMP keep their threads. */
void lower_openmp (tree fndecl);
/* Announces to the runtime, before main, that the unit is checked. */
void announce_checked_unit ();
/* Notes, for the runtime in checked mode, that the unit accesses elements without checks. */
void note_unchecked_unit ();

} // namespace erbium
#endif
