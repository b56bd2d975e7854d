/* SPDX-License-Identifier: MIT */
/* artificial.c - a horizon that is too small for the order in which two records are read. */
#include <stdio.h>

enum { NUMBERS = 100 };

process write (record int a, record int b)
{
  view int v = new_write_view (a), w = new_write_view (b);
  register (v);
  register (w);
  alloc (v, 8);             /* NUMBERS would suffice */
  alloc (w, 8);
  for (long i = 0; i < NUMBERS; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
  for (long i = 0; i < NUMBERS; i++)
    {
      stall (w, i + 1);
      w[[i]] = -i;
      commit (w, i + 1);
    }
}

int main (void)
{
  record int a = new_record (1, 1), b = new_record (1, 1);
  run write (a, b);
  view int v = new_read_view (a), w = new_read_view (b);
  register (v);
  register (w);
  alloc (v, 1);
  alloc (w, 1);
  int sum = 0;
  for (long i = 0; update (w, i + 1) && update (v, i + 1); i++)
    {
      sum += v[[i]] + w[[i]];
      release (v, i + 1);
      release (w, i + 1);
    }
  printf ("%d\n", sum);
}
