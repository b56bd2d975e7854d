// A loop reads beyond what it has updated.
// RUN: %plugin -std=gnu11 -O0 -Wall -fplugin-arg-erbium-no-warn=never-released -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -fplugin-arg-erbium-no-warn=never-released -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -fplugin-arg-erbium-no-warn=never-released -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -fplugin-arg-erbium-no-warn=never-released -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process fence_post (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  long tl = 0, hd;
  while ((hd = update (v, tl + 10)))
    {
      for (long i = tl; i <= hd; i++)
        sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
// CHECK: [[@LINE-5]]:{{[0-9]+}}: note: the index passed here is the first that is not readable
      release (v, hd);
      tl = hd;
    }
}

process next_one (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  long tl = 0, hd;
  while ((hd = update (v, tl + 10)))
    {
      for (int i = tl; i < hd; i++)
        sink (v[[i + 1]] - v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
      release (v, hd);
      tl = hd;
    }
}

process downwards (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  long tl = 0, hd;
  while ((hd = update (v, tl + 10)))
    {
      for (long i = hd; i > tl; i--)
        sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
      release (v, hd);
      tl = hd;
    }
}

process one (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  for (long i = 0; update (v, i); i++)
    sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
}

process strides (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  if (update (v, 20) == 20)
    for (int i = 0; i < 20; i += 2)
      sink (v[[i + 2]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
}

process bottom (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  if (update (v, 20) < 20)
    return;
  long i = 0;
  do
    sink (v[[i + 1]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
  while (++i < 20);
}

struct pair { int a, b; };

/* Through an address. */
process behind (record struct pair r, record int q)
{
  view struct pair v = new_read_view (r);
  register (v);
  alloc (v, 20);
  if (update (v, 20) < 20)
    return;
  struct pair *p = &v[[8]];
  sink (p[11].b);
  sink (p[12].b);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
  view int w = new_read_view (q);
  register (w);
  alloc (w, 20);
  long hd = update (w, 20);
  sink (*(&w[[hd - 1]] + 1));
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'w' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
}

/* The end is no access. */
int between (int *begin, int *end);
process ends (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  long tl = 0, hd;
  while ((hd = update (v, tl + 10)))
    {
      int *end = &v[[hd]];
      sink (between (&v[[tl]], end));
      sink (end[-1]);
      for (int *p = &v[[tl]]; p < end; p++)
        sink (*p);
      release (v, hd);
      tl = hd;
    }
}

process good (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  if (update (v, 20) < 20)
    return;
  for (int i = 0; i < 20; i += 2)
    sink (v[[i + 1]]);
  for (int i = 0; i < 20; i++)
    if (i < 19)
      sink (v[[i + 1]]);
  long i = 20;
  do
    sink (v[[--i]]);
  while (i > 0);
  release (v, 20);
}

/* Unless it is left before. */
process broken (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  long hd = update (v, 20);
  if (!hd)
    return;
  for (long i = 0; i < 21; i++)
    if (v[[i]])
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' may be read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
      break;
}

process broken_by_function (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  long hd = update (v, 20);
  if (!hd)
    return;
  for (int i = 0; i <= 20; i++)
    {
      if (sink (i))
        break;
      sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' may be read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
    }
}

process returned (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  long hd = update (v, 20);
  if (!hd)
    return;
  long k = 0;
top:
  if (k <= 20)
    {
      if (sink (v[[k]]))
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' may be read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
        return;
      k++;
      goto top;
    }
}

struct bounds { long hd; int *end; };

/* Two bounds. */
process bounded (record int r, struct bounds *b, int *p, int n)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  long hd = update (v, 20);
  for (long i = 0; i < 100 && i < hd; i++)
    sink (v[[i]]);
  for (long i = 0; i < 100 && i < b->hd; i++)
    sink (v[[i]]);
  for (long i = 0; i < 100 && p < b->end; i++)
    sink (v[[i]] + *p++);
  for (long i = 0; i < 100; i++)
    {
      if (i + n >= b->hd + n)
        break;
      if (sink (v[[i]]))
        break;
    }
}

/* More was updated before. */
process ahead (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  if (update (v, 20) < 20)
    return;
  for (long i = 0; i < 10; i++)
    if (update (v, i))
      sink (v[[i]]);
}

process given (view int v)
{
  for (long i = 0; update (v, i); i++)
    sink (v[[i]]);
}

/* Two loops, of which the inner has as many turns each time. */
process window (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  for (long tl = 0, hd; (hd = update (v, tl + 10)); tl = hd)
    {
      for (long i = tl; i < hd; i++)
        for (int k = 0; k < 4; k++)
          sink (v[[i + k]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
      release (v, hd);
    }
}

process rows (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 12);
  if (update (v, 12) < 12)
    return;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++)
      sink (v[[4 * i + k]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read beyond the index of 'update' {{\[}}-fplugin-arg-erbium-warn=beyond-update]
}

process right_windows (record int r, int n)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 20);
  for (long tl = 0, hd; (hd = update (v, tl + 10)); tl = hd)
    {
      for (long i = tl; i + 4 <= hd; i++)
        for (int k = 0; k < 4; k++)
          sink (v[[i + k]]);
      for (long i = tl; i < hd; i++)
        for (long k = 0; k < hd - i; k++)
          sink (v[[i + k]]);
      for (long i = tl; i < hd; i++)
        for (int k = 0; k < n; k++)
          sink (v[[i]]);
      for (long i = tl; i < hd; i++)
        for (int k = i == tl ? 0 : 4; k < 4; k++)
          sink (v[[i + k]]);
      release (v, hd);
    }
}
