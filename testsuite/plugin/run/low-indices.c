// RUN: %variants %s %t | FileCheck %s
// An index of 8 or 16 bits begins again at 0, which commits and releases nothing.
int printf (const char *, ...);
process chars (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 2000);
  unsigned char i = 0;
  for (int n = 0; n < 1000; n++)
    {
      stall (v, 256);
      commit (v, i);
      i++;
    }
}
process shorts (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 2000);
  unsigned short i = 65000;
  for (int n = 0; n < 1000; n++)
    {
      stall (v, 600);
      commit (v, i);
      i++;
    }
}
process down (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 2000);
  for (unsigned char i = 255; i; i--)
    {
      stall (v, i);
      commit (v, i);
    }
}
process reader (record int r, long *to)
{
  view int v = new_read_view (r);
  register (v);
  alloc (v, 2000);
  *to = update (v, 100000);
}
int
main (void)
{
  long n = 0;
  record int a = new_record (1, 1), b = new_record (1, 1), c = new_record (1, 1);
  run chars (a);
  join (run reader (a, &n));
  printf ("%ld\n", n);
  run shorts (b);
  join (run reader (b, &n));
  printf ("%ld\n", n);
  run down (c);
  join (run reader (c, &n));
  printf ("%ld\n", n);
  // CHECK: 255
  // CHECK: 65535
  // CHECK: 255
}
