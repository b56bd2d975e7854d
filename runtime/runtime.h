/* SPDX-License-Identifier: MIT */
/* runtime.h - the parts of the runtime and what they share.
 *
 * In the order in which an element meets them:
 *
 *   window.c    memory that holds the live elements, mapped three times, growing
 *   backend_*.c where elements live: a row of the backend table each
 *   record.c    records: slots, window, end
 *   record_lock.c  its lock
 *   loan.c      windows that fibers hand on
 *   view.c      views and ids: who takes part, and until when
 *   sync.c      commit, release, update where the comparison in hot.h fails
 *   stall.c     stall likewise
 *   linger.c    a moment's wait for more than is needed
 *   wait.c      who waits for which index, and who wakes him
 *   wait_*.c    what a process does while it waits, for each task model
 *   deadlock.c  cycles of waits: grown away, or reported
 *   task.c      processes, whatever home they have
 *   task_*.c    where processes live: a row of the task table each
 *   ready.c     fibers on threads: who is next
 *   worker.c    from one fiber to the next
 *   workers.c   what a thread does when no fiber is ready; all of them
 *   seat.c      the threads, and how one loses its worker to another
 *   keeper.c    looks after the workers
 *   balance.c   which worker a process lives on
 *   fiber.c     a stack of its own for a process, and the switch between such
 *   program.c   what belongs to a whole program: settings, the end
 *   programs.c  which programs there are
 *   fault.c     what went wrong, where, and how to mend it
 *   watch.c     checked mode
 *   stats.c     statistics
 *   topology.c  processors and pinning, from hwloc
 *   os.c        the operating system, as a table
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

#include "told.h" /* before what is inline in erbium.h */
#include "erbium.h"
#include "os.h"
#include "window.h"

#define ERB_NORETURN __attribute__ ((noreturn))
#define ERB_PRINTF(f, a) __attribute__ ((format (printf, f, a)))
#define ERB_COLD __attribute__ ((cold))

enum erb_primitive
{
  ERB_NO_PRIMITIVE,
#define PRIMITIVE(name, signature, side, wait, effect, prose) ERB_##name,
#include "primitives.def"
  ERB_give, /* erbium_give, which is part of run where a compiler does it */
  ERB_PRIMITIVES
};

extern const char *erb_primitive_name (enum erb_primitive p);

/* Looks between two looks at the clock while spinning. */
#ifndef ERB_POLLS
#define ERB_POLLS 16
#endif

enum erb_side { ERB_READ, ERB_WRITE, ERB_SIDES };

/* ---- record.c, view.c -------------------------------------------------- */

/* In bytes; so that indices of 32 bits tell all live elements apart. */
#define ERB_LARGEST_HORIZON ((size_t) 1 << 30)

#define ERB_LARGEST_WINDOW ((size_t) 1 << 32)

/* No program counts so far.  What is beyond may be ERBIUM_NEVER, or wrap. */
#define ERB_LARGEST_INDEX ((erbium_index) 1 << 62)

/* What becomes of an id. */
enum erb_place_state
{
  ERB_EMPTY,   /* nobody has registered */
  ERB_HELD,    /* by a view */
  ERB_VACANT,  /* handed over: the next view goes on from here */
  ERB_ENDED    /* terminated */
};

/* How often and how long was waited for the other side, ERB_READ: for data,
 * ERB_WRITE: for room. */
struct erb_counts
{
  erbium_atomic waits[ERB_SIDES];
  erbium_atomic sleeps[ERB_SIDES];
  erbium_atomic waited[ERB_SIDES]; /* ns */
};

/* The cold half of a slot. */
struct erb_place
{
  enum erb_place_state state;
  struct erb_view *holder;
  const char *where;    /* of the last change of state */
  erbium_index terminal; /* release index at the end */
};

/* A place where the elements of a record can live.  All else about a record is
 * common to all of them. */
struct erb_backend
{
  const char *name;
  const char *prose;
  /* As erb_window_new, erb_window_grow and erb_window_free (window.h). */
  struct erb_window *(*window_new) (struct erb_arena *arena, size_t bytes);
  struct erb_window *(*window_grow) (struct erb_arena *arena, struct erb_window *old,
                                     uint64_t end, size_t bytes);
  void (*window_free) (struct erb_arena *arena, struct erb_window *w);
  /* Starts to bring the elements [tl, hd) near v, and returns at once. */
  void (*receive) (struct erb_view *v, erbium_index tl, erbium_index hd);
};

extern const struct erb_backend erb_backend_shared;

struct erbium_record
{
  erbium_program *program;
  const struct erb_backend *backend;
  int64_t id;
  char *name; /* or NULL */
  const char *where;
  size_t size; /* of an element, bytes */
  struct erb_lock lock;       /* over all but the indices in the slots (record_lock.c) */
  erbium_atomic bias;         /* struct erb_worker * that has it without the mutex, or 0 */
  int biases;                 /* how many there have been */
  erbium_atomic to_bias;      /* waits before the next; about, since written without it */
  int ids[ERB_SIDES];         /* rreg, wreg */
  struct erbium_slot *slot[ERB_SIDES];
  struct erb_place *place[ERB_SIDES];
  int open;                   /* ids that have not ended */
  int views;                  /* connected */
  erbium_atomic horizon[ERB_SIDES]; /* the largest of each side */
  erbium_atomic window;       /* struct erb_window * */
  erbium_atomic growing;      /* 1 while a larger window is being made */
  struct erb_wait *waits;     /* who sleeps */
  struct erb_counts counts;
  erbium_atomic calls;        /* while watched */
  erbium_atomic most_live;    /* elements, while watched */
  size_t last_bytes;          /* of the window, when it has gone */
  size_t first_bytes;         /* of the window, when it is made */
  erbium_index flow_from;     /* furthest commit index when measuring began */
  struct erbium_record *next, *previous; /* in the program */
};

/* The cold half of a view; a pointer to one is a pointer to the other. */
struct erb_view
{
  struct erbium_view hot;
  int64_t id;
  erbium_record *record;   /* once freed, perhaps another by now */
  int64_t record_id;
  const char *record_where;
  struct erb_process *owner;
  const char *where;
  const char *freed;       /* where, or NULL */
  struct erb_window *window; /* that hot.base and hot.mask are of */
  struct erb_window *aside;  /* of a producer that nobody reads, or NULL */
  enum erb_side side;
  int place;               /* registered id, or 0 */
  struct erbium_slot *slot;  /* of the id it holds, or NULL */
  erbium_index seen;       /* update or stall index, as far as it is known */
  erbium_index known;      /* what bounds were at the last look */
  erbium_index index;      /* commit or release index while it holds no id */
  erbium_atomic counted;   /* index up to which its owners have what it moved */
  bool ended;              /* an update has found the end */
  erbium_index horizon;
  erbium_index room;       /* elements that the window holds */
  erbium_index ask;        /* how much more is worth polling for */
  erbium_index nap_ask;    /* and how much is worth being woken for */
  int32_t patience;        /* polls that it is worth */
  int32_t skipped;         /* times that patience was 0 */
  erbium_atomic grow_to;   /* horizon that deadlock.c wants it to have */
  struct erb_view *next, *previous; /* among the owner's, or in the free list */
};

/* Sets the slots that the near path uses: v's own, where v may take it. */
extern void erb_view_slots (struct erb_view *v);
/* Says where the elements up to bound are, after a look or a move. */
extern void erb_view_reach (struct erb_view *v, erbium_index bound);
/* Looks for a larger window, waits for one being made; true if v has moved. */
extern bool erb_view_adopt (struct erb_view *v);
/* A producer aside writes in memory of its own, which nobody reads. */
extern bool erb_view_is_aside (const struct erb_view *v);
extern void erb_view_go_aside (struct erb_view *v, erbium_index i, const char *where);
extern void erb_view_come_back (struct erb_view *v);
extern void erb_view_leave_aside (struct erb_view *v);
/* stall.c.  The first element that v keeps live when it may write up to i. */
extern erbium_index erb_view_first_own (const struct erb_view *v, erbium_index i);
/* Makes room for so many elements from the smallest live one on. */
extern void erb_record_make_room (struct erb_view *v, erbium_index elements, const char *where);
extern void erb_view_own (struct erb_view *v, struct erb_process *owner);
extern void erb_view_end (struct erb_view *v, bool handover, const char *where);
/* Whether nobody can use r any more; what then becomes of it. */
extern bool erb_record_gone (const erbium_record *r);
extern void erb_record_goes (erbium_record *r);
extern void erb_record_free (erbium_record *r);
/* Sees to it that v's record has a window, and v too. */
extern void erb_view_provide (struct erb_view *v, enum erb_primitive primitive, const char *where);
/* loan.c.  A window of so many bytes that the worker of the caller has, or NULL. */
extern struct erb_window *erb_loan_take (size_t bytes);
/* Gives r a window for its horizons, or a part of one.  Under r's lock. */
extern void erb_record_first_room (erbium_record *r, const char *where);
extern void erb_views_free (struct erb_view *list);

/* ---- record_lock.c ------------------------------------------------------ */

extern void erb_record_lock (erbium_record *r);
extern void erb_record_unlock (erbium_record *r);
/* Without waiting for whoever has it. */
extern bool erb_record_try_lock (erbium_record *r);

/* ---- sync.c ------------------------------------------------------------ */

/* The highest that is known of a side, terminal indices included. */
extern erbium_index erb_furthest (const erbium_record *r, enum erb_side side);
#include "indices.h"

/* ---- wait.c ------------------------------------------------------------ */

/* What a process waits for: that the lowest index of a side of a record gets
 * to need, or the end of a process, or of all. */
struct erb_wait
{
  struct erb_process *process;
  enum erb_primitive primitive;
  struct erb_view *view;   /* or NULL: it waits for processes */
  erbium_record *record;
  enum erb_side side;      /* whose indices */
  erbium_index need;       /* goes on from here */
  erbium_index enough;     /* worth a wake-up; need <= enough */
  erbium_process end_of;   /* process, or 0 for all others */
  erbium_index worth;      /* of a fiber: and from here on gladly; 0: as soon as it can */
  const char *where;
  bool for_room;           /* would go on with a larger window, not horizon */
  bool grown;              /* a larger one is wanted, to break a cycle */
  bool queued;
  struct erb_wait *next;
  bool confirmed;          /* of a fiber: surely woken by a publication */
  struct erb_wait *crossing_next, *crossing_previous; /* on its worker's list */
};

/* Until the lowest index of side gets to need. */
extern struct erb_wait erb_wait_of (struct erb_view *v, enum erb_primitive p,
                                    enum erb_side side, erbium_index need, const char *where);
/* Waits until w is ready, or for at most so long (ns, < 0: for ever).  Returns
 * whether it is ready. */
extern bool erb_wait (struct erb_wait *w, int64_t limit);
extern bool erb_ready (const struct erb_wait *w);
/* Whether it has what is worth a switch. */
extern bool erb_has_worth (const struct erb_wait *w);
/* Puts w among those who wait for its record, to be woken at w->enough (S2). */
extern void erb_wait_enter (struct erb_wait *w);
/* Takes it off; if a waker has done so, takes what he left. */
extern void erb_wait_leave (struct erb_wait *w);
/* Asks for a wake-up at need, no later.  False if one has come meanwhile. */
extern bool erb_wait_ask (struct erb_wait *w, erbium_index enough);
/* erb_ready, under the record's lock (S3). */
extern bool erb_ready_under_lock (struct erb_wait *w);

/* Wakes those who wait for indices of that side.  all: also those who have
 * what they need though not enough. */
extern void erb_wake (erbium_record *r, enum erb_side side, bool all);
/* The same for every view of p: what it holds back, it gives before it waits. */
extern void erb_wake_partners (struct erb_process *p);
extern void erb_wake_joiners (erbium_program *program);

/* ---- linger.c ---------------------------------------------------------- */

/* Lets a running partner get ahead by view->ask beyond i, if it soon does;
 * returns the lowest index of the side. */
extern erbium_index erb_linger (struct erb_view *v, enum erb_side side, erbium_index i,
                                erbium_index lowest);

/* ---- wait_thread.c, wait_fiber.c ----------------------------------------- */

/* Rows of the task table: see there. */
extern bool erb_thread_wait (struct erb_wait *w, int64_t limit);
extern bool erb_fiber_wait (struct erb_wait *w, int64_t limit);
extern bool erb_thread_sleep (struct erb_wait *w);
extern bool erb_fiber_sleep (struct erb_wait *w);
extern bool erb_fiber_may_linger (const struct erb_view *v, enum erb_side side);
extern bool erb_fiber_is_turn_of (const struct erb_view *v, enum erb_side side);

/* ---- deadlock.c -------------------------------------------------------- */

/* p waits, and nobody seems to be awake, or suspicious: it has for long.  Is there
 * a cycle?  Grows a window, warns, or ends the program, or does nothing.  p may be
 * NULL where nobody is awake. */
extern void erb_find_deadlock (erbium_program *program, struct erb_process *p, bool suspicious);
/* The same for all fibers that have slept since the last call. */
extern void erb_find_sleepers (erbium_program *program);
/* The same for the end of a process, under the program's lock, which is held
 * again on return. */
extern void erb_find_deadlock_at_end (erbium_program *p);

/* ---- task.c ------------------------------------------------------------ */

/* The frame of a process in deadlock.c's walk. */
struct erb_search
{
  int64_t mark;               /* of the walk that it is of */
  struct erb_process *before; /* on the path */
  struct erb_process *next;   /* to look at, for one that joins */
  int slot;                   /* to look at, for others */
  bool left;
};

struct erb_process
{
  /* Of a fiber; others may look at these of one who has ended. */
  erbium_atomic worker;            /* struct erb_worker * that it lives on */
  erbium_atomic32 away;            /* 1: it has the thread that it is on for itself */
  erbium_atomic32 stands_back;     /* 1: in the row of the reluctant ones */
  erbium_process id;
  erbium_program *program;
  char *name;
  const char *where;               /* of run */
  const struct erb_task_model *task;
  struct erbium_entry entry; /* start is NULL: a thread that came by itself */
  void *arguments;
  struct erb_view *views;          /* owned */
  struct erb_view *gifts;          /* for the next process it starts */
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
  int place;                       /* balance.c's, as is */
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
};

/* A home that processes can have.  Everything else is common to all. */
struct erb_task_model
{
  const char *name;
  const char *prose;
  /* Where the records of such processes have their elements. */
  const struct erb_backend *backend;
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
  /* Or NULL: the last act of a process that has left the program, on its stack. */
  void (*leave) (struct erb_process *p);
};

extern const struct erb_task_model erb_task_thread, erb_task_fiber;
/* Of a kernel thread: stops the caller until unpark or for so long; true if unparked. */
extern bool erb_thread_park (struct erb_process *p, int64_t timeout);
extern const struct erb_task_model *erb_task_named (const char *name);

/* The calling process; makes one of a thread that is none yet. */
extern struct erb_process *erb_self (void);
extern struct erb_process *erb_self_if_any (void);
extern void erb_process_set_self (struct erb_process *p);
/* What it waits for, if it sleeps. */
extern struct erb_wait *erb_process_waits_on (const struct erb_process *p);
/* Runs p to its end, on the caller's stack. */
extern void erb_process_body (struct erb_process *p);
/* p, which has left the program, has left its stack too. */
extern void erb_process_left (struct erb_process *p);
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
  int verbose;  /* VERBOSE: 0 errors, 1 warnings, 2 growth too */
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
  struct erb_arena *arena;
  struct erb_process *processes;   /* alive */
  int alive;                       /* processes that were run */
  erbium_atomic32 awake;           /* threads of it that are not asleep in a wait */
  int processors;                  /* that we may use */
  struct erb_worker *worker;       /* an array, once there are fibers */
  int workers;
  struct erb_seat *seats, *spare_seats; /* threads for them */
  bool seats_over;                 /* no more is wanted of these */
  struct erb_keeper *keeper;       /* who looks after them */
  erbium_atomic32 measuring;       /* 1: what processes need (balance.c) */
  erbium_atomic32 held;            /* 1: no fiber may be let on (worker.c) */
  struct erb_wait *joiners;
  erbium_record *records;
  struct erb_view *freed, **freed_end; /* views to be used again, oldest first */
  int freed_count;
  erbium_record *gone, **gone_end; /* records likewise */
  int gone_count;
  struct erb_process *ended;       /* kept for statistics */
  struct erb_process *spare_processes; /* to be used again */
  int64_t next_process, next_record;
  bool viewed;                     /* has had a view */
  int next_processor;              /* for pinning */
  bool ran, warned;
  int64_t searches;                /* deadlock.c's walks */
  void (*see_fault) (const struct erbium_fault *);
};

extern erbium_program *erb_program_default (void);
/* That of the calling thread, or NULL. */
extern erbium_program *erb_program_here (void);
extern bool erb_forked (void); /* in a child of fork */

/* ---- programs.c -------------------------------------------------------- */

extern void erb_programs_add (erbium_program *p);
/* p is not freed, or this ends the program: function says who was called.  to_free:
 * from here on p counts as freed. */
extern void erb_programs_expect (erbium_program *p, bool to_free, const char *function,
                                 const char *where);
/* No pointer to p is good any more; when it is empty, its descriptor is kept a while. */
extern void erb_programs_remove (erbium_program *p);
extern void erb_programs_bury (erbium_program *p);
/* One that is not kept yet, the oldest, or NULL: it stays from here on, and whoever is
 * about to remove it waits for the end. */
extern erbium_program *erb_programs_keep (void);
/* Calls see for each; only: there is no other. */
extern void erb_programs_each (void (*see) (erbium_program *p, bool only));

/* ---- fault.c ----------------------------------------------------------- */

/* Ends the program. */
extern void erb_fault (enum erbium_exit kind, enum erb_primitive primitive,
                       const char *where, const char *mend, const char *format, ...)
  ERB_NORETURN ERB_PRINTF (5, 6) ERB_COLD;
/* Whether the calling thread tells of a fault: its program's function may call exit. */
extern bool erb_faulting (void);
/* Of a thread that has nothing left to do. */
extern void erb_wait_for_the_end (void) ERB_NORETURN;
extern void erb_warn (const erbium_program *program, int level, const char *where,
                      const char *format, ...) ERB_PRINTF (4, 5) ERB_COLD;

/* "read view 3 (id 1) of record 'r' (file:line)", in a buffer of text. */
struct erb_text { char s[256]; };
extern const char *erb_say_view (const struct erb_view *v, struct erb_text *t);
extern const char *erb_say_record (const erbium_record *r, struct erb_text *t);
extern const char *erb_say_program (const erbium_program *p, struct erb_text *t);
extern void erb_watch_signals (void);
extern void *erb_signal_stack (void);
extern void erb_signal_stack_free (void *stack);
extern void *erb_stack_end (void);

/* ---- watch.c ----------------------------------------------------------- */

/* Whether calls take the long way so as to be looked at and counted. */
extern bool erb_watched (const erbium_program *p);
/* Complains about a primitive that v cannot take, or the caller not call. */
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

/* ---- topology.c -------------------------------------------------------- */

enum erb_pin { ERB_PIN_NONE, ERB_PIN_COMPACT, ERB_PIN_SCATTER };

extern int erb_processors (void);
/* Bytes of the cache that a processor has for itself, or nearly: the second level. */
extern size_t erb_own_cache (void);
/* Binds the calling thread; neighbours in order of n share caches. */
extern void erb_pin_self (enum erb_pin pin, int n);

#endif
