/* SPDX-License-Identifier: MIT */
/* ERBIUM_STACK is what a process has, in each task model: 24 MiB are more than the system
 * gives by itself. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: env ERBIUM_STACK=33554432 ERBIUM_TASK=thread %t
// RUN: env ERBIUM_STACK=33554432 ERBIUM_TASK=fiber %t
// RUN: env ERBIUM_STACK=33554432 ERBIUM_TASK=space %t
// RUN: not --crash sh -c "ulimit -s 8192; ERBIUM_TASK=thread exec %t" 2>&1 | FileCheck %s
// CHECK: process 'use' died of stack overflow
#include "test.h"

enum { PAGE = 4096, PAGES = 24 << 8 };

static SHARED int touched;

ERBIUM_PROCESS (use, int);
void
use (int pages)
{
  volatile char all[PAGES * PAGE];
  for (int n = PAGES - 1; n >= PAGES - pages; n--) /* downwards, as a stack grows */
    {
      all[(size_t) n * PAGE] = 1;
      touched += all[(size_t) n * PAGE];
    }
}

int
main (void)
{
  ERBIUM_RUN (use, PAGES);
  erbium_join_all ();
  expect_equal (touched, PAGES);
}
