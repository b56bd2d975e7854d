/* SPDX-License-Identifier: MIT */
/* mpi_match.c - receives that wait, and messages that wait.
 *
 * A message that arrives goes to the first receive that waits for it, straight to its buffer if the
 * elements are contiguous.  If there is none it is kept, in the order of arrival from its source; a
 * receive looks there first.  With DETMPI_ANY=ordered all messages are kept, and mpi_order.c gives
 * them away.
 */
#include "mpi/point/mpi_match.h"

struct detmpi_queue detmpi_unread[DETMPI_MOST_RANKS];
struct detmpi_receives detmpi_posted[DETMPI_MOST_RANKS + 1];

static int64_t orders;

static struct detmpi_receives *
receives_of (int peer)
{
  return &detmpi_posted[peer == DETMPI_ANY_PEER ? DETMPI_MOST_RANKS : peer];
}

/* ---- A receive gets a message ---------------------------------------------- */

void
detmpi_accept (struct detmpi_request *r, int peer, const struct detmpi_envelope *e)
{
  size_t room = r->count * r->type->size;
  r->from = peer, r->got_tag = e->tag, r->clock = e->clock;
  r->bytes = e->size;
  r->error = MPI_SUCCESS;
  if (e->kind != r->type->class_ && e->kind && r->type->class_ && e->size && room)
    detmpi_error (r->comm->handle, r->error = MPI_ERR_TYPE,
                  "the message of rank %d with tag %d has %s, and the receive expects %s", peer,
                  e->tag, detmpi_name_of_class (e->kind), detmpi_name_of_class (r->type->class_));
  if (e->size > room)
    {
      detmpi_error (r->comm->handle, r->error = MPI_ERR_TRUNCATE,
                    "the message of rank %d with tag %d has %zu bytes, and the receive expects at "
                    "most %zu", peer, e->tag, e->size, room);
      r->bytes = room;
    }
}

/* Whether bytes can arrive in the buffer of the receive itself. */
static bool
is_direct (const struct detmpi_request *r, const struct detmpi_envelope *e)
{
  return r->type->is_contiguous && e->size <= r->count * r->type->size;
}

static void
receive_bytes (struct detmpi_request *r, int peer, const struct detmpi_envelope *e,
               const char *data)
{
  if (data != r->buf)
    detmpi_unpack (r->buf, data, r->bytes, r->type);
  if (e->sync >= 0)
    detmpi_answer (peer, e->sync, (r->posted > e->clock ? r->posted : e->clock) + 1);
  r->is_done = true;
}

/* A probe finds a message, which stays in the queue of its peer. */
static void
find (struct detmpi_request *probe, int peer, struct detmpi_unread *u)
{
  probe->from = peer, probe->got_tag = u->envelope.tag, probe->clock = u->envelope.clock;
  probe->bytes = u->envelope.size;
  probe->found = u;
  u->is_found = true;
  probe->is_done = true;
}

void
detmpi_leave_found (struct detmpi_request *probe)
{
  probe->found->is_found = false;
  probe->found = NULL;
}

void
detmpi_give_found (struct detmpi_request *r, struct detmpi_request *probe)
{
  struct detmpi_unread **at = &detmpi_unread[probe->from].first;
  while (*at != probe->found)
    at = &(*at)->next;
  detmpi_leave_found (probe);
  detmpi_give (r, probe->from, at);
}

void
detmpi_give (struct detmpi_request *r, int peer, struct detmpi_unread **at)
{
  struct detmpi_unread *u = *at;
  struct detmpi_envelope *e = &u->envelope;
  if (r->is_probe)
    {
      find (r, peer, u);
      return;
    }
  *at = u->next;
  if (!u->next)
    detmpi_unread[peer].last = at;
  detmpi_accept (r, peer, e);
  if (u->offered.from)
    {
      char *to = is_direct (r, e) ? r->buf : detmpi_alloc (e->size);
      detmpi_fetch (peer, &u->offered, to, e->size);
      detmpi_log_arrival (peer, u->number, e, to);
      e->sync = -1;
      receive_bytes (r, peer, e, to);
      if (to != r->buf)
        free (to);
    }
  else if (u->is_whole)
    receive_bytes (r, peer, e, u->data);
  else
    {
      u->taker = r; /* in ends */
      return;
    }
  free (u->data);
  free (u);
}

/* ---- The sink -------------------------------------------------------------- */

static int64_t arrivals[DETMPI_MOST_RANKS]; /* messages that have begun, by peer */

static struct detmpi_unread *
keep (int peer, const struct detmpi_envelope *e, const struct detmpi_offered *offered)
{
  struct detmpi_queue *q = &detmpi_unread[peer];
  struct detmpi_unread *u = detmpi_alloc (sizeof *u);
  *u = (struct detmpi_unread) { .envelope = *e, .number = arrivals[peer] };
  if (offered)
    u->offered = *offered, u->is_whole = true;
  else
    u->data = detmpi_alloc (e->size);
  *q->last = u;
  q->last = &u->next;
  return u;
}

/* Removes and returns the first receive from peer that waits for such a message. */
static struct detmpi_request *
take_receive (int peer, const struct detmpi_envelope *e)
{
  struct detmpi_receives *list = receives_of (peer);
  for (struct detmpi_request **at = &list->first; *at; at = &(*at)->next)
    if (detmpi_fits (*at, e))
      {
        struct detmpi_request *r = *at;
        *at = r->next;
        if (!r->next)
          list->last = at;
        return r;
      }
  return NULL;
}

/* The lowest bit of the owner of a place tells requests from messages that are kept. */
static void *
as_request (struct detmpi_request *r)
{
  return (char *) r + 1;
}

static struct detmpi_place
begins (int peer, const struct detmpi_envelope *e, const struct detmpi_offered *offered)
{
  struct detmpi_request *r = detmpi_job->ordered ? NULL : take_receive (peer, e);
  arrivals[peer]++;
  if (!r || r->is_probe)
    {
      struct detmpi_unread *u = keep (peer, e, offered);
      if (r)
        find (r, peer, u);
      return (struct detmpi_place) { u->data, u };
    }
  detmpi_accept (r, peer, e);
  if (!is_direct (r, e))
    r->packed = detmpi_alloc (e->size);
  return (struct detmpi_place) { r->packed ? r->packed : r->buf ? r->buf : (char *) r,
                                 as_request (r) };
}

static void
ends (int peer, const struct detmpi_envelope *e, struct detmpi_place *place)
{
  detmpi_log_arrival (peer, arrivals[peer], e, place->to);
  if ((uintptr_t) place->owner & 1)
    {
      struct detmpi_request *r = (struct detmpi_request *) ((char *) place->owner - 1);
      receive_bytes (r, peer, e, r->packed ? r->packed : r->buf);
      free (r->packed);
      r->packed = NULL;
      return;
    }
  struct detmpi_unread *u = place->owner;
  u->is_whole = true;
  if (u->taker)
    {
      receive_bytes (u->taker, peer, &u->envelope, u->data);
      free (u->data);
      free (u);
    }
}

/* Takes offered messages from their senders, who may wait for that before they send what the caller
 * waits for. */
static bool
is_idle (void)
{
  bool found = false;
  for (int peer = 0; peer < detmpi_job->ranks; peer++)
    for (struct detmpi_unread *u = detmpi_unread[peer].first; u; u = u->next)
      if (u->offered.from && u->envelope.sync < 0)
        {
          u->data = detmpi_alloc (u->envelope.size);
          detmpi_fetch (peer, &u->offered, u->data, u->envelope.size);
          detmpi_log_arrival (peer, u->number, &u->envelope, u->data);
          u->offered.from = NULL;
          found = true;
        }
  return found;
}

static const struct detmpi_sink sink = { begins, ends, is_idle };

void
detmpi_make_point (void)
{
  for (int n = 0; n < DETMPI_MOST_RANKS; n++)
    detmpi_unread[n].last = &detmpi_unread[n].first;
  for (int n = 0; n <= DETMPI_MOST_RANKS; n++)
    detmpi_posted[n].last = &detmpi_posted[n].first;
  detmpi_sink = &sink;
}

/* ---- Receives -------------------------------------------------------------- */

struct detmpi_unread **
detmpi_find_unread (const struct detmpi_request *r, int peer)
{
  for (struct detmpi_unread **at = &detmpi_unread[peer].first; *at; at = &(*at)->next)
    if (!(*at)->is_found && detmpi_fits (r, &(*at)->envelope))
      return at;
  return NULL;
}

void
detmpi_post (struct detmpi_request *r)
{
  struct detmpi_unread **at;
  struct detmpi_receives *list = receives_of (r->peer);
  r->is_done = false;
  r->order = orders++;
  r->next = NULL;
  if (!detmpi_job->ordered && detmpi_unread[r->peer].first
      && (at = detmpi_find_unread (r, r->peer)))
    {
      detmpi_give (r, r->peer, at);
      return;
    }
  *list->last = r;
  list->last = &r->next;
}

void
detmpi_withdraw (struct detmpi_request *r)
{
  struct detmpi_receives *list = receives_of (r->peer);
  for (struct detmpi_request **at = &list->first; *at; at = &(*at)->next)
    if (*at == r)
      {
        *at = r->next;
        if (!r->next)
          list->last = at;
        return;
      }
}

/* ---- Completion ------------------------------------------------------------ */

bool
detmpi_is_done (struct detmpi_request *r)
{
  if (!r->is_done && r->is_send && r->slot >= 0 && detmpi_slot_is_done (r->peer, r->slot))
    {
      if (r->mode == DETMPI_SYNCHRONOUS)
        r->clock = detmpi_slot_clock (r->peer, r->slot);
      r->slot = -1;
      free (r->packed);
      r->packed = NULL;
      r->is_done = true;
    }
  return r->is_done;
}

bool
detmpi_take (void)
{
  bool found = detmpi_poll ();
  if (detmpi_job->ordered)
    detmpi_match_in_order ();
  return found;
}

void
detmpi_take_or_idle (struct detmpi_idle *i)
{
  if (!detmpi_take ())
    {
      detmpi_idle (i);
      return;
    }
  detmpi_idle_ends (i);
  i->rounds = 0;
}

void
detmpi_complete (struct detmpi_request *r)
{
  struct detmpi_idle i = { .peer = r->peer };
  while (!detmpi_is_done (r))
    {
      if (detmpi_take ())
        {
          detmpi_idle_ends (&i);
          i.rounds = 0;
          continue;
        }
      if (detmpi_is_done (r))
        break;
      if (r->is_send)
        {
          i.word = detmpi_slot_word (r->peer, r->slot, &i.value);
          i.awaited = r->mode == DETMPI_SYNCHRONOUS ? DETMPI_ANSWER : DETMPI_COPY;
        }
      else if (r->peer != DETMPI_ANY_PEER)
        i.word = detmpi_next_word (r->peer, r->by_multicast, &i.value);
      if (detmpi_job->ordered && detmpi_posted[DETMPI_MOST_RANKS].first)
        i.word = NULL, i.candidate = detmpi_candidate; /* a receive of any source comes first */
      detmpi_idle (&i);
    }
  detmpi_idle_ends (&i);
}

void
detmpi_expect_nothing_left (void)
{
  for (int peer = 0; peer < detmpi_job->ranks; peer++)
    for (struct detmpi_unread *u = detmpi_unread[peer].first; u; u = u->next)
      if (!(u->envelope.context & DETMPI_COLLECTIVE))
        detmpi_die (ERBIUM_EXIT_MISUSE, "each send needs a receive",
                    "rank %d has not received a message of rank %d, of %zu bytes with tag %d",
                    detmpi_self, peer, u->envelope.size, u->envelope.tag);
}
