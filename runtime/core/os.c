/* SPDX-License-Identifier: MIT */
/* os.c - the implementation of the table in os.h for Linux, and other functions of the system. */
#define _GNU_SOURCE
#include "core/os.h"
#include "core/kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static ERB_WAKES int64_t
linux_now (void)
{
  struct timespec t;
  if (erb_sealed) /* the program's clock is logical there */
    return erb_kernel_now ();
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * INT64_C (1000000000) + t.tv_nsec;
}

static int64_t
linux_processor_time (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * INT64_C (1000000000) + t.tv_nsec;
}

static void
linux_yield (void)
{
  sched_yield ();
}

static void
linux_pause (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#elif defined __aarch64__
  __asm__ volatile ("isb" ::: "memory");
#else
  __asm__ volatile ("" ::: "memory");
#endif
}

/* erbium.h declares this function, which replaces errno in programs. */
__attribute__ ((visibility ("default"))) int *
erbium_errno (void)
{
  return __errno_location ();
}

/* Waits preserve errno for the process. */
static ERB_WAKES int
futex_wait (erbium_atomic32 *word, int operation, int32_t expected, int64_t timeout)
{
  struct timespec t = { timeout / 1000000000, timeout % 1000000000 };
  int kept = errno;
  long r = syscall (SYS_futex, &word->raw, operation, expected, timeout < 0 ? NULL : &t,
                    NULL, 0);
  int result = r < 0 && errno == ETIMEDOUT ? -ETIMEDOUT : 0;
  errno = kept;
  return result;
}

static ERB_WAKES void
futex_wake (erbium_atomic32 *word, int operation)
{
  int kept = errno;
  syscall (SYS_futex, &word->raw, operation, INT32_MAX, NULL, NULL, 0);
  errno = kept;
}

static ERB_WAKES int
linux_sleep (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  return futex_wait (word, FUTEX_WAIT_PRIVATE, expected, timeout);
}

static ERB_WAKES void
linux_wake (erbium_atomic32 *word)
{
  futex_wake (word, FUTEX_WAKE_PRIVATE);
}

static int
linux_sleep_shared (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  return futex_wait (word, FUTEX_WAIT, expected, timeout);
}

static void
linux_wake_shared (erbium_atomic32 *word)
{
  futex_wake (word, FUTEX_WAKE);
}

#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449 /* the same on all machines */
#endif

/* Without futex_waitv (Linux before 5.16, or a sandbox), sleeps on the first word only, for at most
 * 10 ms. */
static void
linux_sleep_any (const struct erb_sleep *words, int count, int64_t timeout)
{
  const int64_t a_while = 10000000;
  struct futex_waitv w[FUTEX_WAITV_MAX];
  int64_t until = linux_now () + timeout;
  struct timespec t = { until / 1000000000, until % 1000000000 };
  int kept = errno;
  for (int n = 0; n < count; n++)
    w[n] = (struct futex_waitv) { .val = (uint32_t) words[n].expected, .flags = FUTEX_32,
                                  .uaddr = (uintptr_t) &words[n].word->raw };
  if (syscall (SYS_futex_waitv, w, count, 0, &t, CLOCK_MONOTONIC) < 0
      && (errno == ENOSYS || errno == EPERM))
    linux_sleep_shared (words->word, words->expected, timeout < a_while ? timeout : a_while);
  errno = kept;
}

/* ---- Heavy barrier ----------------------------------------------------- */

/* Makes a heavy barrier without membarrier (an old kernel, a sandbox): moves the caller to every
 * processor on which a thread of the process may run.  To run the caller, the processor must switch
 * away from whatever it runs, and a switch is a full barrier.  Returns false if no processor can be
 * chosen. */
static bool
visit_every_processor (void)
{
  enum { MOST = 4096 };
  cpu_set_t mine[MOST / CPU_SETSIZE], one[MOST / CPU_SETSIZE];
  int visited = 0;
  if (sched_getaffinity (0, sizeof mine, mine) != 0)
    return false;
  for (int cpu = 0; cpu < MOST; cpu++)
    {
      CPU_ZERO_S (sizeof one, one);
      CPU_SET_S (cpu, sizeof one, one);
      visited += sched_setaffinity (0, sizeof one, one) == 0; /* fails where there is none */
    }
  sched_setaffinity (0, sizeof mine, mine);
  return visited > 0;
}

void (*erb_on_no_barrier) (void);

/* Visits every processor.  Ends the program if that fails: without a heavy barrier, wake-ups are
 * missed and windows grow under their producers. */
static void
visit_or_end (void)
{
  if (visit_every_processor ())
    return;
  if (erb_on_no_barrier)
    erb_on_no_barrier ();
  abort ();
}

static bool have_membarrier;
static pthread_once_t barrier_once = PTHREAD_ONCE_INIT;

static void
find_membarrier (void)
{
  have_membarrier = syscall (SYS_membarrier,
                             MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void
erb_os_begin (void)
{
  int kept = errno;
  pthread_once (&barrier_once, find_membarrier);
  errno = kept;
}

static void
linux_heavy_barrier (void)
{
  int kept = errno;
  pthread_once (&barrier_once, find_membarrier);
  if (!have_membarrier
      || syscall (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
    visit_or_end ();
  errno = kept;
}

static void
linux_heavy_barrier_shared (void)
{
  int kept = errno;
  if (syscall (SYS_membarrier, MEMBARRIER_CMD_GLOBAL_EXPEDITED, 0, 0) != 0)
    visit_or_end ();
  errno = kept;
}

static void
linux_join_barrier (void)
{
  int kept = errno;
  syscall (SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0);
  errno = kept;
}

/* ---- Locks ------------------------------------------------------------- */

void (*erb_on_lost_lock) (void);

/* The protected state may be inconsistent, so the lock is not released: the next process that takes
 * it also finds a dead owner. */
static void
is_lost (struct erb_lock *lock)
{
  pthread_mutex_consistent (&lock->mutex);
  if (erb_on_lost_lock)
    erb_on_lost_lock ();
}

static ERB_WAKES void
linux_lock (struct erb_lock *lock)
{
  if (pthread_mutex_lock (&lock->mutex) == EOWNERDEAD)
    is_lost (lock);
}

static ERB_WAKES void
linux_unlock (struct erb_lock *lock)
{
  pthread_mutex_unlock (&lock->mutex);
}

/* Keeps a lock whose owner has died, for the reason above, and returns false: the caller must not
 * use what it protects. */
static bool
linux_try_lock (struct erb_lock *lock)
{
  int error = pthread_mutex_trylock (&lock->mutex);
  if (error == EOWNERDEAD)
    pthread_mutex_consistent (&lock->mutex);
  return error == 0;
}

/* ---- Files ------------------------------------------------------------------ */

int
erb_own_file (int file)
{
  enum { OWN = 64, LEAST = 3 };
  if (file < 0)
    return -1;
  int own = (int) erb_kernel_call (SYS_fcntl, file, F_DUPFD_CLOEXEC,
                                   erb_sealed ? ERB_SEALED_FILES : OWN, 0, 0);
  if (own < 0 && !erb_sealed)
    own = fcntl (file, F_DUPFD_CLOEXEC, LEAST); /* the limit on open files is lower */
  int error = errno;
  close (file);
  errno = error;
  return own;
}

int
erb_memory_file (const char *name)
{
  erb_kernel_begin_privileged ();
  int file = memfd_create (name, MFD_CLOEXEC);
  erb_kernel_end_privileged ();
  return erb_own_file (file);
}

/* ---- Locks ------------------------------------------------------------------ */

void
erb_lock_init (struct erb_lock *lock)
{
  lock->mutex = (pthread_mutex_t) ERB_UNLOCKED;
}

void
erb_lock_init_shared (struct erb_lock *lock)
{
  pthread_mutexattr_t kind;
  pthread_mutexattr_init (&kind);
  pthread_mutexattr_setpshared (&kind, PTHREAD_PROCESS_SHARED);
  pthread_mutexattr_setrobust (&kind, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&lock->mutex, &kind);
  pthread_mutexattr_destroy (&kind);
}

void
erb_lock_destroy (struct erb_lock *lock)
{
  pthread_mutex_destroy (&lock->mutex);
}

size_t
erb_page_size (void)
{
  static size_t size; /* all threads store the same value */
  size_t known = __atomic_load_n (&size, __ATOMIC_RELAXED);
  if (!known)
    __atomic_store_n (&size, known = (size_t) sysconf (_SC_PAGESIZE), __ATOMIC_RELAXED);
  return known;
}

const struct erb_os erb_os_linux = {
  linux_now,
  linux_processor_time,
  linux_yield,
  linux_pause,
  linux_sleep,
  linux_wake,
  linux_heavy_barrier,
  linux_lock,
  linux_unlock,
  linux_try_lock,
  linux_sleep_shared,
  linux_wake_shared,
  linux_sleep_any,
  linux_heavy_barrier_shared,
  linux_join_barrier,
};
const struct erb_os *erb_os = &erb_os_linux;
