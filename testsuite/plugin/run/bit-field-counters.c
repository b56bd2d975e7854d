// RUN: %variants %s %t | FileCheck %s
// A bit-field of 33 to 63 bits is an index modulo 2^32, as those of 32 bits are: steps of 2^32 and 1 go
// from element to element, wherever hoisting finds the first.
// CHECK: 0: 45 45 {{[0-9]+ 1035$}}
// CHECK: 5000000000: 45 45 {{[0-9]+ 1035$}}
#include <stdio.h>
enum { N = 4096 };
/* GCC 11 and 12 crash where they vectorise a counter of 40 bits, over arrays too. */
#define SCALAR __attribute__ ((noipa, optimize ("no-tree-vectorize")))
struct counter { long n : 40; };
struct other { unsigned long n : 40; };

SCALAR static long
large_steps (view int v, long from, int turns)
{
  struct counter i = { from }, step = { (1l << 32) + 1 };
  long s = 0;
  for (int k = 0; k < turns; k++, i.n = i.n + step.n)
    s += v[[i.n]];
  return s;
}

SCALAR static long
large_steps_of_unsigned (view int v, long from, int turns)
{
  struct other i = { (unsigned long) from };
  long s = 0;
  for (int k = 0; k < turns; k++, i.n += (1l << 32) + 1)
    s += v[[i.n]];
  return s;
}

SCALAR static long
unevenly (view int v, long from, const char *c, int turns)
{
  struct other i = { (unsigned long) from };
  long s = 0;
  for (int k = 0; k < turns; k++, i.n++)
    if (c[k & 7])
      s += v[[i.n]];
  return s;
}

SCALAR static long
evenly (view int v, long from, int turns)
{
  struct other i = { (unsigned long) from };
  long s = 0;
  for (int k = 0; k < turns; k++, i.n++)
    s += v[[i.n]];
  return s;
}

static void
one (long from)
{
  static const char c[8] = { 1, 0, 1, 1, 0, 0, 0, 1 };
  record int r = new_record (1, 1);
  view int w = new_write_view (r), v = new_read_view (r);
  register (w), alloc (w, N), register (v), alloc (v, N);
  commit (w, from), release (v, from), stall (w, from + N);
  for (int k = 0; k < N; k++)
    w[[from + k]] = k;
  commit (w, from + N);
  update (v, from + N);
  printf ("%ld: %ld %ld %ld %ld\n", from, large_steps (v, from, 10), large_steps_of_unsigned (v, from, 10),
          unevenly (v, from, c, N), evenly (v, from, 46));
}

int
main (void)
{
  one (0);
  one (2147482000);
  one (5000000000);
}
