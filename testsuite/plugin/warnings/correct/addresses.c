// Addresses of elements, used in time.
// RUN: %S/silent %s %t %plugin
// RUN: %S/silent %s %t %oldplugin

#define N 1000
void *memcpy (void *, const void *, unsigned long);
int sink (int);

process addresses (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, 64), alloc (w, 64);
  long tl = 0, hd;
  int *p;
  while ((hd = update (v, tl + 64)))
    {
      stall (w, hd);
      p = &v[[tl]];
      memcpy (&w[[tl]], p, (unsigned long) (hd - tl) * sizeof *p);
      int first = *p, *end = p + (hd - tl), sum = 0;
      for (int *x = p; x != end; x++)
        sum += *x;
      commit (w, hd);
      sink (*p + sum); /* of another view */
      release (v, hd);
      sink (first);
      tl = hd;
    }
}

process rolling (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 64);
  if (!update (v, 1))
    return;
  int *p = &v[[0]];
  for (long i = 0; i < N; i++)
    {
      sink (*p);
      release (v, i + 1);
      if (!update (v, i + 2))
        break;
      p = &v[[i + 1]];
    }
}

process either (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 64);
  int none = 0, *p = &none;
  for (long i = 0; i < N; i++)
    {
      sink (*p);
      p = &none;
      if (!update (v, i + 1))
        break;
      if (v[[i]] > 3)
        p = &v[[i]];
      sink (*p);
      p = &none;
      release (v, i + 1);
    }
}

process default_value (view int v, int c)
{
  int none = 0, *p = c ? &v[[0]] : &none;
  sink (*p);
  release (v, 1);
  if (!c)
    sink (*p);
}
