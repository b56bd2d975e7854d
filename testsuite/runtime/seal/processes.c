/* SPDX-License-Identifier: MIT */
/* A sealed program whose processes are spaces: what they print, the random numbers that they draw and what
 * they stream are the same in each run, whatever the schedule. */
// RUN: %build
// RUN: %sealed ERBIUM_TASK=space %t | FileCheck %s
// CHECK: stage 1 of 3
// CHECK: stage 2 of 3
// CHECK: stage 3 of 3
// CHECK: sum {{[1-9][0-9]*}}
#include <sys/random.h>
#include "test.h"

enum { LENGTH = 500, STAGES = 3 };

ERBIUM_PROCESS (stage, ERBIUM_RECORD (uint32_t), ERBIUM_RECORD (uint32_t), int);
void
stage (ERBIUM_RECORD (uint32_t) from, ERBIUM_RECORD (uint32_t) to, int number)
{
  ERBIUM_VIEW (uint32_t) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  uint32_t own = 0;
  erbium_register (in, 1);
  erbium_alloc (in, 8);
  erbium_register (out, 1);
  erbium_alloc (out, 8);
  expect_equal (getrandom (&own, sizeof own, 0), sizeof own);
  printf ("stage %d of %d draws %u\n", number, STAGES, (unsigned) own);
  for (int i = 0; erbium_update (in, i + 1) > i; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = ERBIUM_AT (in, i) * 31 + own;
      erbium_commit (out, i + 1);
      erbium_release (in, i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (uint32_t) first = erbium_new_record (uint32_t, 1, 1), r = first, next;
  erbium_process p[STAGES];
  for (int n = 0; n < STAGES; n++, r = next)
    {
      next = erbium_new_record (uint32_t, 1, 1);
      p[n] = ERBIUM_RUN (stage, r, next, n + 1);
    }
  ERBIUM_VIEW (uint32_t) out = erbium_new_write_view (first), in = erbium_new_read_view (r);
  unsigned sum = 0;
  erbium_register (out, 1);
  erbium_alloc (out, 4);
  erbium_register (in, 1);
  erbium_alloc (in, 4);
  for (int i = 0; i < LENGTH; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = (uint32_t) i;
      erbium_commit (out, i + 1);
      erbium_update (in, i + 1);
      sum += ERBIUM_AT (in, i);
      erbium_release (in, i + 1);
    }
  erbium_free_view (out, ERBIUM_TERMINATE);
  for (int n = 0; n < STAGES; n++)
    erbium_join (p[n]);
  printf ("sum %u\n", sum);
}
