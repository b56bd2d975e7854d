/* SPDX-License-Identifier: MIT */
/* ERBIUM_STATS=1 prints at exit, per process and record: elements,
 * synchronisations, times and time waited and for what, and the most that was
 * live in the window, and its size, also of a record that has gone.  erbium_stats prints the same on
 * demand.  No line has more than 100 columns. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=fiber %t 2>&1 | FileCheck --check-prefix=WIDE --implicit-check-not="{{^.{101}}}" %s
// WIDE: worker
// RUN: %t 2>&1 | FileCheck --check-prefix=OFF %s
// OFF: on demand
// OFF-NOT: {{^}}half
#include "test.h"

enum { N = 1000, HORIZON = 10 };

ERBIUM_PROCESS (half, ERBIUM_RECORD (int));
void
half (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  for (int i = 0; i < N; i++)
    {
      erbium_stall (v, i + 1);
      ERBIUM_AT (v, i) = i;
      erbium_commit (v, i + 1);
    }
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_name_record (r, "numbers");
  erbium_register (v, 1);
  erbium_alloc (v, HORIZON);
  ERBIUM_RUN (half, r);
  for (int i = 0; i < N; i++)
    {
      erbium_update (v, i + 1);
      erbium_release (v, i + 1);
    }
  fputs ("on demand\n", stderr);
  if (getenv ("ERBIUM_STATS"))
    erbium_stats (stderr);
  // CHECK: on demand
  // CHECK: process{{ +}}number{{ +}}read{{ +}}written{{ +}}syncs |{{ +}}busy ms{{ +}}%
  // CHECK-NEXT: main{{ +}}1{{ +}}1000{{ +}}0{{ +}}2000 |
  // CHECK: process waits{{ +}}number |{{ +}}no data{{ +}}sleeps{{ +}}ms |{{ +}}no room{{ +}}sleeps{{ +}}ms
  // CHECK: record{{.*}}written/s most live{{ +}}KiB
  // CHECK: numbers{{ +[12] +}}1000{{ +}}1000
  fputs ("at exit\n", stderr);
  // CHECK: at exit
  // CHECK-DAG: main{{ +}}1{{ +}}1000{{ +}}0{{ +}}2000 |
  // CHECK-DAG: half{{ +}}2{{ +}}0{{ +}}1000{{ +}}2000 |
  // CHECK: record
  // CHECK: numbers{{ +}}0{{ +}}1000{{ +}}1000 {{.*}} |{{ +[0-9]+ +([1-9]|10) +8$}}
  // CHECK: bottleneck{{ +}}| {{.+}}
}
