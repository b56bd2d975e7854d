// With prefetch=N a process receives N elements ahead of what it updates.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %plugin -O2 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-prefetch=64 -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %plugin11 -O2 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-prefetch=64 -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %plugin -O2 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-verify 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %plugin -O2 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-prefetch=64 -fplugin-arg-erbium-dump=prefetch
// RUN: cat %t.d/*.erbium_prefetch | FileCheck %s --check-prefix=DUMP
// CHECK: prefetch.c:[[@LINE+7]]:{{.*}} optimized: receives 64 elements ahead of update
// OFF-NOT: elements ahead
// DUMP: erbium_view_receive
// DUMP: erbium_update_far
process reader (view int v, long *to)
{
  long hd, tl = 0, s = 0;
  while ((hd = update (v, tl + 10)))
    {
      for (long i = tl; i < hd; i++)
        s += v[[i]];
      release (v, hd);
      tl = hd;
    }
  *to = s;
}
