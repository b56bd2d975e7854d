/* SPDX-License-Identifier: MIT */
/* The end of the process that owns a view ends it with termination, whether
 * the process returns or calls pthread_exit, and that of a thread likewise. */
// RUN: %build
// RUN: %run %t
#include <pthread.h>
#include "test.h"

enum how { RETURNS, EXITS, THREAD };

ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), int);
void
produce (ERBIUM_RECORD (int) r, int how)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_commit (v, 10);
  if (how == EXITS)
    pthread_exit (NULL);
}

/* The runtime knows a thread once it has called a primitive: main waits until
 * then, else all that it knows would wait. */
static SHARED atomic_long known;

static void *
thread (void *r)
{
  erbium_name_process ("thread");
  tell (&known, 1);
  produce ((ERBIUM_RECORD (int)) (uintptr_t) r, THREAD);
  return NULL;
}

static void
end_of_stream (int how)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 20);
  pthread_t t;
  if (how != THREAD)
    ERBIUM_RUN (produce, r, how);
  else
    {
      tell (&known, 0);
      pthread_create (&t, NULL, thread, (void *) (uintptr_t) r);
      while (!told (&known))
        sched_yield ();
    }
  expect_equal (erbium_update (v, 20), 10);
  expect_equal (erbium_update (v, 20), 0);
  expect (erbium_done (v));
  erbium_free_view (v, ERBIUM_TERMINATE);
  if (how == THREAD)
    pthread_join (t, NULL);
}

/* ThreadSanitizer's pthread_exit ends itself with an error on a fiber. */
static bool
cannot_exit (void)
{
#ifdef __SANITIZE_THREAD__
  const char *task = getenv ("ERBIUM_TASK");
  return task && strcmp (task, "fiber") == 0;
#else
  return false;
#endif
}

int
main (void)
{
  for (int n = rounds (100); n > 0; n--)
    for (int how = RETURNS; how <= THREAD; how++)
      if (how != EXITS || !cannot_exit ())
        end_of_stream (how);
}
