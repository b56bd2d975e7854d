/* SPDX-License-Identifier: MIT */
/* Checked mode: two producers write one element, in every task model. */
// RUN: %build
// RUN: not env ERBIUM_CHECK=1 ERBIUM_TASK=thread %t 2>&1 | FileCheck %s
// RUN: not env ERBIUM_CHECK=1 ERBIUM_TASK=fiber %t 2>&1 | FileCheck %s
// RUN: not env ERBIUM_CHECK=1 ERBIUM_TASK=space %t 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=thread %t apart
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=fiber %t apart
#include "test.h"

/* Writes 1000 elements of which each second one is its own, in bursts, and one more. */
ERBIUM_PROCESS (producer, ERBIUM_RECORD (int), int, int);
void
producer (ERBIUM_RECORD (int) r, int id, int more)
{
  ERBIUM_VIEW (int) w = erbium_new_write_view (r);
  erbium_register (w, id);
  erbium_alloc (w, 16);
  for (int i = 0; i < 1000; i += 10)
    {
      erbium_stall (w, i + 10);
      for (int k = i + id - 1; k < i + 10; k += 2)
        ERBIUM_AT (w, k) = k + 1;
      if (more && i == 500)
        ERBIUM_AT (w, 503) = 7;
      erbium_commit (w, i + 10);
    }
}

int
main (int argc, char **argv)
{
  (void) argv;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 2, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  ERBIUM_RUN (producer, r, 1, argc == 1);
  ERBIUM_RUN (producer, r, 2, 0);
  for (int i = 0; erbium_update (v, i + 1); i++)
    {
      expect (argc == 1 || ERBIUM_AT (v, i) == i + 1);
      erbium_release (v, i + 1);
    }
  // CHECK: check-two-producers.c:{{[0-9]+}}: error: element 503 of record 1 ({{.*}}check-two-producers.c:{{[0-9]+}}) was written by process 'producer' (write id 1) and by process 'producer' (write id 2)
  // CHECK-NEXT: note: each element has one producer: the others commit past it
  // SPACE: error: element 503 of record 1 ({{.*}}check-two-producers.c:{{[0-9]+}}) was written by process 'producer' (write id 1) and by process 'producer' (write id 2)
}
