/* SPDX-License-Identifier: MIT */
/* With ERBIUM_STATS=1, SIGUSR1 prints the statistics of a running program. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 timeout 60 %t 2>&1 | FileCheck %s
// CHECK: record
// CHECK: lasting {{ *}}2 {{ *}}5 {{ *}}5
// CHECK: printed while running
#include <signal.h>
#include "test.h"

/* stderr goes through a pipe, so that it is known when the table has come. */
int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) in = erbium_new_read_view (r), out = erbium_new_write_view (r);
  int ends[2], error = dup (STDERR_FILENO);
  char c, line[256];
  size_t n = 0;
  erbium_name_record (r, "lasting");
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 5);
  erbium_commit (out, 5);
  erbium_update (in, 5);
  erbium_release (in, 5);
  expect_equal (pipe (ends), 0);
  dup2 (ends[1], STDERR_FILENO);
  kill (getpid (), SIGUSR1);
  while (read (ends[0], &c, 1) == 1)
    {
      expect_equal (write (error, &c, 1), 1);
      line[n++ % sizeof line] = c;
      if (c == '\n')
        {
          if (n > 7 && memcmp (line, "lasting", 7) == 0)
            break;
          n = 0;
        }
    }
  dup2 (error, STDERR_FILENO);
  fputs ("printed while running\n", stderr);
}
