// Bursts: counted, wrapping, backwards, in blocks.
// RUN: %S/silent %s %t %plugin
// RUN: %S/silent %s %t %oldplugin

#define N 1000
#define BURST 16
int sink (int);
int source (void);
struct point { double x, y; int tag[4]; };

process bursts_out (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 2 * BURST);
  for (long tl = 0; tl < N; tl += BURST)
    {
      long hd = tl + BURST < N ? tl + BURST : N;
      stall (v, hd);
      for (long i = tl; i < hd; i++)
        v[[i]] = source ();
      commit (v, hd);
    }
}

process bursts_in (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 2 * BURST);
  long tl = 0, hd;
  while ((hd = update (v, tl + BURST)))
    {
      for (long i = tl; i < hd; i++)
        sink (v[[i]]);
      release (v, hd);
      tl = hd;
    }
  free_view (v);
}

process wrapping (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, 1), alloc (w, 1);
  for (unsigned i = 0; ; i++)
    {
      update (v, i + 1);
      if (done (v))
        break;
      stall (w, i + 1);
      w[[i]] = v[[i]];
      commit (w, i + 1);
      release (v, i + 1);
    }
}

process counted (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 4);
  int i;
  for (i = 0; i < N; i++)
    {
      if (update (v, i + 1) != i + 1)
        break;
      sink (v[[i]]);
      release (v, i + 1);
    }
  int left = N;
  for (i = 0; left > 0; i += 2)
    {
      if (!update (v, i + 2))
        return;
      left -= sink (v[[i + 1]]);
      left--;
    }
}

process down (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, BURST);
  long tl = 0, hd;
  while ((hd = update (v, tl + BURST)))
    {
      for (long i = hd; i > tl; i--)
        sink (v[[i - 1]]);
      for (long i = hd - 1; i >= tl; --i)
        sink (v[[i]]);
      long i = tl;
      do
        sink (v[[i]]);
      while (++i < hd);
      release (v, tl = hd);
    }
}

process blocks (record struct point r)
{
  view struct point v = new_read_view (r);
  register (v);
  alloc (v, 64);
  for (long b = 0; update (v, b + 64) == b + 64; b += 64)
    {
      double sum = 0;
      for (long i = 0; i < 64; i++)
        for (int k = 0; k < 4; k++)
          sum += v[[b + i]].x * v[[b + 63 - i]].tag[k];
      for (long i = b; i < b + 63; i++)
        sum += v[[i + 1]].y - v[[i]].y;
      for (long i = b; i < b + 64; i += 2)
        sum += v[[i + 1]].y;
      struct point copy = v[[b]];
      sink ((int) (sum + copy.x));
      release (v, b + 64);
    }
}

/* Numbers of 32 bits without a sign, beyond 2^31. */
process beyond_the_sign (record int r, record int q)
{
  view int v = new_read_view (r), w = new_read_view (q);
  register (v), register (w);
  alloc (v, 128), alloc (w, 128);
  release (v, 3000000000l);
  release (w, 3000000000u);
  if (update (v, 3000000200l) < 3000000200l || update (w, 3000000200l) < 3000000200l)
    return;
  unsigned i = 3000000000u;
  for (unsigned k = 0; k < 100; k++)
    sink (v[[i + k]] + w[[i + k]]);
  for (unsigned k = 3000000000u; k < 3000000100u; k++)
    sink (v[[k]] + w[[k]]);
  for (unsigned k = 1; k < 100; k++)
    sink (v[[k + 3000000000u]] + v[[k - 1294967296u]] + w[[k - 1 + i]]);
}
