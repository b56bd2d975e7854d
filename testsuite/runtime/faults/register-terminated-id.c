/* SPDX-License-Identifier: MIT */
/* An id that was terminated is not taken over. */
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
  erbium_free_view (in, ERBIUM_TERMINATE);
  erbium_register (other, 1);
  // CHECK: register-terminated-id.c:[[#@LINE-1]]: error: register: read view 2 (unregistered) of record 1 ({{.*}}) cannot take id 1: it was terminated at {{.*}}register-terminated-id.c:[[#@LINE-2]], in process 'main'
  // CHECK-NEXT: note: free the view with HANDOVER
}
