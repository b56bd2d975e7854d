/* SPDX-License-Identifier: MIT */
/* pthreads_queue.c - bounded queues, a mutex and two conditions each. */
#include "pthreads.h"

void
queue_open (struct queue *q, int room, int senders)
{
  pthread_mutex_init (&q->lock, NULL);
  pthread_cond_init (&q->filled, NULL);
  pthread_cond_init (&q->emptied, NULL);
  q->room = room;
  q->senders = senders;
  q->first = q->count = 0;
}

void
queue_put (struct queue *q, void *item)
{
  pthread_mutex_lock (&q->lock);
  while (q->count == q->room)
    pthread_cond_wait (&q->emptied, &q->lock);
  q->item[(q->first + q->count++) % q->room] = item;
  pthread_cond_signal (&q->filled);
  pthread_mutex_unlock (&q->lock);
}

void *
queue_take (struct queue *q)
{
  void *item = NULL;
  pthread_mutex_lock (&q->lock);
  while (!q->count && q->senders)
    pthread_cond_wait (&q->filled, &q->lock);
  if (q->count)
    {
      item = q->item[q->first];
      q->first = (q->first + 1) % q->room;
      q->count--;
      pthread_cond_signal (&q->emptied);
    }
  pthread_mutex_unlock (&q->lock);
  return item;
}

void
queue_close (struct queue *q)
{
  pthread_mutex_lock (&q->lock);
  if (--q->senders == 0)
    pthread_cond_broadcast (&q->filled);
  pthread_mutex_unlock (&q->lock);
}
