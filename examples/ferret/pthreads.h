/* SPDX-License-Identifier: MIT */
/* pthreads.h - bounded queues of pointers, a mutex and two conditions each. */
#ifndef FERRET_PTHREADS_H
#define FERRET_PTHREADS_H

#include <pthread.h>

#include "ferret.h"

enum { QUEUE_ROOM = 4 * MAX_WORKERS };

struct queue
{
  pthread_mutex_t lock;
  pthread_cond_t filled, emptied;
  int room, first, count, senders;
  void *item[QUEUE_ROOM];
};

/* room: items, at most QUEUE_ROOM; senders: how many will call queue_close. */
void queue_open (struct queue *q, int room, int senders);
void queue_put (struct queue *q, void *item);
void *queue_take (struct queue *q); /* NULL: all senders have closed it */
void queue_close (struct queue *q);

#endif
