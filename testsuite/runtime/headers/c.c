/* SPDX-License-Identifier: MIT */
/* erbium.h compiles without a warning as C11 and gnu17, with gcc and clang, and
 * the program runs. */
// RUN: gcc -std=c11 %strict %s -o %t.1 %libs
// RUN: %run --only default %t.1
// RUN: gcc -std=gnu17 -O2 %strict %s -o %t.2 %libs
// RUN: %run --only default %t.2
// RUN: gcc -std=gnu11 -O2 -DERBIUM_TRUSTED %strict %s -o %t.3 %libs
// RUN: %run --only default %t.3
// RUN: %clang -std=c11 %strict %s -o %t.4 %libs
// RUN: %run --only default %t.4
// RUN: %clang -std=gnu17 -O2 %strict %s -o %t.5 %libs
// RUN: %run --only default %t.5
#include "use.h"

int
main (void)
{
  return use ();
}
