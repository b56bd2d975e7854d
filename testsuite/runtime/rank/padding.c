/* SPDX-License-Identifier: MIT */
/* Padding of arguments has no influence on ranks, even if it looks like a pointer, since the plugin
 * clears it. */
// RUN: %plugin -O2 %s -o %t %libs
// RUN: %ranks %t | FileCheck %s
// RUN: %plugin -O0 %s -o %t %libs
// RUN: %ranks --of 2 %t | FileCheck %s
#include <stdio.h>

struct padded { char c; long n; };
union both { struct padded s; void *word[2]; };

process show (char first, struct padded s, short last)
{
  printf ("%d %d %ld %d\n", first, s.c, s.n, last);
}

/* A structure with addresses in its padding. */
static struct padded
spoilt (union both *b, char c, long n)
{
  b->word[0] = b;
  b->s.c = c;
  b->s.n = n;
  return b->s;
}

int main (void)
{
  union both b;
  for (int k = 1; k <= 4; k++)
    {
      spoilt (&b, (char) k, 10 * k);
      join (run show ((char) k, b.s, (short) -k));
    }
  // CHECK: 1 1 10 -1
  // CHECK-NEXT: 2 2 20 -2
  // CHECK-NEXT: 3 3 30 -3
  // CHECK-NEXT: 4 4 40 -4
}
