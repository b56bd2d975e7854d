/* SPDX-License-Identifier: MIT */
/* filter_blocks.c - finite and infinite impulse responses, resampling.
 *
 * The order of the additions of a result depends only on its index, so results do not depend on
 * bursts.
 */
#include "blocks/blocks.h"

/* ---- Finite impulse responses ------------------------------------------ */

/* One result at x, before which `before' elements are. */
static float
respond (const float *x, int64_t before, const float *taps, int n)
{
  int used = before < n - 1 ? (int) before + 1 : n;
  float sum = 0;
  for (int j = 0; j < used; j++)
    sum += taps[j] * x[-j];
  return sum;
}

static struct erbium_cf32
respond_complex (const struct erbium_cf32 *x, int64_t before, const float *taps, int n)
{
  int used = before < n - 1 ? (int) before + 1 : n;
  struct erbium_cf32 sum = { 0, 0 };
  for (int j = 0; j < used; j++)
    {
      sum.re += taps[j] * x[-j].re;
      sum.im += taps[j] * x[-j].im;
    }
  return sum;
}

/* Results at x[0 .. results-1], before which n - 1 elements are: a tap at a time, since the
 * compiler makes vectors of that. */
static void
respond_all (const float *x, float *restrict y, int64_t results, const float *taps, int n)
{
  for (int64_t i = 0; i < results; i++)
    y[i] = 0;
  for (int j = 0; j < n; j++)
    for (int64_t i = 0; i < results; i++)
      y[i] += taps[j] * x[i - j];
}

/* How many results the next n elements give if the first of them comes after `skip' elements. */
static int64_t
results_of (int64_t n, int64_t skip, int decimation)
{
  return n > skip ? (n - skip + decimation - 1) / decimation : 0;
}

void
erbium_block_fir_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out,
                      const float *taps, int n, int decimation)
{
  erb_block_expect (__func__, "the number of taps", n);
  erb_block_expect (__func__, "the decimation", decimation);
  struct erb_block_in x = erb_block_read (__func__, in, id, n - 1);
  struct erbium_burst *y = erb_block_write (__func__, out);
  for (int64_t skip = 0, got; (got = erb_block_next (&x, n - 1, 1, ERB_BLOCK_BURST)) > 0;)
    {
      int64_t results = results_of (got, skip, decimation), k = 0;
      const float *from = (const float *) x.at + x.old;
      float *to = results ? erb_block_room (y, results) : NULL;
      for (; k < results && (decimation > 1 || x.old + k < n - 1); k++)
        {
          int64_t i = skip + k * decimation;
          to[k] = respond (from + i, x.old + i, taps, n);
        }
      respond_all (from + k, to + k, results - k, taps, n);
      erbium_burst_commit (y, results);
      skip += results * decimation - got;
    }
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}

void
erbium_block_fir_cf32 (ERBIUM_RECORD (struct erbium_cf32) in, int id,
                       ERBIUM_RECORD (struct erbium_cf32) out, const float *taps, int n,
                       int decimation)
{
  erb_block_expect (__func__, "the number of taps", n);
  erb_block_expect (__func__, "the decimation", decimation);
  struct erb_block_in x = erb_block_read (__func__, in, id, n - 1);
  struct erbium_burst *y = erb_block_write (__func__, out);
  for (int64_t skip = 0, got; (got = erb_block_next (&x, n - 1, 1, ERB_BLOCK_BURST)) > 0;)
    {
      int64_t results = results_of (got, skip, decimation);
      const struct erbium_cf32 *from = (const struct erbium_cf32 *) x.at + x.old;
      struct erbium_cf32 *to = results ? erb_block_room (y, results) : NULL;
      for (int64_t k = 0; k < results; k++)
        {
          int64_t i = skip + k * decimation;
          to[k] = respond_complex (from + i, x.old + i, taps, n);
        }
      erbium_burst_commit (y, results);
      skip += results * decimation - got;
    }
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}

/* ---- Infinite impulse responses ---------------------------------------- */

struct state { double first, second; };

/* One section, in direct form II transposed. */
static double
section (double x, const double *c, struct state *s)
{
  double y = (c[0] * x + s->first) / c[3];
  s->first = c[1] * x - c[4] * y + s->second;
  s->second = c[2] * x - c[5] * y;
  return y;
}

void
erbium_block_iir_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out,
                      const double *sections, int n)
{
  erb_block_expect (__func__, "the number of sections", n);
  struct erb_block_in x = erb_block_read (__func__, in, id, 0);
  struct erbium_burst *y = erb_block_write (__func__, out);
  struct state *s = calloc ((size_t) n, sizeof *s);
  if (!s)
    erb_block_fail (ERBIUM_EXIT_RESOURCE, __func__, "no memory");
  while (erb_block_next (&x, 0, 1, ERB_BLOCK_BURST) > 0)
    {
      float *to = erb_block_room (y, x.n);
      for (int64_t i = 0; i < x.n; i++)
        {
          double value = ((const float *) x.at)[i];
          for (int k = 0; k < n; k++)
            value = section (value, sections + 6 * k, &s[k]);
          to[i] = (float) value;
        }
      erbium_burst_commit (y, x.n);
    }
  free (s);
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}

/* ---- Resampling -------------------------------------------------------- */

/* Result m is that of the tap sequence at position m * down of the stream with zeros: element
 * m * down / up, and the taps from m * down % up on, each up-th. */
void
erbium_block_resample_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out, int up,
                           int down, const float *taps, int n)
{
  erb_block_expect (__func__, "the number of taps", n);
  erb_block_expect (__func__, "the factor up", up);
  erb_block_expect (__func__, "the factor down", down);
  int64_t history = (n + up - 1) / up;
  struct erb_block_in x = erb_block_read (__func__, in, id, history);
  struct erbium_burst *y = erb_block_write (__func__, out);
  int64_t next = 0; /* position of the next result, from the first new element on */
  for (int64_t got; (got = erb_block_next (&x, history, 1, ERB_BLOCK_BURST)) > 0;)
    {
      const float *from = (const float *) x.at + x.old;
      int64_t end = got * up, results = next < end ? (end - next + down - 1) / down : 0;
      float *to = results ? erb_block_room (y, results) : NULL;
      for (int64_t k = 0; k < results; k++, next += down)
        {
          int64_t i = next / up;
          float sum = 0;
          for (int64_t j = next % up, back = 0; j < n && back <= x.old + i; j += up, back++)
            sum += taps[j] * from[i - back];
          to[k] = sum;
        }
      erbium_burst_commit (y, results);
      next -= end;
    }
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}
