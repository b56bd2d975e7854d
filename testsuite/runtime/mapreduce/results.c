/* SPDX-License-Identifier: MIT */
/* Random jobs give what sorting all pairs gives: with values of several sizes, with and without
 * combine, with an order and a partition of the program's own, for 1 to 7 workers of each kind, in
 * each task model. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// CHECK: 140 jobs
#include "pairs.h"

static int
backwards (const void *a, size_t a_size, const void *b, size_t b_size)
{
  (void) a, (void) b;
  return (a_size < b_size) - (a_size > b_size); /* long keys first; many are equal to it */
}

static unsigned
by_size (const void *key, size_t key_size, unsigned parts)
{
  (void) key;
  return (unsigned) key_size % parts;
}

static int jobs;

static void
try (const struct input *in, struct erbium_map_reduce job)
{
  expect_results (in, &job);
  jobs++;
}

int
main (void)
{
  const struct input inputs[] = { { 0, 1, 8 }, { 1, 1, 0 }, { 3000, 700, 8 }, { 1000, 1, 8 },
                                  { 2000, 1000000, 24 }, { 500, 90, LARGEST }, { 1500, 300, 3 } };
  for (int workers = 1; workers <= 7; workers++)
    for (size_t n = 0; n < sizeof inputs / sizeof *inputs; n++)
      {
        struct erbium_map_reduce job = job_of (&inputs[n]);
        job.map_workers = workers;
        job.reduce_workers = 1 + workers % 4;
        try (&inputs[n], job);
        job.partition = by_size;
        job.compare = order_of_keys = backwards;
        try (&inputs[n], job);
        order_of_keys = job.compare = NULL;
        job.combine = add_bytes;
        for (int times = 0; times < 2 && inputs[n].value_size == 8; times++, job.partition = NULL)
          try (&inputs[n], job);
      }
  printf ("%d jobs\n", jobs);
}
