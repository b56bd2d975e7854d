/* SPDX-License-Identifier: MIT */
/* A process may run others, and end before they do: here a sieve of Eratosthenes
 * whose filters start one another. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// CHECK: 2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71 73 79 83 89 97{{ *$}}
#include "test.h"

enum { HORIZON = 4 };

static ERBIUM_VIEW (int)
reader (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  return v;
}

static ERBIUM_VIEW (int)
writer (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  return v;
}

static void
put (ERBIUM_VIEW (int) v, int *i, int value)
{
  erbium_stall (v, *i + 1);
  ERBIUM_AT (v, *i) = value;
  erbium_commit (v, ++*i);
}

ERBIUM_PROCESS (filter, ERBIUM_RECORD (int));
void
filter (ERBIUM_RECORD (int) from)
{
  ERBIUM_VIEW (int) in = reader (from);
  if (erbium_update (in, 1) == 0)
    return;
  int prime = ERBIUM_AT (in, 0), n = 0;
  erbium_release (in, 1);
  printf ("%d ", prime); /* in order: the next one hears of its number later */
  ERBIUM_RECORD (int) rest = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = writer (rest);
  ERBIUM_RUN (filter, rest);
  for (int i = 1; erbium_update (in, i + 1) > i; i++)
    {
      int value = ERBIUM_AT (in, i);
      if (value % prime)
        put (out, &n, value);
      erbium_release (in, i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) all = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = writer (all);
  int n = 0;
  ERBIUM_RUN (filter, all);
  for (int i = 2; i <= 100; i++)
    put (out, &n, i);
}
