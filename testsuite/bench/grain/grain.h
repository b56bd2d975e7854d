/* SPDX-License-Identifier: MIT */
/* grain.h - many short processes, small grains, a loaded machine: definitions that the programs of
 * this folder share.  A program does one piece of work, --work NAME, of --items N items.  The items
 * are 0, 1, 2 ..., and their sum is the result, unless the list says otherwise.
 *
 *   tree       independent leaves of LEAF items each
 *   histogram  items from PRODUCERS sources are counted by value
 *   router     each item takes one of ROUTES ways, which its value determines
 *   cycle      one item goes N times around PEERS processes
 *   handover   each item is written by a process that then passes its view on to the next process
 *   future     each item is the result of a separate process, in a record
 *   join       as future, without record and result: the process is joined
 *   sieve      the primes below N, with a process for each; the result is their number
 *   main       main reads items from a process, one at a time
 *   behind     a process makes another one ready, and then computes for LONG_MS; the time is not that
 *              of the whole run, but from there to the first instruction of the other; N times
 *
 * --load N: N other programs compute meanwhile.
 */
#ifndef BENCH_GRAIN_H
#define BENCH_GRAIN_H
#include "../common.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEAF = 4096, PRODUCERS = 4, SMALL = 16, ROUTES = 4, BINS = 256, PEERS = 3, LONG_MS = 2 };

/* ---- Load ---------------------------------------------------------------- */

static pid_t grain_burners[64];
static long grain_burning;

BENCH_API void
grain_burn (void)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  alarm (60);
  for (volatile long n = 0;; n++)
    ;
}

BENCH_API void
grain_load (const struct bench_options *o)
{
  bench_confine (o);
  for (; grain_burning < o->load; grain_burning++)
    if ((grain_burners[grain_burning] = fork ()) == 0)
      grain_burn ();
  if (o->load)
    usleep (50000); /* the scheduler has seen them compute */
}

BENCH_API void
grain_unload (void)
{
  while (grain_burning > 0)
    {
      kill (grain_burners[--grain_burning], SIGKILL);
      waitpid (grain_burners[grain_burning], NULL, 0);
    }
}

/* ---- Work on an item ------------------------------------------------------ */

/* Some 20 ns of dependent steps, after which x has its old value again. */
BENCH_API inline uint32_t
grain_leaf_item (uint32_t x)
{
  for (int n = 0; n < 8; n++)
    {
      x = x * 0x915f77f5u + 12345u;
      __asm__ ("" : "+r" (x));
    }
  for (int n = 0; n < 8; n++)
    {
      x = (x - 12345u) * 0xd2e43c5du;
      __asm__ ("" : "+r" (x));
    }
  return x;
}

BENCH_API uint32_t
grain_leaf (long first, long end)
{
  uint32_t sum = 0;
  for (long i = first; i < end; i++)
    sum += grain_leaf_item ((uint32_t) i);
  return sum;
}

BENCH_API inline uint32_t
grain_mixed (uint32_t x)
{
  return (x * 0x9e3779b1u) >> 16;
}

BENCH_API inline int
grain_route (uint32_t x)
{
  uint32_t m = grain_mixed (x);
  return m & 1 ? 0 : m & 2 ? 1 : m & 4 ? 2 : 3;
}

/* Computes for LONG_MS from `since' on. */
BENCH_API void
grain_compute_from (double since)
{
  volatile uint32_t x = 1;
  while (bench_now () < since + 1e-3 * LONG_MS)
    x = grain_leaf (0, 50) + x;
}

BENCH_API uint32_t
grain_ns_from (double since)
{
  return (uint32_t) (1e9 * (bench_now () - since));
}

/* Seconds that count instead of those of the whole run, or 0. */
static double grain_seconds;

/* ---- Measuring ------------------------------------------------------------ */

BENCH_API void
grain_print (const struct bench_options *o, double seconds, uint32_t sum)
{
  static struct bench_result r;
  r.seconds = grain_seconds > 0 ? grain_seconds : seconds;
  r.sum = sum;
  r.ping_before = r.ping_after = -1;
  bench_print (o, &r);
}

#endif
