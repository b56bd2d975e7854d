// RUN: %variants %s %t | FileCheck %s
// A subscript of 32 bits that is a number for the compiler, in a strip.
// CHECK: b61d3088e53ec2e0
int printf (const char *, ...);
process reader (record int r, long *to)
{
  view int v = new_read_view (r);
  register (v); alloc (v, 256);
  release (v, 0x17ffffff0); update (v, 0x17ffffff0);
  unsigned i = 0x7ffffff0;
  long s = 0;
  for (long k = 0x17ffffff0; update (v, k + 1); k++)
    {
      s = s * 3 + v[[k]] * (long) v[[i]];
      release (v, 0x17ffffff0);
    }
  *to = s;
}
process writer (record int r)
{
  view int w = new_write_view (r);
  register (w); alloc (w, 256);
  stall (w, 0x17ffffff0); commit (w, 0x17ffffff0);
  for (long k = 0x17ffffff0; k < 0x17ffffff0 + 100; k++)
    { stall (w, k + 1); w[[k]] = k % 1013 + 1; commit (w, k + 1); }
}
int main (void)
{
  record int r = new_record (1, 1); long s = 0; run writer (r); join (run reader (r, &s)); printf ("%lx\n", s);
}
