/* SPDX-License-Identifier: MIT */
/* What whoever starts the program leaves to it makes no difference: which signals are ignored or blocked, umask. */
// RUN: %build
// RUN: %sealed --status 165 %t | FileCheck %s --match-full-lines
// RUN: rm -f %t.out
// RUN: %status 165 sh -c 'umask 077; ERBIUM_SEAL=1 ERBIUM_SEAL_WRITE=%t.out exec %t %t.out'
// RUN: stat -c %%a %t.out | FileCheck --check-prefix=RIGHTS %s
// RIGHTS: 644
#include <fcntl.h>
#include <signal.h>
#include "erbium/papers.h"
#include "test.h"

int
main (int argc, char **argv)
{
  struct sigaction now;
  sigset_t blocked;
  int ignored = 0, count = 0;
  space_alloc (0);
  expect (argc < 2 || open (argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0666) >= 0);
  sigprocmask (SIG_BLOCK, NULL, &blocked);
  for (int n = 1; n <= SIGRTMAX; n++)
    {
      ignored += sigaction (n, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
      count += sigismember (&blocked, n) == 1;
    }
  // CHECK: 0 0
  printf ("%d %d\n", ignored, count);
  fflush (stdout);
  raise (SIGRTMIN + 3); /* as by default */
}
