/* SPDX-License-Identifier: MIT */
/* os.c - the Linux row of the table in os.h. */
#define _GNU_SOURCE
#include "os.h"

#include <errno.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t
linux_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
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

int *
erbium_errno (void)
{
  return __errno_location ();
}

/* A process finds errno as it left it, whatever waiting took: these three keep it. */
static int
linux_sleep (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  struct timespec t = { timeout / 1000000000, timeout % 1000000000 };
  int kept = errno;
  long r = syscall (SYS_futex, &word->raw, FUTEX_WAIT_PRIVATE, expected,
                    timeout < 0 ? NULL : &t, NULL, 0);
  int result = r < 0 && errno == ETIMEDOUT ? -ETIMEDOUT : 0;
  errno = kept;
  return result;
}

static void
linux_wake (erbium_atomic32 *word)
{
  int kept = errno;
  syscall (SYS_futex, &word->raw, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
  errno = kept;
}

/* ---- Heavy barrier ----------------------------------------------------- */

/* Without membarrier (an old kernel, a sandbox): visit every processor that a
 * thread of ours may run on.  To let us in, the processor must switch away from
 * whatever it runs, and a switch is a full barrier. */
static void
visit_every_processor (void)
{
  enum { most = 4096 };
  cpu_set_t *mine = CPU_ALLOC (most), *one = CPU_ALLOC (most);
  size_t size = CPU_ALLOC_SIZE (most);
  if (mine && one && sched_getaffinity (0, size, mine) == 0)
    {
      for (int cpu = 0; cpu < most; cpu++)
        {
          CPU_ZERO_S (size, one);
          CPU_SET_S (cpu, size, one);
          sched_setaffinity (0, size, one); /* fails where there is none */
        }
      sched_setaffinity (0, size, mine);
    }
  CPU_FREE (mine);
  CPU_FREE (one);
}

static bool have_membarrier;
static pthread_once_t barrier_once = PTHREAD_ONCE_INIT;

static void
find_membarrier (void)
{
  have_membarrier = syscall (SYS_membarrier,
                             MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

static void
linux_heavy_barrier (void)
{
  int kept = errno;
  pthread_once (&barrier_once, find_membarrier);
  if (!have_membarrier
      || syscall (SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
    visit_every_processor ();
  errno = kept;
}

/* ---- Locks ------------------------------------------------------------- */

static void
linux_lock (struct erb_lock *lock)
{
  pthread_mutex_lock (&lock->mutex);
}

static void
linux_unlock (struct erb_lock *lock)
{
  pthread_mutex_unlock (&lock->mutex);
}

static bool
linux_try_lock (struct erb_lock *lock)
{
  return pthread_mutex_trylock (&lock->mutex) == 0;
}

void
erb_lock_init (struct erb_lock *lock)
{
  pthread_mutex_init (&lock->mutex, NULL);
}

void
erb_lock_destroy (struct erb_lock *lock)
{
  pthread_mutex_destroy (&lock->mutex);
}

size_t
erb_page_size (void)
{
  static size_t size; /* whoever stores it stores the same */
  size_t known = __atomic_load_n (&size, __ATOMIC_RELAXED);
  if (!known)
    __atomic_store_n (&size, known = (size_t) sysconf (_SC_PAGESIZE), __ATOMIC_RELAXED);
  return known;
}

const struct erb_os erb_os_linux = {
  linux_now, linux_yield, linux_pause, linux_sleep, linux_wake,
  linux_heavy_barrier, linux_lock, linux_unlock, linux_try_lock,
};
const struct erb_os *erb_os = &erb_os_linux;
