/* SPDX-License-Identifier: MIT */
/* ranks.h - messages, replicas and the engine, for the files of the folder.
 *
 * Locks: the engine's lock protects replicas and what is known of ids.  It is taken before the lock
 * of a program or of a record, and never within them.  The lock of the queue of messages is the
 * innermost of all.
 */
#ifndef ERB_RANKS_H
#define ERB_RANKS_H

#include "bytes/bytes.h"
#include "code_place/code_place.h"
#include "rank/link/rank_link.h"
#include "rank/rank.h"
#include "record/record.h"
#include "sync/sync.h"

/* ---- Messages ------------------------------------------------------------------ */

enum erb_message_kind
{
  ERB_TO_RECORD,     /* makes a replica */
  ERB_TO_JOIN_RECORD, /* to the home: the sender has a replica now */
  ERB_TO_ID,         /* from the home: which rank holds an id, or that it is given up */
  ERB_TO_GIVE_UP,    /* to the home: an id is handed over, has ended, or has moved */
  ERB_TO_REGISTER,   /* request to the home: may the sender have the id? */
  ERB_TO_CLAIM,      /* request to the home */
  ERB_TO_STREAM,     /* elements */
  ERB_TO_RELEASED,   /* a release index */
  ERB_TO_RUN,        /* a process */
  ERB_TO_START,      /* request to rank 0: a number for a process */
  ERB_TO_ENDED,      /* to rank 0: a process has ended */
  ERB_TO_AWAIT,      /* request to rank 0: answer when a process has ended, or all others */
  ERB_TO_PRINT,      /* to rank 0: output */
  ERB_TO_PRINTED,    /* from rank 0: it has all output so far */
  ERB_TO_GRANTED,    /* answer to a request for an id */
  ERB_TO_ANSWER,     /* to a request */
  ERB_TO_STILL,      /* to rank 0: all processes sleep, or one has slept for long */
  ERB_TO_PROBE,      /* from rank 0: which processes wait, and for what? */
  ERB_TO_WAITS,      /* to rank 0: that */
  ERB_TO_GROW,       /* from rank 0: a larger window breaks a cycle */
  ERB_TO_FAULT,      /* the sender has reported an error that ends the program */
  ERB_TO_STATISTICS, /* to rank 0: tables, when the program has ended */
  ERB_TO_FINISH      /* from rank 0: the program has ended */
};

/* A record, on all ranks. */
struct erb_key
{
  int64_t home;   /* rank that has made it */
  int64_t number; /* of the record there */
};

struct erb_message
{
  int64_t size;             /* used by link/ */
  int32_t kind, from;
  struct erb_key key;
  int32_t side, id;
  int64_t ticket;           /* of a request: a struct erb_ticket * of the sender; else 0 */
  int64_t a, b, c, d;       /* by kind */
  uint64_t bytes;           /* that follow */
  char more[];
};

/* launch.c.  Reports that this process of the system does not belong to a job. */
extern void erb_no_rank (const struct erb_process *p) ERB_NORETURN ERB_COLD;

/* ---- The engine: engine.c -------------------------------------------------------- */

struct erb_ticket
{
  erbium_atomic32 done; /* 1: there is an answer; the thread sleeps on it */
  int64_t a, b;
};

extern int erb_rank, erb_ranks; /* the calling rank, and how many there are; 0 ranks: no job */
extern struct erb_process **erb_rank_owner; /* by rank: what owns the views of other ranks here */

/* Whether the caller is in a job, and p is the program that is spread over it. */
extern bool erb_is_spread (const erbium_program *p);
/* Begins the engine of this rank; link is loaded.  Returns when all ranks have begun. */
extern void erb_engine_begin (const struct erb_link *link);
/* On a rank other than 0: waits until the program has ended. */
extern void erb_engine_serve (void);
/* Whether the calling thread is the engine, which has the lock. */
extern bool erb_on_engine (void);
extern void erb_engine_lock (void);
extern void erb_engine_unlock (void);
/* Returns a message for rank `to' with room for `bytes' more bytes. */
extern struct erb_message *erb_message_new (enum erb_message_kind kind, size_t bytes);
/* Puts m, which is not the caller's any more, into the queue.  Never blocks. */
extern void erb_post (int to, struct erb_message *m);
/* The same; if `to' is this rank, see_here handles m at once, and m is freed. */
extern void erb_post_or_see (int to, struct erb_message *m,
                             bool (*see_here) (const struct erb_message *m));
/* Puts m into the queue of all ranks of `members' but this one and `but'. */
extern void erb_post_to_members (const bool *members, int but, const struct erb_message *m);
/* Sends the request m and waits for its answer. */
extern struct erb_ticket erb_request (int to, struct erb_message *m);
extern void erb_answer (int to, int64_t ticket, int64_t a, int64_t b);
/* Lets the engine look for something to do. */
extern void erb_engine_ring (void);
/* Returns the number of messages that are being sent. */
extern int erb_engine_backlog (void);
/* Rank 0: tells all ranks that the program has ended, and returns when they end. */
extern void erb_engine_finish (void);
extern bool erb_engine_is_over (void);
/* Ends the job before it begins: all ranks have found the same error, and rank 0 has said so. */
extern void erb_engine_refuse (void) ERB_NORETURN;
/* Ends the job, since this rank has reported an error. */
extern void erb_engine_abort (int status);

/* ---- Replicas: shared.c, shadows.c, own_views.c -------------------------------------- */

/* Which rank holds an id, as far as this rank knows. */
struct erb_id_place
{
  int rank;                /* that holds it, or has held it last; -1: none has */
  struct erb_view *shadow; /* where another rank holds it */
  /* Of a producer of another rank: the index at which it has ended or handed the id over; or -1.
   * The slot gets there when the elements have arrived. */
  erbium_index ends_at, vacant_at;
  erbium_index from;       /* where that began */
  erbium_index told;       /* of a reader of this rank: the index that the source knows; or -1 */
};

/* The elements of a record that have come to this rank.  The window has all of them from `whole' to
 * `end'.  Those before may have been overwritten.  If a reader comes that needs them, they come
 * again, in order: so far those from `again' to `again_end', or none if that is not beyond. */
struct erb_arrived
{
  erbium_atomic whole;
  erbium_index end, again, again_end;
  erbium_atomic32 falls; /* how often `whole' has become less */
};

/* A record that several ranks know. */
struct erb_shared_record
{
  struct erb_key key;
  erbium_record *record;  /* the replica; NULL: it has ended on this rank */
  int source;             /* rank of the producers, or -1: none has registered */
  bool *member;           /* on the home: which ranks have a replica */
  int *readers;           /* on each rank: how many ids readers hold there */
  erbium_index *sent;     /* to each rank: the end of the elements that were sent */
  struct erb_arrived arrived; /* where another rank is the source */
  struct erb_id_place *place[ERB_SIDES];
  struct erb_wait wait, release_wait; /* the engine's, for elements and for a release index */
  struct erb_shared_record *next;
};

extern struct erb_shared_record *erb_shared_records;

/* Returns what is known of r, which is about to be known to other ranks.  Under the lock. */
extern struct erb_shared_record *erb_share (erbium_record *r);
extern struct erb_shared_record *erb_find_shared (struct erb_key key);
/* Lets rank `to' make a replica of s, unless it has one. */
extern void erb_send_record (struct erb_shared_record *s, int to);
/* v, which has been a view of this rank, goes to another one: leaves a shadow. */
extern void erb_view_leaves (struct erb_shared_record *s, struct erb_view *v, int to);
/* Handles a message.  Returns false if it must be deferred. */
extern bool erb_see_record (const struct erb_message *m);
extern bool erb_see_id (const struct erb_message *m);
extern bool erb_see_give_up (const struct erb_message *m);
extern bool erb_see_register (const struct erb_message *m);
extern bool erb_see_claim (const struct erb_message *m);
extern void erb_see_granted (const struct erb_message *m);
extern bool erb_see_join_record (const struct erb_message *m);
/* A view comes to this rank, as part of a process; with that id and index if id > 0. */
extern struct erb_view *erb_view_arrives (struct erb_shared_record *s, enum erb_side side, int id,
                                          erbium_index horizon, erbium_index at, int from,
                                          int64_t traveller, const char *where);
/* Ends the producers of other ranks whose last elements have arrived. */
extern void erb_end_producers (struct erb_shared_record *s);
/* Makes a view of r for the engine, which owns it for rank; with that id and index if id > 0. */
extern struct erb_view *erb_engine_view (erbium_record *r, enum erb_side side, int id,
                                         erbium_index horizon, erbium_index at, int rank,
                                         const char *where);

/* The index at which the next id begins that the engine takes, or -1. */
extern erbium_index erb_engine_begins_at;

/* Observers. */
extern bool erb_rank_takes_id (struct erb_view *v, int id, erbium_index *at, const char *where);
extern void erb_rank_id_taken (struct erb_view *v);
extern void erb_rank_id_given_up (struct erb_view *v, int id, bool ended);
extern void erb_rank_record_retired (erbium_record *r);
extern void erb_rank_claimed (struct erb_view *v, erbium_index count, erbium_index *first,
                              const char *where);
extern bool erb_rank_update (struct erb_view *v, erbium_index i, erbium_index *to, bool *ends,
                             const char *where);

/* ---- Views and records as values: references.c -------------------------------------------- */

extern bool erb_is_record (erbium_program *program, uintptr_t address);
/* Writes which record r is; rank `to' has a replica when it reads that. */
extern void erb_put_key (struct erb_bytes *b, erbium_record *r, int to);
extern struct erb_shared_record *erb_take_key (struct erb_bytes *b);
/* Returns the number by which all ranks know v. */
extern int64_t erb_traveller (struct erb_view *v);
/* The next view that the engine makes is the one of that number. */
extern void erb_traveller_comes (int64_t number);
extern void erb_traveller_is (int64_t number, struct erb_view *v);
/* Writes which words of some elements are addresses of views and records; writes nothing if none
 * is. */
extern void erb_put_references (struct erb_bytes *b, const char *elements, size_t bytes, int to);
/* Puts addresses of this rank in place of these words. */
extern void erb_take_references (struct erb_bytes *b, char *elements);
extern void erb_rank_record_made (erbium_record *r);

/* ---- Elements: stream.c -------------------------------------------------------------- */

/* Sends what there is; returns whether there was anything.  Under the lock. */
extern bool erb_streams_move (void);
/* Puts the engine into the queues of records from which something may come; leave takes it out. */
extern void erb_streams_await (void);
extern void erb_streams_leave (void);
extern void erb_stream_leave (struct erb_shared_record *s);
/* Whether there is anything to send; called after a heavy barrier. */
extern bool erb_streams_can_move (void);
extern bool erb_see_stream (const struct erb_message *m);
/* Waits until the window of this rank has all elements from `first' on that have come.  By a reader
 * that needs them, which this rank knows. */
extern void erb_await_again (struct erb_shared_record *s, erbium_index first);
extern bool erb_see_released (const struct erb_message *m);

/* ---- Output: output.c -------------------------------------------------------------------- */

/* Between these two, output of ranks other than 0 is kept to be sent. */
extern void erb_output_begin (void);
extern void erb_output_end (void);
/* Returns a message with what was printed since the last one, or NULL. */
extern struct erb_message *erb_output_message (void);
extern void erb_see_output (const struct erb_message *m);

/* ---- Statistics: gather.c ---------------------------------------------------------------- */

/* Sends the tables of this rank to rank 0, if they are wanted. */
extern void erb_statistics_send (void);
extern void erb_see_statistics (const struct erb_message *m);
extern bool erb_rank_statistics_due (erbium_program *program);

/* ---- Processes: remote_run.c, arguments.c ------------------------------------------------ */

/* Returns the rank on which p has to run, or -1 if it may be any. */
extern int erb_rank_required (struct erb_process *p);
/* Sends p, which has not started, to another rank.  Its views leave. */
extern void erb_send_process (struct erb_process *p, int to);
extern bool erb_see_run (const struct erb_message *m);
/* Rank 0: ends what has stood for a process, which has ended, or runs on rank 0 itself now. */
extern void erb_end_stand_in (erbium_process id);
extern bool erb_see_start (const struct erb_message *m);
extern bool erb_see_ended (const struct erb_message *m);
extern bool erb_see_await (const struct erb_message *m);
/* Answers requests to wait for processes that have ended by now. */
extern void erb_answer_joiners (void);
/* The number of the process that the engine is about to run here, or 0. */
extern erbium_process erb_arriving;
/* Whether p stands for a process of another rank. */
extern bool erb_is_stand_in (const struct erb_process *p);

/* ---- placement.c: which process runs where ------------------------------------------------- */

/* Reads the file of ERBIUM_PLACEMENT, if it is set.  Reports errors of it, which end the job. */
extern void erb_placement_begin (void);
/* Returns the rank on which p is to run, or -1 if the file does not say. */
extern int erb_placed (const struct erb_process *p);

/* ---- Deadlocks: waits.c, wait_search.c, wait_copy.c ------------------------------------------ */

/* What a rank tells of its processes.  A key is the number of a process, or a negative number for a
 * thread that has entered the program on another rank than 0. */

struct erb_sleeper { int64_t key, parks; };

struct erb_told_process /* followed by its name, and the place of its wait */
{
  int64_t key, parks, need, end_of;
  int32_t primitive, side;
  bool starts, elsewhere, waits, for_room; /* elsewhere: it stands for one of another rank */
};

/* ERB_HELD_ELSEWHERE: the home says that another rank holds it. */
enum erb_holder { ERB_HELD_BY, ERB_HELD_BY_NOBODY, ERB_HELD_ELSEWHERE };

struct erb_told_id
{
  int64_t index, end, seen, process;
  int32_t side, id, state, holder;
};

struct erb_told_record /* followed by place and name, if this is the home, and `told' ids */
{
  struct erb_key key;
  int64_t number, size;
  int32_t ids[ERB_SIDES];
  int32_t told;
  bool is_home;
};

struct erb_told_view
{
  struct erb_key record;
  int64_t process, number, index, seen, run_first, run_end, horizon;
  int32_t side, id;
  bool grown, told, waited_on;
};

/* Writes the processes that sleep, as struct erb_sleeper; or all processes, records, and views of
 * processes that sleep.  Under the engine's lock. */
extern void erb_waits_put_sleepers (struct erb_bytes *b, erbium_program *program);
extern void erb_waits_put_all (struct erb_bytes *b, erbium_program *program);
/* Rank 0 has asked: the rank says later again that its processes sleep. */
extern void erb_waits_asked (void);
/* Tells rank 0 if processes sleep; moved: since the last call, something has changed.  Returns for
 * how many ns the engine may sleep.  Under the engine's lock. */
extern int64_t erb_waits_look (int64_t now, bool moved);
/* Describes how an id of a record of this rank stands: state, index and end. */
extern void erb_id_standing (const struct erb_shared_record *s, enum erb_side side, int n,
                             struct erb_told_id *t);
extern bool erb_see_still (const struct erb_message *m);
extern bool erb_see_probe (const struct erb_message *m);
extern bool erb_see_waits (const struct erb_message *m);
extern bool erb_see_grow (const struct erb_message *m);
/* Rank 0: begins a search if one is due, under the engine's lock; searches once all have answered,
 * without that lock. */
extern void erb_search_begin (int64_t now);
extern void erb_search_end (void);
/* Makes a program from the answers of both rounds, by rank; warned: as in struct erbium_program. */
extern erbium_program *erb_copy_program (const struct erb_bytes *first, struct erb_bytes *second,
                                         bool warned);
/* After a search of the copy: tells the ranks of the processes whose windows grow. */
extern void erb_copy_tell_growth (void);
extern void erb_copy_free (void);

#endif
