/* SPDX-License-Identifier: MIT */
/* A fiber that threads take turns to run keeps its variables and its errno, and
 * a thread keeps its own. */
// RUN: %fiber
// RUN: %t
#include <errno.h>
#include <pthread.h>
#include "test.h"
#include "fiber/fiber.h"

enum { THREADS = 3, FIBERS = 40, STEPS = 100, LEFT = -1 };

struct task
{
  struct erb_fiber fiber;
  struct erb_fiber *home; /* of the thread that runs it */
  int steps;              /* LEFT: none any more */
  pthread_t last;
  int moves;              /* to a thread */
  struct task *next;
};

static struct task task[FIBERS];
static struct task *ready, **ready_end = &ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int going = FIBERS;
static atomic_long waiting;

/* Never inlined: the thread may be another after a switch. */
static __attribute__ ((noinline, noipa)) void
set_errno (int n)
{
  errno = n;
}

static __attribute__ ((noinline, noipa)) int
get_errno (void)
{
  return errno;
}

static void
body (void *argument)
{
  struct task *t = argument;
  int me = (int) (t - task);
  uint64_t sum = 0;
  expect_equal (get_errno (), 0);
  for (int n = 0; n < rounds (STEPS); n++)
    {
      sum += mixed (n + me);
      set_errno (1000 + me);
      t->steps++;
      erb_fiber_switch (&t->fiber, t->home);
      expect_equal (get_errno (), 1000 + me);
    }
  for (int n = 0; n < rounds (STEPS); n++)
    sum -= mixed (n + me);
  expect_equal (sum, 0);
  t->steps = LEFT;
  erb_fiber_leave (&t->fiber, t->home);
}

static struct task *
take (void)
{
  pthread_mutex_lock (&lock);
  struct task *t = ready;
  if (t && !(ready = t->next))
    ready_end = &ready;
  int n = going;
  pthread_mutex_unlock (&lock);
  if (!t && n)
    sched_yield ();
  return t;
}

static void
give (struct task *t)
{
  pthread_mutex_lock (&lock);
  t->next = NULL;
  *ready_end = t;
  ready_end = &t->next;
  pthread_mutex_unlock (&lock);
}

static void
finish (struct task *t)
{
  erb_fiber_free (&t->fiber);
  pthread_mutex_lock (&lock);
  going--;
  pthread_mutex_unlock (&lock);
}

static bool
any_left (void)
{
  pthread_mutex_lock (&lock);
  int n = going;
  pthread_mutex_unlock (&lock);
  return n > 0;
}

static void *
worker (void *argument)
{
  struct erb_fiber home;
  (void) argument;
  erb_fiber_of_thread (&home);
  set_errno (7);
  atomic_fetch_add (&waiting, 1);
  while (atomic_load (&waiting) < THREADS) /* so that all of them run some */
    sched_yield ();
  while (any_left ())
    {
      struct task *t = take ();
      if (!t)
        continue;
      if (t->steps % 4 == 0 && t->moves && pthread_equal (t->last, pthread_self ()))
        {
          give (t); /* to somebody else */
          sched_yield ();
          continue;
        }
      set_errno (7);
      t->home = &home;
      t->moves += !t->moves || !pthread_equal (t->last, pthread_self ());
      t->last = pthread_self ();
      erb_fiber_switch (&home, &t->fiber);
      expect_equal (get_errno (), 7);
      if (t->steps == LEFT)
        finish (t);
      else
        give (t);
    }
  return NULL;
}

int
main (void)
{
  pthread_t thread[THREADS];
  for (int n = 0; n < FIBERS; n++)
    {
      expect_equal (erb_fiber_new (&task[n].fiber, 0, body, &task[n]), 0);
      give (&task[n]);
    }
  for (int n = 0; n < THREADS; n++)
    pthread_create (&thread[n], NULL, worker, NULL);
  for (int n = 0; n < THREADS; n++)
    pthread_join (thread[n], NULL);
  for (int n = 0; n < FIBERS; n++)
    expect (task[n].moves >= rounds (STEPS) / 4);
}
