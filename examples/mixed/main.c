/* SPDX-License-Identifier: MIT */
/* main.c - the third part, in C without the plugin: runs the second, and prints what comes out. */
#include <stdio.h>

#include "erbium.h"

ERBIUM_PROCESS (smooth, ERBIUM_RECORD (double), erbium_index);

int
main (void)
{
  ERBIUM_RECORD (double) smoothed = erbium_new_record (double, 1, 1);
  ERBIUM_RUN (smooth, smoothed, 100003);
  ERBIUM_VIEW (double) v = erbium_new_read_view (smoothed);
  erbium_register (v, 1);
  erbium_alloc (v, 64);
  double sum = 0, largest = 0;
  erbium_index i = 0;
  for (; erbium_update (v, i + 1); i++)
    {
      sum += ERBIUM_AT (v, i);
      largest = ERBIUM_AT (v, i) > largest ? ERBIUM_AT (v, i) : largest;
      erbium_release (v, i + 1);
    }
  printf ("%lld results, mean %.3f, largest %.3f\n", (long long) i, sum / i, largest);
}
