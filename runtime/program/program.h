/* SPDX-License-Identifier: MIT */
/* program.h - a whole program: its settings, what belongs to it, and the list of all programs.
 *
 * A thread that holds a pointer to a program may hold it for too long.  So programs are in a list
 * from their first moment to their last, and one that is not in it is not looked into.
 */
#ifndef ERB_PROGRAM_H
#define ERB_PROGRAM_H

#include "fault/fault.h"

struct erb_arena;
struct erb_monitor;
struct erb_os_thread;
struct erb_task_model;
struct erb_worker;

/* Which worker a process is put on: its parent's, and later wherever there is time for it; or each
 * on the next one; or all on the first one; or here and there, for tests. */
enum erb_placing { ERB_PLACE_LOAD, ERB_PLACE_SPREAD, ERB_PLACE_TOGETHER, ERB_PLACE_WANDER };

struct erb_settings
{
  bool check;   /* CHECK: check every access */
  bool stats;   /* STATS: count, print at the end */
  bool grow;    /* GROW: artificial deadlocks are grown away */
  int verbose;  /* VERBOSE: 0 errors, 1 warnings, 2 growth too, 3 each step of it */
  int pin;      /* PIN: enum erb_pin */
  int place;    /* PLACE: enum erb_placing */
  int64_t spin; /* SPIN: ns before a doze */
  int64_t doze; /* DOZE: ns before a sleep; 0: none */
  int64_t window; /* WINDOW: bytes that a window has at first, at most; 0: the task model's */
  int64_t stack;  /* STACK: bytes a process; 0: the system's */
  int64_t workers; /* WORKERS: threads that run fibers; 0: one for each processor */
  const struct erb_task_model *task; /* TASK */
};

struct erbium_program
{
  int64_t id;
  const char *where;               /* it was made; NULL: the default program */
  const char *freed_at;            /* its end has begun, or NULL */
  bool kept;                       /* until the end of main, which joins it */
  struct erbium_program *next;     /* in programs.c */
  struct erb_lock lock;
  struct erb_settings set;
  struct erb_heap *heap;           /* where its descriptors are; NULL: malloc's */
  struct erb_arena *arena;
  struct erb_process *processes;   /* alive */
  int alive;                       /* processes that were run */
  erbium_atomic32 awake;           /* threads of it that are not asleep in a wait */
  int processors;                  /* that it may use */
  struct erb_spinning spinning;    /* whether those that wait in it may spin */
  struct erb_wait *joiners;
  erbium_record *records;
  void *all_views;                 /* tsearch's tree of all that have been made */
  struct erb_view *freed, **freed_end; /* views to be used again, oldest first */
  int freed_count;
  erbium_record *gone, **gone_end; /* records likewise */
  int gone_count;
  struct erb_process *ended;       /* kept for statistics, */
  int ended_kept;                  /* so many */
  struct erb_process *spare_processes; /* to be used again */
  int64_t next_process, next_record;
  bool viewed;                     /* has had a view */
  bool ran, warned;
  void (*see_fault) (const struct erbium_fault *);

  /* Of fiber/. */
  struct erb_worker *worker;       /* an array, once there are fibers */
  int workers;
  struct erb_os_thread *os_threads, *spare_os_threads; /* that serve workers */
  bool os_threads_over;            /* no more is wanted of these */
  erbium_atomic32 serving;         /* 1: these and the monitor do (worker_pool.c) */
  struct erb_monitor *monitor;     /* looks after the workers */
  erbium_atomic32 monitor_asleep;  /* 1: until somebody is awake */
  erbium_atomic32 measuring;       /* 1: what processes need (cost_model.c) */
  int64_t measured_from;           /* ns */
  erbium_atomic32 held;            /* 1: no fiber may be let on (worker.c) */

  /* Of task/auto_model.c. */
  erbium_atomic model;             /* const struct erb_task_model * that is chosen, or 0 */
  struct erb_process *pending, **pending_end; /* run, not started */
  erbium_atomic32 any_pending, starter_stop, starter_done;
  bool has_starter;

  int64_t searches;                /* walks of deadlock/ */
};

/* The program that a thread belongs to that has entered no other.  life/lifetime.c makes it. */
extern erbium_program *erb_program_default (void);

/* Whether calls take the slow path so as to be checked and counted. */
ERBIUM_INLINE bool
erb_watched (const erbium_program *p)
{
  return p->set.check || p->set.stats;
}

/* Writes out what the caller has printed, so that it comes before what those print who learn from
 * it what follows; only where processes share no memory. */
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

extern void erb_programs_add (erbium_program *p);
/* Ends the program with a fault of function if p has been freed.  to_free: from here on p counts
 * as freed. */
extern void erb_programs_expect (erbium_program *p, bool to_free, const char *function,
                                 const char *where);
/* In a new space: nobody else is here that could hold a lock. */
extern void erb_programs_in_new_space (void);
/* Removes p: no pointer to it is good any more.  Its empty descriptor is kept a while. */
extern void erb_programs_remove (erbium_program *p);
extern void erb_programs_quarantine (erbium_program *p);
/* The oldest program that is not kept yet, or NULL: it stays from here on, and a thread that is
 * about to remove it waits for the end. */
extern erbium_program *erb_programs_keep (void);
/* Calls see for each; only: there is no other. */
extern void erb_programs_each (void (*see) (erbium_program *p, bool only));
/* Between the two erb_programs_each does not run. */
extern void erb_programs_hold (void);
extern void erb_programs_let_go (void);

/* Whether the caller is a child of fork that is no space of the program. */
extern bool erb_forked (void);
extern void erb_set_forked (bool forked);

/* Describes p in t: "the default program", "program 2 (file:line)". */
extern const char *erb_describe_program (const erbium_program *p, struct erb_text *t);
/* Describes the program of that number, whether it is still there or not; NULL: there was none. */
extern const char *erb_describe_program_number (int64_t number, struct erb_text *t);

#endif
