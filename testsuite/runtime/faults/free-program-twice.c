/* SPDX-License-Identifier: MIT */
/* A program that was freed is of no use to anybody. */
// RUN: %build
// RUN: %exits 120 %t free | FileCheck --check-prefix=FREE %s
// RUN: %exits 120 %t enter | FileCheck --check-prefix=ENTER %s
// RUN: %exits 120 %t other | FileCheck --check-prefix=OTHER %s
#include "test.h"

int
main (int argc, char **argv)
{
  expect (argc == 2);
  erbium_program *p = erbium_program_new ();
  erbium_program_free (p);
  erbium_program_free (erbium_program_new ()); /* does not take its place */
  if (strcmp (argv[1], "free") == 0)
    erbium_program_free (p);
  // FREE: free-program-twice.c:[[#@LINE-1]]: error: erbium_program_free: program 1 ({{.*}}:[[#@LINE-5]]) was freed at {{.*}}free-program-twice.c:[[#@LINE-4]], in process 'main'
  // FREE-NEXT: note: free a program once, after its last use
  else if (strcmp (argv[1], "enter") == 0)
    erbium_program_enter (p);
  // ENTER: free-program-twice.c:[[#@LINE-1]]: error: erbium_program_enter: program 1 ({{.*}}) was freed at {{.*}}free-program-twice.c:[[#@LINE-8]], in process 'main'
  // ENTER-NEXT: note: free a program once, after its last use
  else
    erbium_program_free ((erbium_program *) 4096);
  // OTHER: free-program-twice.c:[[#@LINE-1]]: error: erbium_program_free: 0x{{.*}} is not a program, or was freed long ago, in process 'main'
  // OTHER-NEXT: note: pass what erbium_program_new has returned, until it is freed
}
