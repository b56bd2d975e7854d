/* SPDX-License-Identifier: MIT */
/* In a sealed program a job of spaces has the same result, and a memory limit is an error. */
// REQUIRES: x86_64
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: env ERBIUM_SEAL=1 ERBIUM_TASK=space %timed %t | FileCheck %s
// RUN: env ERBIUM_SEAL=1 ERBIUM_TASK=space %status 120 %timed %t limit 2>&1 | FileCheck --check-prefix=LIMIT %s
// CHECK: all values
#include "pairs.h"

int
main (int count, char **argument)
{
  const struct input in = { 2000, 300, 8 };
  struct erbium_map_reduce job = job_of (&in);
  struct erbium_pairs found;
  (void) argument;
  job.map_workers = job.reduce_workers = 2;
  job.memory_limit = count > 1 ? 1 << 20 : 0;
  erbium_map_reduce (&job, &found);
  // LIMIT: sealed.c:[[#@LINE-1]]: error: erbium_map_reduce: memory_limit is 1048576, but a sealed program must not have one: its files are external
  // LIMIT-NEXT: note: let memory_limit be 0
  expect_all_values (&in, &found);
  erbium_free_pairs (&found);
  puts ("all values");
}
