/* SPDX-License-Identifier: MIT */
/* A process that uses erbium.h and one that uses erbium/burst.h share a record, whose name is in
 * the messages. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// RUN: %exits 121 %t deadlock 2>&1 | FileCheck --check-prefix=DEADLOCK %s
#include "test.h"
#include "erbium/burst.h"

ERBIUM_PROCESS (count, ERBIUM_RECORD (double), int);
void
count (ERBIUM_RECORD (double) r, int n)
{
  ERBIUM_VIEW (double) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 64);
  for (int i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

int
main (int n, char **words)
{
  (void) words;
  struct erbium_record *r;
  expect (erbium_burst_record (sizeof (double), sizeof (double), 1, 1, "numbers", &r) == 0);
  if (n == 1)
    ERBIUM_RUN (count, (ERBIUM_RECORD (double)) (uintptr_t) r, 1000);
  struct erbium_burst *in;
  expect (erbium_burst_open (r, ERBIUM_BURST_READ, 1, 64, &in) == 0);
  // DEADLOCK: {{main.* waits .*update.*'numbers'}}
  const void *at;
  int64_t got;
  double sum = 0;
  while (erbium_burst_receive (in, 64, &at, &got) == 0)
    {
      for (int64_t i = 0; i < got; i++)
        sum += ((const double *) at)[i];
      expect (erbium_burst_release (in, got) == 0);
    }
  // CHECK: 499500
  printf ("%g\n", sum);
}
