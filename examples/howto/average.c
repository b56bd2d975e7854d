/* average.c - the mean of the last four numbers, with processes. */
#include <stdio.h>

enum { NUMBERS = 11, N = 4, BURST = 8 };

process ramp (record float out)
{
  view float v = new_write_view (out);
  register (v, 1);
  alloc (v, 2 * BURST);
  float x = 0;
  for (long i = 0; i < NUMBERS; i++)    /* push 1 */
    {
      stall (v, i + 1);
      v[[i]] = x;
      commit (v, i + 1);
      x = x < 9 ? x + 1 : 0;
    }
}

process mean (record float in, record float out)
{
  view float x = new_read_view (in), y = new_write_view (out);
  register (x, 1);
  register (y, 1);
  alloc (x, N);
  alloc (y, 2 * BURST);
  for (long i = 0; update (x, i + N) == i + N; i++)     /* peek N */
    {
      float sum = 0;
      for (long k = 0; k < N; k++)
        sum += x[[i + k]];
      stall (y, i + 1);
      y[[i]] = sum / N;
      commit (y, i + 1);                /* push 1 */
      release (x, i + 1);               /* pop 1 */
    }
}

int main (void)
{
  record float numbers = new_record (1, 1), means = new_record (1, 1);
  run ramp (numbers);
  run mean (numbers, means);

  view float v = new_read_view (means);
  register (v, 1);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      printf ("%g\n", v[[i]]);
      release (v, i + 1);
    }
}
