/* SPDX-License-Identifier: MIT */
/* fir.c - a filter whose history is what it has not released.
 *
 *   steps --> smooth --> main
 *
 * A finite impulse response filter needs the last TAPS samples for each result.  It keeps them by
 * releasing TAPS - 1 elements late, and its horizon has room for them.  It needs no buffer of its
 * own, and it moves or copies no sample.
 */
#include "erbium.h"

enum { SAMPLES = 64, TAPS = 4, BURST = 8 };

static const int tap[TAPS] = { 1, 3, 3, 1 };

static ERBIUM_PROCESS (steps, ERBIUM_RECORD (int));
static void
steps (ERBIUM_RECORD (int) out)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (out);
  erbium_register (v, 1);
  erbium_alloc (v, 2 * BURST);
  for (int i = 0; i < SAMPLES; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i / 16 % 2 ? 100 : 0;
      erbium_commit (v, i + 1);
    }
}

static ERBIUM_PROCESS (smooth, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
static void
smooth (ERBIUM_RECORD (int) in, ERBIUM_RECORD (int) out)
{
  ERBIUM_VIEW (int) x = erbium_new_read_view (in);
  ERBIUM_VIEW (int) y = erbium_new_write_view (out);
  erbium_register (x, 1);
  erbium_register (y, 1);
  erbium_alloc (x, BURST + TAPS - 1); /* a burst and the history before it */
  erbium_alloc (y, 2 * BURST);
  for (int tl = 0, hd; (hd = (int) erbium_update (x, tl + BURST)); tl = hd)
    {
      erbium_stall (y, hd);
      for (int i = tl; i < hd; i++)
        {
          int sum = 0;
          for (int k = 0; k < TAPS && k <= i; k++)
            sum += tap[k] * ERBIUM_AT (x, i - k);
          ERBIUM_AT (y, i) = sum / 8;
        }
      erbium_commit (y, hd);
      erbium_release (x, hd - (TAPS - 1)); /* the last TAPS - 1 stay live */
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) samples = erbium_new_record (int, 1, 1);
  ERBIUM_RECORD (int) smoothed = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (steps, samples);
  ERBIUM_RUN (smooth, samples, smoothed);

  ERBIUM_VIEW (int) v = erbium_new_read_view (smoothed);
  erbium_register (v, 1);
  erbium_alloc (v, 16);
  for (int tl = 0, hd; (hd = (int) erbium_update (v, tl + 16)); tl = hd)
    {
      for (int i = tl; i < hd; i++)
        printf ("%4d", ERBIUM_AT (v, i));
      printf ("\n");
      erbium_release (v, hd);
    }
}
