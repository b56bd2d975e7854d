/* SPDX-License-Identifier: MIT */
/* Processes whose arguments end in padding, run by one who has a view. */
#include "erbium.h"

typedef ERBIUM_RECORD (int) numbers;

ERBIUM_PROCESS (adds, numbers, numbers, int);
void
adds (numbers from, numbers to, int n)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (from), w = erbium_new_write_view (to);
  erbium_register (v, 1);
  erbium_register (w, 1);
  erbium_alloc (v, 1);
  erbium_alloc (w, 1);
  erbium_update (v, 1);
  erbium_stall (w, 1);
  ERBIUM_AT (w, 0) = ERBIUM_AT (v, 0) + n;
  erbium_commit (w, 1);
}

int
main (void)
{
  numbers first = erbium_new_record (int, 1, 1), r = first;
  ERBIUM_VIEW (int) w = erbium_new_write_view (first);
  for (int n = 0; n < 3; n++)
    {
      numbers next = erbium_new_record (int, 1, 1);
      ERBIUM_RUN (adds, r, next, n);
      r = next;
    }
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (w, 1);
  erbium_register (v, 1);
  erbium_alloc (w, 1);
  erbium_alloc (v, 1);
  erbium_stall (w, 1);
  ERBIUM_AT (w, 0) = 1;
  erbium_commit (w, 1);
  return !(erbium_update (v, 1) == 1 && ERBIUM_AT (v, 0) == 4);
}
