/* SPDX-License-Identifier: MIT */
/* Checked mode names the files that leave out its checks. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %t 2>&1 | count 0
// RUN: %cc -DERBIUM_TRUSTED %s -o %t %libs
// RUN: env ERBIUM_CHECK=1 %t 2>&1 | FileCheck %s
// RUN: %t set 2>&1 | FileCheck %s
// RUN: %t 2>&1 | count 0
// CHECK: erbium: warning: accesses to elements are not checked in {{.*}}unchecked-files.c: compile with -fplugin-arg-erbium-check or erbiumc --check, and without ERBIUM_TRUSTED
// CHECK-NOT: {{.}}
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 1)
    expect_equal (erbium_set ("CHECK", "1"), 0);
  struct ends e = both_ends (2);
  erbium_stall (e.out, 1);
  ERBIUM_AT (e.out, 0) = 1;
  erbium_commit (e.out, 1);
  return 0;
}
