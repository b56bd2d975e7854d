/* SPDX-License-Identifier: MIT */
/* broadcast.c - one producer, two consumers; each consumer sees every element. */
#include <stdio.h>

enum { NUMBERS = 100000, BURST = 256 };

static int collatz (unsigned long n)
{
  int steps = 0;
  for (; n != 1; steps++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

process lengths (record int r)
{
  view int v = new_write_view (r);
  register (v, 1);
  alloc (v, 8 * BURST);
  for (long tl = 0; tl < NUMBERS; tl += BURST)
    {
      long hd = tl + BURST < NUMBERS ? tl + BURST : NUMBERS;
      stall (v, hd);
      for (long i = tl; i < hd; i++)
        v[[i]] = collatz (i + 1);
      commit (v, hd);
    }
}

process longest (record int in, record int answer)
{
  view int v = new_read_view (in);
  register (v, 1);
  alloc (v, 100);
  int best = 0, start = 0;
  for (long tl = 0, hd; (hd = update (v, tl + 100)); tl = hd)
    {
      for (long i = tl; i < hd; i++)
        if (v[[i]] > best)
          {
            best = v[[i]];
            start = i + 1;
          }
      release (v, hd);
    }

  view int out = new_write_view (answer);
  register (out, 1);
  alloc (out, 2);
  stall (out, 2);
  out[[0]] = start;
  out[[1]] = best;
  commit (out, 2);
}

process mean (record int in, record double answer)
{
  view int v = new_read_view (in);
  register (v, 2);
  alloc (v, 1);
  double sum = 0;
  long n = 0;
  for (; update (v, n + 1); n++)
    {
      sum += v[[n]];
      release (v, n + 1);
    }

  view double out = new_write_view (answer);
  register (out, 1);
  alloc (out, 1);
  stall (out, 1);
  out[[0]] = sum / n;
  commit (out, 1);
}

int main (void)
{
  record int steps = new_record (1, 2);
  record int best = new_record (1, 1);
  record double average = new_record (1, 1);
  run lengths (steps);
  run longest (steps, best);
  run mean (steps, average);

  view int b = new_read_view (best);
  register (b, 1);
  alloc (b, 2);
  if (update (b, 2) == 2)
    printf ("the longest, %d steps, starts at %d\n", b[[1]], b[[0]]);

  view double a = new_read_view (average);
  register (a, 1);
  alloc (a, 1);
  if (update (a, 1) == 1)
    printf ("the mean is %.3f steps\n", a[[0]]);
}
