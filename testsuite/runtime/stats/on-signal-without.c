/* SPDX-License-Identifier: MIT */
/* SIGUSR1 prints statistics of a program without ERBIUM_STATS, too, also while it waits for ever,
 * and while its threads allocate memory.  It leaves the handler of a program alone, and kills a
 * child of fork, as it does by default. */
// RUN: %build
// RUN: timeout 60 %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_TASK=fiber timeout 60 %t 2>&1 | FileCheck %s
// RUN: timeout 60 %t own 2>&1 | FileCheck --check-prefix=OWN %s
// CHECK: process number
// CHECK: main 1 {{ *}}5 {{ *}}5
// CHECK: record
// CHECK: lasting {{ *}}2 {{ *}}5 {{ *}}5
// CHECK: the child: signal 10
// CHECK: done
// OWN-NOT: record
// OWN: handled 1
#include <signal.h>
#include <sys/wait.h>
#include "test.h"

static volatile sig_atomic_t handled;

static void
own_handler (int number)
{
  (void) number;
  handled = 1;
}

ERBIUM_PROCESS (allocate, int);
void
allocate (int n)
{
  for (int i = 0; i < n; i++)
    free (malloc ((size_t) (i % 1000)));
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "own") == 0)
    {
      signal (SIGUSR1, own_handler);
      both_ends (5);
      raise (SIGUSR1);
      printf ("handled %d\n", (int) handled);
      return 0;
    }
  struct ends e = both_ends (5);
  erbium_name_record (e.record, "lasting");
  erbium_stall (e.out, 5);
  erbium_commit (e.out, 5);
  erbium_update (e.in, 5);
  erbium_release (e.in, 5);
  ERBIUM_RUN (allocate, rounds (1000000));
  for (int n = 0; n < 100; n++)
    kill (getpid (), SIGUSR1);
  erbium_join_all ();
  pid_t child = fork ();
  if (child == 0)
    {
      raise (SIGUSR1);
      _exit (0);
    }
  int status;
  waitpid (child, &status, 0);
  fprintf (stderr, "the child: signal %d\n", WIFSIGNALED (status) ? WTERMSIG (status) : 0);
  fputs ("done\n", stderr);
}
