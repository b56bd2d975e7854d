/* SPDX-License-Identifier: MIT */
/* A fiber that stops in innermost, three calls deep. */
#include <stdio.h>
#include "fiber/fiber.h"

static struct erb_fiber home, fiber;

__attribute__ ((noinline, noipa)) static void
innermost (void)
{
  puts ("innermost");
}

__attribute__ ((noinline, noipa)) static void
middle (void)
{
  erb_fiber_switch (&fiber, &home);
  innermost ();
  puts ("middle");
}

__attribute__ ((noinline, noipa)) static void
outermost (void *argument)
{
  middle ();
  erb_fiber_leave (argument, &home);
}

int
main (void)
{
  erb_fiber_of_thread (&home);
  if (erb_fiber_new (&fiber, 0, outermost, &fiber) != 0)
    return 1;
  erb_fiber_switch (&home, &fiber);
  erb_fiber_switch (&home, &fiber);
  erb_fiber_free (&fiber);
}
