// RUN: %variants %s %t | FileCheck %s
// A record that is made in an arm of a conditional: each call is one of the type of the whole.
// CHECK: 3 4 5 6 7 1
int printf (const char *, ...);
process p (record int r, int n)
{ view int v = new_write_view (r); register (v); alloc (v, 4); stall (v, 1); v[[0]] = n; commit (v, 1); }
record int f (int c) { return c ? new_record (1, 1) : (record int) new_record (1, 2); }
record int h (int c) { return c == 1 ? new_record (1, 1) : c == 2 ? new_record (1, 2) : new_record (1, 3); }
process q (record int r) { printf ("%d\n", r != 0); }
void go (record int r, int n) { view int v = new_read_view (r); register (v); alloc (v, 4); run p (r, n); update (v, 1); printf ("%d ", v[[0]]); }
int main (int argc, char **argv)
{
  record int r = argc > 0 ? new_record (1, 1) : new_record (1, 2);
  record int s = argc > 0 ? (record int) new_record (1, 1) : (record int) new_record (1, 2);
  record int u; u = argc > 0 ? new_record (1, 1) : 0;
  go (r, 3); go (s, 4); go (f (1), 5); go (h (1), 6); go (u, 7);
  run q (argc ? new_record (1, 1) : new_record (1, 2));
  (void) argv;
}
