// A view that is made here needs alloc before update, stall and elements.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process updates (record int r)
{
  view int v = new_read_view (r);
  register (v);
  if (update (v, 1))
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'update' of 'v' before 'alloc' {{\[}}-fplugin-arg-erbium-warn=before-alloc]
// CHECK: note: 'v' created here
    sink (v[[0]]);
  alloc (v, 1);
}

process stalls (record int r, int c)
{
  view int v = new_write_view (r);
  register (v);
  if (c)
    alloc (v, 1);
  stall (v, 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'stall' of 'v' before 'alloc' {{\[}}-fplugin-arg-erbium-warn=before-alloc]
// CHECK: [[@LINE-4]]:{{[0-9]+}}: note: if this condition is false
  v[[0]] = 1;
  commit (v, 1);
}

process good (record int r, int c)
{
  view int v = new_write_view (r);
  register (v);
  if (c)
    alloc (v, 1);
  else
    alloc (v, 2);
  stall (v, 1);
  v[[0]] = 1;
  commit (v, 1);
}
