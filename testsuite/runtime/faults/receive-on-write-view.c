/* SPDX-License-Identifier: MIT */
/* A write view does not receive. */
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
  erbium_receive_range (out, 0, 1);
  // CHECK: receive-on-write-view.c:[[#@LINE-1]]: error: receive_range: not for write view 2 (id 1) of record 1 ({{.*}}), in process 'main'
}
