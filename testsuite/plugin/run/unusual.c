// RUN: %variants %s %t | FileCheck %s
// RUN: %plugin -O2 -fexceptions -fnon-call-exceptions %s -o %t %libs && %t | FileCheck %s
// RUN: %plugin -O3 -flto -fwhole-program %s -o %t %libs && %t | FileCheck %s
// RUN: %oldplugin -O3 -flto %s -o %t %libs && %t | FileCheck %s
// RUN: %plugin -O2 -fsanitize=address,undefined %s -o %t %libs && %t | FileCheck %s
// RUN: %oldplugin -O2 -fsanitize=address %s -o %t %libs && %t | FileCheck %s
// Unusual C: cleanups, setjmp, computed goto, nested functions, arrays of variable
// length, statement expressions, volatile and _Bool elements; LTO and sanitizers.
// CHECK: left 12512500
// CHECK: sj 10999000
// CHECK: cg 12500000
// CHECK: nf 12497500
// CHECK: vla 12517490
// CHECK: se 12497500
// CHECK: vol 4501500
// CHECK: bool 2250
int printf (const char *, ...);
static void done_ (int *p) { printf ("left %d\n", *p); }
#include <setjmp.h>
static jmp_buf back;
process src (record int r, long n) { view int v = new_write_view (r); register (v); alloc (v, 4096);
 for (long i = 0; i < n; i++) { stall (v, i + 1); v[[i]] = i; commit (v, i + 1); } }
process rd (record int r, int *q, int n) { view int v = new_read_view (r); register (v); alloc (v, 4096);
 int s __attribute__ ((cleanup (done_))) = 0;
 for (int i = 0; update (v, i + 1); i++) { s += v[[i]] / n + *q; release (v, i + 1); } }
process sj (record int r) { view int v = new_read_view (r); register (v); alloc (v, 4096);
 volatile int k = 0; unsigned s = 0; int i = 0;
 if (setjmp (back)) { k++; i = 2000 * k; }
 for (; update (v, i + 1); i++) { s += v[[i]]; release (v, i + 1); if (i == 1000 && k == 0) longjmp (back, 1); }
 printf ("sj %u\n", s); }
process cg (record int r) { view int v = new_read_view (r); register (v); alloc (v, 4096);
 static void *to[] = { &&a, &&b, &&c }; unsigned s = 0; long i = 0;
 a: if (!update (v, i + 1)) goto c; s += v[[i]]; release (v, i + 1); i++; goto *to[s & 1];
 b: s++; goto a;
 c: printf ("cg %u\n", s); }
process nf (record int r) { view int v = new_read_view (r); register (v); alloc (v, 4096);
 unsigned s = 0; int i = 0;
 int next (void) { if (!update (v, i + 1)) return 0; s += v[[i]]; release (v, i + 1); i++; return 1; }
 while (next ()) ;
 printf ("nf %u\n", s); }
process vla (record int r, int n) { view int v = new_read_view (r); register (v); alloc (v, 4096);
 unsigned s = 0; 
 for (int i = 0; update (v, i + 1); i++) { int a[n]; for (int k = 0; k < n; k++) a[k] = v[[i]] + k; s += a[i % n]; release (v, i + 1); }
 printf ("vla %u\n", s); }
process se (record int r) { view int v = new_read_view (r); register (v); alloc (v, 4096);
 unsigned s = 0; int i = 0;
 while (({ long hd = update (v, i + 1); hd; })) { s += ({ int k = v[[i]]; k; }); release (v, ++i); }
 printf ("se %u\n", s); }
process vol (record volatile int r) { view volatile int v = new_write_view (r); register (v); alloc (v, 4096);
 for (int i = 0; i < 3000; i++) { stall (v, i + 1); v[[i]] = i; v[[i]] += 1; commit (v, i + 1); } }
process volr (record volatile int r) { view volatile int v = new_read_view (r); register (v); alloc (v, 4096); unsigned s = 0;
 for (int i = 0; update (v, i + 1); i++) { s += v[[i]]; release (v, i + 1); } printf ("vol %u\n", s); }
process bf (record _Bool r) { view _Bool v = new_write_view (r); register (v); alloc (v, 4096);
 for (int i = 0; i < 3000; i++) { stall (v, i + 1); v[[i]] = i & 6; commit (v, i + 1); } }
process bfr (record _Bool r) { view _Bool v = new_read_view (r); register (v); alloc (v, 4096); unsigned s = 0;
 for (int i = 0; update (v, i + 1); i++) { s += v[[i]]; release (v, i + 1); } printf ("bool %u\n", s); }
#define T(x) { record int r = new_record (1, 1); long a = run src (r, 5000), b = run x; join (a); join (b); }
int main () { int q = 3; T (rd (r, &q, 1)) T (sj (r)) T (cg (r)) T (nf (r)) T (vla (r, 9)) T (se (r))
 record volatile int r = new_record (1, 1); long a = run vol (r), b = run volr (r); join (a); join (b);
 record _Bool z = new_record (1, 1);  a = run bf (z), b = run bfr (z); join (a); join (b); }
