/* tone.c - the same graph as processes. */
#include <stdio.h>

enum { SAMPLES = 100, DOWN = 10, TAPS = 4, BURST = 32 };

static const float tap[TAPS] = { 0.25, 0.25, 0.25, 0.25 };

process ramp (record float out)         /* vector_source_f */
{
  view float v = new_write_view (out);
  register (v, 1);
  alloc (v, 2 * BURST);
  for (long i = 0; i < SAMPLES; i++)
    {
      stall (v, i + 1);
      v[[i]] = i % 50;
      commit (v, i + 1);
    }
}

static long results_of (long n)         /* the relative rate: one of DOWN samples */
{
  return (n + DOWN - 1) / DOWN;
}

process mean (record float in, record float out)        /* fir_filter_fff */
{
  view float x = new_read_view (in), y = new_write_view (out);
  register (x, 1);
  register (y, 1);
  alloc (x, BURST + TAPS - 1);
  alloc (y, BURST);
  for (long tl = 0, hd; (hd = update (x, tl + BURST)); tl = hd)
    {
      long first = results_of (tl), last = results_of (hd);
      stall (y, last);
      for (long k = first; k < last; k++)
        {
          float sum = 0;
          for (long j = 0; j < TAPS && j <= DOWN * k; j++)
            sum += tap[j] * x[[DOWN * k - j]];
          y[[k]] = sum;
        }
      commit (y, last);
      release (x, hd - (TAPS - 1));     /* set_history (TAPS) */
    }
}

int main (void)
{
  record float samples = new_record (1, 1), means = new_record (1, 1);
  run ramp (samples);
  run mean (samples, means);

  view float v = new_read_view (means);         /* vector_sink_f */
  register (v, 1);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      printf ("%.2f\n", v[[i]]);
      release (v, i + 1);
    }
}
