/* SPDX-License-Identifier: MIT */
/* squares-macros.c - a producer and a consumer: the sum of the first million squares. */
#include "erbium.h"

ERBIUM_PROCESS (squares, ERBIUM_RECORD (long), long);
void squares (ERBIUM_RECORD (long) r, long n)
{
  ERBIUM_VIEW (long) v = erbium_new_write_view (r);
  erbium_register (v, 1); /* producer 1 of r */
  erbium_alloc (v, 1024); /* at most 1024 elements ahead of the consumer */
  for (long i = 0; i < n; i++)
    {
      erbium_stall (v, i + 1); /* waits for room */
      ERBIUM_AT (v, i) = i * i;
      erbium_commit (v, i + 1); /* publishes the elements below i + 1 */
    }
}

int main (void)
{
  ERBIUM_RECORD (long) r = erbium_new_record (long, 1, 1); /* 1 producer, 1 consumer */
  ERBIUM_RUN (squares, r, 1000000);
  ERBIUM_VIEW (long) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  long sum = 0;
  for (long i = 0; erbium_update (v, i + 1); i++) /* waits for element i; 0 at the end */
    {
      sum += ERBIUM_AT (v, i);
      erbium_release (v, i + 1); /* frees the room of element i */
    }
  printf ("%ld\n", sum);
}
