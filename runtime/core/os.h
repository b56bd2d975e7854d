/* SPDX-License-Identifier: MIT */
/* os.h - what the runtime asks of the operating system, as a table.
 *
 * Clocks, waits, barriers and locks go through erb_os, so that tests can put fakes in its place (a
 * clock that they turn, a membarrier that fails) and the explorer in testsuite/model can schedule
 * it.
 */
#ifndef ERB_OS_H
#define ERB_OS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/tsan.h"

/* A function on the way from a publication to the process that sleeps for it.  The linker puts
 * these together: where nothing has run for some time, each page of code that is touched costs a
 * walk through page tables that no cache has (a tenth of a wake-up in all). */
#define ERB_WAKES __attribute__ ((hot))

struct erb_lock { pthread_mutex_t mutex; };

/* A word that a thread sleeps on while it is as expected. */
struct erb_sleep
{
  erbium_atomic32 *word;
  int32_t expected;
};

struct erb_os
{
  /* Nanoseconds of a clock that only goes forward. */
  int64_t (*now) (void);
  /* Lets the processor run another thread for a moment. */
  void (*yield) (void);
  /* Pauses a spinning loop for a moment. */
  void (*pause) (void);
  /* Sleeps while *word == expected, at most timeout ns (for ever if < 0).
   * Returns 0, or -ETIMEDOUT.  May return early. */
  int (*sleep) (erbium_atomic32 *word, int32_t expected, int64_t timeout);
  /* Wakes whoever sleeps on word. */
  void (*wake) (erbium_atomic32 *word);
  /* Makes every running thread of the process execute a full barrier between the call and its
   * return: the expensive half of an asymmetric barrier, whose cheap half is
   * erbium_light_barrier. */
  void (*heavy_barrier) (void);
  void (*lock) (struct erb_lock *lock);
  void (*unlock) (struct erb_lock *lock);
  /* Takes the lock if that needs no wait; returns whether it has.  For a program that ends: where
   * the owner of a shared lock has died it returns false, and no thread of the calling process can
   * take the lock any more. */
  bool (*try_lock) (struct erb_lock *lock);
  /* As sleep and wake, of a word in memory that several processes have mapped. */
  int (*sleep_shared) (erbium_atomic32 *word, int32_t expected, int64_t timeout);
  void (*wake_shared) (erbium_atomic32 *word);
  /* As sleep_shared, while all of count words (1 to 128) are as expected; timeout >= 0. */
  void (*sleep_any) (const struct erb_sleep *words, int count, int64_t timeout);
  /* As heavy_barrier, of the running threads of all processes that have called
   * join_barrier. */
  void (*heavy_barrier_shared) (void);
  void (*join_barrier) (void);
};

extern const struct erb_os erb_os_linux;
extern const struct erb_os *erb_os;

/* Makes the first heavy barrier as cheap as others: a process has to register with the kernel that
 * it will issue some, which takes 5 to 10 ms once there is a second thread. */
extern void erb_os_begin (void);
/* Reports that the system lets the caller make no heavy barrier; does not return.  NULL: abort. */
extern void (*erb_on_no_barrier) (void);
extern size_t erb_page_size (void);
/* Moves file, which is closed, to a descriptor that stays open.  It is not one of the numbers that
 * a program counts on: not that of stdout and the like, where these are closed, nor one that the
 * program has closed.  Returns -1 with errno set if it cannot. */
extern int erb_own_file (int file);
/* Makes memory that spaces share, a file without a name.  Closed by exec.  Returns -1 with errno
 * set if it cannot. */
extern int erb_memory_file (const char *name);
extern void erb_lock_init (struct erb_lock *lock);
/* As erb_lock_init, in memory that several processes share.  If one of them dies while it holds the
 * lock, the next one that takes it calls erb_on_lost_lock, which does not return. */
extern void erb_lock_init_shared (struct erb_lock *lock);
extern void (*erb_on_lost_lock) (void);
extern void erb_lock_destroy (struct erb_lock *lock);

#endif
