/* SPDX-License-Identifier: MIT */
/* A process ends while another worker keeps its thread from the queues.  That is over before the
 * scheduler of the thread looks at the queues, and the scheduler sees what the other worker has
 * done.  ThreadSanitizer notices if it is not ordered. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "fiber/fiber.h"
static _Noreturn void leave_fiber (struct erb_fiber *from, struct erb_fiber *to);
#define erb_fiber_leave leave_fiber
#include "fiber/worker.c"
#include "stealing.h"
#include <pthread.h>

static erbium_atomic32 step; /* orders nothing */

static void
wait_for (int n)
{
  while (erbium_load_relaxed (&step) < n)
    sched_yield ();
}

/* Where the thread would go on with its scheduler. */
static _Noreturn void
leave_fiber (struct erb_fiber *from, struct erb_fiber *to)
{
  (void) from;
  expect (to == &thread[0].scheduler);
  erbium_store_relaxed (&step, 2);
  wait_for (3);
  thread[0].left = NULL;
  erb_worker_arrive ();
  pthread_exit (NULL);
}

static void *
end_process (void *unused)
{
  erb_local_set_thread (&thread[0].local);
  wait_for (1);
  erb_worker_leave (&running);
  return unused;
}

int
main (void)
{
  pthread_t home;
  begin (4, LONG);
  erbium_store_relaxed (&program.sleeping, 1);
  pthread_create (&home, NULL, end_process, NULL);
  expect (erb_os_thread_hold (&worker[0]));
  erbium_store_relaxed (&step, 1);
  wait_for (2);
  erb_worker_open_inbox (&worker[0]);
  give (&worker[0], choose (&worker[0], 1), &worker[1], part (&worker[0]), 1);
  erb_os_thread_let_go (&worker[0]);
  erbium_store_relaxed (&step, 3);
  pthread_join (home, NULL);
  expect_equal (queued (0), 1);
}
