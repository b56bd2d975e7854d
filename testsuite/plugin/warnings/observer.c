// What an observer sees flows into a registered view.
// RUN: %plugin -std=gnu11 -O0 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -fplugin-arg-erbium-no-warn=never-committed -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process copies (record int r, record int q)
{
  view int v = new_read_view (r), w = new_write_view (q);
  alloc (v, 10);
  register (w);
  alloc (w, 10);
  for (long i = 0; update (v, i + 1); i++)
    {
      stall (w, i + 1);
      w[[i]] = v[[i]] * 2 + 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: values from the unregistered view 'v' flow into 'w'; the output depends on timing {{\[}}-fplugin-arg-erbium-warn=observer]
// CHECK: [[@LINE-2]]:{{[0-9]+}}: note: element of 'v' read here
      commit (w, i + 1);
    }
}

struct pair { int a, b; };

process structures (record struct pair r, view struct pair w)
{
  view struct pair v = new_read_view (r);
  alloc (v, 10);
  if (update (v, 1))
    w[[0]] = v[[0]];
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: values from the unregistered view 'v'{{.*}} {{\[}}-fplugin-arg-erbium-warn=observer]
}

process sums (record int r, view int w)
{
  view int v = new_read_view (r);
  alloc (v, 10);
  long i;
  int sum = 0;
  for (i = 0; update (v, i + 1); i++)
    sum += v[[i]];
  w[[0]] = sum;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: values from the unregistered view 'v'{{.*}} {{\[}}-fplugin-arg-erbium-warn=observer]
}

process leaves (view int v, view int w)
{
  register (v, -1);
  if (update (v, 2))
    w[[0]] = v[[1]];
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: values from the unregistered view 'v'{{.*}} {{\[}}-fplugin-arg-erbium-warn=observer]
}

process counts (record int r, view int w)
{
  view int v = new_read_view (r);
  alloc (v, 10);
  if (update (v, 10))
    w[[0]] = missed (v) != 0;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: values from the unregistered view 'v'{{.*}} {{\[}}-fplugin-arg-erbium-warn=observer]
}

process shows (record int r)
{
  view int v = new_read_view (r);
  alloc (v, 10);
  for (long i = 0; update (v, i + 1); i++)
    sink (v[[i]]);
}

process good (record int r, view int w, int id)
{
  view int v = new_read_view (r);
  register (v, id);
  alloc (v, 10);
  if (update (v, 1))
    w[[0]] = v[[0]];
}
