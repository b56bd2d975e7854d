/* SPDX-License-Identifier: MIT */
/* A wait that has not ended is in the statistics, too: whoever asks why a program stands
 * still sees who waits. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 %t 2>&1 | FileCheck %s
// CHECK: reader [[#]] 0 0 [[#]] |
// CHECK: reader [[#]] | 1 1 {{[1-9][0-9]+}}.{{[0-9]+}} |
// CHECK: quiet 1 0 0 [[#]] |
// CHECK: quiet 1 | 1 1 {{[1-9][0-9]+}}.{{[0-9]+}} |
// CHECK: table
#include "test.h"

#include <time.h>

ERBIUM_PROCESS (reader, ERBIUM_RECORD (int));
void
reader (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) in = erbium_new_read_view (r);
  erbium_register (in, 1);
  erbium_alloc (in, 1);
  expect_equal (erbium_update (in, 1), 0);
}

/* Until the reader has slept for 50 ms: its wait is counted once it sleeps. */
int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  erbium_name_record (r, "quiet");
  ERBIUM_RUN (reader, r);
  struct timespec once = { 0, 1000000 };
  for (int n = 0; n < 60000; n++)
    {
      char *text = NULL;
      size_t size;
      FILE *to = open_memstream (&text, &size);
      erbium_stats (to);
      fclose (to);
      char *waits_of = strstr (text, "process waits"), *row = strstr (waits_of, "reader");
      double ms = 0;
      int waits = 0;
      if (row)
        sscanf (row, "reader %*d | %d %*d %lf", &waits, &ms);
      if (waits == 1 && ms > 50)
        {
          fputs (text, stderr);
          fputs ("table\n", stderr);
          free (text);
          break;
        }
      free (text);
      nanosleep (&once, NULL);
    }
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 1);
}
