// Tests of what update returns go from the strip, which is then taken by the vectoriser.
// RUN: %plugin -O3 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %plugin11 -O3 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %plugin -O3 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-no-coarsen 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// OFF-NOT: loop vectorized
#define READER(NAME, T, TEST) \
  process NAME (view int v, int *to) { int s = 0; for (T i = 0; TEST; i++) { s += v[[i]]; release (v, i + 1); } *to = s; }

// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r1, long, update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r2, long, update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r3, long, !(update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r4, long, !(update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r5, long, update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r6, long, !(update (v, i + 1) < i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r7, long, update (v, i + 1) == i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r8, long, !(update (v, i + 1) != i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r9, long, update (v, i + 1) > i)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r10, long, !(update (v, i + 1) <= i))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r11, long, (int) update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r12, long, (int) update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r13, long, !((int) update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r14, long, !((int) update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r15, long, (int) update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r16, long, (unsigned) update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r17, long, (unsigned) update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r18, long, !((unsigned) update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r19, long, !((unsigned) update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r20, long, (unsigned) update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r21, int, update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r22, int, update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r23, int, !(update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r24, int, !(update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r25, int, update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r26, int, !(update (v, i + 1) < i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r27, int, update (v, i + 1) == i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r28, int, !(update (v, i + 1) != i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r29, int, update (v, i + 1) > i)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r30, int, !(update (v, i + 1) <= i))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r31, int, (int) update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r32, int, (int) update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r33, int, !((int) update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r34, int, !((int) update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r35, int, (int) update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r36, int, !((int) update (v, i + 1) < i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r37, int, (int) update (v, i + 1) == i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r38, int, !((int) update (v, i + 1) != i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r39, int, (int) update (v, i + 1) > i)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r40, int, !((int) update (v, i + 1) <= i))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r41, int, (unsigned) update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r42, int, (unsigned) update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r43, int, !((unsigned) update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r44, int, !((unsigned) update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r45, int, (unsigned) update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r46, int, !((unsigned) update (v, i + 1) < i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r47, int, (unsigned) update (v, i + 1) == i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r48, int, !((unsigned) update (v, i + 1) != i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r49, unsigned, update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r50, unsigned, update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r51, unsigned, !(update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r52, unsigned, !(update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r53, unsigned, update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r54, unsigned, !(update (v, i + 1) < i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r55, unsigned, update (v, i + 1) == i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r56, unsigned, !(update (v, i + 1) != i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r57, unsigned, update (v, i + 1) > i)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r58, unsigned, !(update (v, i + 1) <= i))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r59, unsigned, (int) update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r60, unsigned, (int) update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r61, unsigned, !((int) update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r62, unsigned, !((int) update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r63, unsigned, (int) update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r64, unsigned, !((int) update (v, i + 1) < i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r65, unsigned, (int) update (v, i + 1) == i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r66, unsigned, !((int) update (v, i + 1) != i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r67, unsigned, (unsigned) update (v, i + 1) > 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r68, unsigned, (unsigned) update (v, i + 1) != 0)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r69, unsigned, !((unsigned) update (v, i + 1) <= 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r70, unsigned, !((unsigned) update (v, i + 1) == 0))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r71, unsigned, (unsigned) update (v, i + 1) >= i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r72, unsigned, !((unsigned) update (v, i + 1) < i + 1))
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r73, unsigned, (unsigned) update (v, i + 1) == i + 1)
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
READER (r74, unsigned, !((unsigned) update (v, i + 1) != i + 1))
// Kept in a variable first.
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
process kept (view int v, int *to) { int s = 0, hd; for (int i = 0; (hd = update (v, i + 1)) > 0; i++) { s += v[[i]]; release (v, hd); } *to = s; }
// CHECK-DAG: :[[@LINE+1]]:{{.*}} optimized: loop vectorized
process breaks (view int v, int *to) { int s = 0; for (long i = 0;; i++) { long hd = update (v, i + 1); if (hd <= i) break; s += v[[i]]; release (v, hd); } *to = s; }
