/* SPDX-License-Identifier: MIT */
/* runtime.h - the parts of the runtime and what they share.
 *
 * In the order in which an element meets them:
 *
 *   heap.c      memory for descriptors, where processes share no other
 *   window.c    memory that holds the live elements, mapped three times, growing
 *   backend_*.c where elements live: a row of the backend table each
 *   record.c    records: slots, window, end
 *   record_lock.c  its lock
 *   loan.c      windows that fibers hand on
 *   merge.c, twice.c  several producers, where processes share no memory
 *   view.c      views and ids: who takes part, and until when
 *   sync.c      commit, release, update where the comparison in hot.h fails
 *   stall.c     stall likewise
 *   linger.c    a moment's wait for more than is needed
 *   wait.c      who waits for which index, and who wakes him
 *   wait_*.c    what a process does while it waits, for each task model
 *   deadlock*.c cycles of waits: grown away, or reported
 *   task.c      processes, whatever home they have
 *   task_*.c    where processes live: a row of the task table each
 *   private.c   variables that a space has changed for itself alone
 *   verdict.c   how a program of spaces ends that does not end by itself
 *   ready.c     fibers on threads: who is next
 *   worker.c    from one fiber to the next
 *   workers.c   what a thread does when no fiber is ready; all of them
 *   seat.c      the threads, and how one loses its worker to another
 *   keeper.c    looks after the workers
 *   balance.c   which worker a process lives on
 *   weigh.c     what each needs
 *   fiber.c     a stack of its own for a process, and the switch between such
 *   space_*.c   processes of the system that share pages only (space.h)
 *   seal/       programs that are a function of their declared input
 *   program.c   what belongs to a whole program: its beginning, the end
 *   settings.c  what can be set
 *   programs.c  which programs there are
 *   fault.c     what went wrong, where, and how to mend it
 *   death.c     processes that die of a signal
 *   watch.c     checked mode
 *   stats.c     statistics
 *   ended.c     the counts of processes that have ended
 *   topology.c  processors and pinning, from hwloc
 *   os.c        the operating system, as a table
 *   spmc_*.c    pages that processes share: written by one, fixed, read by many (spmc.h)
 *   channel*.c  messages on such pages (channel.h)
 *
 * Locks: that of memberships (task.c) before a program's before a record's before
 * the arena's.  None is taken on the paths of the primitives while nobody has to
 * be woken and no bound is used up.
 */
#ifndef ERB_RUNTIME_H
#define ERB_RUNTIME_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "event/event.h"
#include "window/window.h"

#include "record/record.h"
#include "sync/wait.h"
#include "task/task.h"
#include "program/programs.h"

/* ---- fault.c ----------------------------------------------------------- */

/* Ends the program. */
extern void erb_fault (enum erbium_exit kind, enum erb_primitive primitive,
                       const char *where, const char *mend, const char *format, ...)
  ERB_NORETURN ERB_PRINTF (5, 6) ERB_COLD;
/* The same of a call that is no primitive; NULL: of none. */
extern void erb_fault_in (enum erbium_exit kind, const char *call, const char *where,
                          const char *mend, const char *format, ...)
  ERB_NORETURN ERB_PRINTF (5, 6) ERB_COLD;
/* The same of the program, not of a process or a call. */
extern void erb_fault_of_all (enum erbium_exit kind, const char *where, const char *mend,
                              const char *format, ...) ERB_NORETURN ERB_PRINTF (4, 5) ERB_COLD;
/* Whether the calling thread tells of a fault: its program's function may call exit. */
extern bool erb_faulting (void);
/* Not 0 once there was a fault: one is told, the first. */
extern erbium_atomic32 erb_faulted;
extern void erb_fault_of_see (enum erb_primitive primitive, const char *where, const char *what)
  ERB_NORETURN ERB_COLD;
/* The function of erbium_on_fault must not do what: wait, or run a process. */
ERBIUM_INLINE void
erb_not_while_faulting (enum erb_primitive primitive, const char *where, const char *what)
{
  if (erbium_load_relaxed (&erb_faulted) && erb_faulting ())
    erb_fault_of_see (primitive, where, what);
}
/* Of a thread that has nothing left to do. */
extern void erb_wait_for_the_end (void) ERB_NORETURN;
extern void erb_warn (const erbium_program *program, int level, const char *where,
                      const char *format, ...) ERB_PRINTF (4, 5) ERB_COLD;

/* "read view 3 (id 1) of record 'r' (file:line)", in a buffer of text. */
extern const char *erb_say_view (const struct erb_view *v, struct erb_text *t);
extern const char *erb_say_record (const erbium_record *r, struct erb_text *t);
extern const char *erb_say_program (const erbium_program *p, struct erb_text *t);
/* In words the program of that number, there or not; NULL: there was none. */
extern const char *erb_say_program_number (int64_t number, struct erb_text *t);
/* space_table.c.  The path of the calling space, or NULL. */
extern const char *erb_space_name_if_any (struct erb_text *t);

/* ---- death.c ----------------------------------------------------------- */

/* How to find the line of the instruction that a signal interrupted, or "". */
extern const char *erb_say_instruction (const void *context, struct erb_text *t);
extern void erb_watch_signals (void);
/* Memory of the caller that a call of that name uses now, as its argument name; size 0: there is none.  An access that is
 * not possible there is told as a misuse of the call. */
struct erb_lent
{
  const char *at;
  size_t size;
  const char *name, *call, *where;
};
extern __thread struct erb_lent erb_lent __attribute__ ((tls_model ("initial-exec")));
extern void *erb_signal_stack (void);
extern void erb_signal_stack_free (void *stack);
extern void *erb_stack_end (void);

/* ---- watch.c ----------------------------------------------------------- */

/* Whether calls take the long way so as to be looked at and counted. */
extern bool erb_watched (const erbium_program *p);
/* Complains about a primitive that v cannot take, or the caller not call. */
/* Says that there is no view, and ends the program; it need not have begun. */
extern void erb_no_view (enum erb_primitive p, const char *where) ERB_NORETURN;
extern void erb_look (struct erb_view *v, enum erb_primitive p, const char *where);
/* The same for one of the four, of that side, where nothing is wrong in most cases. */
ERBIUM_INLINE void
erb_look_quickly (struct erb_view *v, enum erb_side side, enum erb_primitive p, const char *where)
{
  struct erb_process *self = erb_self ();
  if (!v || v->hot.watch || v->owner != self || v->side != side)
    {
      erb_look (v, p, where);
      return;
    }
  self->last = p;
  self->last_where = where;
}
/* About a write view that holds no id. */
extern void erb_look_at_place (const struct erb_view *v, enum erb_primitive p, const char *where);
/* About an index that makes no sense, if CHECK is set: then it is watched. */
extern void erb_look_at_index (const struct erb_view *v, enum erb_primitive p, erbium_index i,
                               const char *where);

/* ---- stats.c ----------------------------------------------------------- */

extern void erb_count (struct erb_process *p, enum erb_primitive primitive);
/* What v has moved since the last call is its owner's. */
extern void erb_count_moved (struct erb_view *v);
extern void erb_stats_at_end (erbium_program *p);
/* The same where the program is cut short, and locks may be held for good. */
extern void erb_stats_in_haste (erbium_program *p);
extern void erb_count_wait (struct erb_view *v, int64_t waited, bool slept);
extern void erb_count_live (struct erb_view *v, erbium_index i);
extern void erb_stats_on_signal (void);
/* A line of the table.  Of few processes each has its own, with its number; of
 * many those of one name share one, with how many they are.  Bytes of a name. */
enum { ERB_FEW_ROWS = 64, ERB_ROW_NAME = 32 };
/* ended.c.  p, which has just ended, is kept, or its counts are added to another's.  Under the
 * program's lock. */
extern void erb_keep_ended (struct erb_process *p);

#endif
