// A commit or a release goes backwards.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process commits (view int v, long i)
{
  commit (v, i + 4);
  commit (v, i + 2);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'commit' of 'v' has no effect; its index is less than an earlier one {{\[}}-fplugin-arg-erbium-warn=backwards]
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: earlier {{.*}} with a greater index here
  commit (v, i + 6);
}

process releases (view int v, int c)
{
  release (v, 10);
  if (c)
    release (v, 9);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'v' has no effect; its index is less than an earlier one {{\[}}-fplugin-arg-erbium-warn=backwards]
  release (v, 10);
}

process said_once (view int v)
{
  release (v, 5);
  release (v, 9);
  release (v, 3);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'v' has no effect; its index is less than an earlier one {{\[}}-fplugin-arg-erbium-warn=backwards]
  release (v, 4);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'v' has no effect; its index is less than an earlier one {{\[}}-fplugin-arg-erbium-warn=backwards]
}

process descends (view int v, view int w, long n, long tl)
{
  for (long i = n; i > 0; i--)
    commit (v, tl + i);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'commit' of 'v' has no effect after the first iteration; its index decreases in this loop {{\[}}-fplugin-arg-erbium-warn=backwards]
  int k = 0;
  while (update (w, n + 1))
    {
      release (w, n - 3 * k);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'w' has no effect after the first iteration; its index decreases in this loop {{\[}}-fplugin-arg-erbium-warn=backwards]
      k++;
    }
}

process turns (view int v, view int w, record int r, long n, long tl)
{
  for (long i = n; i > 0; i--)
    {
      commit (v, tl - i);
      view int u = new_write_view (r);
      commit (u, i);
      free_view (u);
    }
  for (long i = n; i > 0; i--)
    {
      commit (w, tl + i);
      tl += 2;
    }
}

process good (view int v, view int w, long i, int c)
{
  commit (v, i + 4);
  i += 4;
  commit (v, i + 2);
  commit (w, i);
  if (c > 5)
    commit (w, i + 4);
  commit (w, i + 2);
  if (c)
    commit (v, i + 10);
  else
    commit (v, i + 5);
}
