/* SPDX-License-Identifier: MIT */
/* A write view that has given its id up must not commit. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_commit (e.out, 1);
  erbium_register (e.out, -1);
  erbium_commit (e.out, 2);
  // CHECK: commit-after-unregister.c:[[#@LINE-1]]: error: commit: write view 2 (unregistered) of record 1 {{.*}} is not registered, in process 'main'
}
