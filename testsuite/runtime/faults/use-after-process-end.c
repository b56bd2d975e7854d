/* SPDX-License-Identifier: MIT */
/* A view ends with the process that owns it. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

ERBIUM_PROCESS (take, ERBIUM_VIEW (int));
void
take (ERBIUM_VIEW (int) v)
{
  (void) v;
}

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
  erbium_process p = ERBIUM_RUN (take, out);
  erbium_join (p);
  erbium_commit (out, 1);
  // CHECK: use-after-process-end.c:[[#@LINE-1]]: error: commit: write view 2 (unregistered) of record 1 ({{.*}}) was freed at the end of its process, in process 'main'
}
