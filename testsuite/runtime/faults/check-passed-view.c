/* SPDX-License-Identifier: MIT */
/* Checked mode: a view that was passed to a process is not its former owner's. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

ERBIUM_PROCESS (keep, ERBIUM_VIEW (int), ERBIUM_VIEW (int));
void
keep (ERBIUM_VIEW (int) out, ERBIUM_VIEW (int) in)
{
  (void) out;
  for (int i = 0; i < 1000; i++)
    {
      usleep (1000); /* lives as long as main needs */
      erbium_release (in, 0);
    }
}

int
main (void)
{
  struct ends e = both_ends (10);
  ERBIUM_RUN (keep, e.out, e.in);
  erbium_commit (e.out, 1);
  // CHECK: check-passed-view.c:[[#@LINE-1]]: error: commit: write view 2 (id 1) of record 1 ({{.*}}) belongs to process 'keep', in process 'main'
  erbium_join_all ();
}
