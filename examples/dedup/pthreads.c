/* SPDX-License-Identifier: MIT */
/* pthreads.c - the compression with threads, locks and a heap, as one writes it.
 *
 *   source --> cutters --> hashers --> deflaters --> writer
 *                             |                        ^
 *                             +-- what is repeated ----+
 *
 * The stages, the queues between them and the shared table are those of dedup in PARSEC (Bienia,
 * Kumar, Singh, Li, PACT'08), as section 2.1 of the paper on sumC describes them.  Items travel as
 * pointers, some at a time.  Whoever is first to put a chunk into the table has it deflated; the
 * writer puts items into order, and stores a chunk where it meets it first.  So the archive
 * depends on no schedule either.
 */
#include "pthreads.h"

#include <stdlib.h>
#include <string.h>

struct stages
{
  const struct job *job;
  struct queue segments, chunks, fresh, done;
  struct shared_table table;
};

/* Items on their way into a queue. */
struct batch { struct queue *to; int count; void *item[BATCH]; };

static void
flush (struct batch *b)
{
  if (b->count)
    queue_put (b->to, b->item, b->count);
  b->count = 0;
}

static void
send (struct batch *b, void *item)
{
  b->item[b->count++] = item;
  if (b->count == BATCH)
    flush (b);
}

static void
leave (struct segment *s)
{
  if (atomic_fetch_sub (&s->users, 1) == 1)
    free (s);
}

/* ---- Stages -------------------------------------------------------------- */

static struct segment *
read_segment (const struct job *j, const uint8_t *before, size_t have, long number, int64_t from)
{
  struct segment *s = allocate (j, sizeof *s + MAX_SEGMENT);
  *s = (struct segment) { .number = number, .from = from };
  memcpy (s->bytes, before, have);
  s->length = have + read_input (j, s->bytes + have, MAX_SEGMENT - have);
  return s;
}

static void *
source (void *shared)
{
  struct stages *all = shared;
  static uint8_t rest[MAX_SEGMENT];
  size_t have = 0;
  int64_t at = 0;
  for (long number = 0;; number++)
    {
      struct segment *s = read_segment (all->job, rest, have, number, at);
      size_t n = segment_length (s->bytes, s->length);
      have = s->length - n;
      memcpy (rest, s->bytes + n, have);
      s->length = n;
      at += (int64_t) n;
      if (!n)
        {
          free (s);
          break;
        }
      queue_put (&all->segments, (void **) &s, 1);
    }
  queue_close (&all->segments);
  return NULL;
}

/* The items of a segment, which may be gone once the last of them is sent. */
static void
cut (struct stages *all, struct segment *s, struct batch *to)
{
  int place = 0;
  atomic_store (&s->users, 1);
  for (size_t at = 0, n; at < s->length; at += n)
    {
      struct item *i = allocate (all->job, sizeof *i);
      n = chunk_length (s->bytes + at, s->length - at);
      *i = (struct item) { .segment = s, .bytes = s->bytes + at, .number = s->number, .place = place++,
                           .last = at + n == s->length, .at = s->from + (int64_t) at, .cut.length = (uint32_t) n };
      atomic_fetch_add (&s->users, 1);
      send (to, i);
    }
  flush (to);
  leave (s);
}

static void *
cutter (void *shared)
{
  struct stages *all = shared;
  struct batch to = { .to = &all->chunks };
  for (void *s; queue_take (&all->segments, &s, 1);)
    cut (all, s, &to);
  queue_close (&all->chunks);
  return NULL;
}

static void *
hasher (void *shared)
{
  struct stages *all = shared;
  struct batch fresh = { .to = &all->fresh }, done = { .to = &all->done };
  void *items[BATCH];
  for (int n; (n = queue_take (&all->chunks, items, BATCH)); flush (&fresh), flush (&done))
    for (int k = 0; k < n; k++)
      {
        struct item *i = items[k];
        bool is_new;
        chunk_digest (i->bytes, i->cut.length, i->cut.digest);
        i->stored = shared_table_find (all->job, &all->table, i->cut.digest, &is_new);
        if (!is_new)
          leave (i->segment);
        send (is_new ? &fresh : &done, i);
      }
  queue_close (&all->fresh);
  queue_close (&all->done);
  return NULL;
}

static void *
deflater (void *shared)
{
  struct stages *all = shared;
  struct deflater d;
  struct batch done = { .to = &all->done };
  void *items[BATCH];
  deflater_open (all->job, &d);
  for (int n; (n = queue_take (&all->fresh, items, BATCH)); flush (&done))
    for (int k = 0; k < n; k++)
      {
        struct item *i = items[k];
        uint8_t *entry = allocate (all->job, DEFLATED_HEAD + i->cut.length);
        size_t length = put_chunk (&d, entry, &i->cut, i->bytes);
        leave (i->segment);
        shared_table_fill (&all->table, i->stored, entry, length);
        send (&done, i);
      }
  deflater_close (&d);
  queue_close (&all->done);
  return NULL;
}

/* ---- The writer ---------------------------------------------------------- */

struct writer { struct heap early; long number; int place; struct tally tally; };

static void
write_item (const struct job *j, struct writer *w, struct item *i)
{
  struct stored *s = i->stored;
  uint8_t entry[REPEATED_HEAD];
  if (s->written)
    write_output (j, entry, put_repeated (entry, &i->cut, s->at));
  else
    {
      write_output (j, s->entry, s->length);
      free (s->entry);
      s->written = true;
      s->at = i->at;
    }
  tally_chunk (&w->tally, &i->cut);
  w->place = i->last ? 0 : w->place + 1;
  w->number += i->last;
  free (i);
}

/* Whether it is the next, and what it stores has been deflated. */
static bool
due (struct stages *all, const struct writer *w, const struct item *i)
{
  return i && i->number == w->number && i->place == w->place && shared_table_ready (&all->table, i->stored);
}

static void
write_all (struct stages *all)
{
  struct writer w = { 0 };
  void *items[BATCH];
  begin_archive (all->job, &w.tally);
  for (int n; (n = queue_take (&all->done, items, BATCH));)
    {
      for (int k = 0; k < n; k++)
        heap_put (all->job, &w.early, items[k]);
      for (struct item *i; due (all, &w, i = heap_first (&w.early)); write_item (all->job, &w, i))
        heap_take (&w.early);
    }
  end_archive (all->job, &w.tally);
  free (w.early.item);
}

/* ---- All of it ----------------------------------------------------------- */

static pthread_t
start (const struct job *j, void *(*stage) (void *), struct stages *all)
{
  pthread_t t;
  int error = pthread_create (&t, NULL, stage, all);
  if (error)
    fail (j, NULL, "no thread can be had (%s): take fewer workers (-w)", strerror (error));
  return t;
}

void
compress_pthreads (const struct job *j)
{
  struct stages *all = allocate (j, sizeof *all);
  pthread_t thread[3 * MAX_RANGES + 1];
  int n = 0;
  all->job = j;
  queue_open (&all->segments, 2 * j->workers, 1);
  queue_open (&all->chunks, QUEUE_ROOM, j->workers);
  queue_open (&all->fresh, QUEUE_ROOM, j->workers);
  queue_open (&all->done, QUEUE_ROOM, 2 * j->workers);
  shared_table_open (&all->table);
  thread[n++] = start (j, source, all);
  for (int k = 0; k < j->workers; k++)
    {
      thread[n++] = start (j, cutter, all);
      thread[n++] = start (j, hasher, all);
      thread[n++] = start (j, deflater, all);
    }
  write_all (all);
  for (int k = 0; k < n; k++)
    pthread_join (thread[k], NULL);
  shared_table_free (&all->table);
  free (all);
}
