/* SPDX-License-Identifier: MIT */
/* Checked mode: the process that owns the view has the name of the one that calls. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

static _Atomic uintptr_t view;

ERBIUM_PROCESS (user, ERBIUM_RECORD (int), int);
void
user (ERBIUM_RECORD (int) r, int second)
{
  if (second)
    {
      ERBIUM_VIEW (int) v = (ERBIUM_VIEW (int)) view;
      erbium_commit (v, 1);
      // CHECK: check-wrong-owner-same-name.c:[[#@LINE-1]]: error: commit: write view 1 (id 1) of record 1 ({{.*}}) belongs to process 'user' with handle 2, the caller has handle 3, in process 'user'
    }
  else
    {
      ERBIUM_VIEW (int) v = erbium_new_write_view (r);
      erbium_register (v, 1);
      erbium_alloc (v, 10);
      view = (uintptr_t) v;
      ERBIUM_RUN (user, r, 1);
      erbium_join_all ();
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (user, r, 0);
  erbium_join_all ();
}
