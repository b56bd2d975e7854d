/* SPDX-License-Identifier: MIT */
/* pthreads_queue.c - bounded queues, a mutex and two conditions each. */
#include "pthreads.h"

void
queue_open (struct queue *q, int room, int producers)
{
  pthread_mutex_init (&q->lock, NULL);
  pthread_cond_init (&q->filled, NULL);
  pthread_cond_init (&q->emptied, NULL);
  q->room = room;
  q->producers = producers;
  q->first = q->count = 0;
}

void
queue_put (struct queue *q, void *const *items, int n)
{
  pthread_mutex_lock (&q->lock);
  for (int i = 0; i < n; i++)
    {
      while (q->count == q->room)
        pthread_cond_wait (&q->emptied, &q->lock);
      q->item[(q->first + q->count++) % q->room] = items[i];
      pthread_cond_signal (&q->filled);
    }
  pthread_mutex_unlock (&q->lock);
}

int
queue_take (struct queue *q, void **items, int n)
{
  int taken = 0;
  pthread_mutex_lock (&q->lock);
  while (!q->count && q->producers)
    pthread_cond_wait (&q->filled, &q->lock);
  for (; taken < n && q->count; q->count--, q->first = (q->first + 1) % q->room)
    items[taken++] = q->item[q->first];
  if (taken)
    pthread_cond_broadcast (&q->emptied);
  pthread_mutex_unlock (&q->lock);
  return taken;
}

void
queue_close (struct queue *q)
{
  pthread_mutex_lock (&q->lock);
  if (--q->producers == 0)
    pthread_cond_broadcast (&q->filled);
  pthread_mutex_unlock (&q->lock);
}
