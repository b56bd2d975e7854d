/* SPDX-License-Identifier: MIT */
/* An address of an element is valid until the next primitive that its process
 * calls, whatever others do meanwhile to the window: reads and writes through it
 * reach the element. */
// RUN: %build
// RUN: %run %t
#include "test.h"

static SHARED atomic_long grown;

/* Makes the window grow while main holds addresses of the old one. */
ERBIUM_PROCESS (enlarge, ERBIUM_RECORD (int), int);
void
enlarge (ERBIUM_RECORD (int) r, int horizon)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_alloc (v, horizon);
  erbium_free_view (v, ERBIUM_TERMINATE);
  atomic_store (&grown, horizon);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  int i = 0;
  for (int horizon = 2000; horizon < 2000000; horizon *= 3, i += 10)
    {
      erbium_stall (out, i + 10);
      int *write = ERBIUM_SPAN (out, i, i + 10);
      for (int k = 0; k < 5; k++)
        write[k] = i + k;
      erbium_process p = ERBIUM_RUN (enlarge, r, horizon);
      while (atomic_load (&grown) != horizon) /* a join would be a primitive */
        sched_yield ();
      for (int k = 5; k < 10; k++)
        write[k] = i + k;
      erbium_commit (out, i + 10);
      erbium_update (in, i + 10);
      for (int k = i; k < i + 10; k++)
        expect_equal (ERBIUM_AT (in, k), k);
      erbium_release (in, i + 10);
      erbium_join (p);
    }
}
