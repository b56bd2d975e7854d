// A view is used after it was passed to a process.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin11 -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin11 -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process other (view int v, long i)
{
  while (update (v, i + 1))
    sink (v[[i++]]);
}

process gives (view int v)
{
  long hd = update (v, 1);
  run other (v, hd);
  release (v, 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'v' after 'run' {{\[}}-fplugin-arg-erbium-warn=after-run]
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: 'v' belongs to the process that starts here
}

process twice (view int v)
{
  run other (v, 0);
  run other (v, 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'run' of 'v' after 'run' {{\[}}-fplugin-arg-erbium-warn=after-run]
}

process in_a_loop (view int v, int n)
{
  for (int k = 0; k < n; k++)
    run other (v, k);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'run' of 'v' after 'run' {{\[}}-fplugin-arg-erbium-warn=after-run]
}

process good (record int r, int n)
{
  for (int k = 0; k < n; k++)
    {
      view int v = new_read_view (r);
      register (v, k + 1);
      alloc (v, 1);
      run other (v, 0);
    }
}
