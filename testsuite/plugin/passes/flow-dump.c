// dump=flow writes its file though no warning is on.
// RUN: rm -rf %t.d %t.e && mkdir %t.d %t.e
// RUN: %plugin -O2 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-dump=flow
// RUN: cat %t.d/*.erbium_flow | FileCheck %s
// RUN: %oldplugin -O2 -c %s -o %t.e/x.o -dumpdir %t.e/ -fplugin-arg-erbium-dump=flow
// RUN: cat %t.e/*.erbium_flow | FileCheck %s
// CHECK: ;; Function reader
// CHECK: erbium_{{.*}}update
process reader (view int v)
{
  update (v, 1);
}
