/* SPDX-License-Identifier: MIT */
/* A message uses the names of records and processes. */
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
  erbium_name_record (r, "samples");
  erbium_name_process ("mixer");
  erbium_commit (in, 1);
  // CHECK: names-in-messages.c:[[#@LINE-1]]: error: commit: expected a write view, not read view 1 (id 1) of record 'samples' ({{.*}}), in process 'mixer'
}
