/* What each primitive becomes: the call, its index, whether the index is one of 32
   bits, and the place.
RUN: %cc -c %mock -o %t.o
RUN: %plugin -O0 -fplugin-arg-erbium-no-inline -fplugin-arg-erbium-no-coarsen -fplugin-arg-erbium-no-hoist %s %t.o -o %t && %t | FileCheck %s
RUN: %oldplugin -O0 -fplugin-arg-erbium-no-inline -fplugin-arg-erbium-no-coarsen -fplugin-arg-erbium-no-hoist %s %t.o -o %t && %t | FileCheck %s
RUN: %plugin -O0 -fplugin-arg-erbium-check %s %t.o -o %t && %t | FileCheck --check-prefix=CHECKED %s
*/
struct wide { long double x; char c; };
static int *kept;
process taker (view int v, char c, double d)
{
  release (v, c + (long) d);
}
int main (void)
{
  // A checked unit says so before main.
  // CHECKED: {{^}}checked{{$}}
  int n = 5; long l = 6; short s = 7; unsigned u = 8;
  // CHECK-NOT: checked
  // CHECK: new_record r0 'r' size 4 align 4 1 2 calls.c:[[@LINE+1]]
  record int r = new_record (1, 2);
  // CHECK-NEXT: new_record r1 'rw' size 32 align 16 3 0 calls.c:[[@LINE+1]]
  record struct wide rw = new_record (3, 0);
  // CHECK-NEXT: new_write_view v0 r0 calls.c:[[@LINE+1]]
  view int w = new_write_view (r);
  // CHECK-NEXT: new_read_view v1 r0 calls.c:[[@LINE+1]]
  view int v = new_read_view (r);
  // CHECK-NEXT: new_write_view v2 r1 calls.c:[[@LINE+1]]
  view struct wide x = new_write_view (rw);
  // CHECK-NEXT: register v0 1 calls.c:[[@LINE+1]]
  register (w);
  // CHECK-NEXT: register v1 -1 calls.c:[[@LINE+1]]
  register (v, -1);
  // CHECK-NEXT: alloc v0 5 calls.c:[[@LINE+1]]
  alloc (w, n);
  // A narrow index is an int, short or unsigned, a literal too.
  // CHECK-NEXT: stall v0 5 narrow calls.c:[[@LINE+1]]
  stall (w, n);
  // CHECK-NEXT: stall v0 7 narrow calls.c:[[@LINE+1]]
  stall (w, s);
  // CHECK-NEXT: stall v0 8 narrow calls.c:[[@LINE+1]]
  stall (w, u);
  // CHECK-NEXT: stall v0 6 calls.c:[[@LINE+1]]
  stall (w, l);
  // CHECK-NEXT: stall v0 9 narrow calls.c:[[@LINE+1]]
  stall (w, 9);
  // CHECK-NEXT: element v0 byte 0 narrow size 4
  // CHECKED: element_check v0 byte 0 narrow size 4 calls.c:[[@LINE+1]]
  w[[0]] = 1;
  // CHECK-NEXT: element v0 byte 12 narrow size 4
  w[[3]]++;
  // CHECK-NEXT: element v0 byte 20 narrow size 4
  // CHECKED: element_check v0 byte 20 narrow size 4 calls.c:[[@LINE+1]]
  w[[n]] = 1;
  // CHECK-NEXT: element v0 byte 24 narrow size 4
  // CHECKED: address_check v0 byte 24 narrow size 4 calls.c:[[@LINE+1]]
  kept = &w[[n + 1]];
  // CHECK-NEXT: element v0 byte 44 narrow size 4
  w[[2 * n + 1]] = 1;
  // Read, then written, at an index that is evaluated once.
  // CHECK-NEXT: element v0 byte 24 size 4
  // CHECK-NEXT: element v0 byte 24 size 4
  w[[l++]] += 2;
  // CHECK-NEXT: element v2 byte 192 size 32
  x[[l - 1]].c = 1;
  // The two sides of an assignment have no order in C.
  // CHECK-DAG: element v0 byte 4 narrow size 4
  // CHECK-DAG: element v0 byte 8 narrow size 4
  w[[1]] = w[[2]];
  // CHECK-NEXT: commit v0 7 calls.c:[[@LINE+1]]
  commit (w, l);
  // CHECK-NEXT: receive v1 7 calls.c:[[@LINE+1]]
  receive (v, l);
  // CHECK-NEXT: receive_range v1 5 narrow 8 narrow calls.c:[[@LINE+1]]
  receive_range (v, n, u);
  // CHECK-NEXT: receive_range v1 5 narrow 7 calls.c:[[@LINE+1]]
  receive_range (v, n, l);
  // CHECK-NEXT: receive_range v1 1 narrow 8 narrow calls.c:[[@LINE+1]]
  receive_range (v, 1, u);
  // CHECK-NEXT: update v1 5 narrow calls.c:[[@LINE+1]]
  if (update (v, n) != 5)
    return 1;
  // CHECK-NEXT: done v1 calls.c:[[@LINE+2]]
  // CHECK-NEXT: missed v1 calls.c:[[@LINE+1]]
  if (done (v) || missed (v)) return 2;
  // CHECK-NEXT: claim v1 3 1 calls.c:[[@LINE+1]]
  if (claim (v, (short) 3)) return 3;
  // CHECK-NEXT: claim v1 8 2 calls.c:[[@LINE+1]]
  if (claim (v, 8, 2)) return 4;
  // CHECK-NEXT: release v1 2 narrow calls.c:[[@LINE+1]]
  release (v, 2);
  // A view is given away before the process starts, which has copies of the others.
  // CHECK-NEXT: pass_view v1 calls.c:[[@LINE+4]]
  // CHECK-NEXT: start 'taker' size 32 calls.c:[[@LINE+3]]
  // CHECK-NEXT: release v1 7 calls.c:{{[0-9]+}}
  // CHECK-NEXT: end 'taker'
  long p = run taker (v, 5, 2.5);
  // CHECK-NEXT: join 1 calls.c:[[@LINE+1]]
  join (p);
  // CHECK-NEXT: free_view v0 0 calls.c:[[@LINE+1]]
  free_view (w);
  // CHECK-NEXT: free_view v2 1 calls.c:[[@LINE+1]]
  free_view (x, HANDOVER);
  // CHECK-NOT: {{.}}
}
