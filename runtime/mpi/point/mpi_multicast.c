/* SPDX-License-Identifier: MIT */
/* mpi_multicast.c - messages of collective calls to all other ranks of a job.
 *
 * Each rank has a ring that all others read (DLinux, section III-C.5), so a message to all is
 * written once.  A long one is offered: each reader copies it out of the buffer of the sender,
 * which waits for each of them as for the receiver of a message to one.
 *
 * Two messages with the same context and tag are received in the order of their sends only if they
 * come through one ring.  So a communicator uses multicast for all messages with some tag, or for
 * none: that depends on its ranks alone, not on sizes.
 */
#include "mpi/point/mpi_match.h"

bool
detmpi_may_multicast (const struct detmpi_comm *c)
{
  return c->size == detmpi_job->ranks && detmpi_has_multicast ();
}

struct detmpi_multicast
detmpi_multicast (const void *buf, size_t count, const struct detmpi_type *t, int tag,
                  struct detmpi_comm *c)
{
  struct detmpi_multicast m = { NULL, false };
  size_t size = count * t->size;
  uint32_t context = c->context + DETMPI_COLLECTIVE;
  if (size <= DETMPI_INLINE && t->is_contiguous && detmpi_plain
      && detmpi_write_inline (&detmpi_multicast_end[detmpi_self], context, tag, t->class_, -1, 0,
                              buf, size))
    {
      detmpi_notify_all ();
      return m;
    }
  struct detmpi_envelope e = { context, tag, t->class_, -1, detmpi_tick_of_send (), size };
  const char *data = buf;
  if (!t->is_contiguous)
    {
      data = m.packed = detmpi_alloc (size);
      detmpi_pack (m.packed, buf, count, t);
    }
  m.is_offered = detmpi_is_long_for_all (size);
  if (m.is_offered)
    detmpi_offer_to_all (&e, data);
  else
    detmpi_store_for_all (&e, data);
  detmpi_publish_clock ();
  return m;
}

void
detmpi_end_multicast (struct detmpi_multicast *m)
{
  for (int peer = 0; m->is_offered && peer < detmpi_job->ranks; peer++)
    if (peer != detmpi_self)
      {
        struct detmpi_request r
          = { .is_send = true, .peer = peer, .slot = DETMPI_MULTICAST_SLOT };
        detmpi_complete (&r);
      }
  free (m->packed);
}

/* The receives are posted first, so that long messages are copied straight to their places. */
static void
share_posted (const struct detmpi_part *part, int tag, struct detmpi_comm *c)
{
  struct detmpi_request *in = detmpi_alloc ((size_t) c->size * sizeof *in);
  uint32_t context = c->context + DETMPI_COLLECTIVE;
  for (int r = 0; r < c->size; r++)
    if (r != c->rank)
      {
        in[r] = detmpi_request_for (part[r].at, part[r].count, (struct detmpi_type *) part[r].type,
                                    r, tag, c, context);
        in[r].by_multicast = true;
        detmpi_start_recv (&in[r]);
      }
  const struct detmpi_part *own = &part[c->rank];
  struct detmpi_multicast m = detmpi_multicast (own->at, own->count, own->type, tag, c);
  for (int k = 1; k < c->size; k++)
    {
      struct detmpi_request *r = &in[(c->rank + k) % c->size];
      if (!r->is_done)
        detmpi_complete (r);
      detmpi_saw_clock (r->clock);
    }
  detmpi_end_multicast (&m);
  free (in);
}

static bool
are_short (const struct detmpi_part *part, int count)
{
  for (int r = 0; r < count; r++)
    if (part[r].count * part[r].type->size > DETMPI_INLINE)
      return false;
  return true;
}

void
detmpi_share_parts (const struct detmpi_part *part, int tag, struct detmpi_comm *c)
{
  const struct detmpi_part *own = &part[c->rank];
  if (!are_short (part, c->size))
    {
      share_posted (part, tag, c);
      return;
    }
  struct detmpi_multicast m = detmpi_multicast (own->at, own->count, own->type, tag, c);
  for (int k = 1; k < c->size; k++)
    {
      int r = (c->rank + k) % c->size;
      detmpi_recv_multicast (part[r].at, part[r].count, part[r].type, r, tag, c);
    }
  detmpi_end_multicast (&m);
}
