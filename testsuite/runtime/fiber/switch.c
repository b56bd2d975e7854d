/* SPDX-License-Identifier: MIT */
/* A switch goes on where the fiber stopped, with the arguments and the local
 * variables that it had, in whatever order fibers are switched to. */
// RUN: %fiber
// RUN: %t
#include "test.h"
#include "fiber/fiber.h"

enum { FIBERS = 100, STEPS = 50 };

static struct erb_fiber home, fiber[FIBERS];
static int steps[FIBERS], current, entered, left;

static void
body (void *argument)
{
  int *mine = argument, me = (int) (mine - steps);
  uint64_t sum = 0;
  double half = me / 2.0;
  entered++;
  for (int n = 0; n < STEPS + me; n++)
    {
      expect_equal (*mine, n);
      expect_equal (current, me);
      sum += mixed (n + me);
      ++*mine;
      erb_fiber_switch (&fiber[me], &home);
    }
  for (int n = 0; n < STEPS + me; n++)
    sum -= mixed (n + me);
  expect_equal (sum, 0);
  expect (half * 2 == me);
  left++;
  erb_fiber_leave (&fiber[me], &home);
}

static void
in_any_order (void)
{
  uint64_t state = 1;
  int going = FIBERS;
  for (int n = 0; n < FIBERS; n++)
    {
      steps[n] = 0;
      expect_equal (erb_fiber_new (&fiber[n], n % 2 ? 0 : 20000, body, &steps[n]), 0);
      expect (fiber[n].stack_size >= (n % 2 ? 256 << 10 : 20000));
      expect_equal (entered, 0);
    }
  while (going)
    {
      current = (int) (chance (&state) % FIBERS);
      if (steps[current] < 0)
        continue;
      int before = left;
      erb_fiber_switch (&home, &fiber[current]);
      if (left == before)
        continue;
      erb_fiber_free (&fiber[current]);
      steps[current] = -1;
      going--;
    }
  expect_equal (entered, FIBERS);
}

/* From one to the next, not by way of home. */
static void
chain (void *argument)
{
  int me = (int) ((struct erb_fiber *) argument - fiber);
  for (int n = 0; n < STEPS; n++)
    {
      expect_equal (current, n * FIBERS + me);
      current++;
      erb_fiber_switch (&fiber[me], &fiber[(me + 1) % FIBERS]);
    }
  erb_fiber_leave (&fiber[me], me + 1 < FIBERS ? &fiber[me + 1] : &home);
}

static void
in_a_ring (void)
{
  current = 0;
  for (int n = 0; n < FIBERS; n++)
    expect_equal (erb_fiber_new (&fiber[n], 0, chain, &fiber[n]), 0);
  erb_fiber_switch (&home, &fiber[0]);
  expect_equal (current, FIBERS * STEPS);
  for (int n = 0; n < FIBERS; n++)
    erb_fiber_free (&fiber[n]);
}

int
main (void)
{
  erb_fiber_of_thread (&home);
  in_any_order ();
  in_a_ring ();
  expect (erb_fiber_new (&fiber[0], (size_t) 1 << 50, body, NULL) != 0);
}
