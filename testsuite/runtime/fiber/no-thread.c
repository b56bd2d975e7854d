/* SPDX-License-Identifier: MIT */
/* Where no more threads can be had, a process that was about to lose its worker to another
 * thread keeps it: also one that has come back while that was tried, and has agreed. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t -Wl,--wrap=pthread_create %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t agrees
#include <errno.h>
#include "test.h"
#include "fiber/worker.h"

enum { MOST = 2, TIMES = 3 }; /* a worker's thread and the monitor; refusals */

static atomic_int threads, refused;
static bool agrees; /* before the monitor learns that there is no thread, or later */
static _Atomic (struct erb_os_thread *) thread;

extern int __real_pthread_create (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
extern int __wrap_pthread_create (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

/* The monitor calls, for those who wait behind holds_up, which then comes back. */
int
__wrap_pthread_create (pthread_t *t, const pthread_attr_t *a, void *(*f) (void *), void *x)
{
  if (atomic_fetch_add (&threads, 1) < MOST)
    return __real_pthread_create (t, a, f, x);
  atomic_fetch_add (&refused, 1);
  while (agrees && erbium_load_acquire (&atomic_load (&thread)->local.revoked) != 2)
    sched_yield ();
  return EAGAIN;
}

/* The reader can go on when this holds it up, and this cannot when it comes back. */
ERBIUM_PROCESS (holds_up, ERBIUM_VIEW (int));
void
holds_up (ERBIUM_VIEW (int) v)
{
  erbium_alloc (v, 1);
  for (int i = 0; i <= TIMES; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
      atomic_store (&thread, erb_os_thread_here ());
      int before = atomic_load (&refused);
      while (i < TIMES && atomic_load (&refused) == before)
        usleep (1000);
    }
}

ERBIUM_PROCESS (waits, ERBIUM_VIEW (int));
void
waits (ERBIUM_VIEW (int) v)
{
  int i = 0;
  erbium_alloc (v, 1);
  for (; erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + 1);
    }
  expect_equal (i, TIMES + 1);
}

int
main (int argc, char **argv)
{
  (void) argv;
  agrees = argc > 1;
  struct ends e = both_ends (1);
  ERBIUM_RUN (holds_up, e.out);
  ERBIUM_RUN (waits, e.in);
}
