/* SPDX-License-Identifier: MIT */
/* A process that uses up its stack dies with its name. */
// UNSUPPORTED: address, thread
// RUN: %build
// RUN: %exits 139 %t | FileCheck %s
// CHECK: error: process 'deep' died of {{.*}}stack
#include "test.h"

__attribute__ ((noinline)) static int
down (volatile char *above, int n)
{
  volatile char frame[4096];
  frame[0] = (char) n;
  return n < 1 << 30 ? down (frame, n + 1) + frame[0] + above[0] : 0;
}

ERBIUM_PROCESS (deep);
void
deep (void)
{
  char c = 0;
  printf ("%d\n", down (&c, 0));
}

int
main (void)
{
  ERBIUM_RUN (deep);
}
