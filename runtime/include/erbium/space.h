/* SPDX-License-Identifier: MIT */
/* space.h - spaces: processes of the system that share nothing by default.
 *
 * A space has one control flow and a memory of its own: a copy, made when it is
 * started, of all that its parent has at that moment (copy-on-write).  It talks to
 * its parent when it is started, when it returns and when it is let on; to others
 * through regions of pages (erbium/spmc.h) and channels (erbium/channel.h).  These
 * are made after the first space_alloc, or after spmc_init: before there is no
 * memory for them, which is an error of spmcR_alloc and chan_alloc.
 *
 *   void *twice (void *n) { ... space_ret (); ... return NULL; }
 *
 *   int child = space_alloc (7);
 *   space_start (child, twice, &n);    // a copy of n goes with the rest
 *   space_sync (child, true);          // waits for space_ret, lets it go on
 *   space_join (child);                // waits for the end
 *
 * Papers: DLinux (section II.B, table I; section III.A) and sumC (section 3.3).
 * docs/internals/spaces.md says how it works, and what becomes of files, signals,
 * threads and buffers.
 *
 * Who may call.  The thread that main, or the function of the space, runs on: a
 * space has one control flow.  Another thread, and a child of the program's own
 * fork, get an error.
 *
 * Errors.  A misuse ends the calling space with ERBIUM_EXIT_MISUSE, a lack of
 * resources with ERBIUM_EXIT_RESOURCE; the message names function, space and source
 * line.  A space that has died (of a signal, by exit or exec, of an error) is an error of
 * each space that waits for it, at its next wait, with ERBIUM_EXIT_DEATH; but a parent may
 * watch a child instead (space_watch).  A space
 * whose parent dies is killed: none outlives its parent, unless it has given up rights (setuid) or asked the system for
 * that; then it is killed by who watches its parent, if he may, or ends when it next waits for one that is dead.  Spaces that wait for each other, here, for pages and on
 * channels, end with ERBIUM_EXIT_DEADLOCK; docs/internals/spaces.md says which cycles are found.
 */
#ifndef ERBIUM_SPACE_H
#define ERBIUM_SPACE_H

#include <stdbool.h>

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How space_sync found the child. */
enum erbium_space_state
{
  SPACE_RETURNED = 0, /* in space_ret */
  SPACE_ENDED = 1,    /* its function has returned */
  SPACE_DIED = 2      /* it has died: space_watch only */
};

/* Allocates a child of the calling space and returns its id: 1 for the first child
 * that the caller allocates, 2 for the second, and so on, whatever the schedule; an
 * id is never used again.  gid >= 0, the global id, is for the program's own use and
 * for messages.  Until space_start the child has no process, but may be given pages
 * and channels.  Does not block.  At most 1023 spaces are there at a time, of all
 * parents, or what spmc_init was called for before the first, and never more than
 * 16383 (else ERBIUM_EXIT_RESOURCE). */
#define space_alloc(gid) erbium_space_alloc ((gid), ERBIUM_HERE)

/* Starts child, once, with fn (args) and a copy of the caller's memory as it is now.
 * What args points to is part of that copy.  Blocks until the system has made the
 * process (a fork), not for the child to run.  What fn returns is not passed on.
 * Output that stands in buffers of stdio is written before. */
#define space_start(child, fn, args) erbium_space_start ((child), (fn), (args), ERBIUM_HERE)

/* Waits until child, which was started, is in space_ret or has ended.  With restart,
 * a child in space_ret goes on; without, it ends there.  Returns SPACE_RETURNED for a
 * child that was in space_ret, SPACE_ENDED for one whose function has returned; the
 * child is gone after SPACE_ENDED, and without restart in any case.  What the child
 * wrote to pages and channels before is visible to the caller; its other memory is
 * not copied back. */
#define space_sync(child, restart) erbium_space_sync ((child), (restart), ERBIUM_HERE)

/* The same, but a death of the child is no error: returns SPACE_DIED then, and the child
 * is gone, with all spaces below it and what they had in shared memory.  *status says of
 * what it died as waitpid does (-1: somebody else has asked the system before); 0 where
 * it has not died; status may be NULL.  What a dead child had published before stands. */
#define space_watch(child, restart, status) \
  erbium_space_watch ((child), (restart), (status), ERBIUM_HERE)

/* space_sync (child, false): waits for the end of child. */
#define space_join(child) erbium_space_join ((child), ERBIUM_HERE)

/* Returns to the parent: waits until the parent calls space_sync for the caller.
 * Comes back if the parent lets it go on, and else ends the space as the end of its
 * function would.  Not in the first space. */
#define space_ret() erbium_space_ret (ERBIUM_HERE)

/* The id under which its parent knows the calling space; 0 in the first space, which
 * has none.  The gid likewise, -1 in the first. */
#define space_id() erbium_space_id (ERBIUM_HERE)
#define space_gid() erbium_space_gid (ERBIUM_HERE)

/* The ids from the first space to the caller, "0" of the first, "0.2.1" of the first
 * child of its second child: the same in every run, and unlike that of any other
 * space.  Valid until the caller ends.  A path of more than 63 characters is cut, and
 * ends in "...". */
#define space_path() erbium_space_path (ERBIUM_HERE)

/* sumC calls spaces threads (section 3.3): the same, under its names.  thread_sync
 * lets the child go on. */
#define thread_alloc(gid) space_alloc (gid)
#define thread_start(child, fn, args) space_start (child, fn, args)
#define thread_sync(child) space_sync (child, true)
#define thread_join(child) space_join (child)
#define thread_ret() space_ret ()

/* ---- Behind the macros ------------------------------------------------- */

ERBIUM_API int erbium_space_alloc (int gid, const char *where);
ERBIUM_API int erbium_space_start (int child, void *(*fn) (void *), void *args, const char *where);
ERBIUM_API int erbium_space_sync (int child, bool restart, const char *where);
ERBIUM_API void erbium_space_join (int child, const char *where);
ERBIUM_API int erbium_space_watch (int child, bool restart, int *status, const char *where);
ERBIUM_API int erbium_space_ret (const char *where);
ERBIUM_API int erbium_space_id (const char *where);
ERBIUM_API int erbium_space_gid (const char *where);
ERBIUM_API const char *erbium_space_path (const char *where);

#ifdef __cplusplus
}
#endif

#endif
