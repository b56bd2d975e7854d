/* SPDX-License-Identifier: MIT */
/* average.c - the process of average.py in C, with the plugin.
 *
 *   ercc -O2 -shared -fPIC average.c -o average.so
 */
process average (record double samples, record double averages, int length)
{
  view double x = new_read_view (samples), y = new_write_view (averages);
  register (x, 1);
  register (y, 1);
  alloc (x, 64 + length);
  alloc (y, 64);
  for (int tl = length - 1, hd; (hd = update (x, tl + 64)) > tl; tl = hd)
    for (int i = tl; i < hd; i++)
      {
        double sum = 0;
        for (int k = 0; k < length; k++)
          sum += x[[i - k]];
        stall (y, i - length + 2);
        y[[i - length + 1]] = sum / length;
        commit (y, i - length + 2);
        release (x, i - length + 2);
      }
}
