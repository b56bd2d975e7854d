/* SPDX-License-Identifier: MIT */
/* erbium.c - a JPEG decoder's back end as 23 processes, bursts of 64 elements.
 *
 *                  predict  order  scale  rows  columns  clamp
 *     source --Y-->   o  ---> o --> o --> o --> o -----> o ---------------> colour --> sum
 *            --Cb->   o  ---> o --> o --> o --> o -----> o --> enlarge -->    |
 *            --Cr->   o  ---> o --> o --> o --> o -----> o --> enlarge -->    |
 *
 * 1 + 3 x 6 + 2 + 1 + 1 processes.  A macroblock is four blocks of Y, one each of
 * Cb and Cr.  The wiring is that of a fine-grain decoder of its kind: Erbium's
 * paper (section 5.2) gives the number of the tasks and their bursts, no drawing.
 * Timed is the steady state, as in the chain.  --window: of each record, bytes.
 */
#include "stages.h"

#include <erbium.h>
#include "../task.h"

typedef ERBIUM_RECORD (int32_t) record;
typedef ERBIUM_VIEW (int32_t) view;
#include "../connect.h"

/* Processes take three parameters at most, and all of these know the length. */
struct three { record of[COMPONENTS]; };

static long warm_macroblocks, macroblocks, horizon;
static double timed_from, timed_to;
static uint32_t result;

static ERBIUM_PROCESS (source, struct three, record);
static ERBIUM_PROCESS (filter, stage_function *, int, record, record);
static ERBIUM_PROCESS (enlarger, record, record);
static ERBIUM_PROCESS (colourer, struct three, record);
static ERBIUM_PROCESS (sink, record, record);

static int32_t *
write_block (view w, erbium_index i)
{
  erbium_stall (w, i + BLOCK);
  return ERBIUM_SPAN (w, i, i + BLOCK);
}

static void
make_macroblocks (struct stage *s, view *w, erbium_index from, long n)
{
  for (erbium_index m = from; m < from + n; m++)
    for (int c = 0; c < COMPONENTS; c++)
      for (int b = 0; b < blocks_of (c); b++)
        {
          erbium_index i = (m * blocks_of (c) + b) * BLOCK;
          make (&s[c], NULL, write_block (w[c], i));
          erbium_commit (w[c], i + BLOCK);
        }
}

static void
source (struct three to, record ready)
{
  struct stage s[COMPONENTS] = { { Y, 0, 0 }, { CB, 0, 0 }, { CR, 0, 0 } };
  view w[COMPONENTS], r = connect_from (ready, 1, BLOCK);
  for (int c = 0; c < COMPONENTS; c++)
    w[c] = connect_to (to.of[c], 1, horizon);
  make_macroblocks (s, w, 0, warm_macroblocks);
  erbium_update (r, 1);
  timed_from = bench_now ();
  make_macroblocks (s, w, warm_macroblocks, macroblocks);
}

static void
filter (stage_function *work, int component, record from, record to)
{
  struct stage s = { component, 0, 0 };
  view r = connect_from (from, 1, BLOCK), w = connect_to (to, 1, horizon);
  for (erbium_index i = 0; erbium_update (r, i + BLOCK); i += BLOCK)
    {
      int32_t *out = write_block (w, i);
      work (&s, ERBIUM_SPAN (r, i, i + BLOCK), out);
      erbium_commit (w, i + BLOCK);
      erbium_release (r, i + BLOCK);
    }
}

static void
enlarger (record from, record to)
{
  view r = connect_from (from, 1, BLOCK), w = connect_to (to, 1, horizon);
  for (erbium_index i = 0; erbium_update (r, i + BLOCK); i += BLOCK)
    {
      for (int n = 0; n < LUMA_BLOCKS; n++)
        {
          erbium_index o = i * LUMA_BLOCKS + n * BLOCK;
          int32_t *out = write_block (w, o);
          enlarge (ERBIUM_SPAN (r, i, i + BLOCK), out, n);
          erbium_commit (w, o + BLOCK);
        }
      erbium_release (r, i + BLOCK);
    }
}

static void
colourer (struct three from, record to)
{
  view r[COMPONENTS], w = connect_to (to, 1, horizon);
  for (int c = 0; c < COMPONENTS; c++)
    r[c] = connect_from (from.of[c], 1, BLOCK);
  for (erbium_index i = 0;; i += BLOCK)
    {
      for (int c = 0; c < COMPONENTS; c++)
        if (!erbium_update (r[c], i + BLOCK))
          return;
      int32_t *out = write_block (w, i);
      colour (ERBIUM_SPAN (r[Y], i, i + BLOCK), ERBIUM_SPAN (r[CB], i, i + BLOCK),
              ERBIUM_SPAN (r[CR], i, i + BLOCK), out);
      erbium_commit (w, i + BLOCK);
      for (int c = 0; c < COMPONENTS; c++)
        erbium_release (r[c], i + BLOCK);
    }
}

static uint32_t
add_up (view r, erbium_index from, long n)
{
  uint32_t sum = 0;
  for (erbium_index i = from; i < from + n && erbium_update (r, i + BLOCK); i += BLOCK)
    {
      sum += bench_sum ((const uint32_t *) ERBIUM_SPAN (r, i, i + BLOCK), BLOCK);
      erbium_release (r, i + BLOCK);
    }
  return sum;
}

static void
sink (record from, record ready)
{
  view r = connect_from (from, 1, BLOCK), w = connect_to (ready, 1, horizon);
  add_up (r, 0, warm_macroblocks * PIXELS);
  erbium_stall (w, 1);
  ERBIUM_AT (w, 0) = 1;
  erbium_commit (w, 1);
  result = add_up (r, warm_macroblocks * PIXELS, macroblocks * PIXELS);
  timed_to = bench_now ();
}

/* The six filters of a component; returns what comes out. */
static record
run_component (int c, record from)
{
  static stage_function *const work[] = { predict, order, scale, rows, columns, clamp };
  for (size_t n = 0; n < sizeof work / sizeof *work; n++)
    {
      record to = erbium_new_record (int32_t, 1, 1);
      ERBIUM_RUN (filter, work[n], c, from, to);
      from = to;
    }
  if (c == Y)
    return from;
  record large = erbium_new_record (int32_t, 1, 1);
  ERBIUM_RUN (enlarger, from, large);
  return large;
}

static void
run_decoder (void)
{
  struct three coefficients, samples;
  record pixels = erbium_new_record (int32_t, 1, 1), ready = erbium_new_record (int32_t, 1, 1);
  for (int c = 0; c < COMPONENTS; c++)
    coefficients.of[c] = erbium_new_record (int32_t, 1, 1);
  ERBIUM_RUN (source, coefficients, ready);
  for (int c = 0; c < COMPONENTS; c++)
    samples.of[c] = run_component (c, coefficients.of[c]);
  ERBIUM_RUN (colourer, samples, pixels);
  ERBIUM_RUN (sink, pixels, ready);
  erbium_join_all ();
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "window mode");
  static struct bench_result b;
  if (o.items % (PIXELS * RESTART) || o.window < PIXELS * (long) sizeof (int32_t))
    bench_die (&o, "--items must be a multiple of %d, --window at least a macroblock", PIXELS * RESTART);
  b.ping_before = bench_ping (&o);
  bench_task (&o);
  macroblocks = o.items / PIXELS, warm_macroblocks = RESTART;
  horizon = o.window / (long) sizeof (int32_t);
  double start = bench_now ();
  run_decoder ();
  b.seconds = timed_to - timed_from, b.setup = timed_from - start, b.sum = result;
  b.ping_after = bench_ping (&o);
  bench_print (&o, &b);
  return 0;
}
