// Unregistered readers whose data stays out of records.
// RUN: %S/silent %s %t %plugin
// RUN: %S/silent %s %t %oldplugin

int printf (const char *, ...);

process observer (record int r)
{
  view int v = new_read_view (r);
  alloc (v, 8);
  long i = 0;
  while (update (v, i + 1))
    {
      int x = v[[i]];
      if (!missed (v))
        printf ("%d\n", x);
      release (v, ++i);
    }
}

process bursts_out (record int r);
process bursts_in (record int r);

process leaving (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  register (v), register (w);
  alloc (v, 8), alloc (w, 8);
  if (update (v, 1) && (stall (w, 1), 1))
    w[[0]] = v[[0]];
  commit (w, 1);
  register (v, -1);
  if (update (v, 2))
    printf ("%d\n", v[[1]]);
}

int main (void)
{
  record int re = new_record (1, 1);
  run bursts_out (re);
  run bursts_in (re);
}
