/* SPDX-License-Identifier: MIT */
/* processes.h - part of runtime.h, which includes it: processes and the table of the task models. */
#ifndef ERB_PROCESSES_H
#define ERB_PROCESSES_H

/* ---- task.c ------------------------------------------------------------ */

/* The frame of a process in deadlock_walk.c's walks. */
struct erb_search
{
  int64_t mark;               /* of the walk that it is of */
  int64_t asked, dead;        /* the last look that began at it, that has found it dead */
  int64_t order, low;         /* when it was visited, and the first that it leads back to */
  erbium_index need;          /* of each slot */
  struct erb_process *before; /* on the path */
  struct erb_process *below;  /* on the stack of those who are in no component yet */
  struct erb_process *next;   /* to look at, for one that waits for all */
  int slot;                   /* to look at, for others */
  bool open;                  /* on the stack */
  bool loops;                 /* waits for itself */
};

struct erb_process
{
  /* Of a fiber; others may look at these of one who has ended. */
  erbium_atomic worker;            /* struct erb_worker * that it lives on */
  erbium_atomic32 away;            /* 1: it has the thread that it is on for itself */
  erbium_atomic32 stands_back;     /* 1: in the row of the reluctant ones */
  erbium_atomic space;             /* erb_space that it lives in, of a program of spaces */
  struct erb_heap *heap;           /* that it is in, or NULL */
  struct erb_wait *shown;          /* where others see its wait; NULL: on its stack (wait.c) */
  erbium_process id;
  erbium_program *program;
  char *name;
  const char *where;               /* of run */
  const struct erb_task_model *task;
  struct erbium_entry entry; /* start is NULL: a thread that came by itself */
  void *arguments;
  struct erb_view *views;          /* owned */
  struct erb_view *gifts;          /* for the next process it starts */
  struct erb_process *pending_next; /* task_auto.c's */
  erbium_atomic wait;              /* struct erb_wait * that it sleeps on */
  struct erb_search search;        /* under the program's lock */
  int64_t suspect;                 /* likewise: parks when it was last seen asleep */
  enum erb_primitive last;         /* the last primitive that took the long way */
  const char *last_where;
  void *stack_end;                 /* lowest address of the stack */
  /* Of a kernel thread. */
  pthread_t thread;
  void *signal_stack;              /* handlers run on this one */
  erbium_atomic32 token;           /* 1: may go on */
  /* Of a fiber: its worker's, but for inbox_next. */
  struct erb_fiber *fiber;
  erbium_atomic move_to;           /* struct erb_worker *, or 0: stays where it is */
  erbium_atomic ran;               /* ns, while measuring */
  int place;                       /* balance.c's, as are the next: in its row */
  double moved, moved_from;        /* bytes, now and when measuring began */
  double moved_before, lately;     /* bytes, at the last plan; what was moved since, fading */
  double costs[2];                 /* ns a byte, of the last two times it was measured; 0: of none */
  double cost, load;               /* ns a byte, of all; ns */
  struct erb_worker *came_from;    /* before the last move, or NULL */
  int wandered;                    /* moves, for ERB_PLACE_WANDER */
  int turns;                       /* far calls since it last stopped */
  erbium_atomic32 mail;            /* enum erb_mail: why it stands in the inbox */
  struct erb_process *inbox_next, *row_next, *row_previous;
  struct erb_process *timed_next, *timed_previous;
  int64_t deadline;                /* of a park for a time, else 0 */
  struct erb_wait *crossing;       /* that others satisfy, or NULL */
  int64_t parks;                   /* how often it has stopped */
  bool parked;                     /* to go on when made ready */
  bool late;                       /* was made ready while it was not parked */
  bool woken;                      /* made ready by a waker */
  bool reluctant;                  /* has what it needs, but less than is worth a switch */
  bool eager;                      /* waits for what a commit puts in the cache */
  struct erb_counts counts;
  erbium_atomic elements[ERB_SIDES]; /* moved by views that are gone */
  erbium_atomic calls[ERB_PRIMITIVES]; /* while watched */
  struct erb_process *next, *previous; /* in the program */
  struct erb_process *thread_next; /* of the same thread, in another program */
  int64_t next_view;               /* views are numbered by who makes them */
  bool kept;                       /* for statistics, as it has ended, */
  int64_t stands_for;              /* with the counts of so many others */
};

/* A home that processes can have.  Everything else is common to all. */
struct erb_task_model
{
  const char *name;
  const char *prose;
  /* Where the records of such processes have their elements. */
  const struct erb_backend *backend;
  /* Whether processes share nothing but what is in the program's heap. */
  bool apart;
  /* Whether processes share threads, which are counted as awake instead of them. */
  bool shares_threads;
  /* Bytes that a window has at first, at most. */
  size_t (*first_window) (void);
  /* What to do where no more can be started. */
  const char *mend;
  /* Starts p; 0 or an error number. */
  int (*start) (struct erb_process *p);
  /* As erb_wait, for the process that calls. */
  bool (*wait) (struct erb_wait *w, int64_t limit);
  /* Waits until somebody has taken w off the list that it is on; returns true. */
  bool (*sleep) (struct erb_wait *w);
  /* Stops p, the caller, which waits on w, until unpark or for so long (ns, < 0: for ever); true
   * if unparked.  NULL: it waits in ways of its own. */
  bool (*park) (struct erb_process *p, const struct erb_wait *w, int64_t timeout);
  /* Whether polling for the partners of v on that side makes sense. */
  bool (*may_linger) (const struct erb_view *v, enum erb_side side);
  /* The caller has got what it asked for: others may have a turn. */
  void (*take_turns) (struct erb_process *p);
  /* Whether they run only if the caller stops. */
  bool (*is_turn_of) (const struct erb_view *v, enum erb_side side);
  /* Takes an unpark that is on its way. */
  void (*take_unpark) (struct erb_process *p);
  /* Lets p go on, now or when it next stops. */
  void (*unpark) (struct erb_process *p);
  /* Or NULL: the caller has joined process id, 0: all others. */
  void (*joined) (erbium_process id);
  /* Or NULL: p's function has returned. */
  void (*returned) (struct erb_process *p);
  /* Or NULL: the last act of a process that has left the program, on its stack. */
  void (*leave) (struct erb_process *p);
};

extern const struct erb_task_model erb_task_thread, erb_task_fiber, erb_task_auto, erb_task_space;
/* task_auto.c.  Of the processes that are run: what is chosen, or the setting. */
extern const struct erb_task_model *erb_program_model (const erbium_program *program);
/* Starts those that wait to be: before any wait of the caller. */
extern void erb_start_pending (erbium_program *program);
extern void erb_starter_join (erbium_program *program);
/* task.c.  The end of the program. */
extern void erb_cannot_start (const struct erb_process *p, int error) ERB_NORETURN;
/* Of a kernel thread: stops the caller until unpark or for so long; true if unparked. */
extern bool erb_thread_park (struct erb_process *p, const struct erb_wait *w, int64_t timeout);
/* task_space.c.  The space of the caller, as the processes of a program are in: of a thread beside, that
 * of its process. */
extern int64_t erb_process_space (void);
/* Where processes are apart: what the caller has printed is written, so that it comes before what
 * those print who learn from it what follows. */
extern void erb_publish_output_now (void);
extern const struct erb_task_model *erb_task_named (const char *name);

/* Whether somebody has unparked p, a kernel thread or space.  The token is stored (release) in
 * unpark and taken here: what the waker did before is visible to whoever gets true. */
ERBIUM_INLINE bool
erb_take_token (struct erb_process *p)
{
  if (erbium_load_acquire (&p->token) == 0)
    return false;
  erbium_store_relaxed (&p->token, 0);
  return true;
}

/* The calling process; makes one of a thread that is none yet. */
extern struct erb_process *erb_self (void);
extern struct erb_process *erb_self_if_any (void);
extern void erb_process_set_self (struct erb_process *p);
/* What it waits for, if it sleeps. */
extern struct erb_wait *erb_process_waits_on (const struct erb_process *p);
/* The caller's process, the only one of its program, gets a descriptor in the program's heap;
 * false: no memory. */
extern bool erb_process_to_heap (struct erb_process *p);
/* In a new space: the caller is p, and the processes of its parent are not there. */
extern void erb_process_alone (struct erb_process *p);
/* Runs p to its end, on the caller's stack. */
extern void erb_process_body (struct erb_process *p);
/* p, which has left the program, has left its stack too. */
extern void erb_process_left (struct erb_process *p);
/* wait.c.  What run returns: the number of p's program above its own. */
enum { ERB_NUMBER_BITS = 40 };
extern erbium_process erb_handle_of (const struct erb_process *p);
extern bool erb_process_ended (const struct erb_process *caller, erbium_process id);
extern struct erb_process *erb_process_adopt (erbium_program *program);
/* The caller's thread as a process of program; the second makes it if there is none. */
extern struct erb_process *erb_process_of_thread_if_any (erbium_program *program);
extern struct erb_process *erb_process_of_thread (erbium_program *program);
/* Between the two no thread that came by itself ends, and none is forgotten. */
extern void erb_memberships_lock (void);
extern void erb_memberships_unlock (void);
/* Forgets the threads that have entered program. */
extern void erb_process_leave_threads (erbium_program *program);
extern void erb_process_end_views (struct erb_process *p);
extern void erb_process_free_ended (erbium_program *program);

#endif
