/* SPDX-License-Identifier: MIT */
/* fir.c - a filter whose history is what it has not released. */
#include <stdio.h>

enum { SAMPLES = 64, TAPS = 4, BURST = 8 };

static const int tap[TAPS] = { 1, 3, 3, 1 };

process steps (record int out)
{
  view int v = new_write_view (out);
  register (v, 1);
  alloc (v, 2 * BURST);
  for (long i = 0; i < SAMPLES; i++)
    {
      stall (v, i + 1);
      v[[i]] = i / 16 % 2 ? 100 : 0;
      commit (v, i + 1);
    }
}

process smooth (record int in, record int out)
{
  view int x = new_read_view (in), y = new_write_view (out);
  register (x, 1);
  register (y, 1);
  alloc (x, BURST + TAPS - 1);      /* a burst and the history before it */
  alloc (y, 2 * BURST);
  for (long tl = 0, hd; (hd = update (x, tl + BURST)); tl = hd)
    {
      stall (y, hd);
      for (long i = tl; i < hd; i++)
        {
          int sum = 0;
          for (long k = 0; k < TAPS && k <= i; k++)
            sum += tap[k] * x[[i - k]];
          y[[i]] = sum / 8;
        }
      commit (y, hd);
      release (x, hd - (TAPS - 1)); /* the last TAPS - 1 samples stay live */
    }
}

int main (void)
{
  record int samples = new_record (1, 1), smoothed = new_record (1, 1);
  run steps (samples);
  run smooth (samples, smoothed);

  view int v = new_read_view (smoothed);
  register (v, 1);
  alloc (v, 16);
  for (long tl = 0, hd; (hd = update (v, tl + 16)); tl = hd)
    {
      for (long i = tl; i < hd; i++)
        printf ("%4d", v[[i]]);
      printf ("\n");
      release (v, hd);
    }
}
