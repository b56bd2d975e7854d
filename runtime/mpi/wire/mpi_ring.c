/* SPDX-License-Identifier: MIT */
/* mpi_ring.c - rings, and messages that are stored in them. */
#include "mpi/wire/mpi_wire.h"
#include "channel/channel.h"

struct detmpi_sizes detmpi_sizes;
char *detmpi_rings;
struct detmpi_end detmpi_end[DETMPI_MOST_RANKS];

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
  size_t pairs = (size_t) detmpi_job->ranks * (size_t) detmpi_job->ranks;
  detmpi_rings = detmpi_share (pairs * detmpi_sizes.stride, "rings");
}

/* ---- Sending --------------------------------------------------------------- */

/* Returns whether there is room for a header and so many bytes of payload. */
static bool
has_room (struct detmpi_end *end, uint64_t bytes)
{
  if (end->sent != end->may_send && end->bytes_sent + bytes <= end->bytes_free)
    return true;
  end->may_send = (uint32_t) erbium_load_acquire (&end->out->headers_taken) + detmpi_sizes.headers;
  end->bytes_free
    = (uint64_t) erbium_load_acquire (&end->out->bytes_taken) + detmpi_sizes.bytes;
  return end->sent != end->may_send && end->bytes_sent + bytes <= end->bytes_free;
}

static void
await_room (int peer, uint64_t bytes)
{
  struct detmpi_end *end = &detmpi_end[peer];
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

/* Sends a piece of the message. */
static void
send_piece (int peer, const struct detmpi_envelope *e, enum detmpi_form form, const char *data,
            size_t size)
{
  struct detmpi_end *end = &detmpi_end[peer];
  bool is_inline = form == DETMPI_WHOLE ? size <= DETMPI_INLINE : form == DETMPI_OFFERED;
  uint64_t bytes = is_inline ? 0 : bytes_of (end->bytes_sent, size);
  if (!has_room (end, bytes))
    await_room (peer, bytes);
  struct detmpi_header *h = &end->out->header[end->sent & (detmpi_sizes.headers - 1)];
  h->context = e->context, h->tag = e->tag, h->size = (uint32_t) size;
  h->clock = (uint64_t) e->clock, h->form = form, h->kind = (unsigned) e->kind & 1023;
  h->sync = (unsigned) (e->sync + 1) & 255;
  if (form == DETMPI_FIRST)
    memcpy (h->data, &e->size, sizeof e->size);
  if (is_inline)
    memcpy (h->data, data, size);
  else
    {
      uint64_t lines = (size + DETMPI_LINE - 1) / DETMPI_LINE * DETMPI_LINE;
      end->bytes_sent += bytes;
      char *to = detmpi_payload (end->out) + (end->bytes_sent - lines) % detmpi_sizes.bytes;
      copy_to_ring (to, data, size);
    }
  erbium_store_release (&h->turn, detmpi_turn (end->sent)); /* acquired by detmpi_arrived */
  end->sent++;
  detmpi_notify (peer);
}

void
detmpi_send_header (int peer, const struct detmpi_envelope *e, const char *data, size_t size)
{
  send_piece (peer, e, DETMPI_OFFERED, data, size);
}

void
detmpi_store (int peer, const struct detmpi_envelope *e, const char *data)
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
