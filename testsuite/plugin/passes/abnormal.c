// A call that may return elsewhere than behind it: the loop stays as it is, and the rest is right.
// RUN: %plugin -O2 -c %s -o %t.o -w -fexceptions -fnon-call-exceptions -fopt-info-optimized-missed -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %oldplugin -O2 -c %s -o %t.o -w -fexceptions -fnon-call-exceptions -fopt-info-optimized-missed -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %plugin -O1 -c %s -o %t.o -w -fplugin-arg-erbium-verify -fplugin-arg-erbium-prefetch=32
// RUN: %oldplugin -O3 -c %s -o %t.o -w -fplugin-arg-erbium-verify -fplugin-arg-erbium-prefetch=32
int setjmp (void *);
int vfork (void);
void call (void (*) (void));
void clean (int *);
static void *buf[5];
#define WRITE for (long i = 0; ; i++) { stall (v, i + 1); v[[i]] = i; commit (v, i + 1); if (i == n) return; }
// CHECK-DAG: abnormal.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: a call or goto in it may lead elsewhere
process jumps (view int v, int n) { setjmp (buf); WRITE }
// CHECK-DAG: abnormal.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: a call or goto in it may lead elsewhere
process forks (view int v, int n) { vfork (); WRITE }
// CHECK-DAG: abnormal.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: a call or goto in it may lead elsewhere
process builtin (view int v, int n) { __builtin_setjmp (buf); WRITE }
// CHECK-DAG: abnormal.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: a call or goto in it may lead elsewhere
process leaps (view int v, int n) { __label__ out; void leap (void) { goto out; } call (leap); WRITE out:; }
// CHECK-DAG: abnormal.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip
process throws (view int v, int n) { int c __attribute__ ((cleanup (clean))) = 5; WRITE }
// The value that an index began with is used behind its change.
void hoisted (view int v, int *p, unsigned k, unsigned step)
{
  if (setjmp (buf))
    k = step;
  for (int m = 0; m < 100; m++)
    {
      unsigned before = k;
      for (int n = 0; n < 100; n++)
        p[n] += v[[k - 1]] + v[[k++]] + v[[p[k]]];
      k += step;
      p[k] += before;
    }
  call (0);
  p[k] = 0;
}
// CHECK-DAG: abnormal.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip
process plain (view int v, int n) { WRITE }
