// A view is used after it was passed to a process, where view_ownership.cc, which makes an error
// of the plain case, cannot be certain.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process other (view int v, long i)
{
  while (update (v, i + 1))
    sink (v[[i++]]);
}

process by_another_name (view int v)
{
  view int w;
  w = v;
  run other (v, 0);
  release (w, 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'v' after 'run' {{\[}}-fplugin-arg-erbium-warn=after-run]
// CHECK: [[@LINE-3]]:{{[0-9]+}}: note: 'v' passed to a process here
}

process on_one_way (view int v, int n)
{
  if (n)
    run other (v, 0);
  update (v, 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'update' of 'v' after 'run' {{\[}}-fplugin-arg-erbium-warn=after-run]
}

process behind_a_label (view int v, int n)
{
  run other (v, 0);
  if (n)
    goto out;
  n = 3;
out:
  release (v, 10 - n);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'v' after 'run' {{\[}}-fplugin-arg-erbium-warn=after-run]
}

process twice (view int v, int n)
{
again:
  run other (v, n);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'run' of 'v' after 'run' {{\[}}-fplugin-arg-erbium-warn=after-run]
  if (--n)
    goto again;
}

process in_a_switch (view int v, int n)
{
  run other (v, 0);
  switch (n)
    {
    case 1:
      release (v, n);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: 'release' of 'v' after 'run' {{\[}}-fplugin-arg-erbium-warn=after-run]
      break;
    default:
      break;
    }
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

process good_ways (view int v, int n)
{
again:
  if (n == 1)
    {
      run other (v, 0);
      goto out;
    }
  release (v, 10 - n);
  if (--n)
    goto again;
out:
  sink (n);
}
