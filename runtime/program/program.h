/* SPDX-License-Identifier: MIT */
/* program.h - a whole program: its settings, all that belongs to it, and the list of all programs
 * (programs.c).
 *
 * A thread may keep a pointer to a program for too long.  So a program is in the list from its
 * beginning to its end, and one that is not in the list is not accessed.
 */
#ifndef ERB_PROGRAM_H
#define ERB_PROGRAM_H

#include "fault/fault.h"

struct erb_arena;
struct erb_monitor;
struct erb_os_thread;
struct erb_task_model;
struct erb_worker;

/* How the worker of a process is chosen.  LOAD: that of its parent, and later any that is idle.
 * SPREAD: at first the next one in turn.  TOGETHER: the first one.  WANDER: a varying one, for
 * tests. */
enum erb_placing { ERB_PLACE_LOAD, ERB_PLACE_SPREAD, ERB_PLACE_TOGETHER, ERB_PLACE_WANDER };

/* STATS.  TABLES: text; JSON: to stderr, or to a file (figures/figures_file.c). */
enum erb_statistics { ERB_NO_STATISTICS, ERB_TABLES, ERB_JSON };

/* Where readers find elements.  SHARED: in the window of the record; PRIVATE: in one of their own
 * (private/). */
enum erb_window_owner { ERB_WINDOWS_SHARED, ERB_WINDOWS_PRIVATE };

/* Which threads copy to private windows, besides the readers.  SIBLING: one for each reader, on the
 * other hardware thread of its core; CORE: one for each reader; SHARED: one for all; AUTO: one for
 * each reader where it pays (private/communicator.c). */
enum erb_communicating { ERB_COMMUNICATOR_NONE, ERB_COMMUNICATOR_SIBLING, ERB_COMMUNICATOR_CORE,
                         ERB_COMMUNICATOR_SHARED, ERB_COMMUNICATOR_AUTO };

struct erb_settings
{
  bool check;   /* CHECK: check every access */
  int stats;    /* STATS: count, print at the end: enum erb_statistics */
  bool grow;    /* GROW: windows grow to resolve artificial deadlocks */
  int verbose;  /* VERBOSE: 0 errors, 1 warnings, 2 growth too, 3 each step of it */
  int pin;      /* PIN: enum erb_pin */
  int place;    /* PLACE: enum erb_placing */
  int windows;  /* WINDOWS: enum erb_window_owner */
  int communicator; /* COMMUNICATOR: enum erb_communicating */
  int64_t spin; /* SPIN: ns before a doze */
  int64_t doze; /* DOZE: ns before a sleep; 0: none */
  int64_t window; /* WINDOW: largest first window in bytes; 0: the task model's */
  int64_t stack;  /* STACK: bytes a process; 0: the system's */
  int64_t workers; /* WORKERS: threads that run fibers; 0: one for each processor */
  int64_t ranks; /* RANKS: of a job that the program starts itself; read before main */
  int mpi;      /* MPI: 0 mpich, 1 openmpi; likewise */
  int trace_level; /* TRACE_LEVEL: 0 waits, 1 switches, 2 all */
  int64_t trace_size; /* TRACE_SIZE: MiB */
  int64_t trace_rate; /* TRACE_RATE: events a second, of a thread; 0: any */
  bool trace_all; /* a trace has each publication */
  const struct erb_task_model *task; /* TASK */
};

enum { ERB_VIEW_BLOCKS = 40 };

/* Sums of observe/record_table.c; [0] and [1]: by side. */
struct erb_forgotten
{
  int64_t number, calls, elements[2], waits[2], sleeps[2], waited[2];
  int64_t first_commit, last_commit; /* ns, of all of them, or 0 */
  int64_t most_live;               /* of the records, the most */
  size_t bytes;                    /* the largest window */
};

struct erbium_program
{
  int64_t id;
  const char *where;               /* where it was made; NULL: the default program */
  const char *freed_at;            /* where its end has begun, or NULL */
  bool kept;                       /* not freed until the end of main, which joins it */
  struct erbium_program *next;     /* in programs.c */
  struct erb_lock lock;
  struct erb_settings set;
  struct erb_heap *heap;           /* of its descriptors; NULL: malloc */
  struct erb_arena *arena;
  struct erb_process *processes;   /* alive */
  bool exit_asked;                 /* a process has called exit: main ends the program */
  int alive;                       /* number of processes that were run */
  erbium_atomic32 awake;           /* its threads that are not asleep in a wait */
  int processors;                  /* number of processors that it may use */
  struct erb_spinning spinning;    /* whether its waiting processes may spin */
  struct erb_wait *joiners;
  erbium_record *records;
  erbium_atomic view_block[ERB_VIEW_BLOCKS]; /* memory of views (record/view_memory.c) */
  int64_t views_made;              /* in these blocks */
  struct erb_view *freed, **freed_end; /* views for reuse, oldest first */
  int freed_count;
  erbium_record *gone, **gone_end; /* records likewise */
  int gone_count;
  struct erb_forgotten forgotten;  /* records whose descriptors were used again */
  struct erb_process *ended;       /* kept for statistics, */
  int ended_kept;                  /* their number */
  struct erb_process *spare_processes; /* for reuse */
  int64_t next_process, next_record;
  struct
  {
    int64_t began;                 /* ns */
    erbium_atomic first_run, first_commit, last_input, last_end; /* ns with STATS, or 0 */
  } times;                         /* of observe/run_times.c */
  bool viewed;                     /* has had a view */
  bool ran, warned;
  void (*see_fault) (const struct erbium_fault *);

  /* For fiber/. */
  struct erb_worker *worker;       /* an array, once there are fibers */
  int workers;
  struct erb_os_thread *os_threads, *spare_os_threads; /* that run workers */
  bool os_threads_over;            /* these should end */
  erbium_atomic32 serving;         /* 1: they and the monitor run (worker_pool.c) */
  struct erb_monitor *monitor;     /* watches the workers */
  erbium_atomic32 monitor_asleep;  /* 1: asleep until a process is awake */
  erbium_atomic32 searching;       /* workers that look for a process to run (fiber/steal.c) */
  erbium_atomic32 sleeping;        /* workers that sleep */
  erbium_atomic distance;          /* ns that a cache line takes from one worker to another, or 0 */
  struct erb_probe *probe;         /* fiber/transfer_probe.c */
  erbium_atomic transfer;          /* ns that its bytes take from one worker to another, or 0 */
  erbium_atomic first_turn;        /* ns that a process ran at first, lately; 0: not known */
  erbium_atomic give_after;        /* ns of backlog until processes of short turns move, or 0 */
  erbium_atomic trial;             /* the number of the latest trial (pace.c) */
  erbium_atomic trial_rest;        /* ns from one trial to the next, after failures (pace.c) */
  erbium_atomic trial_until;       /* ns; no process compares its pace until then (pace.c) */
  erbium_atomic32 held;            /* 1: no fiber may be resumed (worker.c) */

  /* For task/auto_model.c. */
  erbium_atomic model;             /* the chosen const struct erb_task_model *, or 0 */
  struct erb_process *pending, **pending_end; /* run and not started */
  erbium_atomic32 any_pending, starter_stop, starter_done;
  bool has_starter;

  struct erb_communicator *communicators; /* of private/, under the program's lock */

  int64_t searches;                /* searches of deadlock/ so far */
};

/* Returns the default program, to which a thread belongs that has entered no other. */
extern erbium_program *erb_program_default (void);

/* Returns whether calls take the slow path, to be checked or counted. */
ERBIUM_INLINE bool
erb_watched (const erbium_program *p)
{
  return p->set.check || p->set.stats || p->set.trace_all;
}

/* Writes the caller's output, so that it precedes output of processes that depend on the caller's
 * next publication; only if processes share no memory. */
ERBIUM_INLINE void
erb_publish_output (const erbium_program *p)
{
  if (p->heap)
    erb_event_output_due ();
}

/* Initialises a lock of p. */
ERBIUM_INLINE void
erb_program_lock_init (const erbium_program *p, struct erb_lock *lock)
{
  if (p->heap)
    erb_lock_init_shared (lock);
  else
    erb_lock_init (lock);
}

/* Makes every running thread of every process of p execute a full barrier between the call and its
 * return. */
ERBIUM_INLINE void
erb_heavy_barrier (const erbium_program *p)
{
  if (p->heap)
    erb_os->heavy_barrier_shared ();
  else
    erb_os->heavy_barrier ();
}

/* ---- All programs: programs.c ---------------------------------------------- */

/* Where the newest of them is: for a process of the system that looks at this one (top/). */
extern erbium_program *const *const erb_programs_list;
extern void erb_programs_add (erbium_program *p);
/* Ends the program with a fault of `function' if p has been freed.  If to_free is true, p counts as
 * freed from here on. */
extern void erb_programs_expect (erbium_program *p, bool to_free, const char *function,
                                 const char *where);
/* Initialises the lock in a new space, where no thread can hold it. */
extern void erb_programs_in_new_space (void);
/* erb_programs_remove removes p from the list, so that no pointer to it is valid any more.
 * erb_programs_quarantine keeps its empty descriptor for a while. */
extern void erb_programs_remove (erbium_program *p);
extern void erb_programs_quarantine (erbium_program *p);
/* Marks the oldest program that is not kept yet as kept, and returns it; returns NULL if there is
 * none.  A thread that tries to remove a kept program waits for the end of the whole program. */
extern erbium_program *erb_programs_keep (void);
/* Calls see for each program; `only' tells whether there is no other. */
extern void erb_programs_each (void (*see) (erbium_program *p, bool only));
/* As erb_programs_each, for the handler of a signal; returns false, without a call, if the list is
 * being changed. */
extern bool erb_programs_each_if_free (void (*see) (erbium_program *p, bool only));
/* erb_programs_each does not run between these two calls. */
extern void erb_programs_hold (void);
extern void erb_programs_let_go (void);

/* Returns whether the caller is a child of fork that is not a space of the program. */
extern bool erb_forked (void);
extern void erb_set_forked (bool forked);

/* Describes p in t: "the default program", "program 2 (file:line)". */
extern const char *erb_describe_program (const erbium_program *p, struct erb_text *t);
/* Describes the program of that number, even if it has ended; returns NULL if there was none. */
extern const char *erb_describe_program_number (int64_t number, struct erb_text *t);

#endif
