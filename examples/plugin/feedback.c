/* SPDX-License-Identifier: MIT */
/* feedback.c - a cycle of two processes, and the elements that start it. */
#include <stdio.h>

enum { TERMS = 60 };

/* Copies sums to terms, two elements late. */
process delay (record long sums, record long terms)
{
  view long in = new_read_view (sums), out = new_write_view (terms);
  register (in, 1);
  register (out, 1);
  alloc (in, 1);
  alloc (out, 4);
  stall (out, 2);
  out[[0]] = 0;
  out[[1]] = 1;
  commit (out, 2);
  for (long i = 0; update (in, i + 1); i++)
    {
      stall (out, i + 3);
      out[[i + 2]] = in[[i]];
      commit (out, i + 3);
      release (in, i + 1);
    }
}

/* Each sum is that of two neighbouring terms. */
process add (record long terms, record long sums)
{
  view long in = new_read_view (terms), out = new_write_view (sums);
  register (in, 1);
  register (out, 1);
  alloc (in, 2);
  alloc (out, 1);
  for (long i = 0; i < TERMS - 2 && update (in, i + 2) == i + 2; i++)
    {
      stall (out, i + 1);
      out[[i]] = in[[i]] + in[[i + 1]];
      commit (out, i + 1);
      release (in, i + 1);
    }
}

int main (void)
{
  record long terms = new_record (1, 2), sums = new_record (1, 1);
  run delay (sums, terms);
  run add (terms, sums);

  view long v = new_read_view (terms);
  register (v, 2);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      if (i % 10 == 9)
        printf ("term %ld is %ld\n", i, v[[i]]);
      release (v, i + 1);
    }
}
