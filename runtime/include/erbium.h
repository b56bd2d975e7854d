/* SPDX-License-Identifier: MIT */
/* erbium.h - Erbium for C, C++ and any compiler with GNU extensions.
 *
 * A program is a network of processes, sequential C functions that share only records.  A record is
 * an unbounded sequence of elements.  A process accesses it through a view: a producer stalls,
 * writes, commits; a consumer updates, reads, releases.  The output depends only on the input, and
 * not on the schedule.
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
 * Indices are exclusive ends: commit (v, i) publishes the elements [0, i).  They have 64 bits; an
 * index variable may have 32 bits and may wrap.  The semantics is that of section 3 of C. Miranda,
 * A. Pop, P. Dumont, A. Cohen, M. Duranton: "Erbium: A Deterministic, Concurrent Intermediate
 * Representation to Map Data-Flow Tasks to Scalable, Persistent Streaming Processes", CASES 2010.
 * docs/reference/semantics.md makes it precise.
 *
 * Each name here that looks like a function is a macro that adds the place of the call (file and
 * line), so that errors can report it.
 *
 * Errors.  Misuse ends the program: the message names the primitive, view, record, process and
 * source line, and the exit status is one of ERBIUM_EXIT_*.  erbium_on_fault registers a function
 * that is called before that.
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

/* "file:line" of the place of use. */
#define ERBIUM_STRING_(x) #x
#define ERBIUM_STRING(x) ERBIUM_STRING_ (x)
#define ERBIUM_HERE __FILE__ ":" ERBIUM_STRING (__LINE__)

/* ---- Types ------------------------------------------------------------- */

/* The types of a record and of a view of elements of type T. T is any complete object type, from
 * one byte to many pages.  Both are opaque pointers that keep T: they cannot be subscripted, and
 * mixing them, or views of different T, is an error in C++ and a warning in C
 * (-Wincompatible-pointer-types, which is on by default). */
struct erbium_record_tag;
struct erbium_view_tag;
#define ERBIUM_RECORD(T) __typeof__ (__typeof__ (T) *(*) (struct erbium_record_tag *))
#define ERBIUM_VIEW(T) __typeof__ (__typeof__ (T) *(*) (struct erbium_view_tag *))

/* For the macros below: the type T * of a record or view, and the object itself.  The call is never
 * made; only its type is used. */
#define ERBIUM_RECORD_POINTER(r) __typeof__ ((r) ((struct erbium_record_tag *) 0))
#define ERBIUM_VIEW_POINTER(v) __typeof__ ((v) ((struct erbium_view_tag *) 0))
#define ERBIUM_SIZEOF(v) sizeof (*(ERBIUM_VIEW_POINTER (v)) 0)
#define ERBIUM_VIEW_OF(v) \
  ((void) sizeof (ERBIUM_VIEW_POINTER (v)), (erbium_view *) (uintptr_t) (v))
#define ERBIUM_RECORD_OF(r) \
  ((void) sizeof (ERBIUM_RECORD_POINTER (r)), (erbium_record *) (uintptr_t) (r))
/* The size of an element.  In C++ its type must be trivially copyable: windows that grow, and
 * processes that are spaces, copy elements bytewise. */
#if defined __cplusplus && __cplusplus >= 201103L
extern "C++" {
template <typename T> struct erbium_element_of
{
  static_assert (__is_trivially_copyable (T),
                 "elements of a record are copied bytewise: their type must be trivially copyable");
  enum : size_t { size = sizeof (T) };
};
}
#define ERBIUM_ELEMENT_SIZE(T) ((size_t) erbium_element_of<__typeof__ (T)>::size)
#else
#define ERBIUM_ELEMENT_SIZE(T) sizeof (T)
#endif
#define ERBIUM_NARROW(i) (sizeof (i) < sizeof (erbium_index))
/* Whether each of two indices is narrow: bit 0 for the first one, bit 1 for the end. */
#define ERBIUM_NARROW_PAIR(tl, hd) (ERBIUM_NARROW (tl) | ERBIUM_NARROW (hd) << 1)

/* The handle of a process that was started; 0 stands for no process. */
typedef int64_t erbium_process;

/* A program: processes, records and settings that end together.  Every thread belongs to one, by
 * default to the default program. */
typedef struct erbium_program erbium_program;

/* How erbium_free_view ends a view. */
enum { ERBIUM_TERMINATE = 0, ERBIUM_HANDOVER = 1 };

/* Exit statuses of a program that an error has ended. */
enum erbium_exit
{
  ERBIUM_EXIT_REPLAY = 118,   /* a replayed space deviates from the recording */
  ERBIUM_EXIT_DEATH = 119,    /* a space that others waited for has died */
  ERBIUM_EXIT_MISUSE = 120,   /* a primitive was used wrongly */
  ERBIUM_EXIT_DEADLOCK = 121, /* every process waits for another */
  ERBIUM_EXIT_RESOURCE = 122, /* no memory, no thread, a full table */
  ERBIUM_EXIT_SETTING = 123   /* an ERBIUM_ variable has an invalid value */
  /* A process that dies of a signal ends the program by that signal. */
};

/* ---- Records and views ------------------------------------------------- */

/* Creates a record of T.  No update passes before write ids 1..wreg have registered, and no stall
 * before read ids 1..rreg have.  1 <= wreg, 0 <= rreg, both <= 65535.  T is aligned to at most a
 * page.  Does not block.  A record is freed when all its ids have terminated and no view is
 * connected.  Paper: section 3, Creation. */
#define erbium_new_record(T, wreg, rreg)                                       \
  ((ERBIUM_RECORD (T)) (uintptr_t) (erbium_new_record) (                         \
    ERBIUM_ELEMENT_SIZE (T), __alignof__ (T), (wreg), (rreg), ERBIUM_HERE))

/* Creates a view of r, owned by the calling process; its indices are 0 until it registers.  Does
 * not block. r must not have been freed.  No process waits for an observer (a read view without an
 * id), so it is best created by the process that has made the record, and then passed on. */
#define erbium_new_read_view(r)                                                \
  ((ERBIUM_VIEW (*(ERBIUM_RECORD_POINTER (r)) 0)) (uintptr_t) erbium_new_view ( \
    ERBIUM_RECORD_OF (r), 0, ERBIUM_HERE))
#define erbium_new_write_view(r)                                               \
  ((ERBIUM_VIEW (*(ERBIUM_RECORD_POINTER (r)) 0)) (uintptr_t) erbium_new_view ( \
    ERBIUM_RECORD_OF (r), 1, ERBIUM_HERE))

/* Takes id of v's record, 1 <= id <= wreg (rreg): v then starts at 0, or at the index of the view
 * that handed the id over.  -1 gives the id up: a read view becomes an observer, which does not
 * block producers; a write view leaves the id to the next view and must not commit.  Returns the id
 * that v then holds, or 0.  Does not block. */
#define erbium_register(v, id) (erbium_register) (ERBIUM_VIEW_OF (v), (id), ERBIUM_HERE)

/* Sets the horizon.  A write view, or an observer, has at most h live elements at a time; for a
 * registered read view the record has room for h elements in addition to the write horizon.  1 <=
 * h, h * sizeof (T) <= 1 GiB.  Can be called again, to enlarge the horizon, while other processes
 * run.  Does not block on other processes. */
#define erbium_alloc(v, h) (erbium_alloc) (ERBIUM_VIEW_OF (v), (h), ERBIUM_HERE)

/* Ends v; with ERBIUM_HANDOVER another view may take its id and continue at its index.  When a
 * process ends, its views are freed with ERBIUM_TERMINATE.  Does not block. */
#define erbium_free_view(v, how) (erbium_free_view) (ERBIUM_VIEW_OF (v), (how), ERBIUM_HERE)

/* Passes v to the next process that the caller starts, which becomes its owner; returns v:
 * ERBIUM_RUN (p, erbium_give (v)). */
#define erbium_give(v) \
  ((__typeof__ (v)) (uintptr_t) (erbium_give) (ERBIUM_VIEW_OF (v), ERBIUM_HERE))

/* ---- The four synchronisations ----------------------------------------- */

/* commit: publishes the elements [0, i) of write view v; no effect if i is not beyond the commit
 * index.  Elements written before are visible to each process that observes i.  Does not wait for
 * the progress of other processes.  Wait-free, with one store, while no process sleeps until i and
 * the view takes the fast path (hot.h).  Otherwise it takes the record's lock and wakes the
 * sleepers, with a system call for each thread.  If processes are spaces, it may also change the
 * rights of pages, and it merges the elements of several producers under that lock.  Paper:
 * section 3, also for the other three; docs/reference/semantics.md, 2, settles open points. */
#define erbium_commit(v, i) \
  erbium_commit_fast (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)

/* update: waits until all write ids 1..wreg have committed [0, i), including ids that no view has
 * taken yet, then makes these elements observable through read view v; returns i.  If the stream
 * has ended at t < i (the lowest commit index is t, and a producer has terminated there): returns t
 * if that is beyond the update index, otherwise 0, and does not wait. */
#define erbium_update(v, i) \
  erbium_update_fast (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)

/* release: returns the elements [0, i) of read view v to the producers; no effect if i is not
 * beyond the release index.  Does not wait, and is wait-free, under the same conditions as
 * commit. */
#define erbium_release(v, i) \
  erbium_release_fast (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)

/* stall: waits until all read ids 1..rreg have released [0, i - h), including ids that no view has
 * taken yet, where h is the horizon of write view v; then [i - h, i) is writable.  If the window
 * has no memory for these elements, it also waits a moment for readers that proceed. */
#define erbium_stall(v, i) \
  erbium_stall_fast (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)

/* Split phase: start to fetch elements, and return at once. receive fetches from the update index
 * to i, receive_range fetches [tl, hd). */
#define erbium_receive(v, i) \
  (erbium_receive) (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), ERBIUM_HERE)
#define erbium_receive_range(v, tl, hd)                                        \
  (erbium_receive_range) (ERBIUM_VIEW_OF (v), (tl), (hd),                   \
                             ERBIUM_NARROW_PAIR (tl, hd), ERBIUM_HERE)

/* Claims the next n elements that no view of the group has claimed, and returns the index of the
 * first.  Processes that keep no state share a stream in this way: each claims elements when it is
 * free.  v must be registered.  The group is a number from 1 to the number of ids on v's side of
 * the record, such as the smallest id of its members.  Wait-free: one read-modify-write operation.
 * docs/reference/semantics.md, 6.4. */
#define erbium_claim(v, n, group) (erbium_claim) (ERBIUM_VIEW_OF (v), (n), (group), ERBIUM_HERE)

/* Returns whether an update of v has found the end of the stream and no new elements.  A result of
 * 0 alone does not show this: in a 32-bit variable it may be an index that has wrapped. */
#define erbium_done(v) (erbium_done) (ERBIUM_VIEW_OF (v), ERBIUM_HERE)

/* Returns the number of elements of [release index, update index) that an unregistered read view
 * has lost: the oldest ones, which have been overwritten or are about to be.  Call it after reading
 * and before release.  0 for a registered view.  Costs a system call. */
#define erbium_missed(v) (erbium_missed) (ERBIUM_VIEW_OF (v), ERBIUM_HERE)

/* ---- Elements ---------------------------------------------------------- */

/* Element i of v, an lvalue. i must lie in the live window: [release, update index) of a read view
 * (of an observer the last h elements of it); [stall - h, stall index) of a write view, without the
 * elements that it has committed and all readers have released.  ERBIUM_CHECK reports other
 * accesses; code compiled with -DERBIUM_TRUSTED omits even the test for this setting. &ERBIUM_AT
 * (v, hd) counts as an access to element hd, which lies outside.  To get the address of the end,
 * write ERBIUM_SPAN (v, tl, hd) + (hd - tl). */
#define ERBIUM_AT(v, i) \
  (*(ERBIUM_VIEW_POINTER (v)) erbium_at_one (ERBIUM_VIEW_OF (v), (i), ERBIUM_NARROW (i), \
                                             ERBIUM_SIZEOF (v), ERBIUM_HERE))

/* The address of element tl; all elements of [tl, hd) follow it contiguously in memory, for any
 * indices.  The range is checked once, so this is the form for fast loops.  The address is valid
 * until the process calls the next primitive. */
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

/* The description of a process before its start. */
struct erbium_entry
{
  const char *name;
  void (*start) (void *arguments); /* calls the process with its arguments */
  size_t size;                     /* of the arguments, in bytes */
};

/* Declares the function NAME, to be defined with these parameter types (up to ten, or none) and
 * result void, as a process.  May follow `static'. */
#define ERBIUM_PROCESS(...)                                                    \
  ERBIUM_COUNTED_ (ERBIUM_PROCESS_, ERBIUM_COUNT_ (__VA_ARGS__)) (__VA_ARGS__)

/* Starts NAME with copies of the arguments and returns an erbium_process.  Does not wait for it.
 * Paper: section 3, run. */
#define ERBIUM_RUN(...)                                                        \
  ERBIUM_COUNTED_ (ERBIUM_RUN_, ERBIUM_COUNT_ (__VA_ARGS__)) (__VA_ARGS__)

/* Waits until p has ended; returns at once if it has already. */
#define erbium_join(p) (erbium_join) ((p), ERBIUM_HERE)

/* Waits until every process that the caller's program has run has ended, except the caller: not for
 * main, nor for threads that the program has made itself. */
#define erbium_join_all() (erbium_join_all) (ERBIUM_HERE)

/* ---- Programs, settings, reports --------------------------------------- */

/* Creates a program beside the default one.  The caller's thread, and processes that it starts,
 * belong to the program that it has entered last with erbium_program_enter; NULL enters the default
 * program. */
#define erbium_program_new() (erbium_program_new) (ERBIUM_HERE)
#define erbium_program_enter(program) (erbium_program_enter) ((program), ERBIUM_HERE)
/* Ends the caller's views in the program, joins its processes, then frees it.  Call it once; other
 * threads that have entered the program must have freed their views. */
#define erbium_program_free(program) (erbium_program_free) ((program), ERBIUM_HERE)

/* Sets for the caller's program what an ERBIUM_ environment variable sets.  Must be called before
 * the program's first view and first run. name is without ERBIUM_, such as "CHECK".  Returns 0; or
 * -1 with a message on stderr if the name or the value is invalid. */
ERBIUM_API int erbium_set (const char *name, const char *value);

/* Names for messages and statistics; they are copied. */
#define erbium_name_record(r, name) \
  (erbium_name_record) (ERBIUM_RECORD_OF (r), (name), ERBIUM_HERE)
/* Names the caller's process.  A thread that the program has created itself counts as a process
 * only from its first call on, and this is such a call.  Call it early: until then, processes that
 * wait for what the thread will do report a deadlock.  If the runtime has made a thread or a space
 * for this process alone, that gets the name as well. */
ERBIUM_API void erbium_name_process (const char *name);

/* Prints statistics of the caller's program so far, as ERBIUM_STATS does. */
ERBIUM_API void erbium_stats (FILE *to);

/* Returns the address of errno of the thread on which the calling process runs.  A process that is
 * a fiber may be on another thread after any primitive, so erbium/errno.h defines errno by this
 * function. */
ERBIUM_API int *erbium_errno (void);

/* A block in which the process may wait in the kernel, for a lock of a library, or for anything
 * else that the runtime does not know:
 *
 *   erbium_blocking { n = read (file, buffer, sizeof buffer); }
 *
 * If processes share threads (TASK=fiber), the others proceed meanwhile on another thread, which
 * costs a wake-up (some ten microseconds).  Otherwise it only starts processes whose start was put
 * off.  Without it, a process that blocks is detected after some ten milliseconds.  Must not be
 * left by break, goto or return: the process would keep its thread until it next waits, or enters
 * or leaves such a block. */
#define erbium_blocking                                                          \
  for (int erbium_once_ = (erbium_blocking_begin (), 1); erbium_once_;          \
       erbium_once_ = (erbium_blocking_end (), 0))
ERBIUM_API void erbium_blocking_begin (void);
ERBIUM_API void erbium_blocking_end (void);

/* From now on until its end the calling process stays on the thread on which it is, and no other
 * runs there while it waits.  For libraries whose state belongs to a thread, such as a context of
 * OpenGL, and for thread-local variables.  If processes share threads (TASK=fiber), its waits are
 * those of a kernel thread from then on (some ten microseconds each); otherwise it has no effect.
 * Processes that wait within a parallel region of OpenMP do so by themselves, and with the plugin
 * also those that wait within a task, a loop or sections of OpenMP.  Does not wait.  The wait that
 * follows ends the program (ERBIUM_EXIT_RESOURCE) if the system has no thread for the others. */
ERBIUM_API void erbium_keep_thread (void);

/* The description of an error, for erbium_on_fault. */
struct erbium_fault
{
  enum erbium_exit kind;
  const char *where;     /* "file:line", or NULL if there is none */
  const char *primitive; /* or NULL */
  const char *process;   /* name of the process; NULL for a deadlock, which concerns several */
  const char *message;   /* a line, or one per process for a deadlock; no newline at the end */
  const char *hint;      /* how to correct it, or NULL */
};

/* Calls see before an error ends the caller's program.  see may print, clean up and call exit; it
 * must neither wait nor run a process.  The program ends when it returns. */
ERBIUM_API void erbium_on_fault (void (*see) (const struct erbium_fault *fault));

/* ---- Functions behind the macros ---------------------------------------- */

ERBIUM_API erbium_program *(erbium_program_new) (const char *where);
ERBIUM_API erbium_program *(erbium_program_enter) (erbium_program *program, const char *where);
ERBIUM_API void (erbium_program_free) (erbium_program *program, const char *where);
ERBIUM_API void (erbium_name_record) (erbium_record *r, const char *name, const char *where);
ERBIUM_API erbium_record *(erbium_new_record) (size_t size, size_t align, erbium_index wreg,
                                         erbium_index rreg, const char *where);
/* As erbium_new_record.  variable is what the record is stored to, as messages show it, or NULL; it
 * must stay as it is. */
ERBIUM_API erbium_record *erbium_new_named_record (size_t size, size_t align, erbium_index wreg,
                                                   erbium_index rreg, const char *where,
                                                   const char *variable);
ERBIUM_API erbium_view *erbium_new_view (erbium_record *r, int write, const char *where);
ERBIUM_API int (erbium_register) (erbium_view *v, erbium_index id, const char *where);
ERBIUM_API void (erbium_alloc) (erbium_view *v, erbium_index h, const char *where);
ERBIUM_API void (erbium_free_view) (erbium_view *v, int handover, const char *where);
ERBIUM_API erbium_view *erbium_pass_view (erbium_view *v, const char *where); /* called by run */
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

/* A unit compiled with -DERBIUM_CHECKED makes the program check itself, as ERBIUM_CHECK=1 does;
 * ERBIUM_CHECK=0 disables that. */
ERBIUM_API void erbium_checked_build (void);
#ifdef ERBIUM_TRUSTED
#include "erbium/unchecked.h"
__asm__ (ERBIUM_UNCHECKED_BEFORE __BASE_FILE__ ERBIUM_UNCHECKED_BEHIND);
#endif
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
