/* SPDX-License-Identifier: MIT */
/* What whoever starts the program leaves to it makes no difference: which signals are ignored or blocked, umask. */
// RUN: %build
// RUN: %sealed --status 165 ERBIUM_SEAL_WRITE=%t.out %t %t.out | FileCheck %s --match-full-lines
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include "erbium/space.h"
#include "test.h"

int
main (int argc, char **argv)
{
  struct sigaction now;
  struct stat made;
  sigset_t blocked;
  int ignored = 0, count = 0;
  expect_equal (argc, 2);
  space_alloc (0);
  unlink (argv[1]);
  expect_equal (fstat (open (argv[1], O_WRONLY | O_CREAT, 0666), &made), 0);
  sigprocmask (SIG_BLOCK, NULL, &blocked);
  for (int n = 1; n <= SIGRTMAX; n++)
    {
      ignored += sigaction (n, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
      count += sigismember (&blocked, n) == 1;
    }
  // CHECK: 644 0 0
  printf ("%o %d %d\n", (unsigned) made.st_mode & 0777, ignored, count);
  fflush (stdout);
  raise (SIGRTMIN + 3); /* as by default */
}
