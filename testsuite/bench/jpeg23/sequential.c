/* SPDX-License-Identifier: MIT */
/* sequential.c - the decoder's work in one loop, without any communication: a
 * loop for each CPU of the list, each with its part of the restart intervals.
 *
 * All stages of a macroblock follow each other over buffers in the first cache,
 * inlined into one function.
 */
#include "stages.h"

struct decoder
{
  struct stage made[COMPONENTS], predicted[COMPONENTS], plain[COMPONENTS];
  int32_t samples[COMPONENTS][PIXELS];
};

static void
decode_block (struct decoder *d, int c, int32_t *out)
{
  int32_t a[BLOCK], b[BLOCK];
  make (&d->made[c], NULL, a);
  predict (&d->predicted[c], a, b);
  order (&d->plain[c], b, a);
  scale (&d->plain[c], a, b);
  rows (&d->plain[c], b, a);
  columns (&d->plain[c], a, b);
  clamp (&d->plain[c], b, out);
}

static uint32_t
decode_macroblock (struct decoder *d)
{
  int32_t chroma[BLOCK], pixels[BLOCK];
  uint32_t sum = 0;
  for (int n = 0; n < LUMA_BLOCKS; n++)
    decode_block (d, Y, d->samples[Y] + n * BLOCK);
  for (int c = CB; c <= CR; c++)
    {
      decode_block (d, c, chroma);
      for (int n = 0; n < LUMA_BLOCKS; n++)
        enlarge (chroma, d->samples[c] + n * BLOCK, n);
    }
  for (int n = 0; n < PIXELS; n += BLOCK)
    {
      colour (d->samples[Y] + n, d->samples[CB] + n, d->samples[CR] + n, pixels);
      sum += bench_sum ((uint32_t *) pixels, BLOCK);
    }
  return sum;
}

static void
body (struct bench_thread *t)
{
  struct decoder d;
  memset (&d, 0, sizeof d);
  for (int c = 0; c < COMPONENTS; c++)
    d.made[c].component = d.predicted[c].component = d.plain[c].component = c;
  long intervals = t->options->items / (PIXELS * RESTART);
  long mine = intervals * (t->index + 1) / t->count - intervals * t->index / t->count;
  for (long n = 0; n < mine * RESTART; n++)
    t->sum += decode_macroblock (&d);
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "");
  if (o.items % (PIXELS * RESTART * o.cpu_count))
    bench_die (&o, "--items must be %d for each cpu, or a multiple", PIXELS * RESTART);
  bench_run (&o, o.cpu_count, body, NULL);
  return 0;
}
