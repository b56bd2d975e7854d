/* SPDX-License-Identifier: MIT */
/* fault.h - errors that end the program: a message with the place and a hint, and an exit status
 * (fault.c).
 *
 * A fault is reported once, in the form that compilers use, and ends the program with a status that
 * depends on its kind.  Other folders observe the events from fault_begins to fault_ends in order
 * to print statistics, to end other spaces, and to call the function that the program has passed to
 * erbium_on_fault.
 */
#ifndef ERB_FAULT_H
#define ERB_FAULT_H

#include "event/event.h"

/* Reports a fault of the calling process in a call of primitive, and ends the program.  where is
 * "file:line" or NULL; hint says how to correct the error, or is NULL. */
extern void erb_fault (enum erbium_exit kind, enum erb_primitive primitive,
                       const char *where, const char *hint, const char *format, ...)
  ERB_NORETURN ERB_PRINTF (5, 6) ERB_COLD;
/* As erb_fault, but for a call that is not a primitive; call may be NULL. */
extern void erb_fault_in (enum erbium_exit kind, const char *call, const char *where,
                          const char *hint, const char *format, ...)
  ERB_NORETURN ERB_PRINTF (5, 6) ERB_COLD;
/* As erb_fault, for the program as a whole: the message names no process and no call. */
extern void erb_fault_of_all (enum erbium_exit kind, const char *where, const char *hint,
                              const char *format, ...) ERB_NORETURN ERB_PRINTF (4, 5) ERB_COLD;

/* Not 0 after the first fault.  Only this one is reported. */
extern erbium_atomic32 erb_faulted;
/* Returns whether the calling thread is reporting a fault.  The result is also true within exit, if
 * the function that was passed to erbium_on_fault has called exit. */
extern bool erb_faulting (void);
/* Reports that the function of erbium_on_fault has called a primitive that it must not call. */
extern void erb_fault_of_handler (enum erb_primitive primitive, const char *where, const char *what)
  ERB_NORETURN ERB_COLD;
/* Refuses to do `what` (wait, run a process) in the function of erbium_on_fault. */
ERBIUM_INLINE void
erb_not_while_faulting (enum erb_primitive primitive, const char *where, const char *what)
{
  if (erbium_load_relaxed (&erb_faulted) && erb_faulting ())
    erb_fault_of_handler (primitive, where, what);
}
/* Stops the calling thread until the program ends. */
extern void erb_wait_for_the_end (void) ERB_NORETURN;

/* Prints a warning (level 1) or a note (2, 3) if verbose, the setting VERBOSE, is at least
 * level. */
extern void erb_warn (int verbose, int level, const char *where, const char *format, ...)
  ERB_PRINTF (4, 5) ERB_COLD;

/* The memory of the program that was passed to a call as its argument `name', and that the call is
 * using.  If size is 0 there is none.  A failing access there is reported as a misuse of the call.
 */
struct erb_user_buffer
{
  const char *at;
  size_t size;
  const char *name, *call, *where;
};
extern __thread struct erb_user_buffer erb_user_buffer __attribute__ ((tls_model ("initial-exec")));

#endif
