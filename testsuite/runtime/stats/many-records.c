/* SPDX-License-Identifier: MIT */
/* If there are many records, those that were made at one place share a line of the statistics, and
 * no count is lost when descriptors of freed records are used again. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=thread %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=fiber %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_STATS=1 ERBIUM_TASK=space %t 2>&1 | FileCheck %s
#include "test.h"

enum { GONE = 200, LIVE = 100, FORGOTTEN = 2000 };

typedef ERBIUM_RECORD (int) record;

/* Writes n elements to r. */
static ERBIUM_VIEW (int)
fill (record r, int n)
{
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
  erbium_alloc (out, n);
  erbium_stall (out, n);
  erbium_commit (out, n);
  return out;
}

/* Makes a record, writes n elements to it and reads them, and frees it. */
#define USE(n)                                                                                    \
  do                                                                                              \
    {                                                                                             \
      record r_ = erbium_new_record (int, 1, 1);                                                  \
      ERBIUM_VIEW (int) in_ = erbium_new_read_view (r_), out_;                                    \
      erbium_register (in_, 1);                                                                   \
      erbium_alloc (in_, n);                                                                      \
      out_ = fill (r_, n);                                                                        \
      erbium_update (in_, n);                                                                     \
      erbium_release (in_, n);                                                                    \
      erbium_free_view (in_, ERBIUM_TERMINATE);                                                   \
      erbium_free_view (out_, ERBIUM_TERMINATE);                                                  \
    }                                                                                             \
  while (0)

int
main (void)
{
  for (int k = 0; k < GONE; k++)
    USE (3);
  for (int k = 0; k < LIVE; k++)
    {
      record r = erbium_new_record (int, 1, 0);
      erbium_name_record (r, "alive");
      fill (r, 5);
    }
  fprintf (stderr, "none is forgotten\n");
  erbium_stats (stderr);
  // CHECK: none is forgotten
  // CHECK: record{{ +}}many{{ +}}read
  // CHECK-NEXT: {{.*}}many-records.c:{{[0-9]+ +}}200{{ +}}600{{ +}}600 {{.*}} 3{{ +[0-9]+$}}
  // CHECK-NEXT: alive{{ +}}100{{ +}}0{{ +}}500 {{.*}} 0{{ +[0-9]+$}}
  for (int k = 0; k < FORGOTTEN; k++)
    USE (7);
  fprintf (stderr, "most are forgotten\n");
  erbium_stats (stderr);
  // CHECK: most are forgotten
  // CHECK: record{{ +}}many
  // CHECK-NEXT: {{.*}}many-records.c:{{[0-9]+ +}}257{{ +}}1799{{ +}}1799 {{.*}} 7{{ +[0-9]+$}}
  // CHECK-NEXT: alive{{ +}}100{{ +}}0{{ +}}500 {{.*}} 0{{ +[0-9]+$}}
  // CHECK-NEXT: (earlier){{ +}}1943{{ +}}12801{{ +}}12801 {{.*}} 7{{ +[0-9]+$}}
}
