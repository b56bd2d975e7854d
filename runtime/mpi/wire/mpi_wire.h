/* SPDX-License-Identifier: MIT */
/* mpi_wire.h - how bytes get from rank to rank: one unicast ring for each pair of ranks, and one
 * multicast ring for each rank.
 *
 *   mpi_ring.h    private: a ring
 *   mpi_ring.c    rings, and messages that are stored in them
 *   mpi_offer.c   long messages, which go from buffer to buffer
 *   mpi_poll.c    what has arrived
 *   mpi_idle.c    waiting
 *   mpi_log.c     record and replay of what arrives
 *
 * A header is a cache line.  A message of up to DETMPI_INLINE bytes is in its header, so sending it
 * is one line that the sender writes and the receiver polls.  The bytes of a longer message are in
 * the payload of the ring; a message that exceeds a piece is sent in several, which the receiver
 * copies while others follow.  The sender of a long message offers its buffer instead, and both
 * sides copy from buffer to buffer, as channels do (channel/channel_direct.c).
 *
 * Sending never waits for a receive: a rank that waits for anything takes out of its rings what
 * arrives, and stores in its own memory what nobody receives yet.  So a program that sends before
 * it receives does not depend on the sizes of its messages (DLinux, section III-C.5: eager
 * channels, to avoid deadlocks).
 */
#ifndef ERB_MPI_WIRE_H
#define ERB_MPI_WIRE_H

#include "mpi/base/mpi_base.h"

/* What stands before the bytes of a message. */
struct detmpi_envelope
{
  uint32_t context;  /* of the communicator, and the kind of call */
  int tag;
  int kind;          /* enum detmpi_class of the elements; the receiver compares */
  int sync;          /* a slot (mpi_offer.c) that the receiver answers when it receives; or -1 */
  int64_t clock;     /* logical time of the send */
  size_t size;       /* bytes */
};

/* ---- Sending --------------------------------------------------------------- */

/* Stores a message in the ring to peer.  While the ring is full, the caller takes what arrives. */
extern void detmpi_store (int peer, const struct detmpi_envelope *e, const char *data);
/* As above, to all other ranks of a job that has multicast rings, through that of the caller. */
extern void detmpi_store_for_all (const struct detmpi_envelope *e, const char *data);
/* Whether a message of size bytes is better offered. */
extern bool detmpi_is_long (size_t size);
/* The same of a message to all others. */
extern bool detmpi_is_long_for_all (size_t size);
/* Offers a message and returns its slot.  The buffer must not change until the offer is done. */
extern int detmpi_offer (int peer, const struct detmpi_envelope *e, const char *data);
/* Offers a message to all other ranks: each of them answers in DETMPI_MULTICAST_SLOT.  All of these
 * must be done before the next offer to all. */
extern void detmpi_offer_to_all (const struct detmpi_envelope *e, const char *data);
/* Takes a slot for the answer to a message whose envelope names it. */
extern int detmpi_take_slot (int peer);
/* Returns whether the receiver has the message, and frees the slot then.  Copies a part of it if
 * the receiver is copying. */
extern bool detmpi_slot_is_done (int peer, int slot);
extern erbium_atomic32 *detmpi_slot_word (int peer, int slot, int32_t *pending);
/* The receiver's answer to a message with a slot, and the logical time of the receive. */
extern void detmpi_answer (int peer, int slot, int64_t clock);
/* That time, once detmpi_slot_is_done has returned true, until the slot is taken again. */
extern int64_t detmpi_slot_clock (int peer, int slot);

/* ---- What arrives ---------------------------------------------------------- */

/* Where the bytes of a message go.  Made by the sink below, for one message at a time and peer. */
struct detmpi_place
{
  char *to;                      /* room for `size' bytes, or NULL for an offer that has to wait */
  void *owner;                   /* of the sink */
};

/* An offer that the sink has left for later. */
struct detmpi_offered { char *from; int slot; };

/* The functions that take messages (point/). */
struct detmpi_sink
{
  /* A message begins to arrive; offered is NULL unless its bytes are in the sender's buffer. */
  struct detmpi_place (*begins) (int peer, const struct detmpi_envelope *e,
                                 const struct detmpi_offered *offered);
  /* All bytes are in the place. */
  void (*ends) (int peer, const struct detmpi_envelope *e, struct detmpi_place *place);
  /* The rank has nothing else to do: takes offers out of the buffers of their senders. */
  bool (*is_idle) (void);
};
extern const struct detmpi_sink *detmpi_sink;

/* Takes what has arrived.  Returns whether there was anything. */
extern bool detmpi_poll (void);
/* Copies an offered message of peer to `to', and answers. */
extern void detmpi_fetch (int peer, const struct detmpi_offered *offered, char *to, size_t size);

/* The header that comes next from peer, by unicast or multicast, has this word; *value is its value
 * while it is not there. */
extern erbium_atomic32 *detmpi_next_word (int peer, bool by_multicast, int32_t *value);

/* ---- Waiting --------------------------------------------------------------- */

/* A wait in progress: begin with { .peer = ... }. */
struct detmpi_idle
{
  int peer;               /* the rank that has to act, or -1 */
  enum detmpi_awaited awaited;
  erbium_atomic32 *word;  /* changes when it has; NULL: look again after a while */
  int32_t value;
  int64_t candidate;      /* without a word: see point/mpi_order.c */
  /* In a wait for one of several requests (mpi_choice.c): whether one is done. */
  bool (*another_is_done) (const void *of);
  const void *of;
  bool may_choose;        /* the answer of the watcher: it need not be the first one */
  int rounds;
  bool waits;             /* the wait is published */
};

/* Gives the processor away, unless other programs have kept it for long.  Returns whether it may be
 * better to do so again than to sleep. */
extern bool detmpi_yield (void);
/* The caller has polled and found nothing. */
extern void detmpi_idle (struct detmpi_idle *i);
extern void detmpi_idle_ends (struct detmpi_idle *i);
/* The published wait of the caller, or NULL.  It ends before the rank takes a header: the watcher
 * and point/mpi_order.c depend on that. */
extern struct detmpi_idle *detmpi_published;
/* Whether a rank has headers to take. */
extern bool detmpi_has_mail (int rank);

/* Wakes peer if it sleeps.  Call after a store that it may wait for. */
extern void detmpi_ring_bell (int peer) ERB_COLD;

ERBIUM_INLINE void
detmpi_notify (int peer)
{
  erbium_light_barrier ();
  if (__builtin_expect (erbium_load_relaxed (&detmpi_job->rank[peer].asleep), 0))
    detmpi_ring_bell (peer);
}

/* The same for all other ranks. */
extern void detmpi_notify_all (void);

/* ---- A job ----------------------------------------------------------------- */

extern void detmpi_make_wires (void);
/* Finds the rings of the job, in a copy of this library that has not made them. */
extern void detmpi_find_wires (void);
/* Connects the caller with the rings. */
extern void detmpi_open_wires (void);
/* Whether there are multicast rings: between two ranks, unicast is as fast. */
ERBIUM_INLINE bool
detmpi_has_multicast (void)
{
  return detmpi_job->ranks > 2;
}
/* The rank that is replayed (DETMPI_REPLAY), or 0. */
extern int detmpi_replayed_rank (void);
extern bool detmpi_replays;
/* Neither recorded nor replayed, and no order of receives to keep: messages may be received without
 * the sink. */
extern bool detmpi_plain;
/* Begins to record, or to replay, in MPI_Init. */
extern void detmpi_begin_log (void);
/* Records a message; `number' is its place in the order in which the messages of peer arrive.  An
 * offered message may be copied, and recorded, after later ones. */
extern void detmpi_log_arrival (int peer, int64_t number, const struct detmpi_envelope *e,
                                const char *data);
/* What the watcher has let a call choose (point/mpi_choice.c).  The second function returns -1
 * unless the job is a replay that has such a choice. */
extern void detmpi_log_choice (int64_t number, int chosen);
extern int detmpi_recorded_choice (int64_t number);
/* The logical time of the receive that has answered a synchronous send. */
extern void detmpi_log_answer (int64_t clock);
extern int64_t detmpi_recorded_answer (void);

/* ---- The fast paths, inline ------------------------------------------------ */

#include "mpi/wire/mpi_ring.h"

#endif
