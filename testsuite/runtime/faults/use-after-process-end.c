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
  struct ends e = both_ends (10);
  erbium_process p = ERBIUM_RUN (take, e.out);
  erbium_join (p);
  erbium_commit (e.out, 1);
  // CHECK: use-after-process-end.c:[[#@LINE-1]]: error: commit: write view 2 (unregistered) of record 1 ({{.*}}) was freed at the end of its process, in process 'main'
}
