/* The same where the fast paths are inline: what stands behind the comparisons.  The
   views of the mock runtime have their limits at 0 and their slots at -1, with a
   sleeper who waits for 5.
RUN: %cc -c %mock -o %t.o
RUN: %plugin -O2 %s %t.o -o %t && %t | FileCheck %s
RUN: %oldplugin -O3 %s %t.o -o %t && %t | FileCheck %s
*/
__attribute__ ((noinline)) static long ask (view int v, long i) { return update (v, i); }
__attribute__ ((noinline)) static void room (view int v, long i) { stall (v, i); }
__attribute__ ((noinline)) static void give (view int v, long i) { commit (v, i); }
__attribute__ ((noinline)) static void back (view int v, long i) { release (v, i); }
int main (void)
{
  record int r = new_record (1, 1);
  view int w = new_write_view (r);
  // CHECK: new_read_view v1
  view int v = new_read_view (r);
  // Below the limit there is no call, and an element is none.
  room (w, -1);
  w[[ask (v, -2) + 3]] = 1;
  // CHECK-NEXT: stall v0 7 inline.c:9
  room (w, 7);
  // CHECK-NEXT: update v1 6 inline.c:8
  if (ask (v, 6) != 6)
    return 1;
  // What goes forward is stored, and who sleeps until then is woken.
  give (w, 4);
  // CHECK-NEXT: wake v0
  give (w, 5);
  back (v, 4);
  // CHECK-NEXT: wake v1
  back (v, 8);
  // What does not is the far call's.
  // CHECK-NEXT: commit v0 5 inline.c:10
  give (w, 5);
  // CHECK-NEXT: release v1 2 inline.c:11
  back (v, 2);
  // CHECK-NOT: {{.}}
}
