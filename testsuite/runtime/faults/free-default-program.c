/* SPDX-License-Identifier: MIT */
/* The default program ends with main, and a process cannot free its own. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
// RUN: %exits 120 %t process | FileCheck --check-prefix=PROCESS %s
// RUN: %exits 120 %t default | FileCheck --check-prefix=DEFAULT %s
// CHECK: free-default-program.c:[[#]]: error: erbium_program_free: the program is NULL, in process 'main'
// DEFAULT: free-default-program.c:[[#]]: error: erbium_program_free: the default program cannot be freed, in process 'main'
// DEFAULT-NEXT: note: pass what erbium_program_new has returned; the default program ends with main
// PROCESS: free-default-program.c:[[#]]: error: erbium_program_free: a process cannot free a program, in process 'suicide'
// PROCESS-NEXT: note: free it where it was made
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
  erbium_program *p = erbium_program_new ();
  if (argc == 1)
    erbium_program_free (NULL);
  erbium_program *first = erbium_program_enter (p);
  if (strcmp (argv[1], "default") == 0)
    erbium_program_free (first);
  ERBIUM_RUN (suicide, p);
  erbium_join_all ();
}
