// The same condition guards what must come first and what follows.
// RUN: %S/silent %s %t %plugin
// RUN: %S/silent %s %t %oldplugin

void abort (void);
int sink (int);

process conditional (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  long i = 0, have = 0;
  while (1)
    {
      if (i >= have)
        {
          have = update (v, i + 10);
          if (!have)
            break;
        }
      sink (v[[i]]);
      if (++i == have)
        release (v, i);
    }
}

process twice_asked (record int r, int reading)
{
  view int v;
  if (reading)
    {
      v = new_read_view (r);
      register (v);
      alloc (v, 1);
      if (!update (v, 1))
        return;
    }
  for (int k = 0; k < 3; k++)
    sink (k);
  if (reading)
    sink (v[[0]]);
}

process lazily (record int r, int n)
{
  view int v = new_write_view (r);
  int ready = 0;
  for (int i = 0; i < n; i++)
    {
      if (!ready)
        {
          register (v);
          alloc (v, 1);
          ready = 1;
        }
      stall (v, i + 1);
      v[[i]] = i;
      commit (v, i + 1);
    }
  if (ready)
    free_view (v);
}

process freed_early (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  int over = 0;
  for (long i = 0; !over; i++)
    {
      if (update (v, i + 1) != i + 1)
        {
          free_view (v);
          over = 1;
        }
      if (!over)
        sink (v[[i]]), release (v, i + 1);
    }
}

process jumping (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  long i = 0, hd;
again:
  hd = update (v, i + 10);
  if (!hd)
    goto end;
next:
  if (i == hd)
    {
      release (v, hd);
      goto again;
    }
  switch (v[[i]])
    {
    case 0:
      i++;
      goto next;
    case 1:
      goto end;
    default:
      sink (v[[i++]]);
      goto next;
    }
end:
  free_view (v);
}

process chosen (record int r, record int q, int which)
{
  view int v;
  if (which)
    v = new_read_view (r);
  else
    v = new_read_view (q);
  register (v);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      sink (v[[i]]);
      release (v, i + 1);
    }
  free_view (v);
}

process checked (record int r, int mode)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 4);
  long hd;
  switch (mode)
    {
    case 1: hd = update (v, 1); break;
    case 2: hd = update (v, 2); break;
    default: abort ();
    }
  if (hd == mode)
    sink (v[[0]]);
}
