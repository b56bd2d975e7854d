/* rates.c - a filter whose output has fewer elements than its input. */
#include <stdio.h>

enum { SAMPLES = 1000, DOWN = 10, TAPS = 40, BURST = 64 };

/* A slow ramp, and on it a fast wave that the filter takes away. */
process wave (record float out)
{
  view float v = new_write_view (out);
  register (v, 1);
  alloc (v, 4 * BURST);
  for (long i = 0; i < SAMPLES; i++)
    {
      stall (v, i + 1);
      v[[i]] = i + (i % 2 ? 500 : -500);
      commit (v, i + 1);
    }
}

/* The number of results that n samples are enough for. */
static long results_of (long n)
{
  return n < TAPS ? 0 : (n - TAPS) / DOWN + 1;
}

/* Result k is the mean of the samples from DOWN * k to DOWN * k + TAPS. */
process decimate (record float in, record float out)
{
  view float x = new_read_view (in), y = new_write_view (out);
  register (x, 1);
  register (y, 1);
  alloc (x, BURST + TAPS);
  alloc (y, 2 * BURST);
  for (long tl = 0, hd; (hd = update (x, tl + BURST)); tl = hd)
    {
      long first = results_of (tl), last = results_of (hd);
      stall (y, last);
      for (long k = first; k < last; k++)
        {
          float sum = 0;
          for (long j = 0; j < TAPS; j++)
            sum += x[[DOWN * k + j]];
          y[[k]] = sum / TAPS;
        }
      commit (y, last);
      release (x, DOWN * last);     /* what no later result needs */
    }
}

int main (void)
{
  record float fast = new_record (1, 1), slow = new_record (1, 1);
  run wave (fast);
  run decimate (fast, slow);

  view float v = new_read_view (slow);
  register (v, 1);
  alloc (v, 1);
  long n = 0;
  for (; update (v, n + 1); n++)
    {
      if (n < 4)
        printf ("%.1f\n", v[[n]]);
      release (v, n + 1);
    }
  printf ("%d samples make %ld results\n", SAMPLES, n);
}
