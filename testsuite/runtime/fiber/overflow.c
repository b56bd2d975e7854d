/* SPDX-License-Identifier: MIT */
/* A process whose stack is a fiber's, and overflows, dies with its name and that
 * reason, however the stack is guarded. */
// UNSUPPORTED: address, thread
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: not --crash %t 0 2>&1 | FileCheck %s
// RUN: not --crash %t 1 2>&1 | FileCheck %s
// CHECK: error: process 'main' died of stack overflow: give processes more
#include "test.h"
#include "sync/sync.h"
#include "fiber/fiber.h"
#include "fiber/fiber_stack.h"

static struct erb_fiber home, fiber;

__attribute__ ((noinline)) static int
down (volatile char *above, int n)
{
  volatile char frame[4096];
  frame[0] = (char) n;
  return n < 1 << 30 ? down (frame, n + 1) + frame[0] + above[0] : 0;
}

static void
body (void *argument)
{
  char c = 0;
  printf ("%d\n", down (&c, 0));
  erb_fiber_leave (argument, &home);
}

int
main (int arguments, char **argument)
{
  expect (arguments == 2);
  erb_stack_guard = (enum erb_gap_guard) atoi (argument[1]);
  erb_fiber_of_thread (&home);
  expect_equal (erb_fiber_new (&fiber, 0, body, &fiber), 0);
  erb_self ()->stack_end = erb_fiber_stack_end (&fiber);
  erb_fiber_switch (&home, &fiber);
}
