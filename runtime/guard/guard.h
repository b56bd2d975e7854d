/* SPDX-License-Identifier: MIT */
/* guard.h - windows that each view maps for itself, with rights of its own.
 *
 * The folder is the backend of records whose processes share no memory.  The processor checks their
 * accesses, by page.  Several producers of a record each write memory of their own, which is merged
 * when they commit.
 *
 *   paged_backend.c   the backend: what record/ calls
 *   guard.c           the rights of a view: update and stall open pages, others close them
 *   guard_fault.c     the report of an access outside these rights
 *   merge.c           several producers of one record, each with memory of its own
 *   write_conflict.c  the report of an element that several producers have written
 */
#ifndef ERB_GUARD_H
#define ERB_GUARD_H

#include "record/record.h"

extern const struct erb_backend erb_backend_paged;

/* Unmaps the window of v.  The descriptor of v keeps the window and the rights for
 * erb_guard_arrive. */
extern void erb_guard_hide (struct erb_view *v);
/* Maps the window of v for its new owner, the caller. */
extern void erb_guard_arrive (struct erb_view *v, const char *where);
/* Installs the handler that reports accesses to pages that are not open. */
extern void erb_guard_watch (void);

/* Reports elements that several producers have written, when no process writes any more. */
extern const struct erb_observer erb_guard_observer;

#endif
