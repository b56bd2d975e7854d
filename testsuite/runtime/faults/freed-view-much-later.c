/* SPDX-License-Identifier: MIT */
/* A view that was freed is recognised after thousands of others, also where its
 * record has gone and the memory of that is another's by now. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends old = both_ends (10);
  erbium_name_record (old.record, "old");
  erbium_free_view (old.out, ERBIUM_TERMINATE);
  erbium_free_view (old.in, ERBIUM_TERMINATE);
  // CHECK: freed-view-much-later.c:[[#@LINE+9]]: error: release: read view 1 (unregistered) of record 1 ({{.*}}test.h:[[#]]) was freed at {{.*}}freed-view-much-later.c:[[#@LINE-1]], in process 'main'
  // CHECK-NEXT: note: free a view after its last use
  for (int n = 0; n < 2000; n++)
    {
      struct ends e = both_ends (1);
      erbium_name_record (e.record, "another");
      erbium_free_view (e.out, ERBIUM_TERMINATE);
      erbium_free_view (e.in, ERBIUM_TERMINATE);
    }
  erbium_release (old.in, 1);
}
