/* SPDX-License-Identifier: MIT */
/* pass.h - what a stream between two ranks carries: the same for records and for MPI by hand.
 *
 *   --echo 0   --items integers 0, 1, 2, ..., of 4 bytes, so many at a time as --burst says; the
 *              far side adds them up
 *   --echo 1   an integer of 8 bytes goes there and comes back, --items times; the near side adds
 *              them up
 *
 * The clock of the near side runs from an empty stream, which both sides stand at, until it has the
 * sum.
 */
#ifndef BENCH_PASS_H
#define BENCH_PASS_H
#include "../common.h"

BENCH_API void
pass_write (uint32_t *to, long n, uint32_t first)
{
  for (long k = 0; k < n; k++)
    to[k] = first + (uint32_t) k;
}

BENCH_API uint32_t
pass_read (const uint32_t *from, long n)
{
  uint32_t sum = 0;
  for (long k = 0; k < n; k++)
    sum += from[k];
  return sum;
}

#endif
