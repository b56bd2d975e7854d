/* SPDX-License-Identifier: MIT */
/* Two fibers, on a thread each, write the same variable; nothing says who is
 * first, though one is. */
#include <pthread.h>
#include "test.h"
#include "fiber/fiber.h"

static struct erb_fiber home[2], fiber[2];
static atomic_long first_is_done;
static int shared;

__attribute__ ((noinline)) static void
write_it (int n)
{
  shared = n;
}

static void
body (void *argument)
{
  int n = (int) ((struct erb_fiber *) argument - fiber);
  erb_fiber_switch (&fiber[n], &home[n]);
  while (n == 1 && !told (&first_is_done))
    sched_yield ();
  write_it (n);
  tell (&first_is_done, 1);
  erb_fiber_leave (&fiber[n], &home[n]);
}

static void *
worker (void *argument)
{
  int n = (int) ((struct erb_fiber *) argument - fiber);
  erb_fiber_of_thread (&home[n]);
  if (erb_fiber_new (&fiber[n], 0, body, &fiber[n]) != 0)
    abort ();
  erb_fiber_switch (&home[n], &fiber[n]);
  erb_fiber_switch (&home[n], &fiber[n]);
  while (!told (&first_is_done)) /* the second takes no lock before it writes */
    sched_yield ();
  return NULL;
}

int
main (void)
{
  pthread_t thread[2];
  for (int n = 0; n < 2; n++)
    pthread_create (&thread[n], NULL, worker, &fiber[n]);
  for (int n = 0; n < 2; n++)
    pthread_join (thread[n], NULL);
  return shared != 1;
}
