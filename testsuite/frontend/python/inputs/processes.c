/* SPDX-License-Identifier: MIT */
/* processes.c - a process for network.py. */
#include <string.h>

#include "erbium.h"

void
scale (ERBIUM_RECORD (float) in, ERBIUM_RECORD (float) out, int a, double b, float c,
       const float *offsets, const char *how)
{
  ERBIUM_VIEW (float) x = erbium_new_read_view (in);
  ERBIUM_VIEW (float) y = erbium_new_write_view (out);
  erbium_register (x, 1);
  erbium_register (y, 1);
  erbium_alloc (x, 64);
  erbium_alloc (y, 64);
  float offset = strcmp (how, "add") == 0 ? offsets[0] + offsets[1] : 0;
  for (erbium_index tl = 0, hd; (hd = erbium_update (x, tl + 32)) > tl; tl = hd)
    {
      erbium_stall (y, hd);
      for (erbium_index i = tl; i < hd; i++)
        ERBIUM_AT (y, i) = (float) (ERBIUM_AT (x, i) * a * b * c + offset);
      erbium_commit (y, hd);
      erbium_release (x, hd);
    }
}
