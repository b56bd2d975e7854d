/* SPDX-License-Identifier: MIT */
/* macros.c - a view of the macros, where a debugger looks at it. */
#include "../../test.h"

__attribute__ ((noinline)) static void
here (void)
{
  __asm__ volatile ("" ::: "memory");
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 0);
  ERBIUM_VIEW (int) w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 8);
  erbium_stall (w, 4);
  for (int i = 0; i < 4; i++)
    ERBIUM_AT (w, i) = 5 + 10 * i;
  here ();
  erbium_commit (w, 4);
}
