// Notes about branches and sources, and warnings about elements of views without a window.
// RUN: %plugin -std=gnu11 -O3 -Wall -fopt-info-missed -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %oldplugin -std=gnu11 -O3 -Wall -fopt-info-missed -c %s -o %t.o 2>&1 | FileCheck %s

int sink (int);

process without_window (record int r, int *to)
{
  view int v = new_read_view (r);
  *to = v[[0]];
// CHECK-DAG: places.c:[[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' used before 'alloc' {{\[}}-fplugin-arg-erbium-warn=before-alloc]
}

process misses (record int r, view int w)
{
  view int v = new_read_view (r);
  alloc (v, 10);
  for (long i = 0; update (v, i + 1); i++)
    {
      stall (w, i + 1);
      w[[i]] = missed (v);
// CHECK-DAG: places.c:[[@LINE-1]]:{{[0-9]+}}: warning: values from the unregistered view 'v' flow into 'w'
// CHECK-DAG: places.c:[[@LINE-2]]:{{[0-9]+}}: note: 'missed' of 'v' called here
      commit (w, i + 1);
    }
// CHECK-DAG: places.c:{{[0-9]+:[0-9]+}}: missed: loop not coarsened: it calls a function that may block or take long
}

process on_one_side (record int r, int n, int *to)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 4);
  if (n)
// CHECK-DAG: places.c:[[@LINE-1]]:{{[0-9]+}}: note: if this condition is true
    *to = 1;
  else if (!update (v, 1))
    return;
  *to += v[[0]];
// CHECK-DAG: places.c:[[@LINE-1]]:{{[0-9]+}}: warning: element of 'v' read before any 'update'
}

process beyond (record int r)
{
  view int w = new_write_view (r);
  register (w);
  alloc (w, 20);
  stall (w, 20);
  for (long i = 0; i < 21; i++)
    {
      if (sink (i))
        break;
      w[[i]] = 1;
// CHECK-DAG: places.c:[[@LINE-1]]:{{[0-9]+}}: warning: element of 'w' may be written beyond the index of 'stall' {{\[}}-fplugin-arg-erbium-warn=beyond-stall]
    }
  commit (w, 21);
}
