/* SPDX-License-Identifier: MIT */
/* processes.c - the processes in C, linked to the program in C, and in a library for Python. */
#include "network.h"

void
smooth (ERBIUM_RECORD (uint32_t) in, ERBIUM_RECORD (uint32_t) out, int64_t burst)
{
  ERBIUM_VIEW (uint32_t) x = erbium_new_read_view (in);
  ERBIUM_VIEW (uint32_t) y = erbium_new_write_view (out);
  erbium_register (x, 1);
  erbium_register (y, 1);
  erbium_alloc (x, 2 * burst + TAPS);
  erbium_alloc (y, 2 * burst);
  erbium_index done = 0;
  for (erbium_index tl = 0, hd; (hd = erbium_update (x, tl + burst)) > tl; tl = hd)
    {
      erbium_index n = hd - (TAPS - 1) - done;
      if (n <= 0)
        continue;
      erbium_stall (y, done + n);
      const uint32_t *from = ERBIUM_SPAN (x, done, hd);
      uint32_t *to = ERBIUM_SPAN (y, done, done + n);
      for (erbium_index i = 0; i < n; i++)
        {
          uint32_t sum = 0;
          for (int k = 0; k < TAPS; k++)
            sum += from[i + k];
          to[i] = sum;
        }
      done += n;
      erbium_commit (y, done);
      erbium_release (x, done);
    }
}

void
add (ERBIUM_RECORD (uint32_t) in, uint32_t *sum, int64_t burst)
{
  ERBIUM_VIEW (uint32_t) v = erbium_new_read_view (in);
  erbium_register (v, 1);
  erbium_alloc (v, 2 * burst);
  for (erbium_index tl = 0, hd; (hd = erbium_update (v, tl + burst)) > tl; tl = hd)
    {
      const uint32_t *x = ERBIUM_SPAN (v, tl, hd);
      for (erbium_index i = 0; i < hd - tl; i++)
        *sum += x[i];
      erbium_release (v, hd);
    }
}
