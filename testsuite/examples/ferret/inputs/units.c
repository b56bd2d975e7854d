/* SPDX-License-Identifier: MIT */
/* The stages of ferret by themselves: the distance is the least over all plans, and a picture of four
 * colours has four regions, whose features are known. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferret.h"

enum { UNITS = 7, UNIT = WHOLE / 8, LAST = WHOLE - (UNITS - 1) * UNIT };

static void
expect (bool is, const char *what)
{
  if (!is)
    fail (NULL, "not so: %s", what);
}

/* ---- Distances ----------------------------------------------------------- */

/* Vectors of units, the last of which weighs twice as much in both pictures; a plan is an order of
 * the others. */
struct units { struct feature of[UNITS]; };

static float
any (void)
{
  return (float) (rand () % 1000) / 1000;
}

/* The units of one vector are one region. */
static struct signature
make (struct units *u)
{
  struct signature s = { 0 };
  for (int k = 0; k < UNITS; k++)
    {
      bool joins = k && rand () % 3 == 0;
      if (!joins)
        for (int n = 0; n < FEATURES; n++)
          s.feature[s.count].f[n] = any () * any ();
      s.count += !joins;
      s.weight[s.count - 1] += k == UNITS - 1 ? LAST : UNIT;
      u->of[k] = s.feature[s.count - 1];
    }
  return s;
}

/* That of two pictures of one region each. */
static int64_t
between (const struct feature *a, const struct feature *b)
{
  struct signature x = { 1, { WHOLE }, { *a } }, y = { 1, { WHOLE }, { *b } };
  int64_t d = picture_distance (&x, &y);
  expect (d % WHOLE == 0 && d / WHOLE <= FARTHEST, "distances of vectors are whole numbers");
  return d / WHOLE;
}

/* In units: the last one of each picture is two. */
enum { PARTS = UNITS + 1 };

static void
least (int64_t d[PARTS][PARTS], int row, unsigned used, int64_t sum, int64_t *best)
{
  if (row == PARTS && sum < *best)
    *best = sum;
  for (int k = 0; row < PARTS && k < PARTS; k++)
    if (!(used >> k & 1))
      least (d, row + 1, used | 1u << k, sum + d[row][k], best);
}

static int64_t
least_plan (const struct units *a, const struct units *b)
{
  int64_t d[PARTS][PARTS], best = INT64_MAX;
  for (int i = 0; i < PARTS; i++)
    for (int k = 0; k < PARTS; k++)
      d[i][k] = between (&a->of[i < UNITS ? i : UNITS - 1], &b->of[k < UNITS ? k : UNITS - 1]);
  least (d, 0, 0, 0, &best);
  return best * UNIT;
}

static void
check_distances (void)
{
  expect (LAST == 2 * UNIT, "the last unit weighs twice as much");
  for (int n = 0; n < 200; n++)
    {
      struct units a, b;
      struct signature x = make (&a), y = make (&b);
      int64_t d = picture_distance (&x, &y);
      expect (d == least_plan (&a, &b), "the distance is the least");
      expect (d == picture_distance (&y, &x), "the distance is the same both ways");
      expect (picture_distance (&x, &x) == 0, "a picture is itself");
    }
}

/* ---- Regions ------------------------------------------------------------- */

/* Where colours meet, a few pixels may be regions of their own. */
static void
check_quarters (const struct segments *g, const struct signature *s)
{
  int region[4];
  for (int q = 0; q < 4; q++)
    {
      int r = region[q] = g->region[(q / 2 ? 45 : 15) * g->width + (q % 2 ? 87 : 37)];
      int want = q % 2 ? WHOLE / 8 : WHOLE / 8 * 3;
      for (int k = 0; k < q; k++)
        expect (region[k] != r, "a region for each colour");
      expect (abs (s->weight[r] - want) < WHOLE / 25, "a weight is a part of the picture");
      expect (fabsf (s->feature[r].f[12] - (q % 2 ? 0.87f : 0.37f)) < 0.02f, "a centre, across");
      expect (fabsf (s->feature[r].f[13] - (q / 2 ? 0.75f : 0.25f)) < 0.02f, "a centre, down");
    }
  expect (s->feature[region[0]].f[0] < 0.05f && s->feature[region[3]].f[0] > 0.95f,
          "black and white");
  expect (s->feature[region[1]].f[6] > 0.9f && s->feature[region[2]].f[3] > 0.9f, "red and blue");
}

static void
check_regions (void)
{
  static struct picture p = { .width = 100, .height = 60 };
  static struct segments g;
  static const uint8_t colours[4][3] = { { 0, 0, 0 }, { 255, 0, 0 }, { 0, 0, 255 }, { 255, 255, 255 } };
  struct signature s;
  struct segmenter *segmenter = segmenter_new ();
  for (int y = 0; y < p.height; y++)
    for (int x = 0; x < p.width; x++)
      memcpy (p.rgb + 3 * (y * p.width + x), colours[(x >= 75) + 2 * (y >= 30)], 3);
  segment_picture (segmenter, &p, &g);
  segmenter_free (segmenter);
  extract_features (&g, &s);
  int32_t sum = 0;
  for (int r = 0; r < s.count; r++)
    sum += s.weight[r];
  expect (sum == WHOLE, "weights add up");
  check_quarters (&g, &s);
}

int
main (void)
{
  check_distances ();
  check_regions ();
  puts ("as they should be");
}
