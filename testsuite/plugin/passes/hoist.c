// A view in a loop without primitives becomes an array: what the vectoriser makes of it.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %plugin -O3 -c %s -o %t.o -fopt-info-optimized-missed -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %oldplugin -O3 -c %s -o %t.o -fopt-info-optimized-missed -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %plugin -O3 -c %s -o %t.o -fopt-info-optimized-missed -fplugin-arg-erbium-verify -fplugin-arg-erbium-no-hoist 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %plugin -O3 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-dump=hoist -fplugin-arg-erbium-verify
// RUN: cat %t.d/*.erbium_hoist | FileCheck %s --check-prefix=DUMP
// OFF-NOT: view hoisted
int opaque (void);

// DUMP-LABEL: ;; Function sum
// DUMP: verified after erbium_hoist
// DUMP-NOT: erbium_element_slow
// DUMP-LABEL: ;; Function middle
// CHECK-DAG: hoist.c:[[@LINE+2]]:{{.*}} optimized: view hoisted out of loop
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} optimized: loop vectorized
process sum (view int v, long a, long b, int *to) { int s = 0; update (v, b); for (long i = a; i < b; i++) s += v[[i]]; *to = s; }

// A call of something unknown may be of a primitive: nothing is kept over it.
// DUMP-COUNT-1: erbium_element_slow
// DUMP-LABEL: ;; Function narrow
process middle (view int v, long a, long b, int *to) { int s = 0; update (v, b); for (long i = a; i < b; i++) { s += v[[i]]; s ^= opaque (); } *to = s; }

// DUMP-NOT: erbium_element_slow
// DUMP-LABEL: ;; Function table
// CHECK-DAG: hoist.c:[[@LINE+2]]:{{.*}} optimized: view hoisted out of loop
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} optimized: loop vectorized
process narrow (view int v, int a, int b, int *to) { int s = 0; update (v, b); for (int i = a; i < b; i++) s += v[[i]]; *to = s; }

// DUMP-LABEL: ;; Function two
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} missed: each access to view 'v' corrected: its subscript of 32 bits does not run evenly, or not in each iteration
process table (view int v, const int *at, int b, int *to) { int s = 0; update (v, b); for (int i = 0; i < b; i++) s += v[[at[i]]]; *to = s; }

// Views of a process are apart: no test for overlap.
// DUMP-NOT: erbium_element_slow
// DUMP-LABEL: ;; Function nested
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} optimized: loop vectorized
process two (view float x, view float y, long a, long b) { update (x, b); stall (y, b); for (long i = a; i < b; i++) y[[i]] = x[[i]] * 2 + 1; commit (y, b); }

// DUMP-NOT: erbium_element_slow
// DUMP-LABEL: ;; Function guarded
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} optimized: view hoisted out of loop
process nested (view double v, long n, long m, double *to) { double s = 0; update (v, n * m); for (long i = 0; i < n; i++) for (long j = 0; j < m; j++) s += v[[j * n + i]]; *to = s; }

// A view that may be NULL is not looked into.
// DUMP: erbium_no_view
void guarded (view int v, int on, int n, int *p) { for (int i = 0; i < n; i++) { p[i] *= 3; if (on) p[i] += v[[i]]; } }

// Why a view is not hoisted: what may synchronise, and where.
// OFF-NOT: not hoisted
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} missed: view 'v' not hoisted: 'opaque' at {{.*}}hoist.c:[[@LINE+1]] may synchronise
process loud (view int v, long a, long b, int *to) { int s = 0; update (v, b); for (long i = a; i < b; i++) { s += v[[i]]; s ^= opaque (); } *to = s; }
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} missed: view 'other' not hoisted: 'update' at {{.*}}hoist.c:[[@LINE+1]] may synchronise
process asks (view int other, int *to) { int s = 0; for (long i = 0; update (other, i + 1); i += other[[i]]) s++; *to = s; }
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} missed: view 'v' not hoisted: 'a call through a pointer' at {{.*}}hoist.c:[[@LINE+1]] may synchronise
process pointer (view int v, long b, int (*f) (int), int *to) { int s = 0; update (v, b); for (long i = 0; i < b; i++) s += f (v[[i]]); *to = s; }
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} missed: view 'v' not hoisted: 'a volatile asm' at {{.*}}hoist.c:[[@LINE+1]] may synchronise
process pauses (view int v, long b, int *to) { int s = 0; update (v, b); for (long i = 0; i < b; i++) { s += v[[i]]; __asm__ volatile ("nop"); } *to = s; }
// CHECK-DAG: hoist.c:[[@LINE+1]]:{{.*}} missed: view {{.*}} not hoisted: it changes in the loop
process changes (view int *v, long b, int *to) { int s = 0; for (long i = 0; i < b; i++) s += v[i][[i]]; *to = s; }
