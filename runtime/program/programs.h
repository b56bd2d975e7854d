/* SPDX-License-Identifier: MIT */
/* programs.h - part of runtime.h, which includes it: a whole program, its settings, all programs. */
#ifndef ERB_PROGRAMS_H
#define ERB_PROGRAMS_H

/* ---- program.c --------------------------------------------------------- */

/* Which worker a process is put on: its parent's, and later wherever there is time
 * for it; or each on the next one; or all on the first one; or
 * here and there, for tests. */
enum erb_placing { ERB_PLACE_LOAD, ERB_PLACE_SPREAD, ERB_PLACE_TOGETHER, ERB_PLACE_WANDER };

struct erb_settings
{
  bool check;   /* CHECK: look at every access */
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

enum { ERB_BUCKETS = 1024 };

struct erbium_program
{
  int64_t id;
  const char *where;               /* it was made; NULL: the default program */
  const char *freed_at;            /* its end has begun, or NULL */
  bool kept;                       /* until the end of main, who joins it */
  struct erbium_program *next;     /* in programs.c */
  struct erb_lock lock;
  struct erb_settings set;
  struct erb_heap *heap;           /* where its descriptors are; NULL: malloc's */
  struct erb_arena *arena;
  struct erb_process *processes;   /* alive */
  int alive;                       /* processes that were run */
  erbium_atomic32 awake;           /* threads of it that are not asleep in a wait */
  int processors;                  /* that we may use */
  struct erb_worker *worker;       /* an array, once there are fibers */
  int workers;
  struct erb_seat *seats, *spare_seats; /* threads for them */
  bool seats_over;                 /* no more is wanted of these */
  erbium_atomic32 serving;         /* 1: these and the keeper do (workers.c) */
  struct erb_keeper *keeper;       /* who looks after them */
  erbium_atomic32 keeper_asleep;   /* 1: until somebody is awake */
  erbium_atomic32 measuring;       /* 1: what processes need (balance.c) */
  int64_t measured_from;           /* ns */
  erbium_atomic32 held;            /* 1: no fiber may be let on (worker.c) */
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
  int next_processor;              /* for pinning */
  bool ran, warned;
  /* task_auto.c's: */
  erbium_atomic model;             /* const struct erb_task_model * that is chosen, or 0 */
  struct erb_process *pending, **pending_end; /* run, not started */
  erbium_atomic32 any_pending, starter_stop, starter_done;
  bool has_starter;
  int64_t searches;                /* deadlock.c's walks */
  void (*see_fault) (const struct erbium_fault *);
};

/* The settings of the environment; one that makes no sense ends the program. */
extern void erb_settings_read (struct erb_settings *set);
extern erbium_program *erb_program_default (void);
/* p, which was made for another task model, is to have spaces; false, with a message: it cannot. */
extern bool erb_program_to_spaces (erbium_program *p);
/* That of the calling thread, or NULL. */
extern erbium_program *erb_program_here (void);
extern bool erb_forked (void); /* in a child of fork */
extern void erb_forked_space (void); /* which is a space of the program */

ERBIUM_INLINE void
erb_publish_output (const erbium_program *p)
{
  if (p->heap)
    erb_publish_output_now ();
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

/* Every running thread of every process of p has executed a full barrier between the call and
 * its return. */
ERBIUM_INLINE void
erb_heavy_barrier (const erbium_program *p)
{
  if (p->heap)
    erb_os->heavy_barrier_shared ();
  else
    erb_os->heavy_barrier ();
}

/* keeper.c.  The caller, a worker's thread or a process that is a thread, was asleep and has
 * counted itself as awake again. */
extern void erb_keeper_wake (erbium_program *program);

/* ---- programs.c -------------------------------------------------------- */

extern void erb_programs_add (erbium_program *p);
/* p is not freed, or this ends the program: function says who was called.  to_free:
 * from here on p counts as freed. */
extern void erb_programs_expect (erbium_program *p, bool to_free, const char *function,
                                 const char *where);
/* In a new space: nobody else is here who could hold a lock. */
extern void erb_programs_alone (void);
/* No pointer to p is good any more; when it is empty, its descriptor is kept a while. */
extern void erb_programs_remove (erbium_program *p);
extern void erb_programs_bury (erbium_program *p);
/* One that is not kept yet, the oldest, or NULL: it stays from here on, and whoever is
 * about to remove it waits for the end. */
extern erbium_program *erb_programs_keep (void);
/* Calls see for each; only: there is no other. */
extern void erb_programs_each (void (*see) (erbium_program *p, bool only));
/* For who changes what others look at in erb_programs_each: it does not run between the two. */
extern void erb_programs_hold (void);
extern void erb_programs_let_go (void);

#endif
