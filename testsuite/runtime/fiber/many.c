/* SPDX-License-Identifier: MIT */
/* many COUNT - so many fibers at a time: made, entered, switched to, and ended;
 * prints what one costs in memory and in time.
 * many costs - what a switch costs, and a fiber's whole life on a stack that was
 * used before. */
// RUN: %fiber
// RUN: %t 20000
// RUN: %t 20000 mapped
// RUN: %t costs
// UNSUPPORTED: thread
/* ThreadSanitizer takes milliseconds to make a fiber. */
#include <time.h>
#include "test.h"
#include "fiber/fiber.h"
#include "fiber/fiber_stack.h"

enum { TURNS = 2 };

static struct erb_fiber home, *fiber;
static long turns, left;

/* Of the processor, ns. */
static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* KiB, from /proc/self/status. */
static long
status_of (const char *name)
{
  char line[256];
  long kib = 0;
  FILE *file = fopen ("/proc/self/status", "r");
  expect (file != NULL);
  while (fgets (line, sizeof line, file))
    if (strncmp (line, name, strlen (name)) == 0)
      sscanf (line + strlen (name), ": %ld", &kib);
  fclose (file);
  return kib;
}

static void
body (void *argument)
{
  struct erb_fiber *me = argument;
  for (int n = 0; n < TURNS; n++)
    {
      turns++;
      erb_fiber_switch (me, &home);
    }
  left++;
  erb_fiber_leave (me, &home);
}

static double
switch_to_all (int count)
{
  double start = now ();
  for (int n = 0; n < count; n++)
    erb_fiber_switch (&home, &fiber[n]);
  return (now () - start) / count;
}

static void
many (int count)
{
  double start, made, entered, switched, ended, freed;
  fiber = calloc ((size_t) count, sizeof *fiber);
  expect (fiber != NULL);
  memset (fiber, 1, (size_t) count * sizeof *fiber);
  long memory = status_of ("VmRSS"), tables = status_of ("VmPTE");
  size_t reserved = erb_stack_reserved ();
  start = now ();
  for (int n = 0; n < count; n++)
    expect_equal (erb_fiber_new (&fiber[n], 0, body, &fiber[n]), 0);
  made = (now () - start) / count;
  entered = switch_to_all (count);
  memory = status_of ("VmRSS") - memory;
  tables = status_of ("VmPTE") - tables;
  switched = switch_to_all (count) / 2;
  expect_equal (turns, (long) count * TURNS);
  ended = switch_to_all (count);
  expect_equal (left, count);
  start = now ();
  for (int n = 0; n < count; n++)
    erb_fiber_free (&fiber[n]);
  freed = (now () - start) / count;
  printf ("%d fibers: each %ld bytes of stack, %ld of page tables, %zu of its own; "
          "made in %.0f ns, entered %.0f, a switch %.0f, left %.0f, freed %.0f\n",
          count, memory * 1024 / count, tables * 1024 / count, sizeof *fiber, made, entered,
          switched, ended, freed);
  expect (erb_stack_reserved () <= reserved + ((size_t) 3 << 30));
  free (fiber);
}

/* ---- Costs ------------------------------------------------------------- */

static bool stop;

#define CALLED __attribute__ ((noinline, noipa))

static CALLED void
deepest (struct erb_fiber *me)
{
  erb_fiber_switch (me, &home);
  __asm__ volatile (""); /* the call is no jump */
}

static CALLED void
deeper (struct erb_fiber *me)
{
  deepest (me);
  __asm__ volatile ("");
}

static CALLED void
deep (struct erb_fiber *me)
{
  deeper (me);
  __asm__ volatile ("");
}

static void
back_and_forth (void *argument)
{
  while (!stop)
    deep (argument);
  erb_fiber_leave (argument, &home);
}

static void
one_life (void *argument)
{
  erb_fiber_leave (argument, &home);
}

/* The least of many short samples: the machine has other things to do. */
static double
least (void (*sample) (struct erb_fiber *f), struct erb_fiber *f, int per_sample)
{
  double best = 1e9;
  for (int n = 0; n < rounds (200); n++)
    {
      double start = now ();
      sample (f);
      double took = (now () - start) / per_sample;
      best = took < best ? took : best;
    }
  return best;
}

enum { SAMPLE = 10000 };

static void
switches (struct erb_fiber *f)
{
  for (int n = 0; n < SAMPLE / 2; n++)
    erb_fiber_switch (&home, f);
}

static void
lives (struct erb_fiber *f)
{
  for (int n = 0; n < SAMPLE / 10; n++)
    {
      expect_equal (erb_fiber_new (f, 0, one_life, f), 0);
      erb_fiber_switch (&home, f);
      erb_fiber_free (f);
    }
}

static void
costs (void)
{
  struct erb_fiber f;
  expect_equal (erb_fiber_new (&f, 0, back_and_forth, &f), 0);
  double a_switch = least (switches, &f, SAMPLE);
  stop = true;
  erb_fiber_switch (&home, &f);
  erb_fiber_free (&f);
  printf ("a switch %.1f ns, a life %.1f ns\n", a_switch, least (lives, &f, SAMPLE / 10));
}

int
main (int arguments, char **argument)
{
  expect (arguments > 1);
  erb_fiber_of_thread (&home);
  if (strcmp (argument[1], "costs") == 0)
    costs ();
  else
    {
      if (arguments > 2)
        erb_stack_guard = ERB_GUARD_MAPPED;
      many (rounds (atoi (argument[1])));
    }
}
