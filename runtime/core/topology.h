/* SPDX-License-Identifier: MIT */
/* topology.h - processors, their caches, and pinning (topology.c). */
#ifndef ERB_TOPOLOGY_H
#define ERB_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

enum erb_pin { ERB_PIN_NONE, ERB_PIN_COMPACT, ERB_PIN_SCATTER };

extern int erb_processors (void);
/* Returns the processor on which the calling thread runs, or -1. */
extern int erb_processor_here (void);
/* Moves the calling thread to processor n >= 0, if it may run there, without binding it there.
 * Returns whether it has moved. */
extern bool erb_go_to_processor (int n);
/* Binds the calling thread to processor n >= 0, also if the thread that has made it is bound to
 * another one.  Returns whether that was possible. */
extern bool erb_bind_to_processor (int n);
/* Lets the calling thread run on each processor that was permitted before threads were bound. */
extern void erb_unbind_self (void);
/* Returns another hardware thread of the core of processor n, or -1: there is none, or it is not
 * known. */
extern int erb_sibling_of (int n);
/* Moves the calling thread to a permitted processor that is not taken, without binding it there;
 * returns its number, or -1. */
extern int erb_leave_processor (bool (*taken) (const void *data, int number), const void *data);
/* Returns the size in bytes of the second-level cache, which a processor has more or less for
 * itself. */
extern size_t erb_own_cache (void);
/* Binds the calling thread to the nth processor in the order that pin selects.  In the order
 * COMPACT neighbours share caches; in the order SCATTER they are far apart. */
extern void erb_pin_self (enum erb_pin pin, int n);

#endif
