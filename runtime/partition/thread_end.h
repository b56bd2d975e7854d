/* SPDX-License-Identifier: MIT */
/* thread_end.h - the very end of a thread. */
#ifndef ERB_THREAD_END_H
#define ERB_THREAD_END_H

/* Calls function (argument) at the end of the calling thread, after the destructors of its own
 * objects and keys.  One call for each thread. */
extern void erb_at_thread_end (void (*function) (void *), void *argument);

#endif
