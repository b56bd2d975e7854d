/* SPDX-License-Identifier: MIT */
/* The default program ends with main, and a process cannot free its own. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
// RUN: %exits 120 %t process | FileCheck --check-prefix=PROCESS %s
// CHECK: erbium: error: the default program cannot be freed
// PROCESS: erbium: error: a process cannot free a program
#include "test.h"

ERBIUM_PROCESS (suicide, erbium_program *);
void
suicide (erbium_program *p)
{
  erbium_program_free (p);
}

int
main (int argc, char **argv)
{
  (void) argv;
  erbium_program *p = erbium_program_new ();
  if (argc == 1)
    erbium_program_free (NULL);
  erbium_program_enter (p);
  ERBIUM_RUN (suicide, p);
  erbium_join_all ();
}
