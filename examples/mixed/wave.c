/* SPDX-License-Identifier: MIT */
/* wave.c - the first part, in C with the plugin: a triangle of period 16, n samples. */

process wave (record double out, long n)
{
  view double v = new_write_view (out);
  register (v, 1);
  alloc (v, 256);
  for (long i = 0; i < n; i++)
    {
      long phase = i % 16;
      stall (v, i + 1);
      v[[i]] = phase < 8 ? phase : 16 - phase;
      commit (v, i + 1);
    }
}
