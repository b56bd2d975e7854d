/* SPDX-License-Identifier: MIT */
/* first.c - a producer and a consumer, in the words of the plugin. */
#include <stdio.h>

process squares (record long r, long n)
{
  view long v = new_write_view (r);
  register (v, 1), alloc (v, 1024);  /* producer 1 of r, at most 1024 elements ahead */
  for (long i = 0; i < n; commit (v, ++i))  /* publishes the elements below i */
    {
      stall (v, i + 1);              /* waits for room */
      v[[i]] = i * i;
    }
}

int main (void)
{
  record long r = new_record (1, 1); /* 1 producer, 1 consumer */
  run squares (r, 1000000);
  view long v = new_read_view (r);
  register (v, 1), alloc (v, 1);
  long i = 0, sum = 0;
  for (; update (v, i + 1); release (v, ++i))  /* waits for element i; 0 at the end */
    sum += v[[i]];
  printf ("%ld\n", sum);
}
