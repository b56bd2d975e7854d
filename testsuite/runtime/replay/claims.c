/* SPDX-License-Identifier: MIT */
/* Processes share a stream by claims: the runs of each depend on the schedule, and are the same in
 * its replay, in which no other process runs. */
// UNSUPPORTED: thread
// RUN: %build
// RUN: %replays %erbium-replay %t.rec ERBIUM_TASK=space %t > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %replays %erbium-replay %t.rec ERBIUM_TASK=space ERBIUM_CHECK=1 %t | FileCheck %s
// CHECK: 0: main 58480500
// CHECK: 0.p1: claimed {{[0-9]+}} runs, up to {{[0-9]+}}, [[#%x,]]
// CHECK: 0.p2: claimed {{[0-9]+}} runs, up to {{[0-9]+}}, [[#%x,]]
#include "test.h"

enum { WORKERS = 2, BURST = 10, N = 3000 };

ERBIUM_PROCESS (work, ERBIUM_RECORD (int), ERBIUM_RECORD (long), int);
void
work (ERBIUM_RECORD (int) from, ERBIUM_RECORD (long) to, int id)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (from);
  ERBIUM_VIEW (long) out = erbium_new_write_view (to);
  uint64_t seed = (uint64_t) id, hash = 0;
  long i, hd, runs = 0;
  erbium_register (in, id);
  erbium_register (out, id);
  erbium_alloc (in, BURST);
  erbium_alloc (out, 20 * BURST);
  do
    {
      i = erbium_claim (in, BURST, 1);
      erbium_release (in, i);
      erbium_commit (out, i);
      hd = erbium_update (in, i + BURST);
      if (hd > i)
        erbium_stall (out, hd);
      for (long k = i; k < hd; k++)
        ERBIUM_AT (out, k) = 13L * ERBIUM_AT (in, k);
      erbium_commit (out, hd);
      runs++;
      hash = mixed (hash + (uint64_t) i);
      dither (&seed);
    }
  while (hd == i + BURST);
  printf ("0.p%d: claimed %ld runs, up to %ld, %llx\n", id, runs, i, (unsigned long long) hash);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, WORKERS);
  ERBIUM_RECORD (long) q = erbium_new_record (long, WORKERS, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  ERBIUM_VIEW (long) in = erbium_new_read_view (q);
  long sum = 0;
  erbium_register (out, 1);
  erbium_register (in, 1);
  erbium_alloc (out, N);
  erbium_alloc (in, 10);
  for (int id = 1; id <= WORKERS; id++)
    ERBIUM_RUN (work, r, q, id);
  erbium_stall (out, N);
  for (int i = 0; i < N; i++)
    {
      ERBIUM_AT (out, i) = i;
      if (i % 7 == 6 || i == N - 1)
        erbium_commit (out, i + 1);
    }
  erbium_free_view (out, ERBIUM_TERMINATE);
  for (long i = 0; erbium_update (in, i + 1); i++)
    {
      sum += ERBIUM_AT (in, i);
      erbium_release (in, i + 1);
    }
  printf ("0: main %ld\n", sum);
}
