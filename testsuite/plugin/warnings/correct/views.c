// Several views: joined, fed back, shared, in arrays.
// RUN: %S/silent %s %t %plugin
// RUN: %S/silent %s %t %oldplugin

#define N 1000
#define BURST 16
int sink (int);

process join_two (record int a, record int b, record int c)
{
  view int u = new_read_view (a), v = new_read_view (b), w = new_write_view (c);
  register (u), register (v), register (w);
  alloc (u, 8), alloc (v, 8), alloc (w, 16);
  for (long i = 0; update (u, i + 1) && update (v, i + 1); i++)
    {
      stall (w, 2 * i + 2);
      w[[2 * i]] = u[[i]];
      w[[2 * i + 1]] = v[[u[[i]] & 0 ? i : i]];
      commit (w, 2 * i + 2);
      release (u, i + 1), release (v, i + 1);
    }
}

process feedback (record int in, record int out)
{
  view int w = new_write_view (out), v = new_read_view (in);
  register (w), register (v);
  alloc (w, BURST), alloc (v, BURST);
  stall (w, 4);
  for (long i = 0; i < 4; i++)
    w[[i]] = 0;
  commit (w, 4);
  for (long i = 0; i < N; i++)
    {
      if (!update (v, i + 1))
        break;
      stall (w, i + 5);
      w[[i + 4]] = v[[i]] + 1;
      commit (w, i + 5);
      release (v, i + 1);
    }
}

process share (record int r, int k, int n)
{
  view int v = new_write_view (r);
  register (v, k + 1);
  alloc (v, n);
  for (long round = 0; round < N; round++)
    {
      long i = round * n + k;
      stall (v, i + 1);
      v[[i]] = k;
      commit (v, (round + 1) * n + k);
    }
  commit (v, (long) N * n);
}

process many (record int *r, int n)
{
  for (int k = 0; k < n; k++)
    {
      view int v = new_read_view (r[k]);
      register (v);
      alloc (v, 1);
      if (update (v, 1))
        sink (v[[0]]);
      release (v, 1);
      free_view (v);
    }
}

process arrays (record int *r, int n)
{
  view int v[8];
  for (int k = 0; k < n; k++)
    {
      v[k] = new_read_view (r[k]);
      register (v[k]);
      alloc (v[k], 1);
    }
  for (unsigned i = 0; ; i++)
    for (int k = 0; k < n; k++)
      {
        if (!update (v[k], i + 1))
          return;
        sink (v[k][[i]]);
        release (v[k], i + 1);
      }
}

process swapping (record int r, record int q)
{
  view int a = new_read_view (r), b = new_read_view (q);
  register (a), register (b);
  alloc (a, 8), alloc (b, 8);
  for (long i = 0; update (a, i + 1); i++)
    {
      if (update (b, i + 1))
        sink (b[[i]]);
      sink (a[[i]]);
      view int other = a;
      a = b;
      b = other;
    }
  free_view (a);
  free_view (b);
}
