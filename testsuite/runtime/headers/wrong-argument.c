/* SPDX-License-Identifier: MIT */
/* The compiler knows the element type: a process is started with what it declares. */
// RUN: not gcc -std=gnu11 -Werror -Wall -fsyntax-only -I%root/runtime/include %s 2>&1 | FileCheck %s
#include "erbium.h"

ERBIUM_PROCESS (work, ERBIUM_RECORD (int));

int
main (void)
{
  ERBIUM_RECORD (long) r = erbium_new_record (long, 1, 1);
  ERBIUM_RUN (work, r); // CHECK: incompatible
}
