/* SPDX-License-Identifier: MIT */
/* Pages shared by a process that the program has forked itself. */
#include "erbium/papers.h"
#include "test.h"
#include <sys/wait.h>

int
main (void)
{
  int status;
  spmc_init (2);
  if (fork () == 0)
    {
      spmc_enter (1);
      return 0;
    }
  expect (wait (&status) > 0);
  return WEXITSTATUS (status);
}
