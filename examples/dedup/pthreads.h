/* SPDX-License-Identifier: MIT */
/* pthreads.h - what the files of the version with threads, locks and a heap share.
 *
 *   pthreads.c          the stages
 *   pthreads_queue.c    bounded queues between them, a mutex and two conditions each
 *   pthreads_table.c    the one table of chunks, a mutex for each bucket
 *   pthreads_order.c    a heap of what has come too early
 */
#ifndef DEDUP_PTHREADS_H
#define DEDUP_PTHREADS_H

#include <pthread.h>
#include <stdatomic.h>

#include "dedup.h"

/* ---- pthreads_queue.c ---------------------------------------------------- */

enum { QUEUE_ROOM = 1024, BATCH = 32 };

struct queue
{
  pthread_mutex_t lock;
  pthread_cond_t filled, emptied;
  int room, first, count, producers;
  void *item[QUEUE_ROOM];
};

/* room: items, at most QUEUE_ROOM; producers: how many will call queue_close. */
void queue_open (struct queue *q, int room, int producers);
/* Puts n items, in order; waits for room. */
void queue_put (struct queue *q, void *const *items, int n);
/* Takes at least one item and at most n, returns how many; 0: all producers have closed it. */
int queue_take (struct queue *q, void **items, int n);
void queue_close (struct queue *q);

/* ---- pthreads_table.c ---------------------------------------------------- */

/* A chunk that is stored once.  entry: until it is written; ready, at: under the bucket's lock,
 * at by the writer alone. */
struct stored
{
  struct stored *next;
  uint8_t digest[DIGEST];
  bool ready, written;
  int64_t at;
  uint8_t *entry;
  size_t length;
};

enum { BUCKETS = 1 << 16 };
struct bucket { pthread_mutex_t lock; struct stored *first; };
struct shared_table { struct bucket bucket[BUCKETS]; };

void shared_table_open (struct shared_table *t);
void shared_table_free (struct shared_table *t);
/* The chunk of that digest; *is_new: nobody has asked for it before. */
struct stored *shared_table_find (const struct job *j, struct shared_table *t, const uint8_t digest[DIGEST],
                                  bool *is_new);
/* Gives s its entry, which another thread may be asking for. */
void shared_table_fill (struct shared_table *t, struct stored *s, uint8_t *entry, size_t length);
bool shared_table_ready (struct shared_table *t, const struct stored *s);

/* ---- pthreads_order.c ---------------------------------------------------- */

/* The bytes of a segment; the last who needs them frees it. */
struct segment { atomic_int users; long number; int64_t from; size_t length; uint8_t bytes[]; };

/* A chunk on its way. */
struct item
{
  struct segment *segment;      /* until it is packed */
  const uint8_t *bytes;
  long number;                  /* of the segment */
  int place;                    /* in the segment */
  bool last;                    /* of the segment */
  int64_t at;
  struct cut cut;
  struct stored *stored;
};

struct heap { struct item **item; int count, room; };

void heap_put (const struct job *j, struct heap *h, struct item *i);
/* The first by number and place, or NULL; it stays, or it is taken. */
struct item *heap_first (const struct heap *h);
void heap_take (struct heap *h);

#endif
