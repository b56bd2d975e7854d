// Views that functions and processes are given.
// RUN: %S/silent %s %t %plugin
// RUN: %S/silent %s %t %oldplugin

int sink (int);

static inline long wait_for (view int v, long i)
{
  return update (v, i);
}

static inline int get (view int v, long i)
{
  return v[[i]];
}

static inline void put (view int v, long i, int x)
{
  stall (v, i + 1);
  v[[i]] = x;
  commit (v, i + 1);
}

static view int open_reader (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 8);
  return v;
}

static void prepare (view int v)
{
  register (v);
  alloc (v, 8);
}

process helped (record int r, record int q)
{
  view int v = open_reader (r), w = new_write_view (q);
  prepare (w);
  for (long i = 0; wait_for (v, i + 1); i++)
    {
      put (w, i, get (v, i));
      sink (v[[i]]);
      w[[i]]++;
      release (v, i + 1);
    }
  free_view (w);
}

process prepared (record int r, view int w)
{
  view int v = new_read_view (r);
  prepare (v);
  for (long i = 0; update (v, i + 1); i++)
    put (w, i, v[[i]]), w[[i]] = v[[i]];
}

process second (view int v, long i)
{
  sink (v[[i - 1]]);
  for (; update (v, i + 1); i++)
    sink (v[[i]]);
}

process first (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 8);
  long i;
  for (i = 0; i < 4 && update (v, i + 1) == i + 1; i++)
    sink (v[[i]]);
  run second (v, i);
}

process handover (record int r, int n)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 4);
  for (int i = 0; i < n; i++)
    {
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
  free_view (v, HANDOVER);
  v = new_write_view (r);
  register (v);
  alloc (v, 4);
  stall (v, n + 1);
  v[[n]] = 0;
  commit (v, n + 1);
}

struct holder { view int v; };

process held (record int r)
{
  struct holder h;
  view int v = new_read_view (r);
  h.v = v;
  register (h.v);
  alloc (h.v, 8);
  if (update (h.v, 1))
    sink (v[[0]]);
  free_view (h.v);
}
