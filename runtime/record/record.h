/* SPDX-License-Identifier: MIT */
/* record.h - records, their views, and the place of their elements.
 *
 * A record has a slot for each id, and the view that holds the id publishes its index there.  All
 * else that a process knows of its partners follows from these indices.  Only the place where
 * elements are stored varies; a backend, a table of functions, implements one such place.
 *
 *   record.c          records: their slots, their names, their end
 *   record_lock.c     the lock of a record, biased to one worker
 *   record_window.c   when a window is made and grows, and how views move to it
 *   take_back.c       when an empty record loses its window
 *   window_pool.c     windows that records of fibers pass on
 *   view.c            views and ids, and their lives
 *   view_memory.c     the memory of views, and how an address is recognised as a view
 *   indices.h         what the slots mean
 *   own_window.c      windows that belong to one reader
 *   describe.c        records and views in words
 *   local.h, local.c  what one thread at a time touches without a lock
 *   shared_backend.c  the backend of threads and fibers: one window for all views
 */
#ifndef ERB_RECORD_H
#define ERB_RECORD_H

#include "record/local.h"
#include "task/task.h"
#include "window/window.h"

/* In bytes.  A 32-bit index distinguishes all live elements of such a horizon. */
#define ERB_LARGEST_HORIZON ((size_t) 1 << 30)

#define ERB_LARGEST_WINDOW ((size_t) 1 << 32)

/* No program reaches this index.  A larger index may be ERBIUM_NEVER, or wrap. */
#define ERB_LARGEST_INDEX ((erbium_index) 1 << 62)

/* The life of an id. */
enum erb_id_status
{
  ERB_EMPTY,   /* no view has registered */
  ERB_HELD,    /* a view holds it */
  ERB_VACANT,  /* handed over: the next view goes on from its index */
  ERB_ENDED    /* terminated */
};

/* The part of a slot that is needed only where ids change. */
struct erb_id_state
{
  enum erb_id_status state;
  struct erb_view *holder;
  char who[32];         /* the process that has held it last */
  const char *where;    /* of the last change of state */
  erbium_index terminal; /* release index at the end */
  /* Of a reader that has handed the id over: its own window, or NULL; what has arrived there. */
  struct erb_window *window;
  erbium_index arrived;
  /* While a communicator serves its reader: the index up to which that raises the slot as soon as
   * elements are there; otherwise 0. */
  erbium_atomic moves_to;
};

/* A place where the elements of a record can live.  All else about a record is common to all
 * backends.
 *
 * Members below `copy' are for backends in which each view maps the window for itself, with rights
 * of its own.  In other backends they are NULL, and views have no guard. */
struct erb_backend
{
  const char *name;
  const char *prose;
  /* As erb_window_new, erb_window_grow and erb_window_free (window.h). */
  struct erb_window *(*window_new) (struct erb_arena *arena, size_t bytes, bool aligned);
  struct erb_window *(*window_grow) (struct erb_arena *arena, struct erb_window *old,
                                     erb_position end, size_t bytes);
  void (*window_free) (struct erb_arena *arena, struct erb_window *w);
  /* Starts to bring the elements [tl, hd) near v, and returns at once. */
  void (*receive) (struct erb_view *v, erbium_index tl, erbium_index hd);
  /* Copies bytes [from, to) of the stream from w to the window of v.  Both hold all of them, and v
   * is the only view that touches them in its window. */
  void (*copy) (struct erb_view *v, const struct erb_window *w, erb_position from, erb_position to);

  /* Called when w is about to become the window of r, in place of old or, if old is NULL, as the
   * first one.  Returns false if there is no memory. */
  bool (*window_made) (const erbium_record *r, struct erb_window *w, const struct erb_window *old);
  /* Maps w, to which v is about to move: its base for v, or NULL with errno set. */
  char *(*map) (struct erb_view *v, struct erb_window *w);
  /* v has moved to a window. old is the base of its previous window, which had `bytes' bytes, or
   * NULL. */
  void (*moved) (struct erb_view *v, char *old, size_t bytes);
  /* v has a horizon: an access before its first update or stall is reported with this place. */
  void (*allocated) (struct erb_view *v, const char *where);
  /* v may touch the elements below i, by an update or stall. */
  void (*reach) (struct erb_view *v, erbium_index i, enum erb_primitive p, const char *where);
  /* v is about to publish i, by a commit or release: elements below i are no longer its own. */
  void (*pass) (struct erb_view *v, erbium_index i, enum erb_primitive p, const char *where);
  /* Returns a bound of what v has written, at most end. */
  erb_position (*written_end) (const struct erb_view *v, erb_position end);
  /* v will not be used again. */
  void (*free) (struct erb_view *v);
  /* Reports an element of r that two ids have written, once it is known to be the first one. */
  void (*report_conflict) (erbium_record *r);
};

/* How elements come to the readers of a record if each registered reader has a window of its own,
 * and that of the record is its producers'.  A record without this table has one window for all. */
struct erb_arrivals
{
  const char *name;
  const char *prose;
  /* Producers have committed the elements before `low', and v needs those before i <= low.  Brings
   * them, and perhaps more, to v's window; returns the index before which all have arrived, at
   * least i and at most low. */
  erbium_index (*arrive) (struct erb_view *v, erbium_index i, erbium_index low, const char *where);
  /* Starts to bring the elements [tl, hd) to v's window. */
  void (*receive) (struct erb_view *v, erbium_index tl, erbium_index hd);
  /* v has released the elements before its index: it publishes which ones producers may
   * overwrite. */
  void (*released) (struct erb_view *v);
  /* v is about to lose its id or its owner.  Nobody else copies to its window from here on. */
  void (*stop) (struct erb_view *v);
};

/* The elements of a record in memory that all views share: shared_backend.c. */
extern const struct erb_backend erb_backend_shared;

/* A name that was given to a record.  Earlier names stay, since a thread may be reading them. */
struct erb_name
{
  struct erb_name *before;
  char text[];
};

struct erbium_record
{
  erbium_program *program;
  const struct erb_backend *backend;
  const struct erb_arrivals *arrivals; /* or NULL */
  int64_t id;
  erbium_atomic name;         /* struct erb_name *, or 0; read by every thread that describes r */
  const char *where;
  const char *variable;       /* to which it was stored when it was made, or NULL: not known */
  size_t size; /* of an element, bytes */
  bool aligned; /* to more than ERB_PHASE: a window begins with a page */
  struct erb_lock lock;       /* of ids, views, waits, wake_at, and the making of windows
                               * (record_lock.c) */
  erbium_atomic bias;         /* struct erb_local * that takes it without the mutex, or 0 */
  int biases;                 /* how often it was biased */
  /* approximate number of waits before the next bias; written without the lock */
  erbium_atomic to_bias;
  int ids[ERB_SIDES];         /* rreg, wreg */
  struct erbium_slot *slot[ERB_SIDES];
  struct erb_id_state *id_state[ERB_SIDES];
  int open;                   /* ids that have not ended */
  int views;                  /* connected */
  erbium_atomic horizon[ERB_SIDES]; /* the largest of each side */
  erbium_atomic window;       /* struct erb_window * */
  erbium_atomic growing;      /* 1 while a larger window is being made */
  struct erb_wait *waits[ERB_SIDES]; /* sleepers for indices of that side */
  struct erb_wait_counts counts;
  struct erb_shared_record *shared; /* what other ranks know of it (rank/), or NULL */
  erbium_atomic calls;        /* while watched */
  erbium_atomic most_live;    /* elements, while watched */
  erbium_atomic first_commit, last_commit; /* ns, with STATS, or 0 */
  size_t last_bytes;          /* of the window, when the record has ended */
  size_t first_bytes;         /* of the window, when it is made */
  erbium_atomic conflict;     /* 1 + the first element known to be written by several ids, or 0
                                 (guard/write_conflict.c) */
  int conflict_by[2];         /* the least of these ids, in order */
  /* struct erb_writers *: in checked mode, which id has written which element, or 0
   * (observe/write_checks.c) */
  erbium_atomic writers;
  struct erbium_record *next, *previous; /* in the program */
  struct erbium_slot slots[]; /* of producers, of readers, and then the states of their ids */
};

/* Of a view that has a window of its own: what has arrived there. */
struct erb_own
{
  struct erb_window *window; /* or NULL: it has none yet */
  erbium_index arrived;      /* each element before this has arrived or was released first */
  erbium_index from, to;     /* these have arrived, too (receive_range); from == to: none */
  bool skips;                /* it has released elements that had not arrived */
  int in_turn;               /* arrivals since it took its id */
  struct erb_served *served; /* a communicator copies, too (private/communicator.c), or NULL */
  /* Whether a communicator pays (private/trial.c). */
  int trial;                 /* enum erb_trial */
  int64_t since;             /* ns, when the present measurement began */
  erbium_index from_here;    /* known at that time */
  double alone;              /* elements per ns without a communicator */
};

/* The part of a view that the fast path does not need.  A pointer to one is a pointer to the
 * other. */
struct erb_view
{
  struct erbium_view hot;
  /* itself and program: by these a view is recognised (view_memory.c) */
  erbium_atomic itself;
  const erbium_program *program;
  int64_t id;
  erbium_record *record;   /* once v is freed, this may point to another record */
  int64_t record_id;
  const char *record_where;
  struct erb_process *owner;
  const char *where;
  const char *freed;       /* where, or NULL */
  struct erb_window *window; /* of hot.base and hot.mask */
  struct erb_window *aside;  /* memory of its own, where only observers read (record_window.c), or
                              * NULL */
  struct erb_guard *guard;   /* where v has a mapping of its own (guard.h), or NULL */
  struct erb_own own;        /* where a reader has a window of its own (own_window.c) */
  enum erb_side side;
  int registered;          /* the id that it holds, or 0 */
  struct erbium_slot *slot;  /* of the id it holds, or NULL */
  erbium_index seen;       /* update or stall index, as far as it is known */
  erbium_index known;      /* what bounds were when they were last read */
  /* commit or release index while it holds no id; release index of a reader that has a window of
   * its own, whose slot has the index before which it needs no element of the record's window */
  erbium_atomic index;
  erbium_atomic counted;   /* index up to which its owners have been credited with what it moved */
  bool ended;              /* an update has found the end */
  bool commits;            /* a commit of it has taken the slow path, perhaps without effect */
  bool may_commit;         /* a stall of it is in code that may commit it (ERBIUM_MAY_COMMIT) */
  int group;               /* the group in which it claims, or 0 */
  erbium_index run_first, run_end; /* the run that it has claimed last; 0, 0: none */
  int64_t claims_seen;     /* claims of its owner by the last commit, in checked mode, and */
  const struct erb_view *follows; /* the view with which it had claimed last, if any */
  erbium_index horizon;
  erbium_index room;       /* elements that the window holds */
  erbium_index batch;      /* more elements, for which it polls */
  erbium_index doze_batch; /* more elements that a doze asks for */
  erbium_index remote_batch; /* and that a fiber asks for which waits for another worker */
  int32_t patience;        /* most polls for a batch */
  int32_t skipped;         /* times that patience was 0 */
  int32_t rest, last_rest; /* calls that do not wait for the distance (sync/distance.c) */
  erbium_index accessed;   /* end of the elements that a write view has accessed, in checked mode */
  struct erb_touched *touched; /* committed elements that it has accessed, in checked mode, or NULL
                                * (observe/write_checks.c) */
  struct erb_touched *last;    /* the highest element that it has accessed before a commit of it, in
                                * checked mode, or NULL */
  erbium_atomic grow_to;   /* horizon that deadlock detection wants it to have */
  bool grown;              /* it has grown to more than alloc asked for, and a note has said so */
  bool told;               /* and a warning has said so */
  bool drops;              /* it has written an element again that it had not committed, in checked
                            * mode (observe/write_checks.c) */
  int64_t traveller;       /* by which ranks know it (rank/references.c), or 0 */
  bool elsewhere;          /* it stands for a view that this rank has not had yet */
  struct erb_view *next, *previous; /* among the owner's, or in the free list */
};

#include "record/indices.h"

/* ---- Records: record.c ---------------------------------------------------------- */

/* Whether no process can use r any more.  Under r's lock. */
extern bool erb_record_is_dead (const erbium_record *r);
/* Retires r, which is dead; frees the descriptor. */
extern void erb_record_retire (erbium_record *r);
extern void erb_record_free (erbium_record *r);
/* Returns the name that r was given, or NULL; the name is valid as long as the record exists.  From
 * any thread. */
extern const char *erb_record_name (const erbium_record *r);
/* The highest index that is known of a side, terminal indices included. */
extern erbium_index erb_highest_index (const erbium_record *r, enum erb_side side);
/* Sets where the elements up to bound are, after an update, a stall or a move. */
extern void erb_view_reach (struct erb_view *v, erbium_index bound);

/* ---- The lock of a record: record_lock.c ---------------------------------------- */

extern void erb_record_lock (erbium_record *r);
extern void erb_record_unlock (erbium_record *r);
/* Takes the lock unless another thread holds it; used when a program is ended early.  If the lock
 * is biased to a worker, waits a moment for that worker. */
extern bool erb_record_try_lock (erbium_record *r);
/* Whether r may be biased to `here', where all processes live that the caller waits for.  Counts
 * such waits. */
extern bool erb_record_may_bias (erbium_record *r, const struct erb_local *here);
/* Biases the lock of r to `here'.  Under that lock. */
extern void erb_record_bias (erbium_record *r, struct erb_local *here);
/* Ends the bias of r to `here', if it has one: by the thread that serves it, or that holds the
 * serving thread still (fiber/steal.c). */
extern void erb_record_end_own_bias (erbium_record *r, const struct erb_local *here);
/* Ends all biases of program, whose workers are about to be freed. */
extern void erb_records_end_biases (erbium_program *program);

/* ---- The window of a record: record_window.c ------------------------------------ */

/* Makes room for that number of elements, counted from the smallest live one. */
extern void erb_record_make_room (struct erb_view *v, erbium_index elements, const char *where);
/* Gives r a window for its horizons, or for a part of one.  Under r's lock. */
extern void erb_record_first_room (erbium_record *r, const char *where);
/* Moves v to the window of its record; a producer waits for one that is being made.  Returns
 * whether v has moved. */
extern bool erb_view_adopt (struct erb_view *v);
/* Returns whether v uses the window of its record.  Under the record's lock. */
extern bool erb_view_is_current (const struct erb_view *v);
/* Moves v there and releases the record's lock. */
extern void erb_view_adopt_unlocking (struct erb_view *v);
/* Makes a window for v's record if it has none, and moves v there. */
extern void erb_view_provide (struct erb_view *v, enum erb_primitive primitive, const char *where);
/* A producer aside writes in memory of its own, which no other view reads. */
extern bool erb_view_is_aside (const struct erb_view *v);
extern void erb_view_go_aside (struct erb_view *v, erbium_index i, const char *where);
extern void erb_view_come_back (struct erb_view *v);
extern void erb_view_leave_aside (struct erb_view *v);
/* Copies the elements that v may have written but has not committed to `to', the memory of another
 * window, which has `bytes' bytes. */
extern void erb_view_copy_uncommitted (const struct erb_view *v, char *to, size_t bytes);
/* The first element that v keeps live when it may write up to i. */
extern erbium_index erb_view_first_own (const struct erb_view *v, erbium_index i);
/* Holds all grants of r back until `growing' is 0.  Under r's lock. */
extern void erb_record_hold_grants (erbium_record *r);

/* Returns the size in bytes of a window for that many elements of r. */
extern size_t erb_record_bytes_for (const erbium_record *r, erbium_index elements);
/* Reports that there is no window of so many bytes; errno tells why. */
extern void erb_no_window (size_t bytes, enum erb_primitive primitive, const char *where)
  ERB_NORETURN ERB_COLD;
/* Moves v to w.  Reports a lack of mappings. */
extern void erb_view_move (struct erb_view *v, struct erb_window *w);

/* ---- Windows that belong to one reader: own_window.c ---------------------------- */

/* Makes v's own window hold that many elements from its release index on. */
extern void erb_own_hold (struct erb_view *v, erbium_index elements, const char *where);
/* Gives v a window for both horizons, so that elements can be copied ahead; if there is no memory
 * for that, v keeps the one that it has. */
extern void erb_own_make_room (struct erb_view *v);
/* Moves v to its own window, which is made if v has a horizon and the record has a window.  Returns
 * whether v has moved. */
extern bool erb_own_adopt (struct erb_view *v);
/* v has just taken the id, or is about to give it up.  Under the record's lock. */
extern void erb_own_take (struct erb_view *v, struct erb_id_state *id_state);
extern void erb_own_leave (struct erb_view *v, struct erb_id_state *id_state);
/* v has taken the id and uses the record's window no more. */
extern void erb_own_begin (struct erb_view *v);
/* Frees v's own window, which v uses no more. */
extern void erb_own_free (struct erb_view *v);
/* Frees the windows of ids of r that no view holds. */
extern void erb_own_free_ids (erbium_record *r);

/* ---- The window of an empty record: take_back.c --------------------------------- */

/* Returns whether the only producer of r has committed all that it was granted, and its only reader
 * has released all of that. */
extern bool erb_record_is_empty (const erbium_record *r);
/* Takes the window away from r, and from v, whose next stall or update leaves the fast path. */
extern void erb_record_lose_window (erbium_record *r);
extern void erb_view_lose_window (struct erb_view *v);
/* Frees the window of v's record if the record is empty.  By the reader v, wherever the producer
 * runs. */
extern void erb_record_take_back (struct erb_view *v);

/* ---- Windows that fibers pass on: window_pool.c --------------------------------- */

/* Takes a window of so many bytes from the pool of the caller's worker, or returns NULL. */
extern struct erb_window *erb_pool_take (size_t bytes);
/* Puts w, which no record has any more, into the pool of the caller's worker.  Returns false if
 * there is none, or it is full. */
extern bool erb_pool_put (struct erb_window *w);
/* Returns whether the window of r should be put into a pool; small windows should not. */
extern bool erb_pool_pays (const erbium_record *r);
/* Puts the window of r into the pool of here, if r has no use for it now.  Under r's lock. */
extern void erb_pool_return (struct erb_local *here, erbium_record *r);
extern void erb_pool_free (struct erb_local *here, struct erb_arena *arena);

/* ---- Views: view.c --------------------------------------------------------------- */

/* Sets the slots that the fast path uses: v's own slot if v may take the fast path, and otherwise
 * one that never lets it. */
extern void erb_view_slots (struct erb_view *v);
/* Gives v to owner, or to none if NULL. */
extern void erb_view_own (struct erb_view *v, struct erb_process *owner);
extern void erb_view_end (struct erb_view *v, bool handover, const char *where);
/* Ends all views of p. */
extern void erb_views_end (struct erb_process *p);
/* The view of p, freed perhaps, that is at this address, or NULL. */
extern struct erb_view *erb_view_at (erbium_program *p, const void *address);
extern void erb_views_free (erbium_program *p);
/* Stores bounds of the addresses of views of p. */
extern void erb_views_range (erbium_program *p, uintptr_t *from, uintptr_t *to);
/* Returns memory that is recognised as a view of r, and belongs to owner, but is none: every
 * primitive reports that.  NULL: no memory. */
extern struct erb_view *erb_view_elsewhere (erbium_record *r, enum erb_side side,
                                            struct erb_process *owner);
/* Lets the next view that the calling thread makes have the address of v, which erb_view_elsewhere
 * has returned or which is in the quarantine.  Has no effect if v is neither. */
extern void erb_view_reserve (struct erb_view *v);

/* ---- Checks and descriptions ----------------------------------------------------- */

/* "read view 3 (id 1) of record 'r' (file:line)". */
extern const char *erb_describe_view (const struct erb_view *v, struct erb_text *t);
extern const char *erb_describe_record (const erbium_record *r, struct erb_text *t);
/* Ends the program since a view is NULL. Can be called before any program has begun. */
extern void erb_no_view (enum erb_primitive p, const char *where) ERB_NORETURN ERB_COLD;

/* Ends the program if v, a write view, holds no id. */
extern void erb_expect_id (const struct erb_view *v, enum erb_primitive p, const char *where);

/* Checks a call of commit, stall, update or release; side is the one that v must have.  Where
 * nothing is wrong it only looks up the calling process. */
ERBIUM_INLINE void
erb_check_call (struct erb_view *v, enum erb_side side, enum erb_primitive p, const char *where)
{
  struct erb_process *self = erb_self ();
  if (!v || v->hot.watch || v->owner != self || v->side != side)
    {
      erb_event_call (v, p, where);
      return;
    }
  self->last = p;
  self->last_where = where;
}

/* Reports an element of r that two ids have written, if one is known, where processes share no
 * memory.  Called before v's process uses elements that all producers have committed, after an
 * index was published, and after an id has ended. */
ERBIUM_INLINE void
erb_check_conflict (erbium_record *r)
{
  if (r->program->heap && erbium_load_relaxed (&r->conflict))
    r->backend->report_conflict (r);
}

/* Ends views with their processes, and passes them to processes that are run. */
extern const struct erb_observer erb_record_observer;

#endif
