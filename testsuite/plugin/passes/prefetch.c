// With prefetch=N a process receives N elements ahead of what it updates.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %plugin -O2 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-prefetch=64 -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %oldplugin -O2 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-prefetch=64 -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %plugin -O2 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-verify 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %plugin -O2 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-prefetch=64 -fplugin-arg-erbium-dump=prefetch
// RUN: cat %t.d/*.erbium_prefetch | FileCheck %s --check-prefix=DUMP
// CHECK: prefetch.c:[[@LINE+16]]:{{.*}} optimized: receives 64 elements ahead of update
// OFF-NOT: elements ahead
// The index asked for is update's and 64; it is narrow where that is.
// DUMP-LABEL: ;; Function reader
// DUMP: [[AHEAD:_[0-9]+]] = {{_[0-9]+}} + 64;
// DUMP-NEXT: [[INDEX:_[0-9]+]] = (long int) [[AHEAD]];
// DUMP-NEXT: erbium_receive ([[VIEW:v_[0-9]+.D.]], [[INDEX]], 0, [[PLACE:.*]]);
// DUMP-NEXT: = erbium_update_slow ([[VIEW]], {{.*}}, 0, [[PLACE]]);
// DUMP-LABEL: ;; Function narrow
// DUMP: [[AHEAD:_[0-9]+]] = {{_[0-9]+}} + 64;
// DUMP-NEXT: [[INDEX:_[0-9]+]] = (long int) [[AHEAD]];
// DUMP-NEXT: erbium_receive ([[VIEW:v_[0-9]+.D.]], [[INDEX]], 1, [[PLACE:.*]]);
// DUMP-NEXT: = erbium_update_slow ([[VIEW]], {{.*}}, 1, [[PLACE]]);
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
process narrow (view int v, long *to)
{
  long s = 0;
  for (int i = 0; update (v, i + 1); i++)
    s += v[[i]];
  *to = s;
}
