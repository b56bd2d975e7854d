// An element is written where no stall can have been.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process never (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 10);
  v[[0]] = 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' written before any 'stall' {{\[}}-fplugin-arg-erbium-warn=before-stall]
// CHECK: note: 'v' created here
  commit (v, 1);
}

process too_late (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 10);
  for (long i = 0; i < 10; i++)
    {
      v[[i]] = 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' written before any 'stall' {{\[}}-fplugin-arg-erbium-warn=before-stall]
      stall (v, i + 1);
      commit (v, i + 1);
    }
}

process too_late_further_on (record int r, int c)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 10);
  for (long i = 0; i < 10; i++)
    {
      v[[i]] = 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' written before any 'stall' {{\[}}-fplugin-arg-erbium-warn=before-stall]
      if (c)
        sink (c);
      stall (v, i + 1);
      if (c)
        commit (v, i + 1);
    }
}

process good (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 10);
  for (long i = 0; i < 10; i++)
    {
      stall (v, i + 1);
      v[[i]] = 1;
      commit (v, i + 1);
    }
}
