// RUN: %variants %s %t | FileCheck %s
// An index of 64 bits that is computed of narrow values is taken as it is, also where
// it has more than 32 bits, in loops that run unevenly; so are bit-fields of more.
// CHECK: 0: 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480 14543491789855244544 9885306033752084480 13787837653899061312 9885306033752084480 9885306033752084480{{$}}
// CHECK-NEXT: 2147481600: 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480 14543491789855244544 9885306033752084480 13787837653899061312 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480{{$}}
// CHECK-NEXT: 2147483648: 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480 14543491789855244544 9885306033752084480 13787837653899061312 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480{{$}}
// CHECK-NEXT: 2147583680: 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480 14543491789855244544 9885306033752084480 13787837653899061312 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480{{$}}
// CHECK-NEXT: 2560000000: 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480 14543491789855244544 9885306033752084480 13787837653899061312 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480{{$}}
// CHECK-NEXT: 4294965248: 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480 14543491789855244544 9885306033752084480 13787837653899061312 9885306033752084480 9885306033752084480 9885306033752084480{{$}}
// CHECK-NEXT: 4295067328: 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480 14543491789855244544 9885306033752084480 13787837653899061312 9885306033752084480 9885306033752084480 9885306033752084480{{$}}
// CHECK-NEXT: 6400000000: 9885306033752084480 9885306033752084480 9885306033752084480 9885306033752084480 14543491789855244544 9885306033752084480 13787837653899061312 9885306033752084480{{$}}
#include <stdio.h>
enum { WINDOW = 8192, STEP = 64, TURNS = WINDOW / STEP };

process write (record int r, long from)
{
  view int v = new_write_view (r);
  register (v), alloc (v, WINDOW);
  commit (v, from);
  stall (v, from + WINDOW);
  for (long k = from; k < from + WINDOW; k++)
    v[[k]] = (int) (k - from);
  commit (v, from + WINDOW);
}

#define GATHER(name, T, index)                                                 \
  __attribute__ ((noipa)) static unsigned long                                 \
  name (view int v, const T *t, int n)                                         \
  {                                                                            \
    unsigned long s = 0;                                                       \
    for (int k = 0; k < n; k++)                                                \
      s = s * 3 + (unsigned long) v[[index]];                                               \
    return s;                                                                  \
  }

GATHER (product, int, (long) t[k] * STEP)
GATHER (shift, unsigned, (unsigned long) t[k] << 6)
GATHER (sum, int, (long) t[k] * (STEP - 1) + t[k])
GATHER (difference, int, (long) t[k] * (STEP + 1) - t[k])
GATHER (more, int, STEP * (long) t[k] + 5)
GATHER (other_way, int, - (long) t[k] * -STEP)

__attribute__ ((noipa)) static unsigned long
some (view int v, const char *c, int from, int n)
{
  unsigned long s = 0;
  for (int k = from; k < n; k++)
    if (c[k - from])
      s = s * 3 + (unsigned long) v[[(long) k * STEP]];
  return s;
}

struct field { unsigned long at : 40; };

__attribute__ ((noipa)) static unsigned long
fields (view int v, const struct field *f, int n)
{
  unsigned long s = 0;
  for (int k = 0; k < n; k++)
    s = s * 3 + (unsigned long) v[[f[k].at]];
  return s;
}

/* A base of more than 32 bits, and one of less, with indices to both sides of 2^31. */
#define BASE 2560000000
#define LESS 2147483000
#define LITTLE 200000

GATHER (based, int, t[k] + BASE)
GATHER (based_less, int, (long) t[k] + LESS)
GATHER (based_unsigned, unsigned, (long) t[k] + LITTLE)

static void
one (long from)
{
  static int t[TURNS], near[TURNS], near_less[TURNS];
  static unsigned near_little[TURNS];
  static struct field f[TURNS];
  static char c[TURNS];
  record int r = new_record (1, 1);
  view int v = new_read_view (r);
  register (v), alloc (v, WINDOW), release (v, from);
  run write (r, from);
  update (v, from + WINDOW);
  for (int k = 0; k < TURNS; k++)
    {
      int at = k * 37 % TURNS;
      t[k] = (int) (from / STEP) + at;
      c[k] = k % 3 != 0;
      f[k].at = (unsigned long) t[k] * STEP;
      near[k] = (int) (from - BASE) + at * STEP;
      near_less[k] = (int) (from - LESS) + at * STEP;
      near_little[k] = (unsigned) (from - LITTLE) + (unsigned) at * STEP;
    }
  printf ("%ld: %lu %lu %lu %lu %lu %lu %lu %lu", from, product (v, t, TURNS),
          shift (v, (unsigned *) t, TURNS), sum (v, t, TURNS), difference (v, t, TURNS),
          more (v, t, TURNS), other_way (v, t, TURNS),
          some (v, c, (int) (from / STEP), (int) (from / STEP) + TURNS), fields (v, f, TURNS));
  if (from - BASE > -2147483648 && from - BASE + WINDOW < 2147483648)
    printf (" %lu", based (v, near, TURNS));
  if (from - LESS > -2147483648 && from - LESS + WINDOW < 2147483648)
    printf (" %lu", based_less (v, near_less, TURNS));
  if (from >= LITTLE && from + WINDOW < 4294967296 + LITTLE)
    printf (" %lu", based_unsigned (v, near_little, TURNS));
  printf ("\n");
  release (v, from + WINDOW);
}

int
main (void)
{
  one (0);
  one (2147481600);
  one (2147483648);
  one (2147583680);
  one (2560000000);
  one (4294965248);
  one (4295067328);
  one (6400000000);
}
