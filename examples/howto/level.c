/* level.c - a feedback loop: the gain of each block comes from the output two blocks before. */
#include <stdio.h>

enum { BLOCK = 100, BLOCKS = 12, DELAY = 2 };

process source (record float out)
{
  view float v = new_write_view (out);
  register (v, 1);
  alloc (v, 2 * BLOCK);
  for (long tl = 0; tl < BLOCK * BLOCKS; tl += BLOCK)
    {
      stall (v, tl + BLOCK);
      for (long i = tl; i < tl + BLOCK; i++)
        v[[i]] = (i % 2 ? 1 : -1) * (tl < BLOCK * BLOCKS / 2 ? 1.0 : 4.0);
      commit (v, tl + BLOCK);
    }
}

/* Block b is amplified by gain b. */
process amplify (record float in, record float gains, record float out)
{
  view float x = new_read_view (in), g = new_read_view (gains), y = new_write_view (out);
  register (x, 1);
  register (g, 1);
  register (y, 1);
  alloc (x, BLOCK);
  alloc (g, 1);
  alloc (y, 2 * BLOCK);
  for (long b = 0, hd; (hd = update (x, (b + 1) * BLOCK)) && update (g, b + 1); b++)
    {
      stall (y, hd);
      for (long i = b * BLOCK; i < hd; i++)
        y[[i]] = g[[b]] * x[[i]];
      commit (y, hd);
      release (x, hd);
      release (g, b + 1);
    }
}

/* Gain b + DELAY aims at a level of 2, from the level of block b. */
process control (record float in, record float gains)
{
  view float x = new_read_view (in), g = new_write_view (gains);
  register (x, 1);
  register (g, 1);
  alloc (x, BLOCK);
  alloc (g, 2 * DELAY);
  float gain[DELAY];
  stall (g, DELAY);                     /* before the first update: the cycle runs on these */
  for (long b = 0; b < DELAY; b++)
    g[[b]] = gain[b] = 1;
  commit (g, DELAY);
  for (long b = 0; update (x, (b + 1) * BLOCK) == (b + 1) * BLOCK; b++)
    {
      float level = 0;
      for (long i = b * BLOCK; i < (b + 1) * BLOCK; i++)
        level += (x[[i]] < 0 ? -x[[i]] : x[[i]]) / BLOCK;
      gain[b % DELAY] *= 2 / level;
      stall (g, b + DELAY + 1);
      g[[b + DELAY]] = gain[b % DELAY];
      commit (g, b + DELAY + 1);
      release (x, (b + 1) * BLOCK);
    }
}

int main (void)
{
  record float sound = new_record (1, 1), gains = new_record (1, 1), level = new_record (1, 2);
  run source (sound);
  run amplify (sound, gains, level);
  run control (level, gains);

  view float v = new_read_view (level);
  register (v, 2);
  alloc (v, BLOCK);
  for (long b = 0; update (v, (b + 1) * BLOCK) == (b + 1) * BLOCK; b++)
    {
      printf ("block %2ld: %.1f\n", b, v[[(b + 1) * BLOCK - 1]]);
      release (v, (b + 1) * BLOCK);
    }
}
