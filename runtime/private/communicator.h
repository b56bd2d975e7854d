/* SPDX-License-Identifier: MIT */
/* communicator.h - threads that copy to private windows, for the files of the folder. */
#ifndef ERB_COMMUNICATOR_H
#define ERB_COMMUNICATOR_H

#include "private/private.h"
#include "sync/sync.h"

/* A thread that copies for some readers.  Its lock protects `first', and all that the runtime knows
 * of the windows of these readers; it is taken before the lock of a record. */
struct erb_communicator
{
  /* What wakers see: a process with a token, in no list of its program, without views. */
  struct erb_process self;
  struct erb_process *owner;     /* it serves the views of this process, or of all if NULL */
  struct erb_lock lock;
  erbium_atomic32 wanted;        /* readers that wait for the lock */
  struct erb_served *first;
  erbium_atomic32 asleep;        /* 1: changed under the lock */
  erbium_atomic32 stop;          /* 1: it should end; 2: it has ended */
  int processor;                 /* where it should run, or -1 */
  struct erb_communicator *next; /* in the program */
};

/* A view for which a communicator copies. */
struct erb_served
{
  struct erb_view *view;
  struct erb_communicator *by;
  struct erb_wait wait;          /* for elements, while the communicator sleeps */
  bool waits;                    /* it is in the queue of the record, or was */
  struct erb_served *next;
};

/* ---- arrival.c ------------------------------------------------------------------- */

/* Whether elements of v can be copied now, and copies some of them; returns whether it has. */
extern bool erb_arrival_can_move (const struct erb_view *v);
extern bool erb_arrival_move (struct erb_view *v);
/* Whether no more elements will come. */
extern bool erb_arrival_is_over (const struct erb_view *v);

/* ---- communicator.c --------------------------------------------------------------- */

/* Lets a communicator serve v, if the settings or a measurement say so. */
extern void erb_communicator_offer (struct erb_view *v);
extern void erb_communicator_start (struct erb_view *v);
/* Take and release the lock of v's communicator, if it has one; erb_communicator_unlock wakes the
 * communicator if there is something to do. */
extern void erb_communicator_lock (struct erb_view *v);
extern void erb_communicator_unlock (struct erb_view *v);

/* The steps of the thread: copies a chunk for each view, and returns whether there was one; sleeps
 * until there may be one, or until the third function is called. */
extern bool erb_communicator_serve (struct erb_communicator *c);
extern void erb_communicator_sleep (struct erb_communicator *c);
extern void erb_communicator_stop_serving (struct erb_communicator *c);

/* ---- trial.c ----------------------------------------------------------------------- */

/* v is about to get elements: measures, and starts or stops a communicator. */
extern void erb_trial (struct erb_view *v);

#endif
