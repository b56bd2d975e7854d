/* SPDX-License-Identifier: MIT */
/* The compiler knows the element type: a view is opaque, it cannot be subscripted. */
// RUN: not gcc -std=gnu11 -Werror -Wall -fsyntax-only -I%root/runtime/include %s 2>&1 | FileCheck %s
#include "erbium.h"


int
main (void)
{
  ERBIUM_VIEW (int) a = erbium_new_read_view (erbium_new_record (int, 1, 1));
  return a[0] == 0; // CHECK: [[#@LINE]]:{{.*}}subscript
}
