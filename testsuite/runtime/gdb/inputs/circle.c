/* SPDX-License-Identifier: MIT */
/* circle.c - three processes that wait for each other, and one that waits for them. */
#include "../../test.h"

ERBIUM_PROCESS (turn, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
turn (ERBIUM_RECORD (int) from, ERBIUM_RECORD (int) to)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (from);
  ERBIUM_VIEW (int) w = erbium_new_write_view (to);
  erbium_register (v, 1);
  erbium_register (w, 1);
  erbium_alloc (v, 4);
  erbium_alloc (w, 4);
  erbium_update (v, 1);
  erbium_commit (w, 1);
}

int
main (void)
{
  ERBIUM_RECORD (int) r[3];
  const char *const names[] = { "red", "green", "blue" };
  for (int n = 0; n < 3; n++)
    {
      r[n] = erbium_new_record (int, 1, 1);
      erbium_name_record (r[n], names[n]);
    }
  for (int n = 0; n < 3; n++)
    ERBIUM_RUN (turn, r[n], r[(n + 1) % 3]);
}
