/* SPDX-License-Identifier: MIT */
/* The end of main ends its views also where main ends as a thread does. */
// ThreadSanitizer has a thread of its own, so that such a program never ends.
// UNSUPPORTED: thread
// RUN: %build
// RUN: %run %t | FileCheck %s
// CHECK: 3 elements
#include <pthread.h>

#include "test.h"

ERBIUM_PROCESS (count, ERBIUM_RECORD (int));
void
count (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  int n = 0;
  for (; erbium_update (v, n + 1); n++)
    erbium_release (v, n + 1);
  printf ("%d elements\n", n);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 3);
  ERBIUM_RUN (count, r);
  erbium_stall (v, 3);
  erbium_commit (v, 3);
  pthread_exit (NULL);
}
