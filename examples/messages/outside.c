/* SPDX-License-Identifier: MIT */
/* outside.c - an access outside the live window, which a checked build finds. */
#include <stdio.h>

process write (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 10);
  stall (v, 2);
  v[[0]] = 1;
  v[[1]] = 2;
  commit (v, 2);
}

int main (void)
{
  record int r = new_record (1, 1);
  run write (r);
  view int v = new_read_view (r);
  register (v);
  alloc (v, 2);
  if (update (v, 1) == 1)
    printf ("%d\n", v[[1]]);
}
