/* SPDX-License-Identifier: MIT */
/* pthreads_table.c - the one table of chunks, a mutex for each bucket. */
#include <stdlib.h>
#include <string.h>

#include "pthreads.h"

void
shared_table_open (struct shared_table *t)
{
  for (int i = 0; i < BUCKETS; i++)
    {
      pthread_mutex_init (&t->bucket[i].lock, NULL);
      t->bucket[i].first = NULL;
    }
}

void
shared_table_free (struct shared_table *t)
{
  for (int i = 0; i < BUCKETS; i++)
    for (struct stored *s = t->bucket[i].first, *next; s; s = next)
      {
        next = s->next;
        free (s);
      }
}

static struct bucket *
bucket_of (struct shared_table *t, const uint8_t digest[DIGEST])
{
  return &t->bucket[get_number (digest, 8) % BUCKETS];
}

static struct stored *
new_stored (const struct job *j, struct bucket *b, const uint8_t digest[DIGEST])
{
  struct stored *s = allocate (j, sizeof *s);
  *s = (struct stored) { .next = b->first };
  memcpy (s->digest, digest, DIGEST);
  return b->first = s;
}

struct stored *
shared_table_find (const struct job *j, struct shared_table *t, const uint8_t digest[DIGEST], bool *is_new)
{
  struct bucket *b = bucket_of (t, digest);
  pthread_mutex_lock (&b->lock);
  struct stored *s = b->first;
  while (s && memcmp (s->digest, digest, DIGEST))
    s = s->next;
  *is_new = !s;
  if (!s)
    s = new_stored (j, b, digest);
  pthread_mutex_unlock (&b->lock);
  return s;
}

void
shared_table_fill (struct shared_table *t, struct stored *s, uint8_t *entry, size_t length)
{
  struct bucket *b = bucket_of (t, s->digest);
  pthread_mutex_lock (&b->lock);
  s->entry = entry;
  s->length = length;
  s->ready = true;
  pthread_mutex_unlock (&b->lock);
}

bool
shared_table_ready (struct shared_table *t, const struct stored *s)
{
  struct bucket *b = bucket_of (t, s->digest);
  pthread_mutex_lock (&b->lock);
  bool ready = s->ready;
  pthread_mutex_unlock (&b->lock);
  return ready;
}
