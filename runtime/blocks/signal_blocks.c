/* SPDX-License-Identifier: MIT */
/* signal_blocks.c - demodulation, gain control, levels. */
#include "blocks/blocks.h"

void
erbium_block_demodulate_fm (ERBIUM_RECORD (struct erbium_cf32) in, int id,
                            ERBIUM_RECORD (float) out, double gain)
{
  struct erb_block_in x = erb_block_read (__func__, in, id, 1);
  struct erbium_burst *y = erb_block_write (__func__, out);
  for (int64_t got; (got = erb_block_next (&x, 1, 1, ERB_BLOCK_BURST)) > 0;)
    {
      const struct erbium_cf32 *at = (const struct erbium_cf32 *) x.at + x.old;
      float *to = erb_block_room (y, got);
      for (int64_t i = 0; i < got; i++)
        {
          struct erbium_cf32 a = at[i], b = x.old + i > 0 ? at[i - 1] : (struct erbium_cf32) { 0 };
          to[i] = (float) gain * atan2f (a.im * b.re - a.re * b.im, a.re * b.re + a.im * b.im);
        }
      erbium_burst_commit (y, got);
    }
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}

void
erbium_block_agc_cf32 (ERBIUM_RECORD (struct erbium_cf32) in, int id,
                       ERBIUM_RECORD (struct erbium_cf32) out, double level, double rate,
                       double most)
{
  struct erb_block_in x = erb_block_read (__func__, in, id, 0);
  struct erbium_burst *y = erb_block_write (__func__, out);
  double gain = 1;
  while (erb_block_next (&x, 0, 1, ERB_BLOCK_BURST) > 0)
    {
      const struct erbium_cf32 *at = x.at;
      struct erbium_cf32 *to = erb_block_room (y, x.n);
      for (int64_t i = 0; i < x.n; i++)
        {
          double re = at[i].re * gain, im = at[i].im * gain;
          to[i] = (struct erbium_cf32) { (float) re, (float) im };
          gain = fmin (fmax (gain + rate * (level - hypot (re, im)), 0), most);
        }
      erbium_burst_commit (y, x.n);
    }
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}

void
erbium_block_meter_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (struct erbium_level) out,
                        int n)
{
  erb_block_expect (__func__, "the number of elements", n);
  struct erb_block_in x = erb_block_read (__func__, in, id, 0);
  struct erbium_burst *y = erb_block_write (__func__, out);
  double squares = 0;
  float peak = 0;
  int64_t counted = 0;
  for (int64_t got = 1; got > 0;)
    {
      got = erb_block_next (&x, 0, 1, n - counted);
      for (int64_t i = 0; i < got; i++)
        {
          float value = ((const float *) x.at)[i];
          squares += (double) value * value;
          peak = fmaxf (peak, fabsf (value));
        }
      counted += got;
      if (counted == 0 || (got > 0 && counted < n))
        continue;
      *(struct erbium_level *) erb_block_room (y, 1)
        = (struct erbium_level) { (float) sqrt (squares / (double) counted), peak };
      erbium_burst_commit (y, 1);
      squares = peak = 0;
      counted = 0;
    }
  erbium_burst_close (x.end);
  erbium_burst_close (y);
}
