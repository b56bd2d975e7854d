/* SPDX-License-Identifier: MIT */
/* stream.c - the elements of records, and release indices, from rank to rank.
 *
 * The source of a record reads the commit indices of its producers as a reader does, and copies
 * the elements from the window to messages, a chunk at a time.  The slots of shadows of remote
 * readers keep them there until they were released.  Elements beyond all grants were never
 * written, and only the index is sent.
 *
 * A rank that gets elements stores them as a producer does: it has the grant of its shadow in the
 * slot before it looks which window the record has, and then publishes.  So its readers may
 * enlarge the window, or take it back, as always (X1, X2: record/record_window.c).
 *
 * The window of such a rank has room from the first element that a reader of the rank needs, as far
 * as this rank and the source know: the source may have heard first of a reader that comes.  A
 * reader that comes later needs elements that the window may have lost.  The source sends them
 * again, from the reader's index on, and its first update waits for them (erb_await_again).
 */
#include "rank/shared.h"

enum
{
  CHUNK = 65536,   /* bytes of elements in a message, unless one element has more */
  MOST_SENDS = 32  /* messages that are being sent at a time; then elements wait */
};

/* Where the engine waits in a queue, this stands for the view. */
static struct erb_view no_view;

/* ---- The source ------------------------------------------------------------------------ */

/* needed: the first element that a reader of that rank needs. */
static void
send_chunk (struct erb_shared_record *s, int to, erbium_index from, erbium_index end,
            erbium_index needed)
{
  const erbium_record *r = s->record;
  erbium_index written = erb_written_end (r);
  written = written < from ? from : written < end ? written : end;
  const struct erb_window *w = erb_record_window (r);
  size_t bytes = w ? (size_t) (written - from) * r->size : 0;
  const char *elements = bytes > 0 ? w->base + (erb_position_of (r, from) & (w->bytes - 1)) : NULL;
  struct erb_bytes references = { .at = NULL };
  if (r->size % sizeof (void *) == 0 && bytes > 0)
    erb_put_references (&references, elements, bytes, to);
  struct erb_message *m = erb_message_new (ERB_TO_STREAM, bytes + references.size);
  m->key = s->key;
  m->a = from;
  m->b = end;
  m->c = (int64_t) references.size;
  m->d = needed;
  if (bytes > 0)
    memcpy (m->more, elements, bytes);
  if (references.size > 0)
    memcpy (m->more + bytes, references.at, references.size);
  free (references.at);
  erb_post (to, m);
}

/* Whether elements are to be sent to that rank. */
static bool
lacks (const struct erb_shared_record *s, int to, erbium_index low)
{
  return to != erb_rank && s->readers[to] > 0 && s->sent[to] < low;
}

/* Returns the index before which all elements are committed, if this rank is the source. */
static erbium_index
committed (const struct erb_shared_record *s)
{
  return s->record && s->source == erb_rank ? erb_lowest_index (s->record, ERB_WRITE) : 0;
}

/* Returns an index before which no reader of that rank needs an element any more.  Such elements
 * may be as many as a producer can leap over. */
static erbium_index
released_at (const struct erb_shared_record *s, int rank)
{
  erbium_index low = ERBIUM_NEVER;
  for (int n = 0; n < s->record->ids[ERB_READ]; n++)
    if (s->place[ERB_READ][n].rank == rank)
      {
        erbium_index i = erbium_load_acquire (&s->record->slot[ERB_READ][n].index);
        low = i < low ? i : low;
      }
  return low;
}

/* Returns the end of the next message to a rank that needs the elements from `from' on; where none
 * was ever written the message has none. */
static erbium_index
chunk_end (const struct erb_shared_record *s, erbium_index from, erbium_index low)
{
  erbium_index some = (erbium_index) (CHUNK / s->record->size);
  erbium_index end = from >= erb_written_end (s->record) ? low : from + (some > 0 ? some : 1);
  return end < low ? end : low;
}

static bool
send_elements (struct erb_shared_record *s, int *room)
{
  erbium_index low = committed (s);
  bool any = false;
  for (int to = 0; to < erb_ranks; to++)
    while (*room > 0 && lacks (s, to, low))
      {
        erbium_index needed = released_at (s, to);
        erbium_index from = needed > low ? low : needed > s->sent[to] ? needed : s->sent[to];
        s->sent[to] = chunk_end (s, from, low);
        send_chunk (s, to, from, s->sent[to], needed < from ? needed : from);
        (*room)--;
        any = true;
      }
  return any;
}

/* ---- Readers ----------------------------------------------------------------------------- */

/* Whether the source of s, another rank, is to be told the index of a reader of this rank. */
static bool
tells (const struct erb_shared_record *s)
{
  return s->record && s->source >= 0 && s->source != erb_rank && s->readers[erb_rank] > 0;
}

static erbium_index
released (const struct erb_shared_record *s, int n)
{
  const struct erb_id_place *p = &s->place[ERB_READ][n];
  if (p->rank != erb_rank || s->record->id_state[ERB_READ][n].state == ERB_ENDED)
    return -1;
  erbium_index i = erbium_load_acquire (&s->record->slot[ERB_READ][n].index);
  i = i < p->from ? p->from : i; /* it has not taken the id yet */
  return i == ERBIUM_NEVER ? -1 : i;
}

static bool
send_released (struct erb_shared_record *s)
{
  bool any = false;
  for (int n = 0; tells (s) && n < s->record->ids[ERB_READ]; n++)
    {
      erbium_index i = released (s, n);
      struct erb_id_place *p = &s->place[ERB_READ][n];
      if (i <= p->told)
        continue;
      struct erb_message *m = erb_message_new (ERB_TO_RELEASED, 0);
      m->key = s->key;
      m->side = ERB_READ;
      m->id = n + 1;
      m->a = p->told = i;
      erb_post (s->source, m);
      any = true;
    }
  return any;
}

/* ---- The engine's rounds and sleep -------------------------------------------------------- */

bool
erb_streams_move (void)
{
  bool any = false;
  int room = MOST_SENDS - erb_engine_backlog ();
  for (struct erb_shared_record *s = erb_shared_records; s; s = s->next)
    if (s->record)
      {
        any |= send_elements (s, &room);
        any |= send_released (s);
      }
  return any;
}

bool
erb_streams_can_move (void)
{
  for (const struct erb_shared_record *s = erb_shared_records; s; s = s->next)
    {
      erbium_index low = committed (s);
      for (int to = 0; low > 0 && to < erb_ranks && erb_engine_backlog () < MOST_SENDS; to++)
        if (lacks (s, to, low))
          return true;
      for (int n = 0; tells (s) && n < s->record->ids[ERB_READ]; n++)
        if (released (s, n) > s->place[ERB_READ][n].told)
          return true;
    }
  return false;
}

static void
await (struct erb_wait *w, erbium_record *r, enum erb_side side, int only, erbium_index need)
{
  *w = (struct erb_wait) { .process = erb_rank_owner[erb_rank], .primitive = ERB_receive,
                           .view = &no_view, .record = r, .side = side, .need = need,
                           .enough = need, .only = only, .where = "another rank" };
  erb_wait_enter (w); /* S2 */
}

/* Enters the queue of s for the next element that a rank lacks. */
static void
await_elements (struct erb_shared_record *s)
{
  erbium_index next = ERBIUM_NEVER;
  for (int to = 0; to < erb_ranks; to++)
    if (to != erb_rank && s->readers[to] > 0 && s->sent[to] < next)
      next = s->sent[to];
  if (s->source == erb_rank && next != ERBIUM_NEVER
      && erb_end_of_stream (s->record) == ERBIUM_NEVER)
    await (&s->wait, s->record, ERB_WRITE, s->record->ids[ERB_WRITE] == 1, next + 1);
}

/* Enters the queue of s for the next release of the reader of this rank that has released least: of
 * several, the source waits for all.  So a record of many readers has one entry. */
static void
await_release (struct erb_shared_record *s)
{
  const struct erb_id_place *last = NULL;
  for (int n = 0; tells (s) && n < s->record->ids[ERB_READ]; n++)
    {
      const struct erb_id_place *p = &s->place[ERB_READ][n];
      if (released (s, n) >= 0 && (!last || p->told < last->told))
        last = p;
    }
  if (last)
    await (&s->release_wait, s->record, ERB_READ, (int) (last - s->place[ERB_READ]) + 1,
           last->told + 1);
}

void
erb_streams_await (void)
{
  for (struct erb_shared_record *s = erb_shared_records; s; s = s->next)
    if (s->record)
      {
        await_elements (s);
        await_release (s);
      }
}

static void
leave (struct erb_wait *w)
{
  if (w->record)
    erb_wait_leave (w);
  w->record = NULL;
}

void
erb_stream_leave (struct erb_shared_record *s)
{
  if (!s->record)
    return;
  leave (&s->wait);
  leave (&s->release_wait);
}

void
erb_streams_leave (void)
{
  for (struct erb_shared_record *s = erb_shared_records; s; s = s->next)
    erb_stream_leave (s);
}

/* ---- What arrives --------------------------------------------------------------------------- */

/* Returns the least of `most' and the first element that a reader of this rank needs. */
static erbium_index
first_needed (const struct erb_shared_record *s, erbium_index most)
{
  erbium_index first = most;
  for (int n = 0; n < s->record->ids[ERB_READ]; n++)
    {
      erbium_index i = released (s, n);
      first = i >= 0 && i < first ? i : first;
    }
  return first;
}

/* Gives v a window with room for so many elements.  Views of this rank may have no horizon yet. */
static void
provide (struct erb_view *v, erbium_index elements)
{
  erbium_record *r = v->record;
  if (!v->window || !erb_record_window (r))
    {
      erb_record_lock (r);
      if (!r->first_bytes)
        r->first_bytes = erb_record_bytes_for (r, elements);
      erb_record_unlock (r);
      erb_view_provide (v, ERB_receive, r->where);
    }
  if (elements > v->room)
    erb_record_make_room (v, elements, r->where);
}

/* Grants the shadow v the elements before `to', in a window that has room from `first' on. */
static void
grant (struct erb_view *v, erbium_index first, erbium_index to)
{
  erbium_record *r = v->record;
  erbium_index granted = erbium_load_relaxed (&v->slot->granted);
  to = granted > to ? granted : to; /* those that come again leave the others in place */
  do
    {
      provide (v, to - first);
      erbium_store_relaxed (&v->slot->granted, to); /* X1 */
      erbium_light_barrier ();
    }
  while (erb_view_adopt (v) || !erb_record_window (r));
}

/* Stores the elements of m, in a window with room from `first' on.  Those that come again may be
 * where a reader has the same ones, so references are put into the message.
 *
 * If all producers have ended, v has no id, and all that was ever granted needs room.  The reader
 * that needs these elements does not take the window back. */
static void
store (struct erb_view *v, const struct erb_message *m, erbium_index first)
{
  const erbium_record *r = v->record;
  size_t bytes = m->bytes - (size_t) m->c;
  char *elements = (char *) m->more;
  struct erb_bytes references = { .at = elements + bytes, .size = (size_t) m->c };
  if (bytes == 0)
    return;
  if (references.size > 0)
    erb_take_references (&references, elements);
  if (v->slot)
    grant (v, first, m->a + (erbium_index) (bytes / r->size));
  else
    provide (v, erb_written_end (r) - first);
  memcpy (v->hot.base + (erb_position_of (r, m->a) & v->hot.mask), elements, bytes);
}

/* Stores what has come, once, and notes which elements the window has now. */
static void
arrive (struct erb_shared_record *s, struct erb_view *v, const struct erb_message *m)
{
  struct erb_arrived *a = &s->arrived;
  erbium_index first = first_needed (s, m->d), whole = erbium_load_relaxed (&a->whole);
  store (v, m, first);
  if (m->a > a->end)
    whole = m->a;
  else if (m->a < whole)
    {
      bool goes_on = m->a == a->again_end && a->again < a->again_end;
      a->again = goes_on ? a->again : m->a;
      a->again_end = m->b;
    }
  a->end = m->b > a->end ? m->b : a->end;
  a->again = a->again < first ? first : a->again;
  whole = whole < first ? first : whole;
  bool falls = a->again < whole && a->again_end >= whole;
  erbium_store_release (&a->whole, falls ? a->again : whole); /* erb_await_again */
  if (falls)
    {
      erbium_add (&a->falls, 1);
      erb_os->wake (&a->falls);
    }
}

/* The same after all producers have ended. */
static void
arrive_at_end (struct erb_shared_record *s, const struct erb_message *m)
{
  erbium_record *r = s->record;
  struct erb_view *v = erb_engine_view (r, ERB_WRITE, 0, 0, 0, m->from, r->where);
  arrive (s, v, m);
  erb_end_shadow (v, false);
}

/* Whether a reader of this rank needs elements between those that have come and m.  The source did
 * not know of it when it sent m; it sends them, and those of m, when it does. */
static bool
leaves_gap (const struct erb_shared_record *s, const struct erb_message *m)
{
  return m->a > s->arrived.end && first_needed (s, m->a) < m->a;
}

void
erb_await_again (struct erb_shared_record *s, erbium_index first)
{
  for (;;)
    {
      int32_t falls = erbium_load_acquire (&s->arrived.falls);
      if (erbium_load_acquire (&s->arrived.whole) <= first) /* arrive */
        return;
      erb_os->sleep (&s->arrived.falls, falls, 100000000);
    }
}

bool
erb_see_stream (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  if (!s)
    return false;
  if (!s->record || s->source == erb_rank)
    return true;
  for (int n = 0; n < s->record->ids[ERB_WRITE]; n++)
    if (!s->place[ERB_WRITE][n].shadow && s->place[ERB_WRITE][n].ends_at < 0)
      return false; /* the home has not told about it yet */
  if (leaves_gap (s, m))
    return true;
  struct erb_view *first = NULL;
  for (int n = 0; n < s->record->ids[ERB_WRITE]; n++)
    {
      struct erb_view *v = s->place[ERB_WRITE][n].shadow;
      if (!v)
        continue;
      if (!first)
        arrive (s, first = v, m);
      if (m->b > erb_index (v))
        erbium_publish_fast (&v->hot, v->slot, m->b);
    }
  if (!first)
    arrive_at_end (s, m);
  erb_end_producers (s);
  return true;
}

bool
erb_see_released (const struct erb_message *m)
{
  struct erb_shared_record *s = erb_find_shared (m->key);
  struct erb_view *v = s && s->record ? s->place[ERB_READ][m->id - 1].shadow : NULL;
  if (!s)
    return false;
  if (s->record && !v && s->place[ERB_READ][m->id - 1].rank < 0
      && s->record->id_state[ERB_READ][m->id - 1].state == ERB_EMPTY)
    return false; /* the home has not told about it yet */
  if (v && m->a > erb_index (v))
    erbium_publish_fast (&v->hot, v->slot, m->a);
  return true;
}
