// RUN: %variants %s %t | FileCheck %s
// A variable that holds no view yet, read under a condition that is false: the origin is
// loaded before the loop through what the variable happens to hold.
int printf (const char *, ...);
struct some { view int v[4]; };
static long __attribute__ ((noinline))
sum (struct some *p, int k, int on, view int x)
{
  long s = 0;
  view int w = p->v[k];
  for (int i = 0; i < 100; i++)
    {
      s += x[[i]];
      if (on)
        s += w[[i]];
    }
  return s;
}
int
main (void)
{
  record int r = new_record (1, 0);
  view int v = new_write_view (r);
  register (v);
  alloc (v, 100);
  stall (v, 100);
  for (int i = 0; i < 100; i++)
    v[[i]] = i;
  struct some p;
  __builtin_memset (&p, 0x55, sizeof p);
  printf ("%ld\n", sum (&p, 2, 0, v));
  // CHECK: 4950
}
