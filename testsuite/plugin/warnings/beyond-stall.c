// A loop writes beyond what it has stalled for.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process fence_post (record int r, long n)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, n);
  stall (v, n);
  for (long i = 0; i <= n; i++)
    v[[i]] = 0;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' written beyond the index of 'stall' {{\[}}-fplugin-arg-erbium-warn=beyond-stall]
// CHECK: [[@LINE-4]]:{{[0-9]+}}: note: the index passed here is the first that is not writable
  commit (v, n);
}

process good (record int r, long n)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, n);
  stall (v, n);
  for (long i = 0; i < n; i++)
    v[[i]] = 0;
  commit (v, n);
}
