/* SPDX-License-Identifier: MIT */
/* A signal from outside (SIGTERM, SIGINT) ends the program, no process of it, and
 * nothing is told. */
// RUN: %build
// RUN: %exits 143 %t TERM | FileCheck --check-prefix=NOTHING --allow-empty %s
// RUN: %exits 130 %t INT | FileCheck --check-prefix=NOTHING --allow-empty %s
// NOTHING-NOT: {{.}}
#include <signal.h>
#include <unistd.h>
#include "test.h"

ERBIUM_PROCESS (idle, ERBIUM_RECORD (int));
void
idle (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_update (v, 1);
}

int
main (int argc, char **argv)
{
  expect (argc == 2);
  int number = strcmp (argv[1], "TERM") == 0 ? SIGTERM : SIGINT;
  signal (number, SIG_DFL); /* whoever runs the tests may have it ignored */
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (idle, r);
  kill (getpid (), number);
  for (;;)
    pause ();
}
