/* SPDX-License-Identifier: MIT */
/* main.c - measures one kernel, all its variants in turns.
 *
 *   saxpy [--rounds N] [--cpu C]
 *
 * prints one JSON line: for each variant the nanoseconds of the fastest call and
 * of the median one.  All variants must compute the same.  A sample is as many
 * calls as take about SAMPLE; within a round, which is as short as a millisecond,
 * every variant has its sample, in an order that changes, after as many instructions as
 * the others (variant.h).
 */
#define _GNU_SOURCE
#include "../variant.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double SAMPLE = 100e-6;
enum { WARM = 3, MOST_ROUNDS = 10000 };

#define VARIANTS(X)                                                            \
  X (view_O3) X (array_O3) X (process_O3) X (restrict_O3)                      \
  X (view_O2) X (array_O2) X (process_O2) X (restrict_O2)
enum { EACH = 4 }; /* of a level */

#define DECLARE(name) extern const struct variant name;
VARIANTS (DECLARE)

#define ENTER(name) { #name, &name, 0, { 0 } },
static struct
{
  const char *name;
  const struct variant *v;
  long times;
  double ns[MOST_ROUNDS];
} variants[] = { VARIANTS (ENTER) };
enum { COUNT = sizeof variants / sizeof *variants };

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static double
sample (const struct variant *v, int approach, long times)
{
  double start = now ();
  v->times[approach % APPROACH_COUNT] (times);
  return (now () - start) / (double) times;
}

/* The same results, bit for bit, from all of a level?  Levels differ in what they
 * fuse.  Also the first touch of everything. */
static void
prepare (void)
{
  for (int k = 0; k < COUNT; k++)
    {
      variants[k].v->make ();
      variants[k].v->times[0] (WARM);
      int first = k / EACH * EACH;
      if (variants[k].v->hash () == variants[first].v->hash ())
        continue;
      fprintf (stderr, "%s and %s compute different results\n", variants[first].name,
               variants[k].name);
      exit (1);
    }
}

/* How many calls make a sample. */
static void
calibrate (void)
{
  for (int k = 0; k < COUNT; k++)
    {
      double best = 1;
      for (int n = 0; n < 20; n++)
        {
          double t = sample (variants[k].v, n, 5);
          best = t < best ? t : best;
        }
      variants[k].times = 1 + (long) (SAMPLE / best);
    }
}

static int
order (const void *a, const void *b)
{
  double d = *(const double *) a - *(const double *) b;
  return (d > 0) - (d < 0);
}

int
main (int argc, char **argv)
{
  int rounds = 200;
  for (int i = 1; i + 1 < argc; i += 2)
    if (!strcmp (argv[i], "--rounds"))
      rounds = atoi (argv[i + 1]);
    else if (!strcmp (argv[i], "--cpu"))
      {
        cpu_set_t set;
        CPU_ZERO (&set);
        CPU_SET (atoi (argv[i + 1]), &set);
        sched_setaffinity (0, sizeof set, &set);
      }
  if (rounds < 1 || rounds > MOST_ROUNDS)
    return 2;
  prepare ();
  calibrate ();
  for (int r = 0; r < rounds; r++)
    for (int k = 0; k < COUNT; k++)
      {
        int now = (k + r) % COUNT;
        variants[now].ns[r] = 1e9 * sample (variants[now].v, r, variants[now].times);
      }
  for (int k = 0; k < COUNT; k++)
    {
      qsort (variants[k].ns, (size_t) rounds, sizeof (double), order);
      printf ("%s\"%s\": [%.2f, %.2f]", k ? ", " : "{", variants[k].name, variants[k].ns[0],
              variants[k].ns[rounds / 2]);
    }
  printf ("}\n");
  return 0;
}
