/* SPDX-License-Identifier: MIT */
/* Checked mode: the end of a span is found from its beginning; ERBIUM_AT there is an access. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  int sum = 0;
  erbium_stall (e.out, 5);
  for (int i = 0; i < 5; i++)
    ERBIUM_AT (e.out, i) = i;
  erbium_commit (e.out, 5);
  erbium_update (e.in, 5);
  for (int *p = ERBIUM_SPAN (e.in, 1, 5), *end = p + (5 - 1); p != end; p++)
    sum += *p;
  // CHECK: {{^}}10{{$}}
  printf ("%d\n", sum);
  fflush (stdout);
  int *end = &ERBIUM_AT (e.in, 5);
  // CHECK: check-address-of-end.c:[[#@LINE-1]]: error: access to element 5 of read view 1 (id 1) of record 1 ({{.*}}), whose window is [0, 5), in process 'main'
  return end == 0;
}
