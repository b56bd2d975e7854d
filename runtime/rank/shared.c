/* SPDX-License-Identifier: MIT */
/* shared.c - records that several ranks know: replicas, and which rank holds which id.
 *
 * The home of a record decides which rank holds an id, and tells all ranks that have a replica.  A
 * change that a rank makes itself (it gives an id up, or passes a view on) goes to the home, and
 * from there to the others.
 */
#include "rank/shared.h"

struct erb_shared_record *erb_shared_records;
erbium_index erb_engine_begins_at = -1;

/* ---- Records ----------------------------------------------------------------------------- */

static void *
memory (size_t number, size_t size)
{
  void *m = calloc (number ? number : 1, size);
  if (!m)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for a record of several ranks");
  return m;
}

static struct erb_shared_record *
new_shared (erbium_record *r, struct erb_key key)
{
  struct erb_shared_record *s = memory (1, sizeof *s);
  size_t ranks = (size_t) erb_ranks;
  s->key = key;
  s->record = r;
  s->source = -1;
  s->member = memory (ranks, sizeof *s->member);
  s->readers = memory (ranks, sizeof *s->readers);
  s->sent = memory (ranks, sizeof *s->sent);
  for (int side = 0; side < ERB_SIDES; side++)
    {
      s->place[side] = memory ((size_t) r->ids[side], sizeof *s->place[side]);
      for (int n = 0; n < r->ids[side]; n++)
        {
          struct erb_id_place *p = &s->place[side][n];
          p->rank = -1;
          p->told = p->ends_at = p->vacant_at = -1;
        }
    }
  s->next = erb_shared_records;
  erb_shared_records = s;
  r->shared = s; /* before erb_share reads the ids: a process that changes one finds it */
  return s;
}

struct erb_shared_record *
erb_find_shared (struct erb_key key)
{
  struct erb_shared_record *s = erb_shared_records;
  while (s && (s->key.home != key.home || s->key.number != key.number))
    s = s->next;
  return s;
}

void
erb_place_id (struct erb_shared_record *s, enum erb_side side, int id, int rank, erbium_index at)
{
  struct erb_id_place *p = &s->place[side][id - 1];
  if (side == ERB_READ)
    {
      if (p->rank >= 0)
        s->readers[p->rank]--;
      if (s->readers[rank]++ == 0 || at < s->sent[rank])
        s->sent[rank] = at;
      p->told = -1;
    }
  else if (s->source != rank)
    {
      s->source = rank;
      for (int n = 0; s->record && n < s->record->ids[ERB_READ]; n++)
        s->place[ERB_READ][n].told = -1;
    }
  p->rank = rank;
  p->from = at;
}

/* The home has granted an id to a process of this rank.  Elements may arrive before the process has
 * taken it. */
void
erb_see_granted (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  if (s && s->record && m->a == ERB_ID_GRANTED)
    erb_place_id (s, m->side, m->id, erb_rank, m->b);
}

void
erb_displace_id (struct erb_shared_record *s, enum erb_side side, int id)
{
  struct erb_id_place *p = &s->place[side][id - 1];
  if (side == ERB_READ && p->rank >= 0)
    {
      s->readers[p->rank]--;
      p->rank = -1;
    }
  p->shadow = NULL;
}

struct erb_shared_record *
erb_share (erbium_record *r)
{
  if (r->shared)
    return r->shared;
  struct erb_shared_record *s = new_shared (r, (struct erb_key) { erb_rank, r->id });
  s->member[erb_rank] = true;
  erb_record_lock (r);
  for (int side = 0; side < ERB_SIDES; side++)
    for (int n = 0; n < r->ids[side]; n++)
      if (r->id_state[side][n].state == ERB_HELD || r->id_state[side][n].state == ERB_VACANT)
        erb_place_id (s, side, n + 1, erb_rank, erbium_load_acquire (&r->slot[side][n].index));
      else if (r->id_state[side][n].state == ERB_ENDED && side == ERB_WRITE)
        erb_place_id (s, side, n + 1, erb_rank, r->id_state[side][n].terminal);
  erb_record_unlock (r);
  if (r->ids[ERB_WRITE] > 1)
    s->source = erb_rank;
  return s;
}

struct erb_message *
erb_id_message (const struct erb_shared_record *s, enum erb_message_kind kind, enum erb_side side,
            int id, enum erb_change change, int rank, erbium_index at, erbium_index horizon)
{
  struct erb_message *m = erb_message_new (kind, 0);
  m->key = s->key;
  m->side = side;
  m->id = id;
  m->a = change;
  m->b = rank;
  m->c = at;
  m->d = horizon;
  return m;
}

int
erb_standing (const struct erb_shared_record *s, enum erb_side side, int n, erbium_index *at)
{
  const erbium_record *r = s->record;
  const struct erb_id_place *p = &s->place[side][n];
  const struct erb_id_state *state = &r->id_state[side][n];
  if (side == ERB_WRITE && s->source != erb_rank && p->rank >= 0)
    {
      *at = p->ends_at >= 0 ? p->ends_at : p->vacant_at >= 0 ? p->vacant_at : 0;
      return p->ends_at >= 0 ? ERB_NOW_ENDED : p->vacant_at >= 0 ? ERB_NOW_VACANT : ERB_NOW_HELD;
    }
  *at = state->state == ERB_HELD ? erbium_load_acquire (&r->slot[side][n].index) : state->terminal;
  return state->state == ERB_EMPTY ? -1 : state->state == ERB_HELD ? ERB_NOW_HELD
         : state->state == ERB_VACANT ? ERB_NOW_VACANT : ERB_NOW_ENDED;
}

void
erb_id_standing (const struct erb_shared_record *s, enum erb_side side, int n,
                 struct erb_told_id *t)
{
  static const enum erb_id_status status[]
    = { [ERB_NOW_HELD] = ERB_HELD, [ERB_NOW_VACANT] = ERB_VACANT, [ERB_NOW_ENDED] = ERB_ENDED };
  erbium_index at;
  int change = erb_standing (s, side, n, &at);
  t->state = change < 0 ? ERB_EMPTY : (int32_t) status[change];
  if (change < 0)
    return;
  t->index = change == ERB_NOW_ENDED && side == ERB_READ ? ERBIUM_NEVER : at;
  t->end = change == ERB_NOW_ENDED && side == ERB_WRITE ? at : ERBIUM_NEVER;
}

/* Tells rank `to', which has just got a replica, about all ids.  By the home. */
static void
send_ids (struct erb_shared_record *s, int to)
{
  const erbium_record *r = s->record;
  for (int side = 0; r && side < ERB_SIDES; side++)
    for (int n = 0; n < r->ids[side]; n++)
      {
        erbium_index at;
        int change = erb_standing (s, side, n, &at);
        if (change >= 0)
          erb_post (to, erb_id_message (s, ERB_TO_ID, side, n + 1, (enum erb_change) change,
                                    s->place[side][n].rank, at,
                                    erbium_load_relaxed (&r->horizon[side])));
      }
}

void
erb_send_record (struct erb_shared_record *s, int to)
{
  const erbium_record *r = s->record;
  struct erb_bytes b = { .at = NULL };
  if (s->member[to])
    return;
  s->member[to] = true;
  erb_put_number (&b, (int64_t) r->size);
  erb_put_number (&b, r->aligned ? (int64_t) erb_page_size () : 1);
  erb_put_number (&b, r->ids[ERB_WRITE]);
  erb_put_number (&b, r->ids[ERB_READ]);
  erb_put_text (&b, r->where);
  erb_put_text (&b, erb_record_name (r));
  struct erb_message *m = erb_message_new (ERB_TO_RECORD, b.size);
  m->key = s->key;
  memcpy (m->more, b.at, b.size);
  free (b.at);
  erb_post (to, m);
  if (s->key.home == erb_rank)
    send_ids (s, to);
}

bool
erb_see_record (const struct erb_message *m)
{
  struct erb_bytes b = { .at = (char *) m->more, .size = m->bytes };
  if (erb_find_shared (m->key))
    return true; /* from another rank, earlier */
  size_t size = (size_t) erb_take_number (&b), align = (size_t) erb_take_number (&b);
  erbium_index wreg = erb_take_number (&b), rreg = erb_take_number (&b);
  const char *where = erb_take_text (&b), *name = erb_take_text (&b);
  erbium_record *r = (erbium_new_record) (size, align, wreg, rreg, where);
  struct erb_shared_record *s = new_shared (r, m->key);
  if (name)
    (erbium_name_record) (r, name, where);
  if (wreg > 1)
    s->source = (int) m->key.home;
  s->member[m->from] = s->member[m->key.home] = s->member[erb_rank] = true;
  if (m->key.home != m->from)
    {
      struct erb_message *join = erb_message_new (ERB_TO_JOIN_RECORD, 0);
      join->key = m->key;
      erb_post ((int) m->key.home, join);
    }
  return true;
}

bool
erb_see_join_record (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  if (s->member[m->from])
    return true;
  s->member[m->from] = true;
  send_ids (s, m->from);
  return true;
}

void
erb_rank_record_retired (erbium_record *r)
{
  if (!r->shared)
    return;
  erb_engine_lock ();
  erb_stream_leave (r->shared);
  r->shared->record = NULL;
  r->shared = NULL;
  erb_engine_unlock ();
}
