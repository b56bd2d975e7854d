/* SPDX-License-Identifier: MIT */
/* linear_regression.c - the line that fits points best, by least squares.
 *
 * The input is a sequence of points, two bytes each.  All sums are exact, so the line does not
 * depend on their order.
 */
#include <erbium/mapreduce.h>

#include <stdlib.h>
#include <string.h>

#include "workload.h"

enum { X, Y, XX, YY, XY, COUNT, SUMS };

static void
generate (FILE *out, long mebibytes)
{
  uint64_t state = 2;
  unsigned char row[2 * 1024];
  for (long left = mebibytes * (1 << 20); left > 0; left -= (long) sizeof row)
    {
      for (size_t n = 0; n < sizeof row; n += 2)
        {
          uint64_t r = next_random (&state);
          row[n] = (unsigned char) r;
          row[n + 1] = (unsigned char) (row[n] / 2 + 30 + (r >> 8 & 31));
        }
      fwrite (row, 1, sizeof row, out);
    }
}

/* Adds the sums of points to sums.  A block is short enough for 32 bits. */
static void
add (const unsigned char *p, size_t points, int64_t *sums)
{
  enum { BLOCK = 1 << 15 };
  for (size_t from = 0, end; from < points; from = end)
    {
      uint32_t x = 0, y = 0, xx = 0, yy = 0, xy = 0;
      end = points - from > BLOCK ? from + BLOCK : points;
      for (size_t n = from; n < end; n++)
        {
          uint32_t a = p[2 * n], b = p[2 * n + 1];
          x += a, y += b, xx += a * a, yy += b * b, xy += a * b;
        }
      sums[X] += x, sums[Y] += y, sums[XX] += xx, sums[YY] += yy, sums[XY] += xy;
    }
  sums[COUNT] += (int64_t) points;
}

static void
print (FILE *out, const int64_t *s)
{
  double n = (double) s[COUNT], x = (double) s[X], y = (double) s[Y];
  double sxx = n * (double) s[XX] - x * x, sxy = n * (double) s[XY] - x * y;
  double syy = n * (double) s[YY] - y * y, slope = sxx ? sxy / sxx : 0;
  fprintf (out, "points %lld\nx %lld\ny %lld\nxx %lld\nyy %lld\nxy %lld\n", (long long) s[COUNT],
           (long long) s[X], (long long) s[Y], (long long) s[XX], (long long) s[YY],
           (long long) s[XY]);
  fprintf (out, "slope %.9f\nintercept %.9f\nr2 %.9f\n", slope, n ? (y - slope * x) / n : 0,
           sxx && syy ? sxy * sxy / (sxx * syy) : 0);
}

static size_t
points_of (const struct run *r)
{
  if (r->size % 2)
    bad_input (r, "the size is not a multiple of 2, the bytes of a point");
  return r->size / 2;
}

static void
sequential (struct run *r)
{
  int64_t sums[SUMS] = { 0 };
  add ((const unsigned char *) r->data, points_of (r), sums);
  print (r->out, sums);
}

/* ---- Threads ----------------------------------------------------------------------- */

struct shared
{
  const struct run *r;
  size_t points;
  int64_t (*sums)[SUMS]; /* of each thread, which adds in its own memory first */
};

static void
add_part (void *state, int thread)
{
  struct shared *s = state;
  int all = threads_of (s->r);
  size_t from = part (s->points, thread, all), end = part (s->points, thread + 1, all);
  int64_t sums[SUMS] = { 0 };
  add ((const unsigned char *) s->r->data + 2 * from, end - from, sums);
  memcpy (s->sums[thread], sums, sizeof sums);
}

static void
threads (struct run *r)
{
  int all = threads_of (r);
  struct shared s = { r, points_of (r), allocate ((size_t) all, sizeof *s.sums) };
  run_threads (r, add_part, &s);
  for (int t = 1; t < all; t++)
    for (int n = 0; n < SUMS; n++)
      s.sums[0][n] += s.sums[t][n];
  print (r->out, s.sums[0]);
  free (s.sums);
}

/* ---- MapReduce --------------------------------------------------------------------- */

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  (void) context;
  int64_t sums[SUMS] = { 0 };
  add (task->data, task->units, sums);
  for (unsigned char key = 0; key < SUMS; key++)
    erbium_emit_intermediate (to, &key, &sums[key], sizeof key);
}

static void
mapreduce (struct run *r)
{
  struct erbium_map_reduce job = { .data = r->data, .units = points_of (r), .unit_size = 2,
                                   .task_units = 1 << 20, .map = map, .combine = erbium_add_int64,
                                   .value_size = sizeof (int64_t) };
  struct erbium_pairs found;
  int64_t sums[SUMS] = { 0 };
  set_options (r, &job);
  job.reduce_workers = 1;
  erbium_map_reduce (&job, &found);
  for (size_t n = 0; n < found.length; n++)
    sums[*(const unsigned char *) found.data[n].key] = *(const int64_t *) found.data[n].value;
  erbium_free_pairs (&found);
  print (r->out, sums);
}

const struct workload linear_regression = { "linear_regression", "MiB of points", generate,
                                            sequential, threads, mapreduce };
