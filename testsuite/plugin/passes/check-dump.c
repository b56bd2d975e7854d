// The accesses that a checked unit checks: dump=check.
// RUN: rm -rf %t.d %t.e %t.f && mkdir %t.d %t.e %t.f
// RUN: %plugin -O2 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-check -fplugin-arg-erbium-dump=check
// RUN: cat %t.d/*.erbium_check | FileCheck %s
// RUN: %oldplugin -O2 -c %s -o %t.e/x.o -dumpdir %t.e/ -fplugin-arg-erbium-check -fplugin-arg-erbium-dump=check
// RUN: cat %t.e/*.erbium_check | FileCheck %s
// RUN: %plugin -O2 -c %s -o %t.f/x.o -dumpdir %t.f/ -fplugin-arg-erbium-dump=check
// RUN: cat %t.f/*.erbium_check | FileCheck %s --check-prefix=OFF
// CHECK: ;; Function reader
// OFF: ;; Function reader
// OFF: no access is checked: the option check is not given
// OFF-NOT: checks
#define NONE 0
view int same (view int v);
process reader (view int v, view double w, int i, long *to)
{
  update (v, i);
  // CHECK: check-dump.c:[[@LINE+2]]:{{[0-9]+}}: checks view v, byte {{.*}}, of an index of 32 bits
  // CHECK: check-dump.c:[[@LINE+1]]:{{[0-9]+}}: checks view w, byte 24, of an index of 32 bits
  *to = v[[i]] + w[[3]];
  view int a[2] = { v, v };
  // CHECK: check-dump.c:[[@LINE+2]]:{{[0-9]+}}: checks view v, byte 0
  // CHECK: check-dump.c:[[@LINE+2]]:{{[0-9]+}}: checks view {{.*}}, byte 0
  *to = v[[0]]
    + a[1][[NONE]];
  int *p;
  // CHECK: check-dump.c:[[@LINE+2]]:{{[0-9]+}}: checks the address, or the end, of view v, byte 0
  // CHECK: check-dump.c:[[@LINE+2]]:{{[0-9]+}}: checks view same {{.*}}, byte 0
  p = &v[[NONE]];
  same (v)[[0]]++;
  // CHECK-NOT: looks at
}
