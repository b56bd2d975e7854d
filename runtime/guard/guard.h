/* SPDX-License-Identifier: MIT */
/* guard.h - windows that each view has mapped for itself, with what it may touch.
 *
 * The backend of records whose processes share no memory: the processor checks accesses, by page.
 * Several producers of a record each write memory of their own, which is merged when they commit.
 */
#ifndef ERB_GUARD_H
#define ERB_GUARD_H

#include "record/record.h"

extern const struct erb_backend erb_backend_paged;

/* Unmaps what v has; it keeps its window, and what it may touch, for erb_guard_arrive. */
extern void erb_guard_hide (struct erb_view *v);
/* Maps the window of v for its new owner, the caller. */
extern void erb_guard_arrive (struct erb_view *v, const char *where);
/* From now on an access to a page that is not open is reported as an error. */
extern void erb_guard_watch (void);

/* Reports elements that several have written, when nobody writes any more. */
extern const struct erb_observer erb_guard_observer;

#endif
