/* SPDX-License-Identifier: MIT */
/* histogram.c - how often each value of red, green and blue occurs in a picture of 24 bits.
 *
 * The input is a sequence of pixels.  The output has a line for each value that occurs.
 */
#include <erbium/mapreduce.h>

#include <stdlib.h>
#include <string.h>

#include "workload.h"

enum { COLOURS = 3, VALUES = 256, BINS = COLOURS * VALUES };

static void
generate (FILE *out, long mebibytes)
{
  uint64_t state = 1;
  unsigned char row[3 * 1024];
  for (long left = mebibytes * (1 << 20); left > 0; left -= (long) sizeof row)
    {
      for (size_t n = 0; n < sizeof row; n += 3)
        {
          uint64_t r = next_random (&state);
          row[n] = (unsigned char) r;
          row[n + 1] = (unsigned char) ((r >> 8 & 127) + (r >> 16 & 63)); /* a hill */
          row[n + 2] = (unsigned char) (r >> 24 & r >> 32);
        }
      fwrite (row, 1, left < (long) sizeof row ? (size_t) left / 3 * 3 : sizeof row, out);
    }
}

/* Counts in two sets of bins: neighbours are often equal, and a count in turn waits for the one
 * before it. */
static void
count (const unsigned char *p, size_t pixels, int64_t *bins)
{
  uint32_t two[2][BINS] = { { 0 } };
  for (; pixels >= 2; pixels -= 2, p += 6)
    for (int c = 0; c < COLOURS; c++)
      {
        two[0][c * VALUES + p[c]]++;
        two[1][c * VALUES + p[3 + c]]++;
      }
  for (int c = 0; pixels && c < COLOURS; c++)
    two[0][c * VALUES + p[c]]++;
  for (int n = 0; n < BINS; n++)
    bins[n] += (int64_t) two[0][n] + two[1][n];
}

/* Counts many pixels: the bins of count have 32 bits. */
static void
count_all (const unsigned char *p, size_t pixels, int64_t *bins)
{
  enum { MOST = 1 << 28 };
  for (; pixels > MOST; pixels -= MOST, p += (size_t) MOST * COLOURS)
    count (p, MOST, bins);
  count (p, pixels, bins);
}

static void
print (FILE *out, const int64_t *bins)
{
  for (int n = 0; n < BINS; n++)
    if (bins[n])
      fprintf (out, "%s %d %lld\n", (const char *[]) { "red", "green", "blue" }[n / VALUES],
               n % VALUES, (long long) bins[n]);
}

static size_t
pixels_of (const struct run *r)
{
  if (r->size % COLOURS)
    bad_input (r, "the size is not a multiple of 3, the bytes of a pixel");
  return r->size / COLOURS;
}

static void
sequential (struct run *r)
{
  int64_t bins[BINS] = { 0 };
  count_all ((const unsigned char *) r->data, pixels_of (r), bins);
  print (r->out, bins);
}

/* ---- Threads ----------------------------------------------------------------------- */

struct shared
{
  const struct run *r;
  size_t pixels;
  int64_t (*bins)[BINS]; /* of each thread */
};

static void
count_part (void *state, int thread)
{
  struct shared *s = state;
  int all = threads_of (s->r);
  size_t from = part (s->pixels, thread, all), end = part (s->pixels, thread + 1, all);
  count_all ((const unsigned char *) s->r->data + COLOURS * from, end - from, s->bins[thread]);
}

static void
threads (struct run *r)
{
  int all = threads_of (r);
  struct shared s = { r, pixels_of (r), allocate ((size_t) all, sizeof *s.bins) };
  run_threads (r, count_part, &s);
  for (int t = 1; t < all; t++)
    for (int n = 0; n < BINS; n++)
      s.bins[0][n] += s.bins[t][n];
  print (r->out, s.bins[0]);
  free (s.bins);
}

/* ---- MapReduce --------------------------------------------------------------------- */

static void
map (struct erbium_mapper *to, const struct erbium_map_task *task, const void *context)
{
  (void) context;
  int64_t bins[BINS] = { 0 };
  count_all (task->data, task->units, bins);
  for (int n = 0; n < BINS; n++)
    if (bins[n])
      {
        unsigned char key[2] = { (unsigned char) (n / VALUES), (unsigned char) (n % VALUES) };
        erbium_emit_intermediate (to, key, &bins[n], sizeof key);
      }
}

static void
mapreduce (struct run *r)
{
  struct erbium_map_reduce job = { .data = r->data, .units = pixels_of (r), .unit_size = COLOURS,
                                   .task_units = 1 << 20, .map = map, .combine = erbium_add_int64,
                                   .value_size = sizeof (int64_t) };
  struct erbium_pairs found;
  int64_t bins[BINS] = { 0 };
  set_options (r, &job);
  job.reduce_workers = 1;
  erbium_map_reduce (&job, &found);
  for (size_t n = 0; n < found.length; n++)
    {
      const unsigned char *key = found.data[n].key;
      bins[key[0] * VALUES + key[1]] = *(const int64_t *) found.data[n].value;
    }
  erbium_free_pairs (&found);
  print (r->out, bins);
}

const struct workload histogram = { "histogram", "MiB of pixels", generate, sequential, threads,
                                    mapreduce };
