/* SPDX-License-Identifier: MIT */
/* topology.h - processors, their caches, and pinning. */
#ifndef ERB_TOPOLOGY_H
#define ERB_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

enum erb_pin { ERB_PIN_NONE, ERB_PIN_COMPACT, ERB_PIN_SCATTER };

extern int erb_processors (void);
/* The one that the calling thread is on, or -1. */
extern int erb_processor_here (void);
/* Takes the calling thread to one that is not taken, of those that it may run on, without
 * binding it there; its number, or -1. */
extern int erb_leave_processor (bool (*taken) (const void *data, int number), const void *data);
/* Bytes of the cache that a processor has for itself, or nearly: the second level. */
extern size_t erb_own_cache (void);
/* Binds the calling thread; neighbours in order of n share caches. */
extern void erb_pin_self (enum erb_pin pin, int n);

#endif
