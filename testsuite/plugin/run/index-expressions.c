// RUN: %variants %s %t | FileCheck %s
// An index of less than 64 bits is the same element as a variable of its type that has its value, also beyond
// 2^32 elements: whatever the front end makes of a conditional, a mask, a remainder, a comparison.
// CHECK: 0 others
#include <stdio.h>
enum { LIVE = 64 };

static int others;

#define SAME(v, e)                                                             \
  do                                                                           \
    {                                                                          \
      __typeof__ ((e) + 0) variable = (e);                                     \
      if (&v[[e]] != &v[[variable]])                                           \
        others++, printf ("%s\n", #e);                                         \
    }                                                                          \
  while (0)

#define EXPRESSIONS(name, T)                                                   \
  __attribute__ ((noipa)) static void                                          \
  name (view int v, T i, T j, long l, _Bool b, const T *p)                     \
  {                                                                            \
    struct { T f; int bits : 5; unsigned more : 7; } s = { i, 3, 4 };          \
    enum { A, B, C } e = b ? B : C;                                            \
    SAME (v, i & 3); SAME (v, i | 1); SAME (v, i ^ 1); SAME (v, i & -2);       \
    SAME (v, i % 5); SAME (v, i / 2); SAME (v, i * 2); SAME (v, i >> 1);       \
    SAME (v, i << 1); SAME (v, (i & 3) + 1); SAME (v, (i * 2) / 2);            \
    SAME (v, i < j ? i : j); SAME (v, i > j ? i : j); SAME (v, i ?: 4);        \
    SAME (v, (i & 1) ? 2 : 3); SAME (v, b ? i : j); SAME (v, e ? i : j);       \
    SAME (v, j - (b ? i : 0)); SAME (v, i == 3); SAME (v, !b); SAME (v, b);    \
    SAME (v, b + 1); SAME (v, e); SAME (v, !!i + 1); SAME (v, b && i);         \
    SAME (v, (int) l); SAME (v, (unsigned) l); SAME (v, (int) l & 3);          \
    SAME (v, (int) (l & 3)); SAME (v, (unsigned) i % 8u); SAME (v, -(-i));     \
    SAME (v, s.f); SAME (v, s.bits & 3); SAME (v, s.more ^ 1); SAME (v, *p);   \
    SAME (v, p[0] + 1); SAME (v, i + j); SAME (v, i - j + 2); SAME (v, ~i + 8); \
    SAME (v, l & 7 ? (int) l : 0); SAME (v, (i + 1) * 2); SAME (v, (char) i);  \
    SAME (v, __builtin_abs (i)); SAME (v, __builtin_popcount (i));             \
    SAME (v, (i, j)); SAME (v, ({ i; })); SAME (v, _Generic (i, default: i));  \
  }
EXPRESSIONS (of_int, int)
EXPRESSIONS (of_unsigned, unsigned)
EXPRESSIONS (of_short, short)
EXPRESSIONS (of_char, unsigned char)

/* And in loops, which are hoisted: counted by the elements themselves. */
#define LOOP(name, T, e)                                                       \
  __attribute__ ((noipa)) static void                                          \
  name (view int v, T from, int turns, T k)                                    \
  {                                                                            \
    T u = from;                                                                \
    for (int n = 0; n < turns; n++, u++)                                       \
      {                                                                        \
        __typeof__ ((e) + 0) variable = (e);                                   \
        long at = (long) ((1ul << 32) + (unsigned long) (int) (unsigned) variable); \
        if (v[[e]] != (int) (at & 255))                                        \
          others++, printf (#name " %s\n", #e);                                \
      }                                                                        \
  }
LOOP (masked, unsigned, u & ~1u)
LOOP (masked_int, int, u & 31)
LOOP (rest, unsigned, u % 16)
LOOP (chosen, unsigned, n & 1 ? u : u + k)
LOOP (subtracted, unsigned, u - (n & 2 ? k : 0))
LOOP (compared, unsigned, u == k)

static void
one (long base)
{
  record int r = new_record (1, 1);
  view int w = new_write_view (r), v = new_read_view (r);
  register (w), alloc (w, LIVE), register (v), alloc (v, LIVE);
  commit (w, base), release (v, base), stall (w, base + LIVE);
  for (long i = base; i < base + LIVE; i++)
    w[[i]] = (int) (i & 255);
  commit (w, base + LIVE);
  update (v, base + LIVE);
  int i = 3;
  unsigned u = 3;
  short s = 3;
  unsigned char c = 3;
  of_int (v, i, 4, 5, 1, &i);
  of_unsigned (v, u, 4, 5, 1, &u);
  of_short (v, s, 4, 5, 1, &s);
  of_char (v, c, 4, 5, 1, &c);
  if (base != 1l << 32)
    return;
  masked (v, 2, 20, 0);
  masked_int (v, 2, 20, 0);
  rest (v, 2, 20, 0);
  chosen (v, 2, 20, 3);
  subtracted (v, 10, 20, 3);
  compared (v, 2, 20, 4);
}

int
main (void)
{
  one (0);
  one (1l << 32);
  one ((1l << 32) - 32);
  one (3 * (1l << 32));
  printf ("%d others\n", others);
}
