/* SPDX-License-Identifier: MIT */
/* run p (args...): arguments are copied, up to ten, of any type; the caller may
 * change its own at once.  As an expression it gives a handle. */
// RUN: %build
// RUN: %run %t | FileCheck %s
#include "test.h"

struct big { int a[100]; };
typedef void function (int);

static void
plain (int n)
{
  printf ("plain %d\n", n);
}

ERBIUM_PROCESS (none);
void
none (void)
{
  puts ("none");
}

static ERBIUM_PROCESS (some, struct big, char, double, const char *, function *);
static void
some (struct big b, char c, double d, const char *s, function *f)
{
  for (int n = 0; n < 100; n++)
    expect_equal (b.a[n], n);
  printf ("%c %.1f %s\n", c, d, s);
  f (b.a[99]);
}

ERBIUM_PROCESS (ten, int, int, int, int, int, int, int, int, int, int);
void
ten (int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
  printf ("%d %d %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h, i, j);
}

static SHARED atomic_long sum;

ERBIUM_PROCESS (add, int);
void
add (int n)
{
  atomic_fetch_add (&sum, n);
}

int
main (void)
{
  struct big b;
  for (int n = 0; n < 100; n++)
    b.a[n] = n;
  erbium_process p = ERBIUM_RUN (none);
  expect (p != 0);
  erbium_join (p); // CHECK: none
  p = ERBIUM_RUN (some, b, 'x', 2.5, "text", plain);
  memset (&b, 0, sizeof b);
  erbium_join (p); // CHECK-NEXT: x 2.5 text
  // CHECK-NEXT: plain 99
  erbium_process q = ERBIUM_RUN (ten, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  expect (q != p);
  erbium_join (q); // CHECK-NEXT: 0 1 2 3 4 5 6 7 8 9
  for (int n = 1; n <= 100; n++)
    ERBIUM_RUN (add, n);
  erbium_join_all ();
  expect_equal (told (&sum), 5050);
}
