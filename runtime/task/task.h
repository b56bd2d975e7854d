/* SPDX-License-Identifier: MIT */
/* task.h - processes, and the table of task models, the kinds of threads that run them.
 *
 * A process owns its views, waits on its token, and ends once.  A task model defines how it is
 * started, parked and unparked; everything else is common to all models.  So a new kind is a row of
 * this table (docs/internals/task-models.md).
 */
#ifndef ERB_TASK_H
#define ERB_TASK_H

#include "program/program.h"

struct erb_backend;
struct erb_fiber;
struct erb_image;

/* How often and how long processes waited for the other side: ERB_READ for data, ERB_WRITE for
 * room. */
struct erb_wait_counts
{
  erbium_atomic waits[ERB_SIDES];
  erbium_atomic sleeps[ERB_SIDES];
  erbium_atomic waited[ERB_SIDES]; /* ns */
};

/* What the walks of deadlock/wait_graph.c keep for a process. */
struct erb_search_frame
{
  int64_t mark;               /* of the walk that it belongs to */
  int64_t asked, dead;        /* the last search that began at it, and the last that has found it
                               * dead */
  /* when it was visited, and the earliest visited process that it leads back to */
  int64_t order, low;
  erbium_index need;          /* of each slot */
  struct erb_process *before; /* the one before it on the path */
  struct erb_process *below;  /* the one below it on the stack of those in no component yet */
  struct erb_process *next;   /* the next process to visit, if it waits for all */
  int slot;                   /* the next slot to visit, if it waits for a side of a record */
  bool open;                  /* on the stack */
  bool loops;                 /* waits for itself */
};

struct erb_process
{
  /* Other threads may read these even if the process has ended.  The first three are a fiber's. */
  erbium_atomic worker;            /* struct erb_worker * that it lives on */
  erbium_atomic32 detached;        /* 1: it has the thread that it runs on for itself */
  erbium_atomic32 in_low_priority; /* 1: in the queue of fibers with low priority */
  erbium_atomic32 processor;       /* 1 + the processor where it last began to wait, or 0 */
  erbium_atomic space;             /* erb_space that it lives in, of a program of spaces */
  struct erb_heap *heap;           /* of this descriptor, or NULL */
  struct erb_wait *shared_wait;    /* where others see its wait; NULL: on its stack (wait.c) */
  erbium_process id;
  erbium_program *program;
  char *name;
  const char *where;               /* of run */
  const struct erb_task_model *task;
  struct erb_image *image;         /* of the program that it runs on, of a partition */
  struct erbium_entry entry; /* start is NULL: a thread that the program has created itself */
  void *arguments;
  struct erb_view *views;          /* owned */
  struct erb_view *outgoing;       /* views for the next process that it runs */
  struct erb_process *pending_next; /* of auto_model.c */
  erbium_atomic wait;              /* struct erb_wait * that it sleeps on */
  struct erb_search_frame search;  /* under the program's lock */
  int64_t parks_seen;              /* parks when it was last seen asleep; under the same lock */
  enum erb_primitive last;         /* the last primitive that took the slow path */
  const char *last_where;
  void *stack_end;                 /* lowest address of the stack */
  /* Of a kernel thread. */
  pthread_t thread;
  void *signal_stack;              /* handlers run on this one */
  erbium_atomic32 token;           /* 1: may go on */
  int64_t went_on;                 /* ns, when its last wait ended */
  /* Of a fiber.  Only the thread of its worker uses these. */
  struct erb_fiber *fiber;
  struct erb_process *row_next, *row_previous;
  struct erb_row *row;             /* the queue that it is in, or NULL */
  struct erb_process *timed_next, *timed_previous;
  int64_t deadline;                /* of a park for a time, else 0 */
  struct erb_wait *remote_wait;    /* that another worker or thread has to satisfy, or NULL */
  bool parked;                     /* goes on when it is made ready */
  bool late;                       /* was made ready while it was not parked */
  bool woken;                      /* a waker has made it ready */
  bool eager;                      /* waits for elements that a commit puts in the cache, or for
                                    * the end of a process */
  int turns;                       /* slow calls since it last stopped */
  bool keeps_thread;               /* asked for by erbium_keep_thread */
  bool given;                      /* was given away by a worker with short turns (steal.c) */
  int64_t turn;                    /* ns from one switch to the next, at times; 0: not known */
  int64_t paced_at;                /* ns, when its pace was measured last (move_cost.c) */
  uint64_t paced_bytes;            /* that it had moved until then */
  struct erb_pace
  {
    int state;
    int64_t at;                    /* ns, when the present measurement began, */
    uint64_t bytes;                /* and what it had moved then */
    double apart;                  /* bytes a ns while its partner was elsewhere */
    struct erb_worker *from;       /* where it was then */
    int64_t again, rest;           /* ns: when the next trial begins; the time between two */
  } pace;                          /* pace.c */
  struct erb_worker *along;        /* where it goes when it next waits, or NULL */
  int64_t trial;                   /* with which it has gone or goes along, or 0 */
  int64_t keeps;                   /* ns, until which it does not leave its worker (pace.c), */
  int64_t settled;                 /* and until which it does only if turns there are long */
  struct erb_worker *goes_to;      /* once it is off its stack, or NULL */
  int wandered;                    /* moves, for ERB_PLACE_WANDER */
  /* Used by the thread of its worker and by one other. */
  bool low_priority;               /* has what it needs, but less than is worth a switch; a waker
                                    * writes it before the unpark (let_go) */
  int64_t parks;                   /* how often it has stopped; deadlock/ reads it under hold */
  erbium_atomic32 stays;           /* waits for which it stays where it was given to (steal.c) */
  /* Used by threads that make it ready. */
  erbium_atomic waker;             /* struct erb_worker * that has put it in the inbox, or 0 */
  erbium_atomic32 mail;            /* enum erb_mail: why it is in the inbox */
  struct erb_process *inbox_next;
  struct erb_wait_counts counts;
  erbium_atomic elements[ERB_SIDES]; /* moved by views that are gone */
  erbium_atomic calls[ERB_PRIMITIVES]; /* while watched */
  erbium_atomic last_commit;       /* ns, with STATS */
  erbium_atomic began;             /* ns, when its function was called, with STATS */
  erbium_atomic joined;            /* ns that it has waited in join, with STATS */
  int64_t lived, busy, busiest;    /* ns, once it has ended, with those that it stands for: the sum
                                    * of their lives, of what they did not wait of it, and the most
                                    * of that (observe/busy_times.c) */
  int64_t waits_now;               /* ns that its present wait has lasted, while that is counted */
  int64_t claims;                  /* that it has made; of the last one: */
  const struct erb_view *claims_with;
  erbium_index claims_end;         /* of the stream that this one reads, as far as it has seen */
  const char *claimed_at;
  erbium_index claimed;            /* the first element of the run */
  struct erb_process *next, *previous; /* in the program */
  struct erb_process *thread_next; /* of the same thread, in another program */
  int64_t next_view;               /* each process numbers the views that it makes */
  bool ends_program;               /* main, in exit, waits for all others */
  bool kept;                       /* has ended and is kept for statistics, */
  int64_t stands_for;              /* with the counts of this number of other processes */
  char few_arguments[2 * ERBIUM_LINE] __attribute__ ((aligned (ERBIUM_LINE)));
};

/* What a process waits for: that the lowest index of a side of a record reaches need, or the end of
 * a process, or that of all others. */
struct erb_wait
{
  struct erb_process *process;
  enum erb_primitive primitive;
  struct erb_view *view;   /* or NULL: it waits for processes */
  erbium_record *record;
  enum erb_side side;      /* whose indices */
  erbium_index need;       /* goes on from here */
  erbium_index enough;     /* worth a wake-up; need <= enough */
  erbium_index seen;       /* while it is polled: the index as of the last poll, */
  int still;               /* and polls in a row that saw no progress */
  int only;                /* an id: its index counts alone, of its whole side; or 0 (rank/) */
  erbium_process end_of;   /* process, or 0 for all others */
  erbium_index worth;      /* of a fiber: below this it goes on with low priority; 0: never */
  const char *where;
  int64_t since;           /* ns, when it began; while it is queued, if that is counted */
  bool for_room;           /* a larger window would let it go on, at the present horizon */
  bool grown;              /* a larger window is wanted, to break a cycle */
  bool queued;
  struct erb_wait *next;
  bool confirmed;          /* of a fiber: a barrier has made sure that a publication wakes it */
  struct erb_wait *remote_next, *remote_previous; /* on its worker's list */
};

/* A kind of process.  Comments of members that may be NULL say what that means. */
struct erb_task_model
{
  const char *name;
  const char *prose;
  /* Where the records of such processes have their elements.  NULL: in memory that all share
   * (record/shared_backend.c). */
  const struct erb_backend *backend;
  /* Whether processes share nothing but what is in the program's heap. */
  bool apart;
  /* Whether processes share threads, which are counted as awake instead of them. */
  bool shares_threads;
  /* Whether its processes stand for something else: statistics leave them out. */
  bool stands_in;
  /* Advice for the user if no more such processes can be started. */
  const char *hint;
  /* Makes what program needs before it has such processes.  Returns false with errno set if there
   * is no memory.  NULL: nothing is needed. */
  bool (*begin) (erbium_program *program);
  /* Starts p; returns 0 or an error number. */
  int (*start) (struct erb_process *p);
  /* Called before p, the caller, enters a list of those that wait: it may change p->task.  NULL:
   * nothing is to be done. */
  void (*before_wait) (struct erb_process *p);
  /* Waits until w is ready, or for at most `limit' ns (< 0: for ever).  Returns whether w is ready.
   * NULL: the stages of sync/wait.c are used. */
  bool (*wait) (struct erb_wait *w, int64_t limit);
  /* Waits until another process has taken w off its list; returns true.  NULL: the sleep of
   * sync/wait.c is used. */
  bool (*sleep) (struct erb_wait *w);
  /* Stops p, the caller, which waits on w, until unpark or for at most `timeout' ns (< 0: for
   * ever).  Returns whether p was unparked.  NULL if wait is not NULL. */
  bool (*park) (struct erb_process *p, const struct erb_wait *w, int64_t timeout);
  /* Lets p go on, now or when it next parks. */
  void (*unpark) (struct erb_process *p);
  /* The part of unpark that needs no lock: wakes p if it sleeps.  p may be gone by now, or be
   * another process of the program.  NULL: unpark does all. */
  void (*finish_unpark) (struct erb_process *p);
  /* Takes an unpark that is on its way to p, the caller. */
  void (*take_unpark) (struct erb_process *p);
  /* Returns whether polling for the partners of v on that side makes sense.  NULL: it does. */
  bool (*may_poll) (const struct erb_view *v, enum erb_side side);
  /* Called when p, the caller, has got what it asked for: may give other processes a turn.  NULL:
   * they need no turn from p. */
  void (*take_turns) (struct erb_process *p);
  /* Returns whether the partners of v on that side run only if the caller stops.  NULL: they do
   * not. */
  bool (*is_turn_of) (const struct erb_view *v, enum erb_side side);
  /* Returns about how many ns it takes until each process of program has had a turn.  NULL if
   * is_turn_of is NULL. */
  int64_t (*turn) (erbium_program *program);
  /* Called when the caller has joined process id or, if id is 0, all others.  NULL: nothing is to
   * be done. */
  void (*joined) (erbium_process id);
  /* Called when the function of p has returned.  NULL: nothing is to be done. */
  void (*returned) (struct erb_process *p);
  /* Ends p, which has left the program, on the stack of p; does not return.  NULL: the thread of p
   * returns from its function. */
  void (*leave) (struct erb_process *p);
  /* hold keeps parked processes where they are, while what they wait for is read; go_on lets them
   * go on.  Both are called under the program's lock, which is held between the two.  NULL: such
   * processes take that lock themselves before they go on. */
  void (*hold) (erbium_program *program);
  void (*go_on) (erbium_program *program);
};

/* All task models: defined by life/models_and_observers.c, with NULL at the end. */
extern const struct erb_task_model *const erb_task_models[];
/* The model of kernel threads, which is also that of threads which the program has made itself; and
 * the model that chooses between kernel threads and fibers. */
extern const struct erb_task_model erb_task_thread, erb_task_auto;

/* The parts of the model of kernel threads, for other models whose processes are threads.
 * erb_thread_start starts a thread that calls body (p), with the size of stack that is set; body
 * calls erb_thread_main (p), which runs p to its end. */
extern int erb_thread_start (struct erb_process *p, void *(*body) (void *));
extern void *erb_thread_main (void *process);
extern bool erb_thread_park (struct erb_process *p, const struct erb_wait *w, int64_t timeout);
extern void erb_thread_unpark (struct erb_process *p);
extern void erb_thread_finish_unpark (struct erb_process *p);
extern void erb_thread_take_unpark (struct erb_process *p);

extern const struct erb_task_model *erb_task_named (const char *name);
/* Returns the model with which p, the caller, is about to wait, before it enters a list. */
extern const struct erb_task_model *erb_task_of_wait (struct erb_process *p);
/* Call hold and go_on of all models. */
extern void erb_tasks_hold (erbium_program *program);
extern void erb_tasks_go_on (erbium_program *program);

/* ---- The calling process ------------------------------------------------------- */

/* Returns the calling process; makes a process of a thread that is not one yet. */
extern struct erb_process *erb_self (void);
extern struct erb_process *erb_self_if_any (void);
extern void erb_process_set_self (struct erb_process *p);
extern struct erb_process *erb_process_adopt (erbium_program *program);
/* Return the process that the caller's thread is in program.  If there is none, the first function
 * returns NULL, and the second makes one. */
extern struct erb_process *erb_process_of_thread_if_any (erbium_program *program);
extern struct erb_process *erb_process_of_thread (erbium_program *program);

/* ---- The life of a process ---------------------------------------------------- */

/* Returns the handle of p, which run returns: the number of p's program, shifted by
 * ERB_NUMBER_BITS, and the number of p. */
enum { ERB_NUMBER_BITS = 40 };
extern erbium_process erb_handle_of (const struct erb_process *p);
/* Returns whether process id has ended or, if id is 0, every process but caller.  Called under the
 * program's lock. */
extern bool erb_process_ended (const struct erb_process *caller, erbium_process id);
/* Returns the wait that p sleeps on, or NULL. */
extern struct erb_wait *erb_process_waits_on (const struct erb_process *p);
/* Ends the program with a fault, since p cannot be started; `error' is the error number. */
extern void erb_cannot_start (const struct erb_process *p, int error) ERB_NORETURN;
/* Runs p to its end, on the caller's stack. */
extern void erb_process_body (struct erb_process *p);
/* Puts a process that runs elsewhere into the list of program, with a model that shares threads;
 * erb_process_end takes it out. */
extern struct erb_process *erb_process_stand_in (erbium_program *program,
                                                 const struct erb_task_model *model,
                                                 const char *name, const char *where);
/* Ends p, the caller or a process that runs elsewhere: its views terminate, and it leaves the
 * program.  Afterwards the calling thread is not a process. */
extern void erb_process_end (struct erb_process *p);
/* Keeps the descriptor of p, which has left the program and its stack, for another process. */
extern void erb_process_recycle (struct erb_process *p);
extern void erb_process_free_ended (erbium_program *program);
/* Between these two calls no process of a thread that the program has made itself ends, and none is
 * forgotten. */
extern void erb_memberships_lock (void);
extern void erb_memberships_unlock (void);
/* Forgets the threads that have entered program. */
extern void erb_process_leave_threads (erbium_program *program);

/* Takes the unpark of p, a kernel thread or space, if there is one; returns whether there is.  The
 * token is stored (release) in unpark and taken here: what the waker did before is visible when
 * this returns true. */
ERBIUM_INLINE bool
erb_take_token (struct erb_process *p)
{
  if (erbium_load_acquire (&p->token) == 0)
    return false;
  erbium_store_relaxed (&p->token, 0);
  return true;
}

/* ---- Programs and task models ------------------------------------------------- */

/* Makes what p needs for its task model: heap, arena, lock.  Returns false with errno set if there
 * is no memory. */
extern bool erb_program_set_up (erbium_program *p);
/* Turns p, which was made for another task model, into a program of one whose processes share no
 * memory.  If that is not possible, prints a message and returns false. */
extern bool erb_program_move_apart (erbium_program *p);
/* Called in a new space: the caller is p, and the processes of its parent do not exist there. */
extern void erb_process_in_new_space (struct erb_process *p);
/* Returns the model of processes that are run: the one that was chosen, or else the setting. */
extern const struct erb_task_model *erb_program_model (const erbium_program *program);
/* Starts the processes that wait to be started.  Called before any wait of the caller. */
extern void erb_start_pending (erbium_program *program);
extern void erb_starter_join (erbium_program *program);

/* ---- death.c: signals that kill ------------------------------------------------ */

extern void erb_watch_signals (void);
/* Describes how to find the line of the instruction that a signal interrupted; returns "" if that
 * is not known. */
extern const char *erb_describe_instruction (const void *context, struct erb_text *t);
/* erb_signal_stack makes a stack for the signal handlers of the calling thread and returns it, or
 * NULL; erb_signal_stack_free frees it. */
extern void *erb_signal_stack (void);
extern void erb_signal_stack_free (void *stack);
/* Returns the lowest address of the calling thread's stack, or NULL if it is not known. */
extern void *erb_stack_end (void);

#endif
