/* SPDX-License-Identifier: MIT */
/* worker.h - threads that run fibers, one for each processor. */
#ifndef ERB_WORKER_H
#define ERB_WORKER_H

#include <time.h>

#include "fiber/fiber.h"
#include "sync/sync.h"

/* A queue of processes; each is in one at most (row_next and row_previous of the process). */
struct erb_row { struct erb_process *first, *last; };

static inline void
erb_row_remove (struct erb_row *row, struct erb_process *p)
{
  *(p->row_previous ? &p->row_previous->row_next : &row->first) = p->row_next;
  *(p->row_next ? &p->row_next->row_previous : &row->last) = p->row_previous;
  p->row = NULL;
}

/* Puts the processes of `more', which have been in `row' before, behind those that are there. */
static inline void
erb_row_append (struct erb_row *row, struct erb_row more)
{
  if (!more.first)
    return;
  more.first->row_previous = row->last;
  *(row->last ? &row->last->row_next : &row->first) = more.first;
  row->last = more.last;
}

/* Why a process is in an inbox. */
enum erb_mail
{
  ERB_WOKEN = 1, /* it may go on, now or when it next stops */
  ERB_BACK = 2   /* it comes back from a thread of its own */
};

/* A thread that serves a worker, or waits for one to serve.  It loses its worker to another when a
 * process holds it up (os_thread.c). */
struct erb_os_thread
{
  struct erb_local_thread local; /* comes first: erb_os_thread_here */
  struct erb_fiber scheduler;   /* its own stack */
  struct erb_process *left;     /* a process that has ended: its stack is to be freed */
  struct erb_process *stopped;  /* the process whose stack was just left */
  struct erb_process *back;     /* a process that held the worker up and now returns to it */
  struct erb_worker *worker;    /* that it serves or has served */
  erbium_program *program;
  pthread_t thread;
  erbium_atomic tid;            /* the kernel's id of the thread; 0: it has not begun */
  clockid_t clock;              /* of its processor time, once it has begun */
  erbium_atomic32 called;       /* for a spare thread: 1 asks it to serve a worker */
  struct erb_os_thread *next;        /* of the program */
  struct erb_os_thread *spare_next;
};

/* A worker that another one, which searches, has seen busy while processes wait behind the one that
 * it runs. */
struct erb_watch
{
  struct erb_worker *worker; /* or NULL */
  int64_t switches;          /* of that worker, when it was seen first, */
  int64_t since;             /* ns, then */
  int64_t wait;              /* ns; until the next attempt to seize one */
  int last;                  /* which neighbour it is */
};

struct erb_worker
{
  /* Used only by the thread that serves the worker. */
  struct erb_local local;       /* comes first: window_pool.c */
  struct erb_process *running;  /* or NULL: the scheduler */
  struct erb_row born;          /* run by the running process since it went on */
  struct erb_row fresh;         /* ready, and what they wait for is in the cache */
  struct erb_row ready;         /* ready */
  struct erb_row low_priority;     /* could go on, but preferably not yet */
  int64_t low_priority_since;      /* clock when the first one was put there */
  int64_t offered_at;              /* clock when those on offer were put there */
  int64_t offered_switches;        /* its switches then */
  struct erb_watch watch;
  /* processes from `fresh' that have run since the last one from another row */
  int streak;
  /* waits at which its processes may still follow those given away; also written by who seizes */
  int gave;
  int to_tick;                  /* switches until the clock is looked at */
  int64_t tick_switches;        /* as of the last tick */
  int64_t clock_cost;           /* ns, of two looks at the clock */
  int64_t seen_switches;        /* of another worker (steal.c) */
  struct erb_wait *remote_wait;    /* remote waits of its fibers, latest first */
  struct erb_process *timed, *timed_last; /* parked for a time, soonest first */
  int64_t clock;                /* ns, as of the last tick */
  int64_t empty_at;             /* clock of the last tick that left nobody ready */
  int64_t confirmed;            /* clock of the last heavy barrier */

  /* What others write. */
  erbium_atomic inbox __attribute__ ((aligned (ERBIUM_LINE)));
                                /* processes made ready by others, latest first */
  erbium_atomic32 asleep;       /* 1: sleeps; whoever wakes it, or itself, stores 0 and counts it as
                                 * awake */
  erbium_atomic32 stop;         /* > 0: no fiber is left, go */
  erbium_atomic32 asked;        /* 1: the next switch looks at the clock */
  erbium_atomic32 searching;    /* 1: looks for a process to run; 0: stored by whoever gives one */

  /* What it writes and others read. */
  erbium_atomic32 resuming __attribute__ ((aligned (ERBIUM_LINE)));
                                /* 1: is about to resume a fiber */
  erbium_atomic queued;         /* fibers in its queues */
  erbium_atomic offer;          /* struct erb_process *: the first of those, linked by row_next,
                                 * that any worker may take, or 0 */
  erbium_atomic unsettled;      /* waits that it alone can end: parked for a time, and remote ones
                                 * that are not confirmed */

  /* The program's, and that of the monitor. */
  erbium_atomic thread;         /* struct erb_os_thread *; changed under the program's lock */
  /* a descriptor for which the system had no thread, or NULL; also under that lock */
  struct erb_os_thread *unstarted;
  erbium_program *program;
  int number, peers;            /* peers: the number of workers that were to be started */
  int64_t monitor_switches;        /* at the last check of monitor.c, */
  int64_t seen_still;              /* and at its last look for a worker that sleeps */
  int64_t monitor_time;            /* processor time of its thread, when it was seen to switch */
  erbium_atomic turn;           /* ns from one switch to the next, lately */
  erbium_atomic switches, sleeps, arrived, moved; /* counts */
  erbium_atomic idle, missed;   /* ns; missed: of these, while a process was ready elsewhere */
  erbium_atomic idle_since;     /* ns, or 0 */
  erbium_atomic32 processor;    /* 1 + the processor where it was last seen, or 0 */
};

/* The calling thread, if it serves workers, or NULL; the worker that it serves, or NULL. */
ERBIUM_INLINE struct erb_os_thread *
erb_os_thread_here (void)
{
  return (struct erb_os_thread *) erb_local_thread ();
}
extern struct erb_worker *erb_worker_here (void);
/* Called by p before it accesses data that only its worker may access; returns that worker.  If
 * another thread has taken the worker over (os_thread.c), p first returns to the worker.  The
 * access is allowed until erb_worker_exit or a switch. */
extern struct erb_worker *erb_worker_enter (struct erb_process *p);
extern void erb_worker_exit (void);
/* erb_worker_home returns the worker on which p, a fiber, lives. erb_worker_of returns NULL if p is
 * not a fiber, or while p occupies its thread alone. */
extern struct erb_worker *erb_worker_home (const struct erb_process *p);
extern struct erb_worker *erb_worker_of (const struct erb_process *p);
/* erb_workers_serve returns whether the workers of program run. erb_workers_start starts them
 * unless they run, and returns 0 or an error number. */
extern bool erb_workers_serve (const erbium_program *program);
extern int erb_workers_start (erbium_program *program);
/* erb_workers_go lets the threads of the workers end when no process is left; the next fiber starts
 * them again.  Called under the program's lock. erb_workers_reap waits until they have ended; a
 * thread that enters the program afterwards calls it. erb_workers_stop does both at the end of the
 * program, and frees the workers. */
extern void erb_workers_go (erbium_program *program);
extern void erb_workers_reap (erbium_program *program);
extern void erb_workers_stop (erbium_program *program);

/* Lets p go on, now or at its next park.  From any thread.  inbox.c. */
extern void erb_worker_ready (struct erb_process *p);
/* Makes p ready, which its caller has just run, if p lives on the worker of the caller; otherwise
 * returns false. */
extern bool erb_worker_begin (struct erb_process *p);
/* Makes p, which has low priority, ready: it has enough. */
extern void erb_worker_promote (struct erb_worker *w, struct erb_process *p);
/* By w alone.  Lets p, which lives on w, go on; `woken' tells whether a waker made it ready.
 * erb_worker_unpark takes p off the lists of those that wait for something, and no more. */
extern void erb_worker_make_ready (struct erb_worker *w, struct erb_process *p, bool woken);
extern void erb_worker_unpark (struct erb_worker *w, struct erb_process *p, bool woken);
/* Stops p, which has entered w, until it is made ready, but for at most timeout ns (< 0: for ever).
 * wait describes what p waits for; it may be NULL. Returns whether it was woken; then it has
 * exited.  The search for cycles of waits sees wait. */
extern bool erb_worker_park (struct erb_worker *w, struct erb_process *p,
                             struct erb_wait *wait, int64_t timeout);
/* Consumes a wake-up that p, the caller, received before it parked, or is about to receive. */
extern void erb_worker_take_late (struct erb_process *p);
/* run_queue.c.  Whether the worker of the caller has something else to do. */
extern bool erb_worker_busy (void);
/* As erb_worker_busy; also true if the worker has been asked to look at the clock. */
extern bool erb_worker_wanted (void);
/* Ends the fiber that calls. */
extern void erb_worker_leave (struct erb_process *p) ERB_NORETURN;

/* Where a fiber begins. */
extern void erb_worker_arrive (void);
/* For the thread that serves w. erb_worker_next returns the next fiber to run, or the scheduler;
 * erb_worker_idle is what the scheduler does; it returns false if another thread serves w then.
 * After a switch, erb_worker_arrive (above) runs on the new stack. */
extern struct erb_fiber *erb_worker_next (struct erb_worker *w);
extern bool erb_worker_idle (struct erb_worker *w);
/* By whoever has w for itself: w, if it was idle, is so no more. */
extern void erb_worker_end_idle (struct erb_worker *w, int64_t now);
/* For the thread that serves w, when it begins or wakes up: goes to a processor of its own if there
 * is one. */
extern void erb_worker_take_place (struct erb_worker *w);
/* Tells the others on which processor w is. */
extern void erb_worker_note_place (struct erb_worker *w);

/* inbox.c.  Puts p in the inbox of w, its home.  From any thread. */
extern void erb_worker_send (struct erb_worker *w, struct erb_process *p, enum erb_mail why);
extern void erb_worker_wake (struct erb_worker *w);
/* For the thread that serves w. erb_worker_next_ready takes the next process to run, or returns
 * NULL; erb_worker_put_back puts a process that has just run back among the ready ones;
 * erb_worker_add_timed makes w resume p, which it parks, after a timeout (ns). */
extern struct erb_process *erb_worker_next_ready (struct erb_worker *w);
extern void erb_worker_put_back (struct erb_worker *w, struct erb_process *p);
extern void erb_worker_add_timed (struct erb_worker *w, struct erb_process *p, int64_t timeout);
/* For the thread that serves w. erb_worker_open_inbox makes the processes in the inbox ready.
 * erb_worker_expire_early makes processes ready that are parked with a timeout and whose wait is
 * not visible to others; returns whether there are any. erb_worker_read_clock makes those ready
 * whose timeout has expired. */
extern void erb_worker_open_inbox (struct erb_worker *w);
extern bool erb_worker_expire_early (struct erb_worker *w);
extern void erb_worker_read_clock (struct erb_worker *w);

/* Whether processes move at every opportunity, for tests. */
static inline bool
erb_worker_wanders (const struct erb_worker *w)
{
  return w->program->set.place == ERB_PLACE_WANDER;
}

static inline struct erb_os_thread *
erb_worker_thread (const struct erb_worker *w)
{
  return (struct erb_os_thread *) (intptr_t) erbium_load_relaxed (&w->thread);
}

/* n has one writer at a time. */
static inline void
erb_worker_count (erbium_atomic *n, int64_t by)
{
  erbium_store_relaxed (n, erbium_load_relaxed (n) + by);
}

/* os_thread.c.  Provides a thread for w; returns 0 or an error number.  Under the program's
 * lock. */
extern int erb_os_thread_take (struct erb_worker *w);
/* Gives w to another thread if the one that serves it does nothing for it. */
extern bool erb_os_thread_replace (struct erb_worker *w);
/* Keeps the thread that serves w from what is w's alone, if it is not at it, until it is let go;
 * the program's lock is held meanwhile. */
extern bool erb_os_thread_hold (struct erb_worker *w);
extern void erb_os_thread_let_go (struct erb_worker *w);
/* For a process on the thread that calls: enters its worker, or returns false if another thread
 * serves that. */
extern bool erb_os_thread_enter (void);
/* For p, the caller, which has entered its worker: gives the worker to another thread, and keeps
 * this one until it next waits, joins, ends, or enters or leaves erbium_blocking. */
extern void erb_os_thread_leave_worker (struct erb_process *p);
/* For the thread that serves w: sleeps on w->asleep, for at most that time (ns) unless it is
 * negative.  Returns false if w has another thread afterwards. */
extern bool erb_os_thread_sleep (struct erb_worker *w, int64_t timeout);
extern bool erb_os_thread_sleeps (const struct erb_os_thread *s);
extern int64_t erb_os_thread_time (const struct erb_os_thread *s);
/* Lets all threads end; waits until they have. */
extern void erb_os_threads_go (erbium_program *program);
extern void erb_os_threads_join (erbium_program *program);

/* Prevents parked fibers from being resumed while the caller reads what they wait for.  Under the
 * program's lock, which is held until they go on. */
extern void erb_workers_hold (erbium_program *program);
extern void erb_workers_go_on (erbium_program *program);

/* The caller has made a process ready, which may have ended by now; shares what is ready here.  Not
 * under the lock of a record that is biased to this worker: a process that another worker takes
 * could have that lock too. */
extern void erb_worker_finish_unpark (struct erb_process *p);

/* steal.c.  Whether w may give processes away, and take others. */
extern bool erb_worker_shares (const struct erb_worker *w);
/* For the thread that serves w: offers or gives processes that are ready to workers that
 * have none, and wakes one.  Called when w has switched, so that the process which has stopped can
 * move too, and when a process has made another ready. */
extern void erb_worker_share (struct erb_worker *w);
/* Takes what w, or another worker, offers; returns whether there was any. */
extern bool erb_worker_take_back (struct erb_worker *w);
extern bool erb_worker_take (struct erb_worker *w);
/* Makes `to' the home of p, which is in no queue of w. */
extern void erb_worker_move (struct erb_worker *w, struct erb_process *p, struct erb_worker *to);
/* Returns the worker to which p goes, which has come to the inbox of w after `wait', or NULL: it
 * stays. */
extern struct erb_worker *erb_worker_forwards_to (const struct erb_worker *w,
                                                  struct erb_process *p,
                                                  const struct erb_wait *wait);
/* Returns the worker to which p, the caller, should go because of its data, or NULL. */
extern struct erb_worker *erb_worker_drawn_to (struct erb_process *p);
/* Returns the worker to which p, the caller, which lives on w and is about to wait, should go
 * first: that to which its partner was given.  Otherwise NULL. */
extern struct erb_worker *erb_worker_follows (struct erb_worker *w, const struct erb_process *p);
/* pace.c.  Returns the worker to which p, the caller, which lives on w and is about to
 * wait, should go first, to find out or because it has found out where it is faster.  Otherwise
 * NULL.  `remote' tells whether it waits for a process elsewhere. */
extern struct erb_worker *erb_worker_compares (struct erb_worker *w, struct erb_process *p,
                                               bool remote);
/* Called when p comes to w from another worker: if p tries its pace there, its partner stays. */
extern void erb_worker_welcomes (struct erb_worker *w, struct erb_process *p);
/* Makes p, the caller, which has entered w, go on at `to', or on w, in whose queue it is, if that
 * is NULL. */
extern void erb_worker_go_to (struct erb_worker *w, struct erb_process *p, struct erb_worker *to);
/* w searches for a process from now on. */
extern void erb_worker_search (struct erb_worker *w);
/* Returns whether w searched until now: then the caller gives it a process, or w has found one. */
extern bool erb_worker_stop_searching (struct erb_worker *w);
/* Returns whether another worker offers processes. */
extern bool erb_worker_offer_elsewhere (const struct erb_worker *w);
/* Returns whether v has been woken for a process and is not at its queues yet; false for NULL. */
extern bool erb_worker_wakes_up (const struct erb_worker *v);
/* For w, which was idle and has got a process: wakes another worker for what is on offer, if no
 * worker searches any more. */
extern void erb_worker_pass_search_on (const struct erb_worker *w);
/* Returns whether another worker has processes that w would get if it searched for long enough. */
extern bool erb_worker_work_elsewhere (const struct erb_worker *w);
/* For the thread that serves w and searches: watches the others, and takes processes from one that
 * does not switch.  Returns whether there is one that has not switched for long. */
extern bool erb_worker_watch (struct erb_worker *w);
/* Lets others have a turn: p, the caller, has just got what it asked for. */
extern void erb_worker_take_turns (struct erb_process *p);

/* monitor.c */
extern bool erb_monitor_new (erbium_program *program);
extern int erb_monitor_start (erbium_program *program);
extern void erb_monitor_go (erbium_program *program);
extern void erb_monitor_join (erbium_program *program);
extern void erb_monitor_free (erbium_program *program);

/* kept_thread.c.  Returns whether p, the caller, must stay on its thread.  If so, it has that to
 * itself afterwards, and another model. */
extern bool erb_fiber_keeps_thread (struct erb_process *p);
/* As above, while p is not about to stop: nothing changes. */
extern bool erb_fiber_needs_thread (const struct erb_process *p);

/* Called when the worker resumes p because its time has come: from now on a waker makes p ready at
 * once. fiber_wait.c. */
extern void erb_fiber_raise_priority (struct erb_process *p);
/* Rows of the task table. */
extern bool erb_fiber_wait (struct erb_wait *w, int64_t limit);
extern bool erb_fiber_sleep (struct erb_wait *w);
extern bool erb_fiber_may_poll (const struct erb_view *v, enum erb_side side);
extern bool erb_fiber_is_turn_of (const struct erb_view *v, enum erb_side side);
/* Removes a wait from the list of remote waits. */
extern void erb_remote_wait_remove (struct erb_worker *w, struct erb_wait *wait);
/* Makes the processes ready that have what they ask for, and those that have what they need and saw
 * no progress during `polls' polls; returns whether there are any. */
extern bool erb_remote_waits_poll (struct erb_worker *w, int polls);
/* Makes those ready that have what they need, and returns whether there are any; from then on a
 * publication wakes the others. */
extern bool erb_remote_waits_confirm (struct erb_worker *w);

/* monitor.c.  The caller, a worker's thread or a process that is a thread, was asleep and has
 * counted itself as awake again. */
extern void erb_monitor_wake (erbium_program *program);

#endif
