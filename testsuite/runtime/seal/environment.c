/* SPDX-License-Identifier: MIT */
/* Of the environment there is what was declared, beside the settings. */
// RUN: %build
// RUN: %sealed GIVEN=yes LANG=C ERBIUM_SEAL_ENV=GIVEN:NONE %t | FileCheck %s --match-full-lines
#include "erbium/papers.h"
#include "test.h"

extern char **environ;

int
main (void)
{
  space_alloc (0);
  // CHECK: ERBIUM_SEAL=1
  // CHECK-NEXT: ERBIUM_SEAL_ENV=GIVEN:NONE
  // CHECK-NEXT: GIVEN=yes
  // CHECK-NEXT: GLIBC_TUNABLES=glibc.pthread.rseq=0
  // CHECK-NOT: =
  for (char **e = environ; *e; e++)
    puts (*e);
}
