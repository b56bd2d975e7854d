/* SPDX-License-Identifier: MIT */
/* local.h - the state of a worker that one thread at a time touches, with plain stores.
 *
 * A thread that serves a worker may lose it to another thread.  So it touches this state only
 * between erb_local_enter and erb_local_exit (fiber/os_thread.c):
 *
 *   thread:  inside = 1, light barrier, read revoked
 *   monitor: revoked = 1, heavy barrier, read inside
 */
#ifndef ERB_LOCAL_H
#define ERB_LOCAL_H

#include "core/core.h"

/* Windows of one size that belong to no record, the one that came last first. */
struct erb_windows { struct erb_window *first; };

enum { ERB_WINDOW_SIZES = 33 }; /* windows of 2^k bytes */

/* The state of a worker. */
struct erb_local
{
  /* record whose lock the worker holds without the mutex, or 0; read by any thread
   * (record_lock.c) */
  erbium_atomic holds;
  struct erb_windows pool[ERB_WINDOW_SIZES];
  size_t pooled;                /* bytes of all windows in the pool */
};

/* The state of a thread that serves a worker. */
struct erb_local_thread
{
  struct erb_local *local;      /* of the worker that it serves or has served */
  const erbium_record *holds;   /* record whose lock it holds without the mutex */
  int32_t before;               /* value of inside before it took that lock */
  erbium_atomic32 inside;       /* 1: touches the state of the worker */
  erbium_atomic32 revoked;      /* 1: about to lose the worker, 2: has lost it, 3: held still */
};

/* Returns the state of the calling thread if it serves workers, otherwise NULL. */
extern struct erb_local_thread *erb_local_thread (void);
extern void erb_local_set_thread (struct erb_local_thread *t);

/* Returns the state of the worker that the calling thread serves, or NULL. The caller may use it
 * until it calls erb_local_exit with the same `before'.  May be called anywhere, also within
 * another such pair of calls or under a lock. */
ERBIUM_INLINE struct erb_local *
erb_local_enter (int32_t *before)
{
  struct erb_local_thread *t = erb_local_thread ();
  if (!t)
    return NULL;
  *before = erbium_load_relaxed (&t->inside);
  erbium_store_relaxed (&t->inside, 1);
  erbium_light_barrier ();
  if (!erbium_load_acquire (&t->revoked)) /* erb_os_thread_let_go */
    return t->local;
  erbium_store_relaxed (&t->inside, *before);
  return NULL;
}

ERBIUM_INLINE void
erb_local_exit (int32_t before)
{
  erbium_store_release (&erb_local_thread ()->inside, before); /* erb_os_thread_replace */
}

#endif
