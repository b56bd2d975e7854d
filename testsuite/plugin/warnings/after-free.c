// A view is used after free_view.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process element (view int v)
{
  if (!update (v, 1))
    return;
  free_view (v);
  sink (v[[0]]);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' used after 'free_view' {{\[}}-fplugin-arg-erbium-warn=after-free]
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: 'v' freed here
}

process primitive (view int v)
{
  free_view (v);
  release (v, 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'v' after 'free_view' {{\[}}-fplugin-arg-erbium-warn=after-free]
}

process twice (view int v, int c)
{
  if (c)
    free_view (v);
  sink (c);
  free_view (v);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'free_view' of 'v' after 'free_view' {{\[}}-fplugin-arg-erbium-warn=after-free]
}

process in_a_loop (view int v, int n)
{
  for (int k = 0; k < n; k++)
    {
      stall (v, k + 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'stall' of 'v' after 'free_view' {{\[}}-fplugin-arg-erbium-warn=after-free]
      free_view (v);
    }
}

process good (record int r, int n)
{
  for (int k = 0; k < n; k++)
    {
      view int v = new_read_view (r);
      register (v);
      alloc (v, 1);
      if (update (v, 1))
        sink (v[[0]]);
      free_view (v, HANDOVER);
    }
}

process same_condition (view int v, int c)
{
  if (c)
    free_view (v);
  if (!c)
    commit (v, 1);
}
