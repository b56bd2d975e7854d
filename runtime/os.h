/* SPDX-License-Identifier: MIT */
/* os.h - what the runtime asks of the operating system, as a table.
 *
 * Everything that can block, take time or make memory goes through erb_os, so
 * that tests can put fakes in its place (a clock that they turn, a membarrier
 * that fails) and the explorer in testsuite/model can schedule it.
 */
#ifndef ERB_OS_H
#define ERB_OS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "told.h"

struct erb_lock { pthread_mutex_t mutex; };

struct erb_os
{
  /* Nanoseconds of a clock that only goes forward. */
  int64_t (*now) (void);
  /* The processor may run somebody else; back soon. */
  void (*yield) (void);
  /* A moment of a spinning loop. */
  void (*pause) (void);
  /* Sleeps while *word == expected, at most timeout ns (for ever if < 0).
   * Returns 0, or -ETIMEDOUT.  May return early. */
  int (*sleep) (erbium_atomic32 *word, int32_t expected, int64_t timeout);
  /* Wakes whoever sleeps on word. */
  void (*wake) (erbium_atomic32 *word);
  /* Every running thread of the process has executed a full barrier between
   * the call and its return: the dear half of an asymmetric barrier, whose
   * cheap half is erbium_light_barrier. */
  void (*heavy_barrier) (void);
  void (*lock) (struct erb_lock *lock);
  void (*unlock) (struct erb_lock *lock);
  /* As lock, where that need not wait; returns whether the lock is had. */
  bool (*try_lock) (struct erb_lock *lock);
};

extern const struct erb_os erb_os_linux;
extern const struct erb_os *erb_os;

extern size_t erb_page_size (void);
extern void erb_lock_init (struct erb_lock *lock);
extern void erb_lock_destroy (struct erb_lock *lock);

#endif
