/* SPDX-License-Identifier: MIT */
/* shadows.c - ids that other ranks hold.
 *
 * A shadow is a view that holds such an id on this rank.  Shadows are made and ended with the
 * primitives of views, by the engine.  A commit index grows on another rank only with the elements
 * that come from the source.  So the end of a producer is deferred there until its last element has
 * arrived, unless no reader of the record is left.
 */
#include "rank/shared.h"

/* ---- Views of the engine ------------------------------------------------------------------- */

struct erb_view *
erb_engine_view (erbium_record *r, enum erb_side side, int id, erbium_index horizon,
                 erbium_index at, int rank, const char *where)
{
  struct erb_process *before = erb_self_if_any ();
  erb_process_set_self (erb_rank_owner[rank]);
  erbium_view *hot = erbium_new_view (r, side == ERB_WRITE, where);
  if (horizon > 0)
    (erbium_alloc) (hot, horizon, where);
  if (id > 0)
    {
      erb_engine_begins_at = at;
      (erbium_register) (hot, id, where);
      erb_engine_begins_at = -1;
    }
  erb_process_set_self (before);
  return (struct erb_view *) hot;
}

/* Publishes i in the slot of a shadow, or of one that is about to be. */
static void
publish (struct erb_view *v, erbium_index i)
{
  if (i > erb_index (v))
    erbium_publish_fast (&v->hot, v->slot, i);
}

void
erb_end_shadow (struct erb_view *v, bool handover)
{
  struct erb_process *before = erb_self_if_any ();
  erb_process_set_self (v->owner);
  (erbium_free_view) (&v->hot, handover ? ERBIUM_HANDOVER : ERBIUM_TERMINATE, "another rank");
  erb_process_set_self (before);
}

/* Whether a view of this rank holds the id.  What the home says of it may then be older. */
static bool
is_held_here (const struct erb_shared_record *s, enum erb_side side, int id)
{
  const struct erb_id_place *p = &s->place[side][id - 1];
  return p->rank == erb_rank && !p->shadow && s->record->id_state[side][id - 1].state == ERB_HELD;
}

/* Another rank holds the id: makes a shadow, or gives the one that there is to that rank. */
static void
held_by (struct erb_shared_record *s, enum erb_side side, int id, int rank, erbium_index at,
         erbium_index horizon)
{
  erbium_record *r = s->record;
  struct erb_id_place *p = &s->place[side][id - 1];
  if (rank == erb_rank || is_held_here (s, side, id))
    return;
  if (p->rank != rank)
    erb_place_id (s, side, id, rank, at);
  p->vacant_at = -1;
  if (!p->shadow)
    p->shadow = erb_engine_view (r, side, id, horizon, side == ERB_WRITE ? 0 : at, rank, r->where);
  else if (p->shadow->owner != erb_rank_owner[rank])
    erb_view_own (p->shadow, erb_rank_owner[rank]);
}

struct erb_view *
erb_view_arrives (struct erb_shared_record *s, enum erb_side side, int id, erbium_index horizon,
                  erbium_index at, int from, int64_t traveller, const char *where)
{
  struct erb_id_place *p = id > 0 ? &s->place[side][id - 1] : NULL;
  struct erb_view *shadow = p ? p->shadow : NULL;
  if (shadow)
    {
      p->shadow = NULL;
      erb_end_shadow (shadow, true);
    }
  erb_traveller_comes (traveller);
  struct erb_view *v = erb_engine_view (s->record, side, id, horizon, at, from, where);
  erb_traveller_is (traveller, v);
  if (id > 0)
    erb_place_id (s, side, id, erb_rank, at);
  return v;
}

/* Whether the producer of a shadow may end here at that index: its elements have arrived, or nobody
 * reads them.  The end of a stream of several producers is the least of theirs. */
static bool
may_end (const struct erb_shared_record *s, const struct erb_view *v, erbium_index at)
{
  erbium_index end = erb_smallest_end (s->record);
  end = at < end ? at : end;
  return erb_index (v) >= end || erb_lowest_index (s->record, ERB_READ) == ERBIUM_NEVER;
}

void
erb_end_producers (struct erb_shared_record *s)
{
  for (int n = 0; s->record && n < s->record->ids[ERB_WRITE]; n++)
    {
      struct erb_id_place *p = &s->place[ERB_WRITE][n];
      struct erb_view *v = p->shadow;
      if (!v || p->ends_at < 0 || !may_end (s, v, p->ends_at))
        continue;
      publish (v, p->ends_at);
      p->shadow = NULL;
      erb_end_shadow (v, false); /* the record may be gone after this */
    }
}

/* A producer of another rank hands its id over, or ends. */
static void
producer_given_up (struct erb_shared_record *s, int id, enum erb_change change, erbium_index at)
{
  struct erb_id_place *p = &s->place[ERB_WRITE][id - 1];
  if (change == ERB_NOW_VACANT)
    p->vacant_at = at;
  else
    p->ends_at = at;
  if (change == ERB_NOW_VACANT && erb_index (p->shadow) == at)
    {
      erb_end_shadow (p->shadow, true);
      p->shadow = NULL;
    }
  erb_end_producers (s);
}

/* An id that another rank held is handed over, or has ended. */
static void
given_up (struct erb_shared_record *s, enum erb_side side, int id, int rank, enum erb_change change,
          erbium_index at, erbium_index horizon)
{
  struct erb_id_place *p = &s->place[side][id - 1];
  if (is_held_here (s, side, id) || p->ends_at >= 0)
    return;
  if (!p->shadow) /* it was given up before this rank had the record */
    held_by (s, side, id, rank, at, horizon);
  struct erb_view *v = p->shadow;
  if (!v)
    return; /* of this rank itself, which knows */
  if (side == ERB_WRITE)
    {
      producer_given_up (s, id, change, at);
      return;
    }
  publish (v, at);
  p->shadow = NULL;
  if (change == ERB_NOW_ENDED)
    erb_displace_id (s, side, id);
  erb_end_shadow (v, change == ERB_NOW_VACANT);
  erb_end_producers (s);
}

/* ---- Messages about ids --------------------------------------------------------------------- */

bool
erb_see_id (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  if (!s)
    return false;
  if (!s->record)
    return true;
  if (m->a == ERB_NOW_HELD)
    held_by (s, m->side, m->id, (int) m->b, m->c, m->d);
  else
    given_up (s, m->side, m->id, (int) m->b, m->a, m->c, m->d);
  return true;
}

/* By the home: tells all others what a rank has told it. */
static void
pass_on (struct erb_shared_record *s, const struct erb_message *m)
{
  struct erb_message *on
    = erb_id_message (s, ERB_TO_ID, m->side, m->id, m->a, (int) m->b, m->c, m->d);
  erb_post_to_members (s->member, m->from, on);
  free (on);
}

bool
erb_see_give_up (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  if (s->record)
    {
      if (m->a == ERB_NOW_HELD)
        held_by (s, m->side, m->id, (int) m->b, m->c, m->d);
      else
        given_up (s, m->side, m->id, (int) m->b, m->a, m->c, m->d);
    }
  pass_on (s, m);
  if (m->ticket)
    erb_answer (m->from, m->ticket, 0, 0);
  return true;
}

static void
answer (const struct erb_message *to, int64_t a, int64_t b)
{
  struct erb_message *m = erb_message_new (ERB_TO_GRANTED, 0);
  m->key = to->key;
  m->side = to->side;
  m->id = to->id;
  m->ticket = to->ticket;
  m->a = a;
  m->b = b;
  erb_post (to->from, m);
}

bool
erb_see_register (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  erbium_record *r = s->record;
  const struct erb_id_place *p = &s->place[m->side][m->id - 1];
  erbium_index at = 0;
  int change = r ? erb_standing (s, m->side, m->id - 1, &at) : ERB_NOW_ENDED;
  if (change == ERB_NOW_HELD || change == ERB_NOW_ENDED)
    {
      answer (m, ERB_ID_REFUSED, 0);
      return true;
    }
  at = change == ERB_NOW_VACANT ? at : 0;
  if (m->side == ERB_WRITE && at > 0 && p->rank != m->from)
    {
      answer (m, ERB_ID_ELSEWHERE, p->rank);
      return true;
    }
  held_by (s, m->side, m->id, m->from, at, m->d);
  struct erb_message *on
    = erb_id_message (s, ERB_TO_ID, m->side, m->id, ERB_NOW_HELD, m->from, at, m->d);
  erb_post_to_members (s->member, m->from, on);
  free (on);
  answer (m, ERB_ID_GRANTED, at);
  return true;
}

bool
erb_see_claim (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  erbium_index first = 0;
  if (s->record)
    first = (erbium_index) ((uint64_t) erbium_add (&s->record->slot[m->side][m->id - 1].claimed,
                                                   m->c) - (uint64_t) m->c);
  erb_answer (m->from, m->ticket, first, 0);
  return true;
}
