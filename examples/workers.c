/* SPDX-License-Identifier: MIT */
/* workers.c - several producers share the work on one stream, without a copy.
 *
 *   worker 0   writes [0, 512), [1024, 1536), ...  --+
 *                                                    +--> main
 *   worker 1   writes [512, 1024), [1536, 2048), ... +
 *
 * Element i is the number of divisors of i + 1.  Each worker claims the next block when it has
 * finished one, writes it in place, and commits past the blocks of the others; the blocks above are
 * an example.  Consumers can read an element when all workers have committed past it.  The output
 * depends neither on the number of workers nor on the distribution of the blocks.
 */
#include <stdlib.h>

#include "erbium.h"

enum { NUMBERS = 20000, BLOCK = 512 };

static int
divisors (int n)
{
  int count = 0;
  for (int d = 1; d <= n; d++)
    count += n % d == 0;
  return count;
}

static ERBIUM_PROCESS (worker, ERBIUM_RECORD (int), int, int);
static void
worker (ERBIUM_RECORD (int) out, int k, int workers)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (out);
  erbium_register (v, k + 1);
  erbium_alloc (v, 2 * workers * BLOCK);
  for (int tl; (tl = (int) erbium_claim (v, BLOCK, 1)) < NUMBERS;)
    {
      int hd = tl + BLOCK < NUMBERS ? tl + BLOCK : NUMBERS;
      erbium_commit (v, tl); /* the blocks before this one belong to others */
      erbium_stall (v, hd);
      for (int i = tl; i < hd; i++)
        ERBIUM_AT (v, i) = divisors (i + 1);
      erbium_commit (v, hd);
    }
  erbium_commit (v, NUMBERS); /* every worker commits up to the same end */
}

int
main (int count, char **arguments)
{
  int workers = count > 1 ? atoi (arguments[1]) : 2;
  ERBIUM_RECORD (int) r = erbium_new_record (int, workers, 1);
  for (int k = 0; k < workers; k++)
    ERBIUM_RUN (worker, r, k, workers);

  int primes = 0, most = 0;
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 100);
  for (int tl = 0, hd; (hd = (int) erbium_update (v, tl + 100)); tl = hd)
    {
      for (int i = tl; i < hd; i++)
        {
          int n = ERBIUM_AT (v, i);
          primes += n == 2;
          most = n > most ? n : most;
        }
      erbium_release (v, hd);
    }
  printf ("up to %d: %d primes, at most %d divisors\n", NUMBERS, primes, most);
}
