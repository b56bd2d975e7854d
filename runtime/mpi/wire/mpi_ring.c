/* SPDX-License-Identifier: MIT */
/* mpi_ring.c - rings, and messages that are stored in them. */
#include "mpi/wire/mpi_wire.h"
#include "channel/channel.h"

struct detmpi_sizes detmpi_sizes;
char *detmpi_rings;
struct detmpi_end detmpi_end[DETMPI_MOST_RANKS], detmpi_multicast_end[DETMPI_MOST_RANKS];
static struct detmpi_reader *multicast_readers;

/* More ranks have smaller rings: there is one for each pair. */
static void
choose_sizes (int ranks)
{
  detmpi_sizes.headers = ranks <= 16 ? 128 : 32;
  detmpi_sizes.bytes = ranks <= 4 ? 1 << 19 : ranks <= 16 ? 1 << 17 : 1 << 15;
  detmpi_sizes.piece = detmpi_sizes.bytes / 16;
  size_t size = sizeof (struct detmpi_ring) + detmpi_sizes.headers * sizeof (struct detmpi_header)
                + detmpi_sizes.bytes;
  detmpi_sizes.stride = (size + 4095) / 4096 * 4096;
}

void
detmpi_make_wires (void)
{
  choose_sizes (detmpi_job->ranks);
  size_t ranks = (size_t) detmpi_job->ranks, rings = ranks * ranks + ranks;
  size_t readers = ranks * ranks * sizeof *multicast_readers;
  detmpi_job->wires = detmpi_share (rings * detmpi_sizes.stride + readers, "rings");
  detmpi_find_wires ();
}

void
detmpi_find_wires (void)
{
  size_t ranks = (size_t) detmpi_job->ranks, rings = ranks * ranks + ranks;
  choose_sizes (detmpi_job->ranks);
  detmpi_rings = detmpi_job->wires;
  multicast_readers = (struct detmpi_reader *) (detmpi_rings + rings * detmpi_sizes.stride);
}

/* The multicast rings are after those of pairs. */
struct detmpi_ring *
detmpi_multicast_ring (int from)
{
  return detmpi_ring (detmpi_job->ranks, from);
}

/* The readers of a ring follow each other, in the order of ranks after its owner. */
struct detmpi_reader *
detmpi_multicast_reader (int from, int rank)
{
  int n = detmpi_job->ranks;
  return &multicast_readers[(size_t) from * (size_t) n + (size_t) ((rank - from - 1 + n) % n)];
}

/* Rank `self' writes in one ring, and reads in the other. */
static void
open_end (struct detmpi_end *end, struct detmpi_ring *out, struct detmpi_reader *readers,
          int reader_count, struct detmpi_ring *in, struct detmpi_reader *self)
{
  end->out = out, end->readers = readers, end->reader_count = reader_count;
  end->in = in, end->self = self;
}

void
detmpi_open_wires (void)
{
  int n = detmpi_job->ranks, self = detmpi_self;
  for (int peer = 0; peer < n; peer++)
    {
      struct detmpi_ring *out = detmpi_ring (self, peer), *in = detmpi_ring (peer, self);
      open_end (&detmpi_end[peer], out, &out->reader, 1, in, &in->reader);
      open_end (&detmpi_multicast_end[peer], NULL, NULL, 0, detmpi_multicast_ring (peer),
                detmpi_multicast_reader (peer, self));
    }
  open_end (&detmpi_multicast_end[self], detmpi_multicast_ring (self),
            detmpi_multicast_reader (self, (self + 1) % n), n - 1, NULL, NULL);
}

/* ---- Sending --------------------------------------------------------------- */

/* Finds what all readers have taken.  The number of headers may have wrapped around. */
static void
learn_room (struct detmpi_end *end)
{
  uint32_t behind = 0;
  uint64_t least = UINT64_MAX;
  for (int r = 0; r < end->reader_count; r++)
    {
      struct detmpi_reader *reader = &end->readers[r];
      uint32_t left = end->sent - (uint32_t) erbium_load_acquire (&reader->headers_taken);
      uint64_t bytes = (uint64_t) erbium_load_acquire (&reader->bytes_taken);
      behind = left > behind ? left : behind;
      least = bytes < least ? bytes : least;
    }
  end->may_send = end->sent - behind + detmpi_sizes.headers;
  end->bytes_free = least + detmpi_sizes.bytes;
}

/* Returns whether there is room for a header and so many bytes of payload. */
static bool
has_room (struct detmpi_end *end, uint64_t bytes)
{
  if (end->sent != end->may_send && end->bytes_sent + bytes <= end->bytes_free)
    return true;
  learn_room (end);
  return end->sent != end->may_send && end->bytes_sent + bytes <= end->bytes_free;
}

static void
await_room (struct detmpi_end *end, uint64_t bytes)
{
  struct detmpi_idle i = { .peer = -1 };
  while (!has_room (end, bytes))
    if (detmpi_poll ())
      i.rounds = 0;
    else
      detmpi_idle (&i);
  detmpi_idle_ends (&i);
}

/* Returns how many bytes the payload of a piece takes, from `at' on: it is in one piece, and begins
 * a cache line. */
static uint64_t
bytes_of (uint64_t at, size_t size)
{
  uint64_t lines = (size + DETMPI_LINE - 1) / DETMPI_LINE * DETMPI_LINE;
  uint64_t left = detmpi_sizes.bytes - at % detmpi_sizes.bytes;
  return left < lines ? left + lines : lines;
}

/* Copies to a ring.  `rep movsb` of Intel's processors does not read the lines that it overwrites,
 * which the receiver has in its caches: messages of 4 KiB take a tenth less.  Those of AMD are
 * slower with it (channel/channel_copy.c). */
static void
copy_to_ring (char *to, const char *from, size_t size)
{
#ifdef __x86_64__
  enum { MUCH = 1024 };
  if (size >= MUCH && __builtin_cpu_is ("intel"))
    {
      __asm__ volatile ("rep movsb" : "+D" (to), "+S" (from), "+c" (size) : : "memory");
      return;
    }
#endif
  erb_chan_copy (to, from, size);
}

enum { ALL = -1 }; /* as a peer: all other ranks */

static struct detmpi_end *
end_to (int peer)
{
  return peer == ALL ? &detmpi_multicast_end[detmpi_self] : &detmpi_end[peer];
}

/* Sends a piece of the message. */
static void
send_piece (int peer, const struct detmpi_envelope *e, enum detmpi_form form, const char *data,
            size_t size)
{
  struct detmpi_end *end = end_to (peer);
  bool is_inline = form == DETMPI_WHOLE ? size <= DETMPI_INLINE : form == DETMPI_OFFERED;
  uint64_t bytes = is_inline ? 0 : bytes_of (end->bytes_sent, size);
  if (!has_room (end, bytes))
    await_room (end, bytes);
  struct detmpi_header *h = &end->out->header[end->sent & (detmpi_sizes.headers - 1)];
  h->context = e->context, h->tag = e->tag, h->size = (uint32_t) size;
  h->clock = (uint64_t) e->clock, h->form = form, h->kind = (unsigned) e->kind & 1023;
  h->sync = (unsigned) (e->sync + 1) & 255;
  if (form == DETMPI_FIRST)
    memcpy (h->data, &e->size, sizeof e->size);
  if (is_inline && size)
    memcpy (h->data, data, size);
  else if (!is_inline)
    {
      uint64_t lines = (size + DETMPI_LINE - 1) / DETMPI_LINE * DETMPI_LINE;
      end->bytes_sent += bytes;
      char *to = detmpi_payload (end->out) + (end->bytes_sent - lines) % detmpi_sizes.bytes;
      copy_to_ring (to, data, size);
    }
  erbium_store_release (&h->turn, detmpi_turn (end->sent)); /* acquired by detmpi_arrived */
  end->sent++;
  if (peer == ALL)
    detmpi_notify_all ();
  else
    detmpi_notify (peer);
}

void
detmpi_send_header (int peer, const struct detmpi_envelope *e, const char *data, size_t size)
{
  send_piece (peer, e, DETMPI_OFFERED, data, size);
}

static void
store (int peer, const struct detmpi_envelope *e, const char *data)
{
  size_t piece = detmpi_sizes.piece, at = 0;
  if (detmpi_replays)
    return;
  if (e->size <= piece)
    {
      send_piece (peer, e, DETMPI_WHOLE, data, e->size);
      return;
    }
  for (; at < e->size; at += piece)
    {
      size_t size = e->size - at < piece ? e->size - at : piece;
      send_piece (peer, e, at ? DETMPI_NEXT : DETMPI_FIRST, data + at, size);
    }
}

void
detmpi_store (int peer, const struct detmpi_envelope *e, const char *data)
{
  store (peer, e, data);
}

void
detmpi_store_for_all (const struct detmpi_envelope *e, const char *data)
{
  store (ALL, e, data);
}
