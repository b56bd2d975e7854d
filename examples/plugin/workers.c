/* SPDX-License-Identifier: MIT */
/* workers.c - several producers claim and write the blocks of one record. */
#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS = 20000, BLOCK = 512 };

static int divisors (int n)
{
  int count = 0;
  for (int d = 1; d <= n; d++)
    count += n % d == 0;
  return count;
}

process worker (record int out, int k, int workers)
{
  view int v = new_write_view (out);
  register (v, k + 1);
  alloc (v, 2 * workers * BLOCK);
  for (long tl; (tl = claim (v, BLOCK)) < NUMBERS;)
    {
      long hd = tl + BLOCK < NUMBERS ? tl + BLOCK : NUMBERS;
      commit (v, tl);       /* the blocks before this one belong to others */
      stall (v, hd);
      for (long i = tl; i < hd; i++)
        v[[i]] = divisors (i + 1);
      commit (v, hd);
    }
  commit (v, NUMBERS);      /* every worker commits up to the same end */
}

int main (int argc, char **argv)
{
  int workers = argc > 1 ? atoi (argv[1]) : 2;
  record int r = new_record (workers, 1);
  for (int k = 0; k < workers; k++)
    run worker (r, k, workers);

  view int v = new_read_view (r);
  register (v, 1);
  alloc (v, 100);
  int primes = 0, most = 0;
  for (long tl = 0, hd; (hd = update (v, tl + 100)); tl = hd)
    {
      for (long i = tl; i < hd; i++)
        {
          primes += v[[i]] == 2;
          most = v[[i]] > most ? v[[i]] : most;
        }
      release (v, hd);
    }
  printf ("up to %d: %d primes, at most %d divisors\n", NUMBERS, primes, most);
}
