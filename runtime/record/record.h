/* SPDX-License-Identifier: MIT */
/* records.h - part of runtime.h, which includes it: records, views, and the lock of a record. */
#ifndef ERB_RECORDS_H
#define ERB_RECORDS_H

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
  char who[32];         /* the process that has held it last */
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
                                     erb_position end, size_t bytes);
  void (*window_free) (struct erb_arena *arena, struct erb_window *w);
  /* Starts to bring the elements [tl, hd) near v, and returns at once. */
  void (*receive) (struct erb_view *v, erbium_index tl, erbium_index hd);
};

extern const struct erb_backend erb_backend_shared, erb_backend_paged;

/* A name that was given to a record; those before stay, since somebody may be reading them. */
struct erb_name
{
  struct erb_name *before;
  char text[];
};

struct erbium_record
{
  erbium_program *program;
  const struct erb_backend *backend;
  int64_t id;
  erbium_atomic name;         /* struct erb_name *, or 0: read by whoever says what r is */
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
  struct erb_wait *waits[ERB_SIDES]; /* who sleeps for indices of that side */
  struct erb_counts counts;
  erbium_atomic calls;        /* while watched */
  erbium_atomic most_live;    /* elements, while watched */
  size_t last_bytes;          /* of the window, when it has gone */
  size_t first_bytes;         /* of the window, when it is made */
  erbium_atomic twice;        /* 1 + the first element that is known to be written by several ids, or 0 (twice.c) */
  int twice_by[2];            /* the least of these, in order */
  erbium_index flow_from;     /* furthest commit index when measuring began */
  double moved_before, lately; /* bytes, at the last plan; moved since, fading */
  struct erbium_record *next, *previous; /* in the program */
};

/* The cold half of a view; a pointer to one is a pointer to the other. */
struct erb_view
{
  struct erbium_view hot;
  const struct erb_view *itself;   /* and its program: by which it is known in a heap of spaces */
  const erbium_program *program;
  int64_t id;
  erbium_record *record;   /* once freed, perhaps another by now */
  int64_t record_id;
  const char *record_where;
  struct erb_process *owner;
  const char *where;
  const char *freed;       /* where, or NULL */
  struct erb_window *window; /* that hot.base and hot.mask are of */
  struct erb_window *aside;  /* of a producer that nobody reads, or NULL */
  struct erb_guard *guard;   /* where v has a mapping of its own (guard.h), or NULL */
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
  bool grown;              /* and has said so */
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
/* Copies what v may have written and not committed to another window, of so many bytes. */
extern void erb_view_copy_uncommitted (const struct erb_view *v, char *to, size_t bytes);
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
/* What it was named, or NULL: for as long as the record is there.  From any thread. */
extern const char *erb_record_name (const erbium_record *r);
extern void erb_record_free (erbium_record *r);
/* Sees to it that v's record has a window, and v too. */
extern void erb_view_provide (struct erb_view *v, enum erb_primitive primitive, const char *where);
/* loan.c.  A window of so many bytes that the worker of the caller has, or NULL. */
extern struct erb_window *erb_loan_take (size_t bytes);
/* Nobody has w any more: whether the worker of the caller takes it. */
extern bool erb_loan_keep (struct erb_window *w);
/* Gives r a window for its horizons, or a part of one.  Under r's lock. */
extern void erb_record_first_room (erbium_record *r, const char *where);
/* The view of p, freed perhaps, that is at this address, or NULL. */
extern struct erb_view *erb_view_at (erbium_program *p, const void *address);
extern void erb_views_free (erbium_program *p);

/* ---- record_lock.c ------------------------------------------------------ */

extern void erb_record_lock (erbium_record *r);
extern void erb_record_unlock (erbium_record *r);
/* Without waiting for whoever has it. */
extern bool erb_record_try_lock (erbium_record *r);

#endif
