/* SPDX-License-Identifier: MIT */
/* spaces.c - processes of the system with memory of their own, which communicate through channels.
 *
 * Each of four spaces counts the primes in a part of the numbers below a million, and sends their
 * number.  The output does not depend on the order in which the spaces run, and with
 * ERBIUM_SEAL=1 on nothing but the declared input.
 */
#include <erbium/channel.h>
#include <erbium/space.h>

enum { SPACES = 4, PART = 1000000 / SPACES };

static int answers[SPACES]; /* channels; each space has a copy of the table */

static int
is_prime (int n)
{
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0)
      return 0;
  return n > 1;
}

static void *
count_primes (void *unused)
{
  int part = erbium_space_gid (), count = 0;
  for (int n = part * PART; n < (part + 1) * PART; n++)
    count += is_prime (n);
  erbium_chan_send (answers[part], &count, sizeof count);
  return unused;
}

int
main (void)
{
  int child[SPACES], total = 0;
  for (int part = 0; part < SPACES; part++)
    {
      child[part] = erbium_space_alloc (part);
      answers[part] = erbium_chan_alloc ();
      erbium_chan_setprod (answers[part], child[part], 1); /* the parent receives */
      erbium_space_start (child[part], count_primes, NULL);
    }
  for (int part = 0; part < SPACES; part++)
    {
      int count;
      erbium_chan_recv (answers[part], &count);
      printf ("%d primes from %d on\n", count, part * PART);
      total += count;
      erbium_space_join (child[part]);
    }
  printf ("%d in all\n", total);
}
