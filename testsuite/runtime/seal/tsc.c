/* SPDX-License-Identifier: MIT */
/* The counters of the processor are the logical clock too. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include <x86intrin.h>
#include "erbium/papers.h"
#include "test.h"

int
main (void)
{
  unsigned cpu = 7;
  space_alloc (0);
  // CHECK: 2000 3000 0
  unsigned long long first = __rdtsc (), second = __rdtscp (&cpu);
  printf ("%llu %llu %u\n", first, second, cpu);
}
