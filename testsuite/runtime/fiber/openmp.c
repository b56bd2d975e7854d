/* SPDX-License-Identifier: MIT */
/* Processes whose primitives are called within regions of OpenMP.  The state of a region belongs to
 * its thread, so a process is on the same one at the end, and no other begins a region there
 * meanwhile. */
// RUN: %cc -fopenmp %s -o %t %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=3 ERBIUM_PLACE=wander %timed %t
// RUN: env ERBIUM_TASK=auto ERBIUM_WORKERS=2 %timed %t
#define _GNU_SOURCE
#include "ints.h"

#include <omp.h>
#include <unistd.h>

enum { PAIRS = 6, BURST = 8, N = 60 * BURST };

ERBIUM_PROCESS (writer, record, int);
void
writer (record r, int id)
{
  view v = writes (r, 2 * BURST);
  for (int i = 0; i < N; i += BURST)
    {
      int threads = 1 + (id + i / BURST) % 2, inside = 0;
#pragma omp parallel num_threads (threads) reduction (+ : inside)
      {
#pragma omp masked
        {
          pid_t self = gettid ();
          write_up_to (v, i, i + BURST);
          expect_equal (gettid (), self);
        }
#pragma omp barrier
        expect_equal (omp_get_level (), 1);
        expect_equal (omp_get_num_threads (), threads);
        inside++;
      }
      expect_equal (inside, threads);
      expect_equal (omp_get_level (), 0);
    }
}

ERBIUM_PROCESS (leaf, int);
void
leaf (int n)
{
  (void) n;
}

ERBIUM_PROCESS (reader, record, int);
void
reader (record r, int id)
{
  view v = reads (r, BURST);
  for (int i = 0; i < N; i += BURST)
    {
#pragma omp parallel num_threads (1 + id % 2)
      {
#pragma omp masked
        {
          expect_equal (erbium_update (v, i + BURST), i + BURST);
          erbium_join (ERBIUM_RUN (leaf, i));
        }
#pragma omp barrier
        expect_equal (omp_get_num_threads (), 1 + id % 2);
      }
      for (int j = i; j < i + BURST; j++)
        expect_equal (ERBIUM_AT (v, j), j);
      erbium_release (v, i + BURST);
    }
}

int
main (void)
{
  for (int k = 0; k < PAIRS; k++)
    {
      record r = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (writer, r, k);
      ERBIUM_RUN (reader, r, k);
    }
  erbium_join_all ();
}
