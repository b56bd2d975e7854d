/* SPDX-License-Identifier: MIT */
/* Checked mode: an element of a write view that is committed, and that all readers
 * have released.  As long as one has not, it may be read again. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
// RUN: env ERBIUM_CHECK=1 %exits 120 %t nobody | FileCheck --check-prefix=NOBODY %s
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argv;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, argc > 1 ? 0 : 2);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_alloc (out, 10);
  if (argc > 1)
    {
      erbium_stall (out, 10);
      erbium_commit (out, 4);
      ERBIUM_AT (out, 4) = 1;
      ERBIUM_AT (out, 3) = 1; /* no reader is waited for */
      // NOBODY: check-write-released.c:[[#@LINE-1]]: error: access to element 3 of write view 1 (id 1) of record 1 ({{.*}}), whose window is [4, 10), in process 'main'
    }
  ERBIUM_VIEW (int) a = erbium_new_read_view (r), b = erbium_new_read_view (r);
  erbium_register (a, 1);
  erbium_register (b, 2);
  erbium_stall (out, 10);
  erbium_commit (out, 8);
  erbium_release (a, 9);
  erbium_release (b, 6);
  expect_equal (ERBIUM_AT (out, 6), 0); /* committed; b has not released it */
  erbium_release (b, 9);
  ERBIUM_AT (out, 8) = 1; /* released; not committed */
  ERBIUM_AT (out, 7) = 1;
  // CHECK: check-write-released.c:[[#@LINE-1]]: error: access to element 7 of write view 1 (id 1) of record 1 ({{.*}}), whose window is [8, 10), in process 'main'
  // CHECK-NEXT: note: stall before writing; elements that are committed and released by all readers cannot be accessed, nor elements a horizon back
}
