/* SPDX-License-Identifier: MIT */
/* space.h - spaces: processes of the system that share nothing by default.
 *
 * A space has one control flow and a memory of its own: a copy-on-write copy of all that its
 * parent has when it starts the space.  It communicates with its parent when it is started, when
 * it returns and when the parent lets it continue; with other spaces through regions of pages
 * (erbium/spmc.h) and channels (erbium/channel.h).  These can be allocated after the first
 * erbium_space_alloc, or after erbium_spmc_init.  Before that they have no memory, and
 * erbium_spmc_alloc and erbium_chan_alloc report an error.
 *
 *   void *twice (void *n) { ... erbium_space_ret (); ... return NULL; }
 *
 *   int child = erbium_space_alloc (7);
 *   erbium_space_start (child, twice, &n);   // the child gets a copy of n with all the rest
 *   erbium_space_sync (child, true);         // waits for erbium_space_ret, lets it continue
 *   erbium_space_join (child);               // waits for the end
 *
 * The model comes from two papers: Y. Zhang, J. Zhang, Q. Zhang, "Making User-level VMM for
 * Deterministic Parallelism Nonblocking and Efficient" (University of Science and Technology of
 * China; DLinux), sections II-B (table I) and III-A; and "sumC: A VM-based Scalable Unbounded
 * Multicast Channel for Pipeline Parallelism" (preprint, 2015), section 3.3.  erbium/papers.h
 * defines their names.  docs/internals/spaces.md describes the implementation, and what a space
 * inherits of files, signals, threads and buffers.
 *
 * Callers.  A space has one control flow, so only the thread that runs main, or the function of
 * the space, may call these functions.  Another thread, or a child of the program's own fork,
 * gets an error.
 *
 * Errors.  A misuse ends the calling space with ERBIUM_EXIT_MISUSE, a lack of resources with
 * ERBIUM_EXIT_RESOURCE; the message names the function, the space and the source line.  The
 * death of a space (by a signal, by exit or exec, by an error) is an error of each space that
 * waits for it, at its next wait, with ERBIUM_EXIT_DEATH; a parent that calls erbium_space_watch
 * gets the status of its child instead.  Spaces that wait for each other, here, for pages and on
 * channels, end with ERBIUM_EXIT_DEADLOCK; docs/internals/spaces.md lists the cycles that are
 * detected.
 *
 * A space does not outlive its parent: it is killed when the parent dies.  A space that has given
 * up rights (setuid), or asked the system to spare it, is killed by the space that watches its
 * parent, if that one has the right to; otherwise it ends when it next waits for a dead space.
 */
#ifndef ERBIUM_SPACE_H
#define ERBIUM_SPACE_H

#include <stdbool.h>

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The state in which erbium_space_sync and erbium_space_watch find the child. */
enum erbium_space_state
{
  ERBIUM_SPACE_RETURNED = 0, /* it is in erbium_space_ret */
  ERBIUM_SPACE_ENDED = 1,    /* its function has returned */
  ERBIUM_SPACE_DIED = 2      /* it has died: erbium_space_watch only */
};

/* Allocates a child of the calling space and returns its id: 1 for the first child that the
 * caller allocates, 2 for the second, and so on, whatever the schedule.  An id is never reused.
 * gid >= 0, the global id, is for the program's own use and for messages.  The child has no
 * process until erbium_space_start, but can be given pages and channels.  Does not block.  At
 * most 1023 spaces of all parents exist at a time, or the number that erbium_spmc_init was called
 * with before the first one, but never more than 16383 (else ERBIUM_EXIT_RESOURCE). */
#define erbium_space_alloc(gid) (erbium_space_alloc) ((gid), ERBIUM_HERE)

/* Starts child, once, with fn (args) and a copy of the caller's present memory, including the
 * memory that args points to.  Blocks until the system has created the process (a fork), but not
 * until the child runs.  The result of fn is ignored.  Writes the output buffered by stdio
 * first. */
#define erbium_space_start(child, fn, args) \
  (erbium_space_start) ((child), (fn), (args), ERBIUM_HERE)

/* Waits until child, which has been started, is in erbium_space_ret or has ended.  With restart a
 * child in erbium_space_ret continues; without, it ends there.  Returns ERBIUM_SPACE_RETURNED for
 * a child that was in erbium_space_ret, and ERBIUM_SPACE_ENDED for one whose function has
 * returned.  The child is gone after ERBIUM_SPACE_ENDED, and without restart in any case.  The
 * caller sees what the child wrote to pages and channels before; other memory of the child is not
 * copied back. */
#define erbium_space_sync(child, restart) (erbium_space_sync) ((child), (restart), ERBIUM_HERE)

/* As erbium_space_sync, but the death of the child is no error: the call returns
 * ERBIUM_SPACE_DIED, and the child is gone, with all spaces below it and their shared memory.
 * *status is then the status as waitpid reports it, or -1 if another caller has already taken it
 * from the system; it is 0 if the child has not died.  status may be NULL.  What a dead child had
 * published remains. */
#define erbium_space_watch(child, restart, status) \
  (erbium_space_watch) ((child), (restart), (status), ERBIUM_HERE)

/* Waits for the end of child, as erbium_space_sync (child, false). */
#define erbium_space_join(child) (erbium_space_join) ((child), ERBIUM_HERE)

/* Returns to the parent: waits until the parent calls erbium_space_sync for the caller.  Returns
 * if the parent lets the caller continue, and otherwise ends the space as the end of its function
 * would.  Must not be called in the first space. */
#define erbium_space_ret() (erbium_space_ret) (ERBIUM_HERE)

/* Return the id of the calling space, as its parent knows it, and its gid.  In the first space,
 * which has no parent, the id is 0 and the gid is -1. */
#define erbium_space_id() (erbium_space_id) (ERBIUM_HERE)
#define erbium_space_gid() (erbium_space_gid) (ERBIUM_HERE)

/* Returns the ids from the first space to the caller: "0" for the first space, "0.2.1" for the
 * first child of its second child.  The path is the same in every run, and unique.  The string is
 * valid until the caller ends.  A path of more than 63 characters is cut, and ends in "...". */
#define erbium_space_path() (erbium_space_path) (ERBIUM_HERE)

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_API int (erbium_space_alloc) (int gid, const char *where);
ERBIUM_API int (erbium_space_start) (int child, void *(*fn) (void *), void *args,
                                     const char *where);
ERBIUM_API int (erbium_space_sync) (int child, bool restart, const char *where);
ERBIUM_API void (erbium_space_join) (int child, const char *where);
ERBIUM_API int (erbium_space_watch) (int child, bool restart, int *status, const char *where);
ERBIUM_API int (erbium_space_ret) (const char *where);
ERBIUM_API int (erbium_space_id) (const char *where);
ERBIUM_API int (erbium_space_gid) (const char *where);
ERBIUM_API const char *(erbium_space_path) (const char *where);

#ifdef __cplusplus
}
#endif

#endif
