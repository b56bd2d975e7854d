/* SPDX-License-Identifier: MIT */
/* deadlock.c - two processes that wait for each other's first element. */

process delay (record long sums, record long terms)
{
  view long in = new_read_view (sums), out = new_write_view (terms);
  register (in);
  register (out);
  alloc (in, 1);
  alloc (out, 4);
  for (long i = 0; update (in, i + 1); i++)
    {
      stall (out, i + 1);
      out[[i]] = in[[i]];
      commit (out, i + 1);
      release (in, i + 1);
    }
}

process add (record long terms, record long sums)
{
  view long in = new_read_view (terms), out = new_write_view (sums);
  register (in);
  register (out);
  alloc (in, 2);
  alloc (out, 1);
  for (long i = 0; update (in, i + 2) == i + 2; i++)
    {
      stall (out, i + 1);
      out[[i]] = in[[i]] + in[[i + 1]];
      commit (out, i + 1);
      release (in, i + 1);
    }
}

int main (void)
{
  record long terms = new_record (1, 1), sums = new_record (1, 1);
  run delay (sums, terms);
  run add (terms, sums);
}
