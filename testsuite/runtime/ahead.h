/* SPDX-License-Identifier: MIT */
/* ahead.h - a producer of two streams that is far ahead in one before it begins with the other.
 * With the horizons here, the window of the first has to grow. */
enum { N = 1000, HORIZON = 8, AHEAD = 100 };

/* Sends a on first, then b. */
ERBIUM_PROCESS (produce, ERBIUM_RECORD (int), ERBIUM_RECORD (int));
void
produce (ERBIUM_RECORD (int) a, ERBIUM_RECORD (int) b)
{
  ERBIUM_VIEW (int) x = erbium_new_write_view (a), y = erbium_new_write_view (b);
  erbium_register (x, 1);
  erbium_alloc (x, HORIZON);
  erbium_register (y, 1);
  erbium_alloc (y, HORIZON);
  for (int i = 0; i < N; i += AHEAD)
    {
      for (int k = i; k < i + AHEAD; k++)
        {
          erbium_stall (x, k + 1);
          ERBIUM_AT (x, k) = k;
          erbium_commit (x, k + 1);
        }
      for (int k = i; k < i + AHEAD; k++)
        {
          erbium_stall (y, k + 1);
          ERBIUM_AT (y, k) = -k;
          erbium_commit (y, k + 1);
        }
    }
}
