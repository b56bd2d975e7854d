/* SPDX-License-Identifier: MIT */
/* A process belongs to the program of the one that started it. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

ERBIUM_PROCESS (stray);
void
stray (void)
{
  erbium_program_enter (erbium_program_new ());
}

int
main (void)
{
  ERBIUM_RUN (stray);
  erbium_join_all ();
  // CHECK: enter-from-process.c:[[#]]: error: erbium_program_enter: process 'stray' cannot enter another program, in process 'stray'
  // CHECK-NEXT: note: run a process of the other program
}
