/* SPDX-License-Identifier: MIT */
/* A handle says of which program its process is: in another it joins nobody, also not the
 * process that has the same number there. */
// RUN: %build
// RUN: %exits 120 %t default | FileCheck --check-prefix=DEFAULT %s
// RUN: %exits 120 %t other | FileCheck --check-prefix=OTHER %s
#include "test.h"

ERBIUM_PROCESS (nothing);
void
nothing (void)
{
}

int
main (int argc, char **argv)
{
  erbium_program *p = erbium_program_new ();
  expect (argc == 2);
  erbium_program_enter (p);
  erbium_process its = ERBIUM_RUN (nothing), second = ERBIUM_RUN (nothing);
  erbium_join (its);
  erbium_join (second);
  erbium_join (its);
  erbium_program_enter (NULL);
  erbium_process ours = ERBIUM_RUN (nothing);
  erbium_join (ours);
  expect (its != ours && second != ours && its != second);
  if (strcmp (argv[1], "default") == 0)
    erbium_join (second);
    // DEFAULT: join-other-program.c:[[#@LINE-1]]: error: join: process 3 is of program 1, the caller is in the default program, in process 'main'
    // DEFAULT-NEXT: note: enter its program, or join it where it was run
  erbium_program_enter (p);
  erbium_join (ours);
  // OTHER: join-other-program.c:[[#@LINE-1]]: error: join: process 2 is of the default program, the caller is in program 1 {{.*}}, in process 'main'
}
