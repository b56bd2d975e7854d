// Elements that are kept for later turns.
// RUN: %S/silent %s %t %plugin
// RUN: %S/silent %s %t %oldplugin

#define BURST 16
int sink (int);

process fir (record float r, record float q)
{
  view float v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, 8 + BURST), alloc (w, BURST);
  static const float tap[8];
  long i = 0;
  while (update (v, i + 8) == i + 8)
    {
      float sum = 0;
      for (int k = 0; k < 8; k++)
        sum += tap[k] * v[[i + k]];
      stall (w, i + 1);
      w[[i]] = sum;
      commit (w, i + 1);
      release (v, i + 1);
      i++;
    }
}

process difference (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, BURST + 1), alloc (w, BURST);
  long tl = 0, hd;
  while ((hd = update (v, tl + BURST)))
    {
      stall (w, hd);
      for (long i = tl; i < hd; i++)
        w[[i]] = i > 0 ? v[[i]] - v[[i - 1]] : v[[i]];
      for (long i = tl ? tl : 1; i < hd; i++)
        w[[i]] += w[[i - 1]];
      commit (w, hd);
      release (v, hd - 1);
      tl = hd;
    }
}

/* A release that keeps some elements back. */
process keeping (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 100);
  for (long i = 0; update (v, i + 10) == i + 10; i++)
    {
      release (v, i);
      sink (v[[i]]);
      release (v, i + 1);
      for (long k = i + 1; k < i + 10; k++)
        sink (v[[k]]);
    }
}
