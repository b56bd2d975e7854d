// RUN: %variants %s %t | FileCheck %s
// An index of 32 bits that is a literal, or a variable that an optimiser knows, means the nearest to
// the view's own as any other does (semantics 1.3), at each level of optimisation.
// CHECK: 36 36 29 4294967301 4294967304
int printf (const char *, ...);
static const int K = 5;
process prod (record int r, long base)
{
  view int v = new_write_view (r);
  register (v, 1), alloc (v, 64), commit (v, base), stall (v, base + 30);
  for (long i = 0; i < 30; i++)
    v[[base + i]] = i * 7 + 1;
  commit (v, base + 30);
}
int main (void)
{
  record int r = new_record (1, 1);
  view int v = new_read_view (r);
  long base = 1l << 32;
  register (v, 1), alloc (v, 64);
  run prod (r, base);
  release (v, base), update (v, base);
  long five = update (v, K), eight = update (v, 8);
  update (v, base + 30);
  printf ("%d %d %d %ld %ld\n", v[[K]], v[[5]], v[[4]], five, eight);
}
