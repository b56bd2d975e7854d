/* SPDX-License-Identifier: MIT */
/* Ids count from 1 to what new_record said. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 2);
  // CHECK: register-out-of-range.c:[[#@LINE-1]]: error: register: read view 1 (unregistered) of record 1 ({{.*}}) asks for id 2, but its record has 1 read id, in process 'main'
  // CHECK-NEXT: note: ids count from 1
}
