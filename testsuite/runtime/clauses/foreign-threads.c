/* SPDX-License-Identifier: MIT */
/* A thread that the program made itself may use records like a process: its
 * views end with it, and the program does not wait for it. */
// RUN: %build
// RUN: %run %t
#include <pthread.h>
#include "test.h"

enum { N = 2000 };

static void *
produce (void *argument)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view ((ERBIUM_RECORD (int)) (uintptr_t) argument);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
  return NULL;
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int));
void
consume (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  int i = 0;
  for (; erbium_update (v, i + 1) > i; i++)
    {
      expect_equal (ERBIUM_AT (v, i), i);
      erbium_release (v, i + 1);
    }
  expect_equal (i, N);
}

int
main (void)
{
  for (int n = rounds (20); n > 0; n--)
    {
      ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
      pthread_t t;
      ERBIUM_RUN (consume, r);
      pthread_create (&t, NULL, produce, (void *) (uintptr_t) r);
      pthread_join (t, NULL); /* main waits, but for nothing that Erbium knows */
      erbium_join_all ();
    }
}
