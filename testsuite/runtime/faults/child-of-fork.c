/* SPDX-License-Identifier: MIT */
/* A child of fork has no processes: it is told so, and does not hang at exit. */
// RUN: %build
// RUN: %exits 120 %t use | FileCheck %s
// RUN: %exits 7 %t exit
// CHECK: erbium: error: this is a child of fork, where no process of its parent runs
// CHECK: erbium: note: use it in the parent, or exec first
#include <sys/wait.h>

#include "test.h"

int
main (int argc, char **argv)
{
  (void) argc;
  int status;
  erbium_new_record (int, 1, 1);
  pid_t child = fork ();
  if (child == 0)
    {
      if (strcmp (argv[1], "use") == 0)
        erbium_new_record (int, 1, 1);
      exit (7);
    }
  waitpid (child, &status, 0);
  _exit (WEXITSTATUS (status));
}
