/* SPDX-License-Identifier: MIT */
/* os.h - the operations of the operating system, as a table.
 *
 * Clocks, waits, barriers and locks go through erb_os.  So tests can replace it by fakes (a clock
 * that they set, a membarrier that fails), and the explorer in testsuite/model can schedule it.
 */
#ifndef ERB_OS_H
#define ERB_OS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/tsan.h"

/* Marks a function that runs between a publication and the wake-up of a sleeping process.  The
 * linker puts these functions together, because after some idle time each page of code costs a walk
 * through page tables that are in no cache (in all, a tenth of the time of a wake-up). */
#define ERB_WAKES __attribute__ ((hot))

/* A thread polls a lock for a moment before it sleeps, as locks are held for less time than a sleep
 * takes. */
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
#define ERB_UNLOCKED PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
#else
#define ERB_UNLOCKED PTHREAD_MUTEX_INITIALIZER
#endif
struct erb_lock { pthread_mutex_t mutex; };

/* A word on which a thread sleeps while it has the expected value. */
struct erb_sleep
{
  erbium_atomic32 *word;
  int32_t expected;
};

struct erb_os
{
  /* Returns the nanoseconds of a clock that never goes back. */
  int64_t (*now) (void);
  /* Returns the processor time, in ns, that all threads of the process have used. */
  int64_t (*processor_time) (void);
  /* Lets the processor run another thread for a moment. */
  void (*yield) (void);
  /* Pauses a spinning loop for a moment. */
  void (*pause) (void);
  /* Sleeps while *word == expected, at most timeout ns (for ever if < 0).
   * Returns 0, or -ETIMEDOUT.  May return early. */
  int (*sleep) (erbium_atomic32 *word, int32_t expected, int64_t timeout);
  /* Wakes all sleepers on word. */
  void (*wake) (erbium_atomic32 *word);
  /* Makes every running thread of the process execute a full barrier between the call and its
   * return: the expensive half of an asymmetric barrier, whose cheap half is
   * erbium_light_barrier. */
  void (*heavy_barrier) (void);
  void (*lock) (struct erb_lock *lock);
  void (*unlock) (struct erb_lock *lock);
  /* Takes the lock if that needs no wait; returns whether it has taken it.  It is for a program
   * that ends: if the owner of a shared lock has died, it returns false, and no thread of the
   * calling process can take the lock any more. */
  bool (*try_lock) (struct erb_lock *lock);
  /* As sleep and wake, for a word in memory that several processes of the system have mapped. */
  int (*sleep_shared) (erbium_atomic32 *word, int32_t expected, int64_t timeout);
  void (*wake_shared) (erbium_atomic32 *word);
  /* As sleep_shared, while all `count' words (1 to 128) have their expected values; timeout >=
   * 0. */
  void (*sleep_any) (const struct erb_sleep *words, int count, int64_t timeout);
  /* As heavy_barrier, for the running threads of all processes of the system that have called
   * join_barrier. */
  void (*heavy_barrier_shared) (void);
  void (*join_barrier) (void);
};

extern const struct erb_os erb_os_linux;
extern const struct erb_os *erb_os;

/* Registers the process with the kernel for heavy barriers.  Without this call, the first heavy
 * barrier registers it, which takes 5 to 10 ms once there is a second thread. */
extern void erb_os_begin (void);
/* Reports that the system permits no heavy barrier; does not return.  If it is NULL, abort is
 * called instead. */
extern void (*erb_on_no_barrier) (void);
extern size_t erb_page_size (void);
/* Moves file to a descriptor with another number, and closes the original.  No program relies on
 * the new number: it is neither that of a standard stream that is closed, nor one that the program
 * has just closed.  Returns -1 with errno set on failure. */
extern int erb_own_file (int file);
/* Creates a file without a name, as memory that spaces share. exec closes it.  Returns -1 with
 * errno set on failure. */
extern int erb_memory_file (const char *name);
extern void erb_lock_init (struct erb_lock *lock);
/* As erb_lock_init, in memory that several processes of the system share.  If one of them dies
 * while it holds the lock, the next one that takes it calls erb_on_lost_lock, which does not
 * return. */
extern void erb_lock_init_shared (struct erb_lock *lock);
extern void (*erb_on_lost_lock) (void);
extern void erb_lock_destroy (struct erb_lock *lock);

#endif
