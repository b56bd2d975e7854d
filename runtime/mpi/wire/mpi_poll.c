/* SPDX-License-Identifier: MIT */
/* mpi_poll.c - takes what has arrived out of the rings, and gives it to the sink. */
#include "mpi/wire/mpi_wire.h"
#include "channel/channel.h"

const struct detmpi_sink *detmpi_sink;

struct offer { char *from; size_t size; int64_t slot; };

/* Returns the payload of a header, and takes it once it is copied to `to'. */
static void
take_payload (struct detmpi_end *end, char *to, size_t size)
{
  uint64_t lines = (size + DETMPI_LINE - 1) / DETMPI_LINE * DETMPI_LINE;
  uint64_t left = detmpi_sizes.bytes - end->bytes_taken % detmpi_sizes.bytes;
  uint64_t at = end->bytes_taken + (left < lines ? left : 0);
  erb_chan_copy (to, detmpi_payload (end->in) + at % detmpi_sizes.bytes, size);
  end->bytes_taken = at + lines;
  erbium_store_release (&end->self->bytes_taken, (int64_t) end->bytes_taken); /* by learn_room */
}

static struct detmpi_envelope
envelope_of (const struct detmpi_header *h)
{
  struct detmpi_envelope e = { h->context, h->tag, h->kind, (int) h->sync - 1, (int64_t) h->clock,
                               h->size };
  if (h->form == DETMPI_FIRST)
    memcpy (&e.size, h->data, sizeof e.size);
  return e;
}

static void
take_offer (struct detmpi_end *end, int peer, const struct detmpi_header *h)
{
  struct detmpi_envelope e = envelope_of (h);
  struct offer offer;
  memcpy (&offer, h->data, sizeof offer);
  e.size = offer.size;
  detmpi_took (end, peer);
  struct detmpi_offered offered = { offer.from, (int) offer.slot };
  struct detmpi_place place = detmpi_sink->begins (peer, &e, &offered);
  if (!place.to)
    return;
  detmpi_fetch (peer, &offered, place.to, e.size);
  e.sync = -1; /* it is answered */
  detmpi_sink->ends (peer, &e, &place);
}

static void
take_first (struct detmpi_end *end, int peer, const struct detmpi_header *h)
{
  end->envelope = envelope_of (h);
  end->arrived = 0;
  end->place = detmpi_sink->begins (peer, &end->envelope, NULL);
  if (h->form == DETMPI_WHOLE && h->size <= DETMPI_INLINE)
    {
      memcpy (end->place.to, h->data, h->size);
      end->arrived = h->size;
    }
}

/* Takes a header, and the payload that comes with it. */
static void
take (struct detmpi_end *end, int peer, const struct detmpi_header *h)
{
  if (h->form == DETMPI_OFFERED)
    {
      take_offer (end, peer, h);
      return;
    }
  if (h->form != DETMPI_NEXT)
    take_first (end, peer, h);
  if (h->form != DETMPI_WHOLE || h->size > DETMPI_INLINE)
    {
      take_payload (end, end->place.to + end->arrived, h->size);
      end->arrived += h->size;
    }
  bool is_whole = end->arrived == end->envelope.size;
  detmpi_took (end, peer);
  if (is_whole)
    {
      struct detmpi_place place = end->place;
      detmpi_sink->ends (peer, &end->envelope, &place);
    }
}

/* Takes the next header from peer.  Returns whether there was one. */
static bool
take_next (struct detmpi_end *end, int peer)
{
  const struct detmpi_header *h = detmpi_arrived (end);
  if (!h)
    return false;
  if (__builtin_expect (detmpi_published != NULL, 0))
    detmpi_idle_ends (detmpi_published);
  take (end, peer, h);
  return true;
}

bool
detmpi_poll (void)
{
  bool found = false;
  for (int peer = 0; peer < detmpi_job->ranks; peer++)
    {
      while (take_next (&detmpi_end[peer], peer))
        found = true;
      while (detmpi_has_multicast () && peer != detmpi_self
             && take_next (&detmpi_multicast_end[peer], peer))
        found = true;
    }
  return found;
}

erbium_atomic32 *
detmpi_next_word (int peer, bool by_multicast, int32_t *value)
{
  struct detmpi_end *end = by_multicast ? &detmpi_multicast_end[peer] : &detmpi_end[peer];
  *value = detmpi_turn (end->taken) - 1;
  return &end->in->header[end->taken & (detmpi_sizes.headers - 1)].turn;
}
