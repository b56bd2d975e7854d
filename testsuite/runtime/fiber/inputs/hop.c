/* SPDX-License-Identifier: MIT */
/* The fibers of exceptions.cc, as fiber.h is C. */
#include "fiber/fiber.h"

enum { FIBERS = 3 };

static struct erb_fiber home, fiber[FIBERS];
extern void body_of (int n);

static void
body (void *argument)
{
  struct erb_fiber *me = argument;
  body_of ((int) (me - fiber));
  erb_fiber_leave (me, &home);
}

void
make_fibers (void)
{
  erb_fiber_of_thread (&home);
  for (int n = 0; n < FIBERS; n++)
    erb_fiber_new (&fiber[n], 0, body, &fiber[n]);
}

void
free_fibers (void)
{
  for (int n = 0; n < FIBERS; n++)
    erb_fiber_free (&fiber[n]);
}

void
go_on_with (int n)
{
  erb_fiber_switch (&home, &fiber[n]);
}

void
hop (int n)
{
  erb_fiber_switch (&fiber[n], &home);
}
