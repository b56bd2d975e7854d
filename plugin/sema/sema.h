/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sema.h - the rules of the language that the C front end does not know.
 *
 * For the front end a view is a pointer, a process a function that returns void, and a primitive a
 * function that takes any arguments.  So the front end accepts wrong programs, and words some of
 * its messages in terms of pointers and functions.  The checks here look at each function once the
 * front end is done with it, and at each declaration; hooks of the front end improve or drop its
 * own messages. checks.h lists the files.
 */
#ifndef ERBIUM_SEMA_H
#define ERBIUM_SEMA_H

#include "gcc-plugin.h"
#include "input.h"

namespace erbium {

/* Check a function; check_process is called first.  Between the two calls, earlier `run' statements
 * that have named this process can be resolved. */
void check_process (tree fndecl);
void check_function (tree fndecl);
/* Check any other declaration; check_bounds is called first. */
void check_bounds (tree decl);
void check_initialiser (tree decl);

/* Checks calls of a process that precede its declaration, which C accepts as calls of an undeclared
 * function. */
void check_earlier_calls (tree process);
/* Checks the arguments of CALL against its parameters; the arguments stand in the text where
 * those of AT do. */
void check_arguments (tree call, tree at);
/* Returns the place in the text of argument N of CALL. */
location_t argument_location (tree call, int n);

/* Set hooks. watch_messages improves GCC's messages about processes and elements (gcc_messages.cc),
 * watch_returns its warning about a return with a value (process_calls.cc), and
 * watch_redeclarations compares declarations of one name (derived_types.cc). */
void watch_messages ();
void watch_returns ();
void watch_redeclarations ();

/* Returns whether the `run' at PLACE is in a loop for which view_ownership.cc has already
 * determined, from the trees, whether the `run' is reached again. */
bool turns_counted_p (location_t place);

} // namespace erbium
#endif
