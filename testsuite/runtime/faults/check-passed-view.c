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
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 10);
  erbium_alloc (out, 10);
  ERBIUM_RUN (keep, out, in);
  erbium_commit (out, 1);
  // CHECK: check-passed-view.c:[[#@LINE-1]]: error: commit: write view 2 (id 1) of record 1 ({{.*}}) belongs to process 'keep', in process 'main'
  erbium_join_all ();
}
