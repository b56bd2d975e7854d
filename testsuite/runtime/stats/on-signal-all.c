/* SPDX-License-Identifier: MIT */
/* SIGUSR1 prints the statistics of each program that has STATS set, whether by the
 * environment or by erbium_set, and of none that has not. */
// RUN: %build
// RUN: timeout 60 %t 2>&1 | FileCheck %s
// CHECK: program 3 ({{.*}}on-signal-all.c:[[#]]):
// CHECK: third {{ *}}1
// CHECK-NOT: second
// CHECK: program 1 ({{.*}}on-signal-all.c:[[#]]):
// CHECK: first {{ *}}1
// CHECK-NOT: default
// CHECK: printed both
#include <signal.h>
#include "test.h"

static void
part (const char *stats, const char *name)
{
  erbium_program_enter (erbium_program_new ());
  expect_equal (erbium_set ("STATS", stats), 0);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  (void) erbium_new_read_view (r);
  erbium_name_record (r, name);
}

/* stderr goes through a pipe, so that it is known when the tables have come. */
int
main (void)
{
  int ends[2], error = dup (STDERR_FILENO);
  char c, line[256];
  size_t n = 0;
  erbium_name_record (erbium_new_record (int, 1, 1), "default");
  part ("1", "first");
  part ("0", "second");
  part ("1", "third");
  expect_equal (pipe (ends), 0);
  dup2 (ends[1], STDERR_FILENO);
  kill (getpid (), SIGUSR1);
  while (read (ends[0], &c, 1) == 1)
    {
      expect_equal (write (error, &c, 1), 1);
      line[n++ % sizeof line] = c;
      if (c != '\n')
        continue;
      if (n > 6 && memcmp (line, "first ", 6) == 0)
        break;
      n = 0;
    }
  dup2 (error, STDERR_FILENO);
  fputs ("printed both\n", stderr);
  _exit (0);
}
