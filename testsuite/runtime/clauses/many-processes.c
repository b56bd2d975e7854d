/* SPDX-License-Identifier: MIT */
/* A chain of many processes, far more than processors, runs and ends; a record
 * between two of them costs little memory. */
// RUN: %build
// RUN: %run %t
#include <sys/resource.h>
#include "test.h"

enum { N = 3000, BURST = 64, HORIZON = 256 };

ERBIUM_PROCESS (stage, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
stage (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from), out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_alloc (in, HORIZON);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  for (int64_t i = 0, end; (end = erbium_update (in, i + BURST)) > i;)
    {
      erbium_stall (out, end);
      for (; i < end; i++)
        ERBIUM_AT (out, i) = ERBIUM_AT (in, i) + 1;
      erbium_commit (out, end);
      erbium_release (in, end);
    }
}

ERBIUM_PROCESS (source, ERBIUM_RECORD (int));
void
source (ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (to);
  erbium_register (out, 1);
  erbium_alloc (out, HORIZON);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = i;
      erbium_commit (out, i + 1);
    }
}

int
main (void)
{
  int stages = rounds (1000);
  struct rusage use;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (source, r);
  for (int n = 0; n < stages; n++)
    {
      ERBIUM_RECORD (int) next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (stage, r, next);
      r = next;
    }
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  int i = 0;
  for (; erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), i + stages);
      erbium_release (v, i + 1);
    }
  expect_equal (i, N);
  getrusage (RUSAGE_SELF, &use);
  if (!getenv ("TEST_SLOWER") || atoi (getenv ("TEST_SLOWER")) == 1)
    expect (use.ru_maxrss < 200 * 1024); /* KiB */
}
