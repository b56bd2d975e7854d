/* SPDX-License-Identifier: MIT */
/* A fiber finds in the registers that are the callee's what it left there, and
 * the controls of floating point as it set them; a new one has its maker's. */
// REQUIRES: x86_64
// RUN: %fiber -lm
// RUN: %t
#include <fenv.h>
#include "test.h"
#include "fiber/fiber.h"

enum { FIBERS = 4, STEPS = 20, REGISTERS = 6 };

static struct erb_fiber home, fiber[FIBERS];
static const int modes[FIBERS] = { FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO };

void
hop (struct erb_fiber *from, struct erb_fiber *to)
{
  erb_fiber_switch (from, to);
}

/* Loads the registers from before, calls hop (from, to), stores them in after. */
void through (struct erb_fiber *from, struct erb_fiber *to, const uint64_t *before, uint64_t *after);
__asm__ (".globl through\n"
         "through:\n\t"
         "push %rbx\n\tpush %rbp\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\t"
         "push %rcx\n\t"
         "mov (%rdx), %rbx\n\tmov 8(%rdx), %rbp\n\tmov 16(%rdx), %r12\n\t"
         "mov 24(%rdx), %r13\n\tmov 32(%rdx), %r14\n\tmov 40(%rdx), %r15\n\t"
         "call hop\n\t"
         "pop %rcx\n\t"
         "mov %rbx, (%rcx)\n\tmov %rbp, 8(%rcx)\n\tmov %r12, 16(%rcx)\n\t"
         "mov %r13, 24(%rcx)\n\tmov %r14, 32(%rcx)\n\tmov %r15, 40(%rcx)\n\t"
         "pop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbp\n\tpop %rbx\n\t"
         "ret\n");

static void
body (void *argument)
{
  struct erb_fiber *me = argument;
  int n = (int) (me - fiber);
  uint64_t before[REGISTERS], after[REGISTERS];
  expect_equal (fegetround (), FE_UPWARD); /* of main, when it made us */
  fesetround (modes[n]);
  feclearexcept (FE_ALL_EXCEPT);
  if (n == 1)
    feraiseexcept (FE_DIVBYZERO);
  for (int step = 0; step < STEPS; step++)
    {
      for (int k = 0; k < REGISTERS; k++)
        before[k] = mixed (n * 1000 + step * 10 + k);
      through (me, &home, before, after);
      expect (memcmp (before, after, sizeof before) == 0);
      expect_equal (fegetround (), modes[n]);
      volatile long double tenth = 1.0L;
      tenth /= 10;
      expect ((tenth * 10 < 1) == (n == 1 || n == 3)); /* the x87's mode, too */
    }
  erb_fiber_leave (me, &home);
}

int
main (void)
{
  erb_fiber_of_thread (&home);
  fesetround (FE_UPWARD);
  for (int n = 0; n < FIBERS; n++)
    expect_equal (erb_fiber_new (&fiber[n], 0, body, &fiber[n]), 0);
  fesetround (FE_TONEAREST);
  for (int step = 0; step <= STEPS; step++)
    for (int n = 0; n < FIBERS; n++)
      {
        erb_fiber_switch (&home, &fiber[n]);
        expect_equal (fegetround (), FE_TONEAREST);
      }
  for (int n = 0; n < FIBERS; n++)
    erb_fiber_free (&fiber[n]);
}
