/* SPDX-License-Identifier: MIT */
/* A process that calls exit ends the program at once, with its status, also while main returns or
 * calls exit, or has done so: each time. */
// RUN: %build
// RUN: %run %t
#include <sys/wait.h>
#include "test.h"

static void
slow (void)
{
  usleep (20000);
}

ERBIUM_PROCESS (exits, int);
void
exits (int us)
{
  usleep ((useconds_t) us);
  exit (3);
}

static void
program (int n)
{
  const int main_takes = n % 4 == 0 ? 20000 : n % 4 == 1 ? 100 : 0, it_takes = n % 3 * 100;
  if (n % 2)
    atexit (slow);
  ERBIUM_RUN (exits, it_takes);
  if (n % 5 == 0)
    for (int k = 0; k < 7; k++)
      ERBIUM_RUN (exits, it_takes);
  usleep ((useconds_t) main_takes);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    {
      program (atoi (argv[1]));
      if (atoi (argv[1]) % 3) /* or main returns */
        exit (0);
      return 0;
    }
  for (int n = 0, many = rounds (60); n < many; n++)
    {
      char number[12];
      int status;
      snprintf (number, sizeof number, "%d", n);
      pid_t child = fork ();
      if (child == 0)
        execl ("/proc/self/exe", argv[0], number, (char *) NULL);
      expect_equal (waitpid (child, &status, 0), child);
      expect (WIFEXITED (status));
      expect_equal (WEXITSTATUS (status), 3);
    }
}
