/* SPDX-License-Identifier: MIT */
/* space.h - spaces: processes of the system that share nothing by default.
 *
 * A space has one control flow and a memory of its own: a copy (copy-on-write) of the memory of its
 * parent, made when the space is started.  It communicates with its parent when it is started, when
 * it returns, and when it is let continue; and with other spaces through regions of pages
 * (erbium/spmc.h) and channels (erbium/channel.h).  These can be created after the first
 * space_alloc or after spmc_init; an earlier spmcR_alloc or chan_alloc is an error.
 *
 *   void *twice (void *n) { ... space_ret (); ... return NULL; }
 *
 *   int child = space_alloc (7);
 *   space_start (child, twice, &n);    // the copy includes n
 *   space_sync (child, true);          // waits for space_ret, lets the child continue
 *   space_join (child);                // waits for the end
 *
 * Papers: DLinux (section II.B, table I; section III.A) and sumC (section 3.3); see
 * docs/README.md#references.  docs/internals/spaces.md explains the implementation, and what
 * happens to files, signals, threads and buffers.
 *
 * Callers.  A space has one control flow: the thread of main, or of the function of the space.
 * Calls from another thread, or from a child of the program's own fork, are errors.
 *
 * Errors.  Misuse ends the calling space with ERBIUM_EXIT_MISUSE, a lack of resources with
 * ERBIUM_EXIT_RESOURCE; the message names function, space and source line.  The death of a space
 * (by a signal, exit, exec or an error) is an error, ERBIUM_EXIT_DEATH, of each space that waits
 * for it, at its next wait; but a parent may watch a child instead (space_watch).  A space whose
 * parent dies is killed.  A space escapes this if it changes its rights (setuid) or asks the system
 * to survive: then a space that detects the death of the parent kills it if that is permitted, or
 * it ends at its next wait for a dead space.  Spaces that wait for each other, here, for pages or
 * on channels, end with ERBIUM_EXIT_DEADLOCK; docs/internals/spaces.md lists the cycles that are
 * found.
 */
#ifndef ERBIUM_SPACE_H
#define ERBIUM_SPACE_H

#include <stdbool.h>

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The state in which space_sync finds the child. */
enum erbium_space_state
{
  SPACE_RETURNED = 0, /* in space_ret */
  SPACE_ENDED = 1,    /* its function has returned */
  SPACE_DIED = 2      /* it has died (space_watch only) */
};

/* Allocates a child of the calling space and returns its id: 1 for the first child that the caller
 * allocates, 2 for the second, and so on, independently of the schedule.  Ids are not reused.  gid
 * >= 0, the global id, is for the program's own use and for messages.  Until space_start the child
 * has no process, but can be given pages and channels.  Does not block.  At most 1023 spaces of all
 * parents can exist at a time, or the number for which spmc_init was called before the first one,
 * and never more than 16383 (otherwise ERBIUM_EXIT_RESOURCE). */
#define space_alloc(gid) erbium_space_alloc ((gid), ERBIUM_HERE)

/* Starts child, once, with fn (args) and a copy of the caller's present memory, which includes the
 * object to which args points.  Blocks until the system has created the process (a fork), and does
 * not wait for the child to run.  The result of fn is discarded.  Output in buffers of stdio is
 * written before the fork. */
#define space_start(child, fn, args) erbium_space_start ((child), (fn), (args), ERBIUM_HERE)

/* Waits until child, which was started, is in space_ret or has ended.  With restart, a child in
 * space_ret continues; without, it ends there.  Returns SPACE_RETURNED for a child that was in
 * space_ret, and SPACE_ENDED for one whose function has returned.  The child is gone after
 * SPACE_ENDED, and without restart in any case.  The caller sees everything that the child has
 * written to pages and channels before; other memory of the child is not copied back. */
#define space_sync(child, restart) erbium_space_sync ((child), (restart), ERBIUM_HERE)

/* As space_sync, but a death of the child is no error: returns SPACE_DIED then, and the child is
 * gone, with all its descendants and their shared memory.  Sets *status to the cause as waitpid
 * reports it (-1: it was collected elsewhere), and to 0 if the child has not died; status may be
 * NULL.  Data that a dead child has published remains valid. */
#define space_watch(child, restart, status) \
  erbium_space_watch ((child), (restart), (status), ERBIUM_HERE)

/* space_sync (child, false): waits for the end of child. */
#define space_join(child) erbium_space_join ((child), ERBIUM_HERE)

/* Returns to the parent: waits until the parent calls space_sync for the caller.  Returns if the
 * parent lets the caller continue; otherwise ends the space as the end of its function would.  Not
 * for the first space. */
#define space_ret() erbium_space_ret (ERBIUM_HERE)

/* Return the id that the parent of the calling space has received (0 in the first space, which has
 * no parent), and the gid (-1 in the first space). */
#define space_id() erbium_space_id (ERBIUM_HERE)
#define space_gid() erbium_space_gid (ERBIUM_HERE)

/* Returns the ids from the first space to the caller: "0" for the first space, "0.2.1" for the
 * first child of its second child.  The path is the same in every run, and no two spaces have the
 * same path.  Valid until the caller ends.  A path of more than 63 characters is truncated and ends
 * in "...". */
#define space_path() erbium_space_path (ERBIUM_HERE)

/* Names of sumC, which calls spaces threads (section 3.3).  thread_sync lets the child continue. */
#define thread_alloc(gid) space_alloc (gid)
#define thread_start(child, fn, args) space_start (child, fn, args)
#define thread_sync(child) space_sync (child, true)
#define thread_join(child) space_join (child)
#define thread_ret() space_ret ()

/* ---- Functions behind the macros ---------------------------------------- */

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
