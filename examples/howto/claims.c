/* claims.c - the same loop as workers that claim runs of 256 iterations. */
#include <stdio.h>

enum { NUMBERS = 50000, RUN = 256, WORKERS = 2 };

static int collatz (unsigned long n)
{
  int count = 0;
  for (; n != 1; count++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return count;
}

process worker (record int out, int id)
{
  view int steps = new_write_view (out);
  register (steps, id);
  alloc (steps, 2 * WORKERS * RUN);
  for (long tl; (tl = claim (steps, RUN)) < NUMBERS;)
    {
      long hd = tl + RUN < NUMBERS ? tl + RUN : NUMBERS;
      commit (steps, tl);               /* the iterations before belong to others */
      stall (steps, hd);
      for (long i = tl; i < hd; i++)
        steps[[i]] = collatz (i + 1);
      commit (steps, hd);
    }
  commit (steps, NUMBERS);
}

int main (void)
{
  record int r = new_record (WORKERS, 1);
  for (int id = 1; id <= WORKERS; id++)
    run worker (r, id);

  view int steps = new_read_view (r);
  register (steps, 1);
  alloc (steps, RUN);
  long records = 0, most = -1;
  for (long i = 0; update (steps, i + 1); i++)
    {
      if (steps[[i]] > most)
        {
          most = steps[[i]];
          records++;
        }
      release (steps, i + 1);
    }
  printf ("%ld records\n", records);
}
