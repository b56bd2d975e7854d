/* SPDX-License-Identifier: MIT */
/* erbium.h - Erbium for C, C++ and any compiler with GNU extensions.
 *
 * A program is a network of processes, sequential C functions that share
 * nothing but records.  A record is an unbounded sequence of elements.  A
 * process sees it through a view: a producer stalls, writes, commits; a
 * consumer updates, reads, releases.  The output depends on the input alone,
 * never on the schedule.
 *
 *   ERBIUM_PROCESS (count, ERBIUM_RECORD (int), int);
 *   void count (ERBIUM_RECORD (int) r, int n)
 *   {
 *     ERBIUM_VIEW (int) v = erbium_new_write_view (r);
 *     erbium_register (v, 1);
 *     erbium_alloc (v, 1024);
 *     for (int i = 0; i < n; i++)
 *       {
 *         erbium_stall (v, i + 1);
 *         ERBIUM_AT (v, i) = i;
 *         erbium_commit (v, i + 1);
 *       }
 *   }
 *   ... ERBIUM_RUN (count, r, 100);
 *
 * Indices are exclusive ends: commit (v, i) publishes the elements [0, i).
 * They have 64 bits; an index variable of 32 bits may be used and may wrap.
 * The semantics is that of the paper (Erbium, CASES'10, section 3), made exact
 * in docs/reference/semantics.md.
 *
 * Every name here that looks like a function takes the place of the call into
 * its own argument list (file and line), so that errors can say it.
 *
 * Errors.  A misuse ends the program: the message names the primitive, view,
 * record, process and source line, and the exit status is one of ERBIUM_EXIT_*.
 * erbium_on_fault puts a function of yours before that.
 */
#ifndef ERBIUM_H
#define ERBIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "erbium/hot.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ERBIUM_VERSION_MAJOR 0
#define ERBIUM_VERSION_MINOR 2
#define ERBIUM_VERSION_PATCH 0

/* "file:line" of here. */
#define ERBIUM_STRING_(x) #x
#define ERBIUM_STRING(x) ERBIUM_STRING_ (x)
#define ERBIUM_HERE __FILE__ ":" ERBIUM_STRING (__LINE__)

/* ---- Types ------------------------------------------------------------- */

/* A record, and a view, of elements of type T: any complete object type, 1
 * byte to pages.  Both are opaque pointers that remember T: they cannot be
 * subscripted, and mixing them, or views of different T, is an error in C++ and
 * a warning in C (-Wincompatible-pointer-types, which is on). */
struct erbium_record_tag;
struct erbium_view_tag;
#define ERBIUM_RECORD(T) __typeof__ (__typeof__ (T) *(*) (struct erbium_record_tag *))
#define ERBIUM_VIEW(T) __typeof__ (__typeof__ (T) *(*) (struct erbium_view_tag *))

/* Behind the macros: the type T * of a record or view, and the thing itself.
 * The call is never made; it is there for its type. */
#define ERBIUM_RECORD_POINTER(r) __typeof__ ((r) ((struct erbium_record_tag *) 0))
#define ERBIUM_VIEW_POINTER(v) __typeof__ ((v) ((struct erbium_view_tag *) 0))
#define ERBIUM_SIZEOF(v) sizeof (*(ERBIUM_VIEW_POINTER (v)) 0)
#define ERBIUM_VIEW_OF(v) \
  ((void) sizeof (ERBIUM_VIEW_POINTER (v)), (erbium_view *) (uintptr_t) (v))
#define ERBIUM_RECORD_OF(r) \
  ((void) sizeof (ERBIUM_RECORD_POINTER (r)), (erbium_record *) (uintptr_t) (r))
#define ERBIUM_NARROW(i) (sizeof (i) < sizeof (erbium_index))
/* Of two indices, each by itself: 1 for the first, 2 for the end. */
#define ERBIUM_NARROW_PAIR(tl, hd) (ERBIUM_NARROW (tl) | ERBIUM_NARROW (hd) << 1)

/* A process that was started.  0 is none. */
typedef int64_t erbium_process;

/* A program: processes, records and settings that end together.  Every thread
 * belongs to one; whoever asks for nothing uses the default program. */
typedef struct erbium_program erbium_program;

/* For free_view. */
enum { ERBIUM_TERMINATE = 0, ERBIUM_HANDOVER = 1 };

/* Exit statuses of a program that a fault has ended. */
enum erbium_exit
{
  ERBIUM_EXIT_REPLAY = 118,   /* a replayed space does something else than it did */
  ERBIUM_EXIT_DEATH = 119,    /* a space that others waited for has died */
  ERBIUM_EXIT_MISUSE = 120,   /* a primitive was used wrongly */
  ERBIUM_EXIT_DEADLOCK = 121, /* every process waits for another */
  ERBIUM_EXIT_RESOURCE = 122, /* no memory, no thread, a full table */
  ERBIUM_EXIT_SETTING = 123   /* an ERBIUM_ variable makes no sense */
  /* A process that dies of a signal ends the program by that signal. */
};

/* ---- Records and views ------------------------------------------------- */

/* A record of T, that update lets nobody pass before write ids 1..wreg have
 * registered, and stall nobody before read ids 1..rreg have.  1 <= wreg, 0 <=
 * rreg, both <= 65535.  T is aligned to a page at most.  Does not block.  A record goes when all its ids have terminated
 * and no view is connected.  Paper: section 3, Creation. */
#define erbium_new_record(T, wreg, rreg)                                       \
  ((ERBIUM_RECORD (T)) (uintptr_t) (erbium_new_record) (                         \
    sizeof (T), __alignof__ (T), (wreg), (rreg), ERBIUM_HERE))

/* A view of r, owned by the calling process; its indices are 0 until it
 * registers.  Does not block.  r must not have gone: an observer, whom nobody
 * waits for, is best connected by whoever made the record, and passed on. */
#define erbium_new_read_view(r)                                                \
  ((ERBIUM_VIEW (*(ERBIUM_RECORD_POINTER (r)) 0)) (uintptr_t) erbium_new_view ( \
    ERBIUM_RECORD_OF (r), 0, ERBIUM_HERE))
#define erbium_new_write_view(r)                                               \
  ((ERBIUM_VIEW (*(ERBIUM_RECORD_POINTER (r)) 0)) (uintptr_t) erbium_new_view ( \
    ERBIUM_RECORD_OF (r), 1, ERBIUM_HERE))

/* Takes id of v's record, 1 <= id <= wreg (rreg): v then starts at 0, or where
 * the view that handed the id over had come to.  -1 gives the id up: a read
 * view becomes an observer that holds nobody back; a write view leaves the id
 * to the next one and must not commit.  Does not block. */
#define erbium_register(v, id) (erbium_register) (ERBIUM_VIEW_OF (v), (id), ERBIUM_HERE)

/* Sets the horizon: of a write view, and of an observer, at most h elements are live
 * at a time; for a registered read view the record has room for so many, beside the
 * write horizon.  1 <= h, h * sizeof (T) <= 1 GiB.  May be called again, to make it
 * larger, while others run.  Does not block on other processes. */
#define erbium_alloc(v, h) (erbium_alloc) (ERBIUM_VIEW_OF (v), (h), ERBIUM_HERE)

/* Ends v; with ERBIUM_HANDOVER its id may be taken by another view, which goes
 * on where v stopped.  A process that ends frees its views with
 * ERBIUM_TERMINATE.  Does not block. */
#define erbium_free_view(v, how) (erbium_free_view) (ERBIUM_VIEW_OF (v), (how), ERBIUM_HERE)

/* The next process that the caller starts becomes the owner of v, which is
 * also the value: ERBIUM_RUN (p, erbium_give (v)). */
#define erbium_give(v) \
  ((__typeof__ (v)) (uintptr_t) (erbium_give) (ERBIUM_VIEW_OF (v), ERBIUM_HERE))

/* ---- The four synchronisations ----------------------------------------- */

/* commit: publishes the elements [0, i) of write view v; nothing if i is not
 * beyond the commit index.  Wait-free: one store.  Elements written before are
 * visible to whoever observes i.  Paper: section 3, as are the other three; what it
 * leaves open is settled in docs/reference/semantics.md, 2. */
#define erbium_commit(v, i) \
  erbium_commit_fast (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)

/* update: waits until every write view of the record has committed [0, i),
 * then makes it observable through read view v; returns i.  Where a producer
 * has terminated at t < i: returns t if that is beyond the update index, else
 * 0, and does not wait. */
#define erbium_update(v, i) \
  erbium_update_fast (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)

/* release: gives the elements [0, i) of read view v back; nothing if i is not
 * beyond the release index.  Wait-free: one store. */
#define erbium_release(v, i) \
  erbium_release_fast (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)

/* stall: waits until every registered read view has released [0, i - h), h the
 * horizon of write view v; [i - h, i) is then writable. */
#define erbium_stall(v, i) \
  erbium_stall_fast (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)

/* Split phase: start to fetch elements, return at once. */
#define erbium_receive(v, i) \
  (erbium_receive) (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)
#define erbium_receive_range(v, tl, hd)                                        \
  (erbium_receive_range) (ERBIUM_VIEW_OF (v), (tl), (hd),                   \
                             ERBIUM_NARROW_PAIR (tl, hd), ERBIUM_HERE)

/* Takes the next n elements that no view of the group has claimed, and returns the index of the
 * first: processes that keep no state share a stream by who is free.  v is registered; the group
 * is a number from 1 to the ids of v's side of the record, such as the first id of its members.
 * Wait-free: one read-modify-write.  docs/reference/semantics.md, 6.4. */
#define erbium_claim(v, n, group) (erbium_claim) (ERBIUM_VIEW_OF (v), (n), (group), ERBIUM_HERE)

/* True once an update of v has found the end of the stream and nothing new: an
 * update that returns 0 may also mean an index of 32 bits that has wrapped. */
#define erbium_done(v) (erbium_done) (ERBIUM_VIEW_OF (v), ERBIUM_HERE)

/* How many elements of [release index, update index) an unregistered read view
 * has lost: the oldest ones, overwritten by now or about to be.  Ask after
 * reading and before release.  0 for a registered view.  Costs a system call. */
#define erbium_missed(v) (erbium_missed) (ERBIUM_VIEW_OF (v), ERBIUM_HERE)

/* ---- Elements ---------------------------------------------------------- */

/* Element i of v, an lvalue.  i lies in the live window: [release, update
 * index) of a read view (of an observer its last h elements), [stall - h, stall index) of a write view, less what it has
 * committed and all readers have released.  ERBIUM_CHECK catches what lies
 * outside; code compiled with -DERBIUM_TRUSTED does not even look whether it
 * should.  &ERBIUM_AT (v, hd), for the end, is an access like any other, and so outside:
 * the address of the end is ERBIUM_SPAN (v, tl, hd) + (hd - tl). */
#define ERBIUM_AT(v, i) \
  (*(ERBIUM_VIEW_POINTER (v)) erbium_at_one (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), \
                                             ERBIUM_SIZEOF (v), ERBIUM_HERE))

/* The address of element tl; all of [tl, hd) follows it in memory without a
 * break, whatever the indices.  Checked once, so this is what fast loops use.
 * Valid until the next primitive that the process calls. */
#define ERBIUM_SPAN(v, tl, hd)                                                 \
  ((ERBIUM_VIEW_POINTER (v)) erbium_at_span (ERBIUM_VIEW_OF (v), (tl), (hd),   \
                                             ERBIUM_NARROW_PAIR (tl, hd),      \
                                             ERBIUM_SIZEOF (v), ERBIUM_HERE))

ERBIUM_INLINE void *
erbium_at_span (erbium_view *v, erbium_index tl, erbium_index hd, int narrow,
                uint64_t size, const char *where)
{
#ifdef ERBIUM_TRUSTED
  (void) hd, (void) where;
  return erbium_address (v, tl, narrow & 1, size);
#else
  return erbium_at_fast (v, tl, hd, narrow, size, where);
#endif
}

ERBIUM_INLINE void *
erbium_at_one (erbium_view *v, erbium_index i, int narrow, uint64_t size,
               const char *where)
{
  return erbium_at_span (v, i, i + 1, narrow ? 3 : 0, size, where);
}

/* ---- Processes --------------------------------------------------------- */

/* What is known of a process before it is started. */
struct erbium_entry
{
  const char *name;
  void (*start) (void *arguments); /* calls the process with its arguments */
  size_t size;                     /* of the arguments, in bytes */
};

/* Declares the function NAME, to be defined with these parameter types (up to
 * ten, or none) and result void, as a process.  May stand after static. */
#define ERBIUM_PROCESS(...)                                                    \
  ERBIUM_COUNTED_ (ERBIUM_PROCESS_, ERBIUM_COUNT_ (__VA_ARGS__)) (__VA_ARGS__)

/* Starts NAME with copies of the arguments; its value is an erbium_process.
 * Does not wait for it.  Paper: section 3, run. */
#define ERBIUM_RUN(...)                                                        \
  ERBIUM_COUNTED_ (ERBIUM_RUN_, ERBIUM_COUNT_ (__VA_ARGS__)) (__VA_ARGS__)

/* Waits until p has ended; returns at once if it has. */
#define erbium_join(p) (erbium_join) ((p), ERBIUM_HERE)

/* Waits until every process that the caller's program has run has ended, but for the caller: not
 * for main, nor for threads that the program has made itself. */
#define erbium_join_all() (erbium_join_all) (ERBIUM_HERE)

/* ---- Programs, settings, reports --------------------------------------- */

/* A program beside the default one.  The caller's thread, and whatever it then
 * starts, belongs to it until erbium_program_enter is called again.  NULL
 * enters the default program. */
#define erbium_program_new() (erbium_program_new) (ERBIUM_HERE)
#define erbium_program_enter(program) (erbium_program_enter) ((program), ERBIUM_HERE)
/* Ends the caller's views in it, joins its processes, then frees it.  Once; other
 * threads that have entered it must have freed their views. */
#define erbium_program_free(program) (erbium_program_free) ((program), ERBIUM_HERE)

/* Sets what the ERBIUM_ environment variables set, for the caller's program,
 * before its first run: name without ERBIUM_, as "CHECK".  Returns 0, or -1
 * with a message on stderr where the name or value makes no sense. */
ERBIUM_API int erbium_set (const char *name, const char *value);

/* Names for messages and statistics, copied. */
#define erbium_name_record(r, name) \
  (erbium_name_record) (ERBIUM_RECORD_OF (r), (name), ERBIUM_HERE)
/* The caller's process.  A thread of the program's own counts as one from its first call, as this: before it,
 * those who wait for what it will do are told of a deadlock. */
ERBIUM_API void erbium_name_process (const char *name);

/* Statistics of the caller's program so far, as ERBIUM_STATS prints them. */
ERBIUM_API void erbium_stats (FILE *to);

/* The address of errno of the thread that the calling process is on.  Among fibers a process may be
 * on another thread after any primitive: erbium/errno.h defines errno by this. */
ERBIUM_API int *erbium_errno (void);

/* A block in which the process may wait in the kernel, for a lock of a library or for
 * anything else that the runtime does not know of:
 *
 *   erbium_blocking { n = read (file, buffer, sizeof buffer); }
 *
 * Where processes share threads (TASK=fiber), the others go on meanwhile on another
 * thread, which costs a wake-up (some ten microseconds).  Else it does nothing.
 * Without it, a process that blocks is noticed after some ten milliseconds.  Not left
 * by break, goto or return: the process would come back at its next primitive. */
#define erbium_blocking                                                          \
  for (int erbium_once_ = (erbium_blocking_begin (), 1); erbium_once_;          \
       erbium_once_ = (erbium_blocking_end (), 0))
ERBIUM_API void erbium_blocking_begin (void);
ERBIUM_API void erbium_blocking_end (void);

/* What has gone wrong, for erbium_on_fault. */
struct erbium_fault
{
  enum erbium_exit kind;
  const char *where;     /* "file:line", or NULL where there is none */
  const char *primitive; /* or NULL */
  const char *process;   /* name of the process; NULL for a deadlock, of many */
  const char *message;   /* a line, or one a process in a deadlock; no newline last */
  const char *mend;      /* how to mend it, or NULL */
};

/* Calls see before a fault ends the caller's program.  It may print, clean up and call
 * exit, and must neither wait nor run a process; the program ends when it returns. */
ERBIUM_API void erbium_on_fault (void (*see) (const struct erbium_fault *fault));

/* ---- Behind the macros ------------------------------------------------- */

ERBIUM_API erbium_program *(erbium_program_new) (const char *where);
ERBIUM_API erbium_program *(erbium_program_enter) (erbium_program *program, const char *where);
ERBIUM_API void (erbium_program_free) (erbium_program *program, const char *where);
ERBIUM_API void (erbium_name_record) (erbium_record *r, const char *name, const char *where);
ERBIUM_API erbium_record *(erbium_new_record) (size_t size, size_t align, erbium_index wreg,
                                         erbium_index rreg, const char *where);
ERBIUM_API erbium_view *erbium_new_view (erbium_record *r, int write, const char *where);
ERBIUM_API void (erbium_register) (erbium_view *v, erbium_index id, const char *where);
ERBIUM_API void (erbium_alloc) (erbium_view *v, erbium_index h, const char *where);
ERBIUM_API void (erbium_free_view) (erbium_view *v, int handover, const char *where);
ERBIUM_API erbium_view *erbium_pass_view (erbium_view *v, const char *where); /* by run */
ERBIUM_API erbium_view *(erbium_give) (erbium_view *v, const char *where);
ERBIUM_API void (erbium_receive) (erbium_view *v, erbium_index i, int narrow,
                                 const char *where);
ERBIUM_API void (erbium_receive_range) (erbium_view *v, erbium_index tl, erbium_index hd,
                                       int narrow, const char *where);
ERBIUM_API bool (erbium_done) (erbium_view *v, const char *where);
ERBIUM_API erbium_index (erbium_claim) (erbium_view *v, erbium_index n, erbium_index group,
                                        const char *where);
ERBIUM_API erbium_index (erbium_missed) (erbium_view *v, const char *where);
ERBIUM_API erbium_process erbium_run (const struct erbium_entry *entry,
                                          const void *arguments, const char *where);
ERBIUM_API erbium_process erbium_start (const char *name, void (*start) (void *arguments),
                                            size_t size, const void *arguments,
                                            const char *where);
ERBIUM_API void (erbium_join) (erbium_process p, const char *where);
ERBIUM_API void (erbium_join_all) (const char *where);

/* A unit compiled with -DERBIUM_CHECKED makes the program check itself, as
 * ERBIUM_CHECK=1 does; ERBIUM_CHECK=0 switches that off. */
ERBIUM_API void erbium_checked_build (void);
#ifdef ERBIUM_CHECKED
#ifdef ERBIUM_TRUSTED
#error "ERBIUM_TRUSTED leaves out what ERBIUM_CHECKED asks for: define one of them"
#endif
__attribute__ ((constructor (101), unused)) static void
erbium_checked_unit (void)
{
  erbium_checked_build ();
}
#endif

#include "erbium/arity.h"

#if defined __ERBIUM__ && !defined __cplusplus
#include "erbium/plugin.h"
#endif

#ifdef __cplusplus
}
#endif
#endif
