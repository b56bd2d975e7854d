/* SPDX-License-Identifier: MIT */
/* A view has one id. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_register (in, 1);
  // CHECK: register-twice.c:[[#@LINE-1]]: error: register: read view 1 (id 1) of record 1 ({{.*}}) already has id 1, in process 'main'
  // CHECK-NEXT: note: unregister it first (id -1)
}
