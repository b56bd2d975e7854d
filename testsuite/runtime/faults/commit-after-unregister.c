/* SPDX-License-Identifier: MIT */
/* A write view that has given its id up must not commit. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  erbium_commit (out, 1);
  erbium_register (out, -1);
  erbium_commit (out, 2);
  // CHECK: commit-after-unregister.c:[[#@LINE-1]]: error: commit: write view 2 (unregistered) of record 1 {{.*}} is not registered, in process 'main'
}
