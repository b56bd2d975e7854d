/* SPDX-License-Identifier: MIT */
/* ends.c - a version of examples/fft between ends that look how they are used: by one
 * at a time, and never again after the stream has ended.
 *
 * Vector k is k + 1 in its first point and 0 elsewhere, so each point of its transform is
 * k + 1, exactly.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../../../examples/fft/fft.h"
#include "../../../runtime/shared.h"

enum { POINTS = 32, VECTORS = 1003 };

static SHARED atomic_int inside_read, inside_write;
static SHARED int64_t given, taken;
static SHARED bool over;

static void
look (bool good, const char *what)
{
  if (!good)
    {
      printf ("%s: %s\n", version_name, what);
      exit (1);
    }
}

/* So that another, if there is one, comes meanwhile. */
static void
dawdle (void)
{
  nanosleep (&(struct timespec) { 0, 20000 }, NULL);
}

static int64_t
give (void *from, float *vectors, int64_t count)
{
  (void) from;
  look (atomic_fetch_add (&inside_read, 1) == 0, "two read at a time");
  look (!over, "reads after the end");
  dawdle ();
  int64_t n = count < VECTORS - given ? count : VECTORS - given;
  memset (vectors, 0, sizeof (float) * 2 * POINTS * (size_t) n);
  for (int64_t k = 0; k < n; k++)
    vectors[2 * POINTS * k] = (float) ++given;
  over = n < count;
  atomic_fetch_sub (&inside_read, 1);
  return n;
}

static void
take (void *to, const float *vectors, int64_t count)
{
  (void) to;
  look (atomic_fetch_add (&inside_write, 1) == 0, "two write at a time");
  dawdle ();
  for (int64_t k = 0; k < count; k++)
    {
      taken++;
      for (int i = 0; i < POINTS; i++, vectors += 2)
        look (vectors[0] == (float) taken && vectors[1] == 0, "writes another vector");
    }
  atomic_fetch_sub (&inside_write, 1);
}

int
main (int count, char **argument)
{
  int burst = count > 1 ? atoi (argument[1]) : 7;
  struct job j = { plan_new (POINTS, false), { NULL, NULL, give, take, false, false }, burst, 2, 3, 2, 0 };
  for (; version_ways[j.way]; j.way++)
    {
      given = taken = 0, over = false;
      run_stream (&j);
      look (taken == VECTORS, "vectors are missing");
      printf ("%s, %s: in order\n", version_name, version_ways[j.way]);
    }
}
