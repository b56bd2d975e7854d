/* SPDX-License-Identifier: MIT */
/* squares.c - a producer and a consumer: the sum of the first million squares. */
#include <stdio.h>

process squares (record long r, long n)
{
  view long v = new_write_view (r);
  register (v, 1);          /* producer 1 of r */
  alloc (v, 1024);          /* at most 1024 elements ahead of the consumer */
  for (long i = 0; i < n; i++)
    {
      stall (v, i + 1);     /* waits for room */
      v[[i]] = i * i;
      commit (v, i + 1);    /* publishes the elements below i + 1 */
    }
}

int main (void)
{
  record long r = new_record (1, 1);         /* 1 producer, 1 consumer */
  run squares (r, 1000000);

  view long v = new_read_view (r);
  register (v, 1);                           /* consumer 1 of r */
  alloc (v, 1);
  long sum = 0;
  for (long i = 0; update (v, i + 1); i++)   /* waits for element i; 0 at the end */
    {
      sum += v[[i]];
      release (v, i + 1);                    /* frees the room of element i */
    }
  printf ("%ld\n", sum);
}
