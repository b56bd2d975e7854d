/* SPDX-License-Identifier: MIT */
/* mpi_ring.h - a ring of headers and payload, from one rank to one or several; part of mpi_wire.h.
 *
 * The sender writes headers one after the other.  The word `turn' of a header tells in which round
 * it was written; it is stored last (release), and each reader polls it (acquire).  A reader
 * publishes how many headers and bytes it has taken; the sender reads this only when the ring seems
 * full.
 */
#ifndef ERB_MPI_RING_H
#define ERB_MPI_RING_H

enum { DETMPI_INLINE = 40, DETMPI_SLOTS = 32 };
/* The slot for the offers that a rank makes to all others (mpi_offer.c). */
enum { DETMPI_MULTICAST_SLOT = DETMPI_SLOTS };

enum detmpi_form
{
  DETMPI_WHOLE, /* in the header, or in one piece of payload */
  DETMPI_FIRST, /* the first piece of several */
  DETMPI_NEXT,  /* another piece */
  DETMPI_OFFERED
};

struct detmpi_header
{
  erbium_atomic32 turn;
  uint32_t context;
  int32_t tag;
  uint32_t size;         /* bytes that come with this header */
  uint64_t clock : 42, form : 4, kind : 10, sync : 8; /* sync: 1 + slot */
  char data[DETMPI_INLINE]; /* of DETMPI_FIRST: the size of the whole message; or struct offer */
} __attribute__ ((aligned (DETMPI_LINE)));

/* The state of an offer, or of a message that is to be answered. */
struct detmpi_slot
{
  erbium_atomic32 state;
  erbium_atomic32 copied;    /* chunks */
  erbium_atomic taken;       /* chunks that somebody copies, or has copied */
  char *from, *to;
  size_t size;
  erbium_atomic clock;       /* of the receive that has answered */
} __attribute__ ((aligned (DETMPI_LINE)));

/* What a reader of a ring has taken; the reader writes it. */
struct detmpi_reader
{
  erbium_atomic headers_taken, bytes_taken;
} __attribute__ ((aligned (DETMPI_LINE)));

struct detmpi_ring
{
  struct detmpi_reader reader;      /* of a ring to one rank */
  struct detmpi_slot slot[DETMPI_SLOTS + 1] __attribute__ ((aligned (128)));
  /* Two headers are in each pair of lines, which processors fetch together. */
  struct detmpi_header header[] __attribute__ ((aligned (128)));
};

/* The sizes of all rings of a job: powers of 2. */
extern struct detmpi_sizes { uint32_t headers, bytes, piece; size_t stride; } detmpi_sizes;
extern char *detmpi_rings;
/* What only this rank knows of its rings, for each peer.  Of multicast rings, other ranks have an
 * `in', and this rank itself has the `out'. */
extern struct detmpi_end
{
  struct detmpi_ring *out, *in;
  struct detmpi_reader *readers, *self; /* those of `out'; this rank as a reader of `in' */
  int reader_count;
  uint32_t sent, taken;              /* headers */
  uint32_t may_send;                 /* below this number there is room */
  uint64_t bytes_sent, bytes_taken, bytes_free;
  /* The message that is arriving in pieces. */
  struct detmpi_envelope envelope;
  struct detmpi_place place;
  size_t arrived;
} detmpi_end[DETMPI_MOST_RANKS] __attribute__ ((aligned (DETMPI_LINE))),
  detmpi_multicast_end[DETMPI_MOST_RANKS] __attribute__ ((aligned (DETMPI_LINE)));

ERBIUM_INLINE struct detmpi_ring *
detmpi_ring (int from, int to)
{
  return (struct detmpi_ring *) (detmpi_rings
                                 + ((size_t) from * (size_t) detmpi_job->ranks + (size_t) to)
                                     * detmpi_sizes.stride);
}

/* The multicast ring of a rank, and a reader of it: another rank. */
extern struct detmpi_ring *detmpi_multicast_ring (int from);
extern struct detmpi_reader *detmpi_multicast_reader (int from, int rank);

ERBIUM_INLINE char *
detmpi_payload (struct detmpi_ring *r)
{
  return (char *) &r->header[detmpi_sizes.headers];
}

ERBIUM_INLINE int32_t
detmpi_turn (uint32_t number)
{
  return (int32_t) (number / detmpi_sizes.headers + 1);
}

/* Returns the next header from a peer, or NULL. */
ERBIUM_INLINE struct detmpi_header *
detmpi_arrived (struct detmpi_end *end)
{
  struct detmpi_header *h = &end->in->header[end->taken & (detmpi_sizes.headers - 1)];
  return erbium_load_acquire (&h->turn) == detmpi_turn (end->taken) ? h : NULL; /* from publish */
}

ERBIUM_INLINE void
detmpi_took (struct detmpi_end *end, int peer)
{
  end->taken++;
  erbium_store_release (&end->self->headers_taken, end->taken); /* acquired by learn_room */
  detmpi_notify (peer);
}

/* Writes a message of at most DETMPI_INLINE bytes; returns false if the ring is full.  Readers that
 * sleep have to be notified. */
ERBIUM_INLINE bool
detmpi_write_inline (struct detmpi_end *end, uint32_t context, int tag, int kind, int sync,
                     int64_t clock, const char *data, size_t size)
{
  if (__builtin_expect (end->sent == end->may_send, 0))
    return false;
  struct detmpi_header *h = &end->out->header[end->sent & (detmpi_sizes.headers - 1)];
  h->context = context;
  h->tag = tag;
  h->size = (uint32_t) size;
  h->clock = (uint64_t) clock, h->form = DETMPI_WHOLE, h->kind = (unsigned) kind & 1023;
  h->sync = (unsigned) (sync + 1) & 255;
  if (size == 8)
    memcpy (h->data, data, 8);
  else if (size)
    memcpy (h->data, data, size);
  erbium_store_release (&h->turn, detmpi_turn (end->sent)); /* acquired by detmpi_arrived */
  end->sent++;
  return true;
}

/* As above, to one rank. */
ERBIUM_INLINE bool
detmpi_send_inline (int peer, uint32_t context, int tag, int kind, int sync, int64_t clock,
                    const char *data, size_t size)
{
  if (!detmpi_write_inline (&detmpi_end[peer], context, tag, kind, sync, clock, data, size))
    return false;
  detmpi_notify (peer);
  return true;
}

#endif
