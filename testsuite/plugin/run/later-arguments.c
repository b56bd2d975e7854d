// RUN: %variants %s %t | FileCheck %s
// What a process gets that is declared below its `run' is what it gets where it is declared above:
// a conversion that changes the value stays.
// CHECK: below 4294967295 1.84467e+19 4294967295 4.29497e+09 -1 200 0.25 x
// CHECK-NEXT: above 4294967295 1.84467e+19 4294967295 4.29497e+09 -1 200 0.25 x
int printf (const char *, ...);
#define ARGUMENTS(c, i, sh, u) \
  (unsigned) (c), (unsigned long) (i), (unsigned) (short) (i), (unsigned) ((sh) + 0), (long) (i), (u), 0.25f, 'x'
#define PRINT(name) printf (name " %ld %g %ld %g %ld %d %g %c\n", a, b, c, d, e, f, (double) g, h)
process above (long a, double b, long c, double d, long e, unsigned char f, float g, char h)
{
  PRINT ("above");
}
int main (void)
{
  signed char c = -1;
  int i = -1;
  short sh = -2;
  unsigned char u = 200;
  join (run later (ARGUMENTS (c, i, sh, u)));
  join (run above (ARGUMENTS (c, i, sh, u)));
}
process later (long a, double b, long c, double d, long e, unsigned char f, float g, char h)
{
  PRINT ("below");
}
