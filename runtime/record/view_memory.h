/* SPDX-License-Identifier: MIT */
/* view_memory.h - the memory of views: view_memory.c. */
#ifndef ERB_VIEW_MEMORY_H
#define ERB_VIEW_MEMORY_H

#include "record/record.h"

/* Returns the oldest view of p's quarantine if that is full, or new memory; NULL if there is none.
 * The view is zero, except that p recognises it. */
extern struct erb_view *erb_view_memory (erbium_program *p);
/* Puts v, which is freed, into the quarantine of its program. */
extern void erb_view_keep (struct erb_view *v);

#endif
