/* SPDX-License-Identifier: MIT */
/* waiting.c - three processes that wait within calls, and one that runs and is stopped at. */
#include "../../test.h"

static volatile int go; /* set by whoever watches */

__attribute__ ((noinline)) static int
deep (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, id);
  erbium_alloc (v, 1);
  return (int) erbium_update (v, 5) + 1;
}

ERBIUM_PROCESS (waits, ERBIUM_RECORD (int), int);
void
waits (ERBIUM_RECORD (int) r, int id)
{
  printf ("%d\n", deep (r, id));
}

__attribute__ ((noinline)) static void
stop_here (void)
{
  __asm__ volatile ("" ::: "memory");
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 3);
  erbium_name_record (r, "numbers");
  ERBIUM_VIEW (int) w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 8);
  for (int id = 1; id <= 3; id++)
    ERBIUM_RUN (waits, r, id);
  erbium_commit (w, 1);
  while (!go)
    {
      usleep (1000);
      stop_here ();
    }
  erbium_commit (w, 5);
}
