// Which loops are synchronised once a strip, and why the others are not.
// Decimal numbers are only there on x86-64.
// REQUIRES: x86_64
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %plugin -O2 -c %s -o %t.o -fopt-info-optimized-missed -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %oldplugin -O2 -c %s -o %t.o -fopt-info-optimized-missed -fplugin-arg-erbium-verify 2>&1 | FileCheck %s
// RUN: %plugin -O2 -c %s -o %t.o -fopt-info-optimized-missed -fplugin-arg-erbium-no-coarsen 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %plugin -O1 -c %s -o %t.o -fopt-info-optimized -fplugin-arg-erbium-strip=7 2>&1 | FileCheck %s --check-prefix=SEVEN
// RUN: %plugin -Os -c %s -o %t.o -fopt-info-optimized-missed 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %plugin -O2 -c %s -o %t.d/x.o -dumpdir %t.d/ -fplugin-arg-erbium-dump=coarsen -fplugin-arg-erbium-verify
// RUN: cat %t.d/*.erbium_coarsen | FileCheck %s --check-prefix=DUMP
// RUN: rm -rf %t.e && mkdir %t.e
// RUN: %oldplugin -O2 -c %s -o %t.e/x.o -dumpdir %t.e/ -fplugin-arg-erbium-dump=coarsen -fplugin-arg-erbium-verify
// RUN: cat %t.e/*.erbium_coarsen | FileCheck %s --check-prefix=DUMP
// A loop that is coarsened has its views hoisted from the strip: no word of the rest.
// RUN: %plugin -O2 -c %s -DONE -o %t.o -fopt-info-missed 2>&1 | FileCheck %s --check-prefix=ONE --allow-empty
// ONE-NOT: not hoisted
// OFF-NOT: strip
// OFF-NOT: synchronisation
// SEVEN: loop coarsened: synchronisation once per strip of up to 7 iterations
int known (int) __attribute__ ((const));
int getchar (void);
double sqrt (double);
static volatile int flag;

// One view: the commit is after the strip, and once in the body as it was.
// DUMP-LABEL: ;; Function writer
// DUMP: verified after erbium_coarsen
// DUMP: MIN_EXPR
// DUMP-COUNT-2: erbium_commit_slow
// DUMP-NOT: erbium_commit_slow
// DUMP-LABEL: ;; Function reader
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process writer (view int v, long n) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = i; commit (v, i + 1); } }
#ifndef ONE

// The end of the stream is found by the body as it was: one update.
// DUMP-COUNT-1: erbium_update_slow
// DUMP-NOT: erbium_update_slow
// DUMP-LABEL: ;; Function leaves
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip
process reader (view int v, long *to) { long s = 0; for (int i = 0; update (v, i + 1); i++) { s += v[[i]]; release (v, i + 1); } *to = s; }

// A way out in the middle publishes what is held back: the way out, the strip's end, the body.
// DUMP: pending
// DUMP-COUNT-3: erbium_release_slow
// DUMP-LABEL: ;; Function both
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip
process leaves (view int v, long *to) { long s = 0; for (long i = 0; update (v, i + 1); i++) { if (v[[i]] == 7) break; s += v[[i]]; release (v, i + 1); } *to = s; }

// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip
process both (view int x, view int y) { for (unsigned i = 0; update (x, i + 1); i++) { stall (y, i + 1); y[[i]] = x[[i]]; commit (y, i + 1); release (x, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip
process strides (view int x, view int y) { for (long i = 0, j = 0; update (x, i + 2) == i + 2; i += 2, j += 3) { stall (y, j + 3); y[[j]] = y[[j + 2]] = x[[i]] + x[[i + 1]]; y[[j + 1]] = 0; commit (y, j + 3); release (x, i + 2); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip
process taps (view float x, view float y) { for (long i = 0; update (x, i + 8) == i + 8; i++) { float s = 0; for (int k = 0; k < 8; k++) s += x[[i + k]]; stall (y, i + 1); y[[i]] = s; commit (y, i + 1); release (x, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip
process roots (view double x, long *to) { double s = 0; for (long i = 0; update (x, i + 1); i++) { s += __builtin_fabs (x[[i]]); release (x, i + 1); } *to = s; }

// What is published depends on the data: the last index that a strip has reached, or the greatest,
// if they may differ.
// DUMP-LABEL: ;; Function keeps
// DUMP-NOT: MAX_EXPR <pending
// DUMP: pending
// DUMP-LABEL: ;; Function keeps_last
// DUMP: MAX_EXPR <pending
// DUMP-LABEL: ;; Function keeps_unsigned
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process keeps (view int x, view int y) { long o = 0; for (long i = 0; update (x, i + 1); i++) { if (x[[i]] & 1) { stall (y, o + 1); y[[o]] = x[[i]]; o++; commit (y, o); } release (x, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process keeps_last (view int x, view int y) { int o = 0; for (int i = 0; update (x, i + 1); i++) { int k = x[[i]]; release (x, i + 1); stall (y, o + 1); y[[o]] = k; o += k & 1; commit (y, o); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process keeps_unsigned (view int x, view int y) { unsigned o = 0; for (unsigned i = 0; update (x, i + 1); i++) { int k = x[[i]]; release (x, i + 1); if (!(k & 1)) continue; stall (y, o + 1); y[[o]] = k; commit (y, ++o); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process sometimes (view int x, long *to) { long s = 0; for (long i = 0; update (x, i + 1); i++) { s += x[[i]]; if (s & 1) release (x, i + 1); } *to = s; }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process joins (view int a, view int b, view int y) { long i = 0, j = 0, o = 0; while (update (a, i + 1) && update (b, j + 1)) { stall (y, o + 1); if (a[[i]] <= b[[j]]) { y[[o]] = a[[i]]; release (a, ++i); } else { y[[o]] = b[[j]]; release (b, ++j); } commit (y, ++o); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process joins_ahead (view int a, view int b, view int y) { long i = 0, j = 0, o = 0, on = update (a, 1) && update (b, 1); while (on) { stall (y, o + 1); if (a[[i]] <= b[[j]]) { y[[o]] = a[[i]]; release (a, ++i); on = update (a, i + 1); } else { y[[o]] = b[[j]]; release (b, ++j); on = update (b, j + 1); } commit (y, ++o); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process words (view char x, view int y) { long o = 0; int length = 0; for (long i = 0; update (x, i + 1); i++) { char c = x[[i]]; release (x, i + 1); if (c != ' ') { length++; continue; } if (!length) continue; stall (y, o + 1); y[[o]] = length; commit (y, ++o); length = 0; } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process skips (view int v, long *to) { long s = 0; for (long i = 0; update (v, i + 1);) { s += v[[i]]; i += 1 + (v[[i]] & 3); release (v, i); } *to = s; }

// Not these.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: a view is read from memory, and may be NULL
process stored_sometimes (view int x, view int *y) { view int w = *y; long o = 0; for (long i = 0; update (x, i + 1); i++) { if (x[[i]] & 1) { stall (w, o + 1); w[[o++]] = x[[i]]; commit (w, o); } release (x, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has few iterations
process few (view int v) { for (long i = 0; i < 9; i++) { stall (v, i + 1); v[[i]] = i * flag; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it publishes for a view for which it does not wait
process blind (view int x, view int y) { for (long i = 0; update (x, i + 1); i++) { release (x, i + 1); commit (y, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: a view is read from memory, and may be NULL
process stored (view int x, view int *y) { view int w = *y; for (long i = 0; update (x, i + 1); i++) { stall (w, i + 1); w[[i]] = x[[i]]; commit (w, i + 1); release (x, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has volatile accesses
process looks (view int v) { for (long i = 0; !flag; i++) { stall (v, i + 1); v[[i]] = i; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has volatile accesses
process stops (view int v, long n) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = i; commit (v, i + 1); __asm__ volatile ("pause"); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it calls a function that may block
process calls (view int v) { int c; for (long i = 0; (c = getchar ()) >= 0; i++) { stall (v, i + 1); v[[i]] = c; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it calls a function that may block or take long
process slow (view int v, long n) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = known (i); commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has an inner loop that is not short
process spins (view int v, long n, int *p) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = i; commit (v, i + 1); while (__atomic_load_n (p, __ATOMIC_ACQUIRE) < i) ; } }
// Only k < hd and k != hd say how often an inner loop goes round: k > hd does until k wraps.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has an inner loop that is not short
process up_to (view int x, long *to) { long s = 0, hd; for (long i = 0; (hd = update (x, i + 4)) == i + 4; i += 4) { for (long k = i + 1; k <= hd; k++) s += x[[k - 1]]; release (x, hd); } *to = s; }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has an inner loop that is not short
process beyond (view int x, long *to) { unsigned long s = 0, hd; for (unsigned long i = 0; (hd = update (x, i + 4)) == i + 4; i += 4) { for (unsigned long k = i; k > hd; k++) s += k; release (x, hd); } *to = s; }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has an inner loop that is not short
process from (view int x, long *to) { unsigned long s = 0, hd; for (unsigned long i = 0; (hd = update (x, i + 4)) == i + 4; i += 4) { for (unsigned long k = i; k >= hd; k++) s += k; release (x, hd); } *to = s; }
// An unsigned index of 32 bits that is widened wraps, and the view's does not.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: nothing bounds the growth of the index of a primitive
process widened (view int x, long *to) { long s = 0; for (unsigned i = 0; update (x, (long) i + 1); i++) { s += x[[i]]; release (x, (long) i + 1); } *to = s; }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has primitives in an inner loop
process inner (view int x, view int y) { long i = 0; for (long j = 0; update (x, j + 1); j++) { for (int k = 0; k < 50; k++) { if (x[[j]] & (1 << k % 16)) commit (y, ++i); } release (x, j + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: a view changes in it
process turns (view int *v, long n) { for (long i = 0; i < n; i++) { stall (v[i & 1], i + 1); commit (v[i & 1], i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: an index has less than 32 bits
process narrow (view int v, long n) { unsigned char i = 0; for (long k = 0; k < n; k++) { stall (v, 256); commit (v, i); i++; } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: nothing bounds the growth of the index of a primitive
process unbounded_growth (view int v, long *to) { long s = 0; for (long i = 0; update (v, i + 1);) { s += v[[i]]; i += 1 + (v[[i]] & 0x1fffff); release (v, i); } *to = s; }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: nothing bounds the growth of the index of a primitive
process some_back (view int v, long *to) { long s = 0; for (long i = 0; update (v, i + 1);) { s += v[[i]]; if (v[[i]] & 1) i--; else i += 2; } *to = s; }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: the index of a primitive runs backwards
process back (view int v) { for (long i = 100; i > 0; i--) { stall (v, i); commit (v, i); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has an inner loop that is not short
process longer (view int v, long m, long *to) { long s = 0; for (long i = 0; update (v, i + 1); i++) { for (long k = 0; k < m; k++) s += v[[i]] ^ (s >> 3); release (v, i + 1); } *to = s; }
// A cycle with two entries is none of the loops that GCC knows, and has any number of turns.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has a cycle with two entries
process knot (view int x, view int y, unsigned n) { unsigned s = 1; for (long i = 0; update (x, i + 1); i++) { if (x[[i]] & 1) goto second; first: s = s * 5 + 1; second: s ^= s >> 7; if (s % n != 0) goto first; stall (y, i + 1); y[[i]] = s; commit (y, i + 1); release (x, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has a cycle with two entries
process into_loop (view int x, view int y) { for (long i = 0; update (x, i + 1); i++) { unsigned n = x[[i]]; switch (n & 3) { do { n *= 3; case 1: n ^= n >> 5; case 2: n += 7; } while (n & 255); } stall (y, i + 1); y[[i]] = n; commit (y, i + 1); release (x, i + 1); } }
// In an inner loop of constant count as well.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has a cycle with two entries
process inner_knot (view int x, view int y, unsigned n) { unsigned s = 1; for (long i = 0; update (x, i + 1); i++) { for (int k = 0; k < 8; k++) { if (x[[i]] & 1) goto second; first: s = s * 5 + 1; second: s ^= s >> 7; if (s % n != 0) goto first; } stall (y, i + 1); y[[i]] = s; commit (y, i + 1); release (x, i + 1); } }
// One around the loop does no harm.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process around (view int x, unsigned n, long *to) { long s = 0, i = 0; if (n & 1) goto second; first: s = s * 5 + n; second: for (long k = 0; k < 1000 && update (x, i + 1); k++) { s += x[[i]]; release (x, i + 1); i++; } if (s % n != 0) goto first; *to = s; }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: nothing in it waits
process unbounded (view int v, long n) { for (long i = 0; i < n; i++) commit (v, i + 1); }

// A strip is short: the more a turn costs, the fewer turns it has, and none where a turn alone is long.
struct large { char c[1 << 20]; };
struct middle { char c[1 << 12]; };
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it fills or copies memory of unknown size
process fills (view int v, long n, char *b, unsigned long m) { for (long i = 0; i < n; i++) { stall (v, i + 1); __builtin_memset (b, i, m); v[[i]] = b[i]; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: one iteration takes too long
process fills_much (view int v, long n, char *b) { for (long i = 0; i < n; i++) { stall (v, i + 1); __builtin_memset (b, i, 1 << 20); v[[i]] = b[i]; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process fills_little (view int v, long n, char *b) { for (long i = 0; i < n; i++) { stall (v, i + 1); __builtin_memset (b, i, 64); v[[i]] = b[i & 63]; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9]}} iterations
process fills_some (view int v, long n, char *b) { for (long i = 0; i < n; i++) { stall (v, i + 1); __builtin_memset (b, i, 4096); v[[i]] = b[i & 63]; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: one iteration takes too long
process copies_much (view struct large v, long n, struct large *b) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = *b; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9]}} iterations
process copies (view struct middle v, long n, struct middle *b) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = *b; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it calls a function that may block or take long
process bessel (view double v, long n, double x) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = __builtin_jn (1000000, x + i); commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it calls a function that may block or take long
process lengths (view int v, long n, char **s) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = __builtin_strlen (s[i]); commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has assembler code that may do anything
process system (view int v, long n) { for (long i = 0; i < n; i++) { int x; stall (v, i + 1); __asm__ ("syscall" : "=a" (x) : "0" (24) : "memory"); v[[i]] = x; commit (v, i + 1); } }
// Nor does its text tell how long it takes.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has assembler code that may do anything
process turns_round (view int v, long n) { for (long i = 0; i < n; i++) { long x = 100000; stall (v, i + 1); __asm__ ("1: dec %0\n\tjnz 1b" : "+r" (x)); v[[i]] = x; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process hides (view unsigned v, long n) { for (long i = 0; i < n; i++) { unsigned x = i; stall (v, i + 1); __asm__ ("" : "+r" (x)); v[[i]] = x; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: it has assembler code that may do anything
process swaps (view unsigned v, long n) { for (long i = 0; i < n; i++) { unsigned x = i; stall (v, i + 1); __asm__ ("bswap %0" : "+r" (x)); v[[i]] = x; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9][0-9]}} iterations
process sines (view double v, long n) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = __builtin_sin (i); commit (v, i + 1); } }
// In long double they take up to 4 microseconds, or are done in software.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: one iteration takes too long
process wide_powers (view long double v, long n) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = __builtin_powl (i, 1.5L); commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: one iteration takes too long
process wide_angles (view long double _Complex v, long n) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = __builtin_cexpil (i); commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9]}} iterations
process wide_roundings (view long v, long n, long double x) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = __builtin_lrintl (x + i); commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9][0-9]+}} iterations
process square_roots (view double v, long n) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = __builtin_sqrt (i); commit (v, i + 1); } }
// Arithmetic that is a function of the library.
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9][0-9]}} iterations
process quads (view _Float128 v, long n, _Float128 x) { for (long i = 0; i < n; i++) { stall (v, i + 1); x = x * x; v[[i]] = x; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: one iteration takes too long
process many_quads (view _Float128 v, long n, _Float128 x) { for (long i = 0; i < n; i++) { stall (v, i + 1); for (int k = 0; k < 30; k++) x = x * x + x; v[[i]] = x; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9]}} iterations
process decimals (view _Decimal128 v, long n, _Decimal128 x) { for (long i = 0; i < n; i++) { stall (v, i + 1); x = x / 3.1DL; v[[i]] = x; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9][0-9]}} iterations
process wide (view unsigned __int128 v, long n, unsigned __int128 x, unsigned __int128 y) { for (long i = 0; i < n; i++) { stall (v, i + 1); x = x / y; v[[i]] = x; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9][0-9]}} iterations
process compares (view int v, long n, _Float128 *x) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = *x > 1 ? 1 : 2; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to 1024 iterations
process copies_quads (view _Float128 v, long n, _Float128 *x) { for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = *x; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} missed: {{.*}}: one iteration takes too long
process sums_of_sines (view double v, long n) { for (long i = 0; i < n; i++) { double s = 0; stall (v, i + 1); for (int k = 0; k < 60; k++) s += __builtin_sin (s + k); v[[i]] = s; commit (v, i + 1); } }
// CHECK-DAG: coarsen.c:[[@LINE+1]]:{{.*}} optimized: loop coarsened: synchronisation once per strip of up to {{[1-9][0-9][0-9]?}} iterations
process filter (view float x, view float y) { for (long i = 0; update (x, i + 60) == i + 60; i++) { float s = 0; for (int k = 0; k < 60; k++) s += x[[i + k]]; stall (y, i + 1); y[[i]] = s; commit (y, i + 1); release (x, i + 1); } }
#endif
