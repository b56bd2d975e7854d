// RUN: %variants %s %t | FileCheck %s
// An index made of a serial number that wraps by itself, as unsigned numbers do, does not go on:
// commit and release of a lower index do nothing.
// CHECK: unsigned 7000 elements, -2620457503825545524
// CHECK: cut 7000 elements, -2620457503825545524
#include <stdio.h>
enum { WINDOW = 4096, ALL = 20000, SOME = 7000 };
static const long top = 1l << 32;

/* A number of 32 bits with a sign, above its least: it begins again at 0. */
process of_unsigned (record int r, unsigned u)
{
  view int v = new_write_view (r);
  register (v), alloc (v, WINDOW);
  commit (v, top - SOME);
  for (int k = 0; k < ALL; k++, u++)
    {
      long i = (int) u + (1l << 31);
      stall (v, i + 1);
      if (i >= top - SOME)
        v[[i]] = k;
      commit (v, i + 1);
    }
}

process of_long (record int r, unsigned begin)
{
  view int v = new_write_view (r);
  register (v), alloc (v, WINDOW);
  commit (v, top - SOME);
  long n = begin;
  for (int k = 0; k < ALL; k++, n++)
    {
      long i = (int) n + (1l << 31);
      stall (v, i + 1);
      if (i >= top - SOME)
        v[[i]] = k;
      commit (v, i + 1);
    }
}

static void
sum (const char *name, record int r)
{
  unsigned long s = 0;
  long i;
  view int v = new_read_view (r);
  register (v), alloc (v, WINDOW), release (v, top - SOME);
  for (i = top - SOME; update (v, i + 1); i++)
    {
      s = s * 3 + (unsigned long) v[[i]];
      release (v, i + 1);
    }
  printf ("%s %ld elements, %ld\n", name, i - (top - SOME), (long) s);
}

int
main (void)
{
  record int r = new_record (1, 1), q = new_record (1, 1);
  run of_unsigned (r, (1u << 31) - SOME);
  run of_long (q, (1u << 31) - SOME);
  sum ("unsigned", r);
  sum ("cut", q);
}
