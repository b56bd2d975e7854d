/* SPDX-License-Identifier: MIT */
/* mpi_match.h - requests and messages not yet received; private to the files of messages.
 */
#ifndef ERB_MPI_MATCH_H
#define ERB_MPI_MATCH_H

#include "mpi/point/mpi_point.h"
#include "mpi/wire/mpi_wire.h"

enum detmpi_mode { DETMPI_STANDARD, DETMPI_BUFFERED, DETMPI_SYNCHRONOUS, DETMPI_READY };

enum { DETMPI_ANY_PEER = -1 };

struct detmpi_unread;

struct detmpi_request
{
  MPI_Request handle;
  bool is_send, is_done, is_persistent, is_active, is_cancelled;
  bool is_probe;               /* finds a message, and leaves it where it is */
  bool by_multicast;           /* the message comes through the multicast ring of its source */
  enum detmpi_mode mode;
  struct detmpi_comm *comm;
  uint32_t context;
  int rank, tag;               /* of the peer in comm, or MPI_ANY_SOURCE; MPI_PROC_NULL */
  int peer;                    /* rank in the job, or DETMPI_ANY_PEER */
  char *buf;
  size_t count;
  struct detmpi_type *type;
  int slot;                    /* of a send that awaits an answer; or -1 */
  char *packed;                /* the elements as bytes, where they are not contiguous */
  const char *site;            /* where the receive was called */
  /* What a receive has got. */
  int from, got_tag, error;
  size_t bytes;
  int64_t clock;               /* of the message; of a synchronous send, that of its receive */
  int64_t posted;              /* logical time of the receive */
  int64_t order;               /* of receives */
  struct detmpi_unread *found; /* by a probe */
  struct detmpi_request *next; /* in a list of receives */
};

/* A message that has arrived and has not been received. */
struct detmpi_unread
{
  struct detmpi_envelope envelope;
  int64_t number;                /* of the messages of its peer, as they arrive */
  bool is_whole;
  bool is_found;                 /* by a probe, which alone may give it to a receive */
  struct detmpi_offered offered; /* from != NULL: the bytes are in the buffer of the sender */
  struct detmpi_request *taker;  /* gets the message when it is whole */
  char *data;
  struct detmpi_unread *next;
};

struct detmpi_queue { struct detmpi_unread *first, **last; };
struct detmpi_receives { struct detmpi_request *first, **last; };

extern struct detmpi_queue detmpi_unread[DETMPI_MOST_RANKS];     /* by peer */
extern struct detmpi_receives detmpi_posted[DETMPI_MOST_RANKS + 1]; /* by peer; the last: any */

/* ---- mpi_match.c ----------------------------------------------------------- */

ERBIUM_INLINE bool
detmpi_fits (const struct detmpi_request *r, const struct detmpi_envelope *e)
{
  return r->context == e->context && (r->tag == MPI_ANY_TAG || r->tag == e->tag);
}

/* Checks what a receive gets, and completes its fields.  Reports truncation and other types. */
extern void detmpi_accept (struct detmpi_request *r, int peer, const struct detmpi_envelope *e);
/* Posts a receive: it gets a message that is there, or waits in a list. */
extern void detmpi_post (struct detmpi_request *r);
/* Removes a message from the queue of a peer and gives it to a receive; or a probe finds it. */
extern void detmpi_give (struct detmpi_request *r, int peer, struct detmpi_unread **at);
extern void detmpi_withdraw (struct detmpi_request *r);
/* Gives the message that a probe has found to a receive. */
extern void detmpi_give_found (struct detmpi_request *r, struct detmpi_request *probe);
/* Leaves the message that a probe has found to other receives and probes. */
extern void detmpi_leave_found (struct detmpi_request *probe);
/* Returns the first message of peer that fits and that no probe has, whole or not; or NULL. */
extern struct detmpi_unread **detmpi_find_unread (const struct detmpi_request *r, int peer);
/* Returns whether the request is done; sees what answers there are to a send. */
extern bool detmpi_is_done (struct detmpi_request *r);
/* Waits until the request is done. */
extern void detmpi_complete (struct detmpi_request *r);
/* Takes what has arrived, and gives it to receives.  Returns whether there was anything. */
extern bool detmpi_take (void);
/* As above; if there was nothing, goes on waiting.  Otherwise the wait begins anew. */
extern void detmpi_take_or_idle (struct detmpi_idle *i);

/* ---- mpi_order.c ----------------------------------------------------------- */

/* Logical time: the number of calls, and at least that of each message received. */
extern int64_t detmpi_clock;
/* The time of the first message that a receive of any source could get, as last sought. */
extern int64_t detmpi_candidate;

/* Counts a call that sends.  The others may see the count only once the message is in the ring,
 * since they expect the next message of this rank to have a higher one: detmpi_publish_clock. */
ERBIUM_INLINE int64_t
detmpi_tick_of_send (void)
{
  return __builtin_expect (!detmpi_job->ordered, 1) ? 0 : ++detmpi_clock;
}

ERBIUM_INLINE void
detmpi_publish_clock (void)
{
  if (__builtin_expect (detmpi_job->ordered, 0))
    erbium_store_release (&detmpi_me ()->clock, detmpi_clock); /* acquired by look_at */
}

/* Counts a call that does not send. */
ERBIUM_INLINE int64_t
detmpi_tick (void)
{
  int64_t clock = detmpi_tick_of_send ();
  detmpi_publish_clock ();
  return clock;
}

extern void detmpi_saw_clock (int64_t clock);
/* A send has been completed: the count of the caller becomes at least that of the receive, if the
 * send was synchronous. */
extern void detmpi_saw_answer (struct detmpi_request *r);
/* Gives messages to receives that wait, in the order of logical time, as far as it is certain. */
extern void detmpi_match_in_order (void);
/* Whether no message that comes later from a rank of c (or from peer, if it is not negative) can
 * precede that time and rank. */
extern bool detmpi_is_settled (const struct detmpi_comm *c, int peer, int64_t clock, int rank);
/* The first message in logical time that fits a receive of any source; *peer is its source. */
extern struct detmpi_unread **detmpi_first_of_any (const struct detmpi_request *r, int *peer);

/* ---- mpi_choice.c ---------------------------------------------------------- */

/* Returns the request of the array that MPI_Waitany completes, or MPI_UNDEFINED if none is active.
 * Waits until the choice is certain. */
extern int detmpi_choose (int count, const MPI_Request *requests);

/* ---- mpi_request.c --------------------------------------------------------- */

extern struct detmpi_request *detmpi_new_request (void);
extern void detmpi_drop_request (struct detmpi_request *r);
extern struct detmpi_request *detmpi_request_of (MPI_Request request);
/* Returns the probe that has found a message, or NULL. */
extern struct detmpi_request *detmpi_message_of (MPI_Message message);
/* The handle of all sends that are done when their call returns. */
enum { DETMPI_DONE_REQUEST = 0x6c000001 };
/* Ends a request that is done: fills the status, frees it or makes it inactive, and sets the
 * handle.  Returns its error. */
extern int detmpi_finish (MPI_Request *request, struct detmpi_request *r, MPI_Status *status);
extern struct detmpi_request *detmpi_expect_request (MPI_Request request, int *error);
/* Whether a wait for the request is one: it is neither null nor a persistent one that rests. */
extern bool detmpi_is_active (MPI_Request request);

/* ---- mpi_test.c ------------------------------------------------------------ */

/* Counts a call, and waits until it is certain whether a receive, or a probe, was done at that
 * time.  Only with DETMPI_ANY=ordered. */
extern bool detmpi_was_done (struct detmpi_request *r);

/* ---- mpi_recv.c ------------------------------------------------------------ */

/* A receive or a send whose arguments have been checked. */
ERBIUM_INLINE struct detmpi_request
detmpi_request_for (void *buf, size_t count, struct detmpi_type *t, int rank, int tag,
                    struct detmpi_comm *c, uint32_t context)
{
  return (struct detmpi_request) { .comm = c, .context = context, .rank = rank, .tag = tag,
                                   .peer = rank >= 0 ? c->world[rank] : DETMPI_ANY_PEER,
                                   .buf = buf, .count = count, .type = t, .slot = -1 };
}

/* Checks the arguments of a receive; returns NULL and an error if one is wrong. */
extern struct detmpi_type *detmpi_check_recv (struct detmpi_comm **c, int count, MPI_Datatype type,
                                              int source, int tag, MPI_Comm comm, int *error);
/* Makes a request with a handle of a receive whose fields are set. */
extern struct detmpi_request *detmpi_hand_out (const struct detmpi_request *from);

/* Returns the source of a receive: MPI_ANY_SOURCE has one choice in a communicator of one rank. */
ERBIUM_INLINE int
detmpi_source_in (const struct detmpi_comm *c, int source)
{
  return source == MPI_ANY_SOURCE && c->size == 1 ? 0 : source;
}

/* ---- Arguments ------------------------------------------------------------- */

extern int detmpi_check_tag (const struct detmpi_comm *c, int tag, bool may_be_any);
/* An error unless DETMPI_ANY=ordered: the call is not deterministic. */
extern void detmpi_expect_order (const char *what, const char *hint);

/* Begins a send or receive of a request whose fields are set. */
extern void detmpi_start_send (struct detmpi_request *r);
extern void detmpi_start_recv (struct detmpi_request *r);
extern void detmpi_empty_status (MPI_Status *status);

#endif
