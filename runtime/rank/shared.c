/* SPDX-License-Identifier: MIT */
/* shared.c - records that several ranks know: replicas, shadows, and who holds which id.
 *
 * The home of a record decides who holds an id, and tells all ranks that have a replica.  A change
 * that a rank makes itself (it gives an id up, or passes a view on) goes to the home, and from
 * there to the others.  Shadows are made and ended with the primitives of views, by the engine.
 *
 * A commit index grows on another rank only with the elements that come from the source.  So the
 * end of a producer is deferred there until its last element has arrived, unless no reader of the
 * record is left.
 */
#include "rank/ranks.h"

#include <inttypes.h>

struct erb_shared_record *erb_shared_records;
erbium_index erb_engine_begins_at = -1;

/* How an id changes: in `a' of messages.  `b' is the rank that holds it, `c' an index, `d' the
 * horizon of its view. */
enum change { HELD, VACANT, ENDED };

/* Answers to requests for an id. */
enum { GRANTED, REFUSED, ELSEWHERE };

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

/* Notes that rank holds the id, from that index on. */
static void
place (struct erb_shared_record *s, enum erb_side side, int id, int rank, erbium_index at)
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
  if (s && s->record && m->a == GRANTED)
    place (s, m->side, m->id, erb_rank, m->b);
}

/* The id has ended. */
static void
displace (struct erb_shared_record *s, enum erb_side side, int id)
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
        place (s, side, n + 1, erb_rank, erbium_load_acquire (&r->slot[side][n].index));
      else if (r->id_state[side][n].state == ERB_ENDED && side == ERB_WRITE)
        place (s, side, n + 1, erb_rank, r->id_state[side][n].terminal);
  erb_record_unlock (r);
  if (r->ids[ERB_WRITE] > 1)
    s->source = erb_rank;
  return s;
}

static struct erb_message *
id_message (const struct erb_shared_record *s, enum erb_message_kind kind, enum erb_side side,
            int id, enum change change, int rank, erbium_index at, erbium_index horizon)
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

/* Returns how an id stands, and stores the index that goes with that; returns -1 if no view has had
 * it.  By the home. */
static int
standing (const struct erb_shared_record *s, enum erb_side side, int n, erbium_index *at)
{
  const erbium_record *r = s->record;
  const struct erb_id_place *p = &s->place[side][n];
  const struct erb_id_state *state = &r->id_state[side][n];
  if (side == ERB_WRITE && s->source != erb_rank && p->rank >= 0)
    {
      *at = p->ends_at >= 0 ? p->ends_at : p->vacant_at >= 0 ? p->vacant_at : 0;
      return p->ends_at >= 0 ? ENDED : p->vacant_at >= 0 ? VACANT : HELD;
    }
  *at = state->state == ERB_HELD ? erbium_load_acquire (&r->slot[side][n].index) : state->terminal;
  return state->state == ERB_EMPTY ? -1 : state->state == ERB_HELD ? HELD
         : state->state == ERB_VACANT ? VACANT : ENDED;
}

void
erb_id_standing (const struct erb_shared_record *s, enum erb_side side, int n,
                 struct erb_told_id *t)
{
  static const enum erb_id_status status[]
    = { [HELD] = ERB_HELD, [VACANT] = ERB_VACANT, [ENDED] = ERB_ENDED };
  erbium_index at;
  int change = standing (s, side, n, &at);
  t->state = change < 0 ? ERB_EMPTY : (int32_t) status[change];
  if (change < 0)
    return;
  t->index = change == ENDED && side == ERB_READ ? ERBIUM_NEVER : at;
  t->end = change == ENDED && side == ERB_WRITE ? at : ERBIUM_NEVER;
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
        int change = standing (s, side, n, &at);
        if (change >= 0)
          erb_post (to, id_message (s, ERB_TO_ID, side, n + 1, (enum change) change,
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
  size_t size = (size_t) erb_take_number (&b);
  erbium_index wreg = erb_take_number (&b), rreg = erb_take_number (&b);
  const char *where = erb_take_text (&b), *name = erb_take_text (&b);
  erbium_record *r = (erbium_new_record) (size, 1, wreg, rreg, where);
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

/* ---- Shadows ------------------------------------------------------------------------------- */

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

static void
end_shadow (struct erb_view *v, bool handover)
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
    place (s, side, id, rank, at);
  p->vacant_at = -1;
  if (!p->shadow)
    p->shadow = erb_engine_view (r, side, id, horizon, side == ERB_WRITE ? 0 : at, rank, r->where);
  else if (p->shadow->owner != erb_rank_owner[rank])
    erb_view_own (p->shadow, erb_rank_owner[rank]);
}

struct erb_view *
erb_view_arrives (struct erb_shared_record *s, enum erb_side side, int id, erbium_index horizon,
                  erbium_index at, int from, const char *where)
{
  struct erb_id_place *p = &s->place[side][id - 1];
  struct erb_view *shadow = p->shadow;
  p->shadow = NULL;
  if (shadow)
    end_shadow (shadow, true);
  struct erb_view *v = erb_engine_view (s->record, side, id, horizon, at, from, where);
  place (s, side, id, erb_rank, at);
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
      end_shadow (v, false); /* the record may be gone after this */
    }
}

/* A producer of another rank hands its id over, or ends. */
static void
producer_given_up (struct erb_shared_record *s, int id, enum change change, erbium_index at)
{
  struct erb_id_place *p = &s->place[ERB_WRITE][id - 1];
  if (change == VACANT)
    p->vacant_at = at;
  else
    p->ends_at = at;
  if (change == VACANT && erb_index (p->shadow) == at)
    {
      end_shadow (p->shadow, true);
      p->shadow = NULL;
    }
  erb_end_producers (s);
}

/* An id that another rank held is handed over, or has ended. */
static void
given_up (struct erb_shared_record *s, enum erb_side side, int id, int rank, enum change change,
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
  if (change == ENDED)
    displace (s, side, id);
  end_shadow (v, change == VACANT);
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
  if (m->a == HELD)
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
    = id_message (s, ERB_TO_ID, m->side, m->id, m->a, (int) m->b, m->c, m->d);
  erb_post_to_members (s->member, m->from, on);
  free (on);
}

bool
erb_see_give_up (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  if (s->record)
    {
      if (m->a == HELD)
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
  int change = r ? standing (s, m->side, m->id - 1, &at) : ENDED;
  if (change == HELD || change == ENDED)
    {
      answer (m, REFUSED, 0);
      return true;
    }
  at = change == VACANT ? at : 0;
  if (m->side == ERB_WRITE && at > 0 && p->rank != m->from)
    {
      answer (m, ELSEWHERE, p->rank);
      return true;
    }
  held_by (s, m->side, m->id, m->from, at, m->d);
  struct erb_message *on = id_message (s, ERB_TO_ID, m->side, m->id, HELD, m->from, at, m->d);
  erb_post_to_members (s->member, m->from, on);
  free (on);
  answer (m, GRANTED, at);
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

/* ---- Views of this rank ----------------------------------------------------------------- */

void
erb_view_leaves (struct erb_shared_record *s, struct erb_view *v, int to)
{
  int id = v->registered;
  if (!id)
    {
      end_shadow (v, false);
      return;
    }
  struct erb_id_place *p = &s->place[v->side][id - 1];
  erb_view_own (v, erb_rank_owner[to]);
  p->shadow = v;
  place (s, v->side, id, to, erb_index (v));
  if (s->key.home != erb_rank)
    erb_post ((int) s->key.home, id_message (s, ERB_TO_GIVE_UP, v->side, id, HELD, to,
                                             erb_index (v), v->horizon));
  else
    {
      struct erb_message *m = id_message (s, ERB_TO_ID, v->side, id, HELD, to, erb_index (v),
                                          v->horizon);
      erb_post_to_members (s->member, to, m);
      free (m);
    }
}

/* Whether the caller, a process of this rank, changes ids of a record that others know. */
static struct erb_shared_record *
shared_of (const struct erb_view *v)
{
  return erb_on_engine () ? NULL : v->record->shared;
}

ERB_NORETURN ERB_COLD static void
goes_on_elsewhere (const struct erb_view *v, int rank, const char *where)
{
  struct erb_text t;
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
             "let both producers run on one rank: pass the view itself",
             "%s cannot go on on rank %d: elements of its record were committed on rank %d",
             erb_describe_view (v, &t), erb_rank, rank);
}

/* Reports a reader that goes on behind others of its rank, where elements may be overwritten.
 * itself: how often it counts as a reader of its rank already. */
static void
check_behind (struct erb_shared_record *s, const struct erb_view *v, erbium_index at, int itself,
              const char *where)
{
  struct erb_text t;
  erb_engine_lock ();
  bool behind = v->side == ERB_READ && s->source != erb_rank && s->readers[erb_rank] > itself
                && at < erb_lowest_index (s->record, ERB_WRITE);
  erb_engine_unlock ();
  if (behind)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
               "hand the id over to a process of the same rank",
               "%s cannot go on at %" PRId64 " on rank %d, where other readers of its record are "
               "ahead", erb_describe_view (v, &t), at, erb_rank);
}

bool
erb_rank_takes_id (struct erb_view *v, int id, erbium_index *at, const char *where)
{
  struct erb_shared_record *s = shared_of (v);
  if (erb_on_engine () && erb_engine_begins_at >= 0)
    {
      *at = erb_engine_begins_at;
      return true;
    }
  if (!s)
    return false;
  erb_engine_lock ();
  int last = s->place[v->side][id - 1].rank, source = s->source;
  erb_engine_unlock ();
  bool several = v->record->ids[ERB_WRITE] > 1;
  if (v->side == ERB_WRITE && several && source != erb_rank)
    goes_on_elsewhere (v, source, where);
  if (s->key.home == erb_rank)
    {
      erb_engine_lock ();
      erbium_index from;
      int change = standing (s, v->side, id - 1, &from);
      erb_engine_unlock ();
      if (v->side == ERB_WRITE && change == VACANT && from > 0 && last != erb_rank)
        goes_on_elsewhere (v, last, where);
      if (change == VACANT && last != erb_rank)
        check_behind (s, v, from, 0, where);
      return false;
    }
  struct erb_message *m = id_message (s, ERB_TO_REGISTER, v->side, id, HELD, erb_rank, 0,
                                      v->horizon);
  struct erb_ticket t = erb_request ((int) s->key.home, m);
  if (t.a == ELSEWHERE)
    goes_on_elsewhere (v, (int) t.b, where);
  if (t.a == REFUSED)
    return false; /* this rank knows by now who holds it: view.c reports that */
  if (t.b > 0 && last != erb_rank)
    check_behind (s, v, t.b, 1, where);
  *at = t.b;
  return true;
}

void
erb_rank_id_taken (struct erb_view *v)
{
  struct erb_shared_record *s = shared_of (v);
  if (!s)
    return;
  erb_engine_lock ();
  place (s, v->side, v->registered, erb_rank, erb_index (v));
  if (s->key.home == erb_rank)
    {
      struct erb_message *m = id_message (s, ERB_TO_ID, v->side, v->registered, HELD, erb_rank,
                                          erb_index (v), v->horizon);
      erb_post_to_members (s->member, -1, m);
      free (m);
    }
  erb_engine_unlock ();
  erb_engine_ring ();
}

/* For a handover this returns when the home knows of it, so that a process which learns of the
 * handover finds the id free. */
void
erb_rank_id_given_up (struct erb_view *v, int id, bool ended)
{
  struct erb_shared_record *s = shared_of (v);
  if (!s)
    return;
  enum change change = ended ? ENDED : VACANT;
  erbium_index at = v->record->id_state[v->side][id - 1].terminal;
  erb_engine_lock ();
  bool home = s->key.home == erb_rank;
  struct erb_message *m = id_message (s, home ? ERB_TO_ID : ERB_TO_GIVE_UP, v->side, id, change,
                                      erb_rank, at, v->horizon);
  if (ended && v->side == ERB_READ)
    displace (s, v->side, id);
  if (home)
    {
      erb_post_to_members (s->member, -1, m);
      free (m);
    }
  erb_engine_unlock ();
  if (home)
    return;
  if (ended)
    erb_post ((int) s->key.home, m);
  else
    erb_request ((int) s->key.home, m);
}

void
erb_rank_claimed (struct erb_view *v, erbium_index count, erbium_index *first, const char *where)
{
  struct erb_shared_record *s = shared_of (v);
  (void) where;
  if (!s || s->key.home == erb_rank)
    return;
  struct erb_message *m = id_message (s, ERB_TO_CLAIM, v->side, v->group, HELD, erb_rank, count, 0);
  *first = erb_request ((int) s->key.home, m).a;
}

/* Reports an observer on a rank to which no elements are sent. */
bool
erb_rank_update (struct erb_view *v, erbium_index i, erbium_index *to, bool *ends,
                 const char *where)
{
  struct erb_shared_record *s = v->slot ? NULL : shared_of (v);
  struct erb_text t;
  (void) i;
  (void) to;
  (void) ends;
  if (!s)
    return false;
  erb_engine_lock ();
  bool blind = s->source != erb_rank && s->readers[erb_rank] == 0;
  erb_engine_unlock ();
  if (blind)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_update, where,
               "let it run where the producers or a registered reader run",
               "%s is an observer on rank %d, to which no elements are sent",
               erb_describe_view (v, &t), erb_rank);
  return false;
}
