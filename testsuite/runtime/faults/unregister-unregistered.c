/* SPDX-License-Identifier: MIT */
/* Only a view that has an id can give it up. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, -1);
  // CHECK: unregister-unregistered.c:[[#@LINE-1]]: error: register: read view 1 (unregistered) of record 1 ({{.*}}) is not registered, so it cannot be unregistered, in process 'main'
}
