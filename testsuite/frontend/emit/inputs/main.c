/* SPDX-License-Identifier: MIT */
/* Runs a process of the IR; C without the plugin. */
#include "erbium.h"

ERBIUM_PROCESS (halve, ERBIUM_RECORD (int64_t), ERBIUM_RECORD (double));

int
main (void)
{
  ERBIUM_RECORD (int64_t) a = erbium_new_record (int64_t, 1, 1);
  ERBIUM_RECORD (double) b = erbium_new_record (double, 1, 1);
  ERBIUM_RUN (halve, a, b);
  ERBIUM_VIEW (double) v = erbium_new_read_view (b);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  double sum = 0;
  for (erbium_index i = 0; erbium_update (v, i + 1); i++)
    {
      sum += ERBIUM_AT (v, i);
      erbium_release (v, i + 1);
    }
  printf ("%g\n", sum);
}
