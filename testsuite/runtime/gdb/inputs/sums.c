/* SPDX-License-Identifier: MIT */
/* sums.c - a producer and a consumer, in the language of the plugin, with lines to stop at. */
#include <erbium.h>
#include <erbium/plugin.h>

int printf (const char *, ...);

struct pair { int first; double second; };

process numbers (record struct pair r)
{
  view struct pair w = new_write_view (r);
  register (w);
  alloc (w, 8);
  for (int i = 0; i < 40; i += 4)
    {
      stall (w, i + 4);
      for (int k = i; k < i + 4; k++)
        w[[k]] = (struct pair) { k, k / 2.0 };
      commit (w, i + 4); /* the producer stops here */
    }
}

process sums (record struct pair r)
{
  view struct pair v = new_read_view (r), none = 0;
  double sum = 0;
  int plain[2] = { 7, 8 };
  register (v);
  alloc (v, 8);
  for (int i = 0; update (v, i + 4); i += 4)
    {
      for (int k = i; k < i + 4; k++)
        sum += v[[k]].second + plain[1] * 0;
      release (v, i + 4); /* the consumer stops here */
    }
  printf ("%g %d\n", sum, none == 0);
}

int
main (void)
{
  record struct pair r = new_record (1, 1);
  erbium_name_record (r, "pairs");
  run numbers (r);
  run sums (r);
}
