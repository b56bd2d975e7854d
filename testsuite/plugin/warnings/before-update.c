// An element is read where no update can have been.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process never (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  sink (v[[0]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read before any 'update' {{\[}}-fplugin-arg-erbium-warn=before-update]
// CHECK: [[@LINE-5]]:{{[0-9]+}}: note: 'v' created here
}

process too_late (record int r, int n)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  for (long i = 0; i < n; i++)
    {
      sink (v[[i]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read before any 'update' {{\[}}-fplugin-arg-erbium-warn=before-update]
      if (!update (v, i + 1))
        break;
    }
}

process on_one_side (record int r, int c)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  if (c)
    {
      if (update (v, 10) < 10)
        return;
    }
  sink (v[[0]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read before any 'update' {{\[}}-fplugin-arg-erbium-warn=before-update]
// CHECK: [[@LINE-7]]:{{[0-9]+}}: note: if this condition is false
}

process no_case (record int r, int c)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  long hd = 1;
  switch (c)
    {
    case 1: hd = update (v, 1); break;
    case 2: hd = update (v, 2); break;
    }
  sink (v[[0]] + (int) hd);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read before any 'update' {{\[}}-fplugin-arg-erbium-warn=before-update]
// CHECK: note: if no case of this 'switch' matches
}

/* Whoever passes a view may have updated it; a helper may do it. */
process given (view int v)
{
  sink (v[[0]]);
}

void wait_for (view int v);

process helped (record int r)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  wait_for (v);
  sink (v[[0]]);
}

process same_condition (record int r, int c)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  if (c && !update (v, 1))
    return;
  if (c)
    sink (v[[0]]);
}
