// A read view is updated in a loop, and never released.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -Wall -fplugin-arg-erbium-no-warn=never-released -c %s -o %t.o 2>&1 | count 0
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process whole_stream (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
// CHECK: [[@LINE-1]]:20: warning: 'v' is updated in a loop and never released {{\[}}-fplugin-arg-erbium-warn=never-released]
// CHECK: [[@LINE-2]]:20: note: the record keeps all elements until the process ends; call 'release' after the last use of an element
    sink (v[[i]]);
}

process on_one_path (record int r, int c)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      sink (v[[i]]);
      if (c)
        release (v, i + 1);
    }
}

process bursts (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 16);
  for (long tl = 0, hd; (hd = update (v, tl + 16)) > tl; tl = hd)
// CHECK: [[@LINE-1]]:31: warning: 'v' is updated in a loop and never released
    for (long i = tl; i < hd; i++)
      sink (v[[i]]);
}

process until_less (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);
  for (long i = 0; ; i++)
    {
      if (update (v, i + 1) != i + 1)
// CHECK: [[@LINE-1]]:11: warning: 'v' is updated in a loop and never released
        break;
      sink (v[[i]]);
    }
}

/* There may be room for all that it reads. */
process counted (record int r, long n)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, n);
  for (long i = 0; i < n && update (v, i + 1); i++)
    sink (v[[i]]);
}

process up_to_a_mark (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 100);
  for (long i = 0; update (v, i + 1) && v[[i]]; i++)
    sink (v[[i]]);
}

process few (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  if (update (v, 10) == 10)
    sink (v[[9]]);
}

/* All elements are needed in the end. */
process read_again (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);
  long n = 0;
  while (update (v, n + 1))
    n++;
  for (long i = n; i > 0; i--)
    sink (v[[i - 1]]);
}

/* No producer waits for an observer. */
process watch (record int r)
{
  view int v = new_read_view (r);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    sink (v[[i]]);
}

void helper (view int v, long i);

process passes_it (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 1);
  for (long i = 0; update (v, i + 1); i++)
    {
      sink (v[[i]]);
      helper (v, i);
    }
}

/* The caller may release. */
void part (view int v, long n)
{
  for (long i = 0; i < n && update (v, i + 1); i++)
    sink (v[[i]]);
}
