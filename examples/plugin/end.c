/* SPDX-License-Identifier: MIT */
/* end.c - how a consumer sees the end of a stream. */
#include <stdio.h>

process count (record int r, int n)
{
  view int v = new_write_view (r);
  register (v, 1);
  alloc (v, 64);
  for (long i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
}                           /* the view ends here, and so does the stream */

int main (void)
{
  record int r = new_record (1, 1);
  run count (r, 10);

  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 4);
  for (long tl = 0, hd; ; tl = hd)
    {
      hd = update (v, tl + 4);
      printf ("update to %ld returns %ld\n", tl + 4, hd);
      if (hd == 0)
        break;
      for (long i = tl; i < hd; i++)
        printf (" %d", v[[i]]);
      printf ("\n");
      release (v, hd);
    }
}
