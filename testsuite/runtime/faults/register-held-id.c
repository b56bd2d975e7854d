/* SPDX-License-Identifier: MIT */
/* An id is held by one view. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) other = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_register (other, 1);
  // CHECK: register-held-id.c:[[#@LINE-1]]: error: register: read view 2 (unregistered) of record 1 ({{.*}}) cannot take id 1: another view has held it since {{.*}}register-held-id.c:[[#@LINE-2]], in process 'main'
  // CHECK-NEXT: note: give each view an id of its own
}
