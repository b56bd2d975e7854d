/* SPDX-License-Identifier: MIT */
/* vectorise.c - vectors become keys of tables, and keys candidates.
 *
 * A table has PROJECTIONS random directions.  A vector falls into intervals of length WIDTH on
 * each; their numbers, mixed, are its bucket.  The directions are the same in each run.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferret.h"

enum { PROJECTIONS = 5 };
static const float width = 0.45f;

/* Colours count more than places. */
static const float importance[FEATURES] = { 1.4f, 1, 0.6f, 2, 1, 0.6f, 2, 1, 0.6f, 0.5f, 0.4f,
                                            0.4f, 0.5f, 0.5f };

struct projection { float direction[FEATURES], offset; };

/* ---- Directions ------------------------------------------------------------ */

/* SplitMix64: a hash of numbers in order. */
static uint64_t
mix (uint64_t n)
{
  uint64_t z = n * UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* About normally distributed: a sum of 12 uniform numbers. */
static float
normal (uint64_t *state)
{
  int64_t sum = 0;
  for (int k = 0; k < 12; k++)
    sum += (int64_t) (mix (++*state) >> 40);
  return (float) (sum - (INT64_C (6) << 24)) / (float) (1 << 24);
}

static struct projection projections[TABLES][PROJECTIONS];

/* Before main, so that all threads and processes find it. */
__attribute__ ((constructor)) static void
make_projections (void)
{
  uint64_t state = 0;
  for (int t = 0; t < TABLES; t++)
    for (int p = 0; p < PROJECTIONS; p++)
      {
        for (int k = 0; k < FEATURES; k++)
          projections[t][p].direction[k] = normal (&state) * importance[k];
        projections[t][p].offset = (float) (mix (++state) >> 40) / (float) (1 << 24) * width;
      }
}

int
bucket_of (const struct feature *f, int table)
{
  uint64_t key = 0;
  for (int p = 0; p < PROJECTIONS; p++)
    {
      const struct projection *j = &projections[table][p];
      float at = j->offset;
      for (int k = 0; k < FEATURES; k++)
        at += j->direction[k] * f->f[k];
      key = mix (key + (uint64_t) (int64_t) floorf (at / width) + 1);
    }
  return (int) (key % BUCKETS);
}

/* ---- Candidates -------------------------------------------------------------- */

void
votes_open (struct votes *v, const struct index *x)
{
  v->of = allocate ((size_t) x->pictures * sizeof *v->of + 1);
  v->found = allocate ((size_t) x->pictures * sizeof *v->found + 1);
}

void
votes_close (struct votes *v)
{
  free (v->of);
  free (v->found);
}

static int
count_votes (const struct index *x, struct votes *v, const struct signature *query)
{
  int found = 0;
  for (int r = 0; r < query->count; r++)
    for (int t = 0; t < TABLES; t++)
      {
        int b = bucket_of (&query->feature[r], t);
        for (int32_t k = x->start[t][b]; k < x->start[t][b + 1]; k++)
          {
            int32_t picture = x->entry[t][k];
            if (!v->of[picture]++)
              v->found[found++] = picture;
          }
      }
  return found;
}

/* Returns the least number of votes of a candidate; *more: how many with just so many are taken. */
static int
least_votes (const struct votes *v, int found, int *more)
{
  enum { MOST = 1 << 10 };
  int with[MOST + 1] = { 0 }, n = 0, least = MOST;
  for (int k = 0; k < found; k++)
    with[v->of[v->found[k]] < MOST ? v->of[v->found[k]] : MOST]++;
  while (least > 1 && n + with[least] < CANDIDATES)
    n += with[least--];
  *more = CANDIDATES - n;
  return least;
}

static int
by_number (const void *a, const void *b)
{
  int32_t x = *(const int32_t *) a, y = *(const int32_t *) b;
  return (x > y) - (x < y);
}

void
find_candidates (const struct index *x, struct votes *v, const struct signature *query,
                 struct candidates *to)
{
  int found = count_votes (x, v, query), more, least = least_votes (v, found, &more);
  qsort (v->found, (size_t) found, sizeof *v->found, by_number);
  to->count = 0;
  for (int k = 0; k < found; k++)
    {
      int32_t picture = v->found[k];
      if (v->of[picture] > least || (v->of[picture] == least && more-- > 0))
        to->picture[to->count++] = picture;
      v->of[picture] = 0;
    }
}
