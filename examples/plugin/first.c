/* SPDX-License-Identifier: MIT */
/* first.c - a producer and a consumer, in the words of the plugin. */
int printf (const char *, ...);

process squares (record long r, long n)
{
  view long v = new_write_view (r);
  register (v, 1);
  alloc (v, 1024);
  for (long i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i * i;
      commit (v, i + 1);
    }
}

int main (void)
{
  record long r = new_record (1, 1);
  run squares (r, 1000000);
  view long v = new_read_view (r);
  register (v, 1);
  alloc (v, 1);
  long sum = 0;
  for (long i = 0; update (v, i + 1); i++)
    {
      sum += v[[i]];
      release (v, i + 1);
    }
  printf ("%ld\n", sum);
}
