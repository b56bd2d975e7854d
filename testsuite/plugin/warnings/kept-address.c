// The address of an element is used after a primitive.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process kept (view int v)
{
  if (!update (v, 1))
    return;
  int *p = &v[[0]];
  release (v, 1);
  sink (*p);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: address of an element of 'v' used after a primitive of 'v', which may have moved it {{\[}}-fplugin-arg-erbium-warn=kept-address]
// CHECK: [[@LINE-4]]:{{[0-9]+}}: note: address taken here
// CHECK: [[@LINE-4]]:{{[0-9]+}}: note: primitive called here
}

process passed (view int v, void (*f) (int *))
{
  int *p = &v[[0]] + 3;
  stall (v, 20);
  f (p);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: address of an element of 'v' used after a primitive of 'v'{{.*}} {{\[}}-fplugin-arg-erbium-warn=kept-address]
  commit (v, 20);
}

struct pair { int a[4], b; };

process field (view struct pair v)
{
  struct pair *p = &v[[3]];
  int *q = &p->a[2];
  if (done (v))
    return;
  sink (*q);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: address of an element of 'v' used after a primitive of 'v'{{.*}} {{\[}}-fplugin-arg-erbium-warn=kept-address]
}

process in_a_loop (view int v, long n)
{
  int *p = &v[[0]];
  for (long i = 0; i < n; i++)
    {
      sink (*p);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: address of an element of 'v' used after a primitive of 'v'{{.*}} {{\[}}-fplugin-arg-erbium-warn=kept-address]
      commit (v, i + 1);
    }
}

process good (view int v, view int w, long n)
{
  int *p = &v[[0]];
  for (long i = 0; i < n; i++)
    {
      stall (w, i + 1);
      sink (*p++);
      w[[i]] = v[[i]];
      commit (w, i + 1);
    }
  release (v, n);
  int *q = &v[[n]];
  sink (*q);
  p = q;
  sink (*p);
}
