/* SPDX-License-Identifier: MIT */
/* ERBIUM_SEAL in the environment only, as 0 or 1. */
// RUN: %build
// RUN: env ERBIUM_SEAL=0 %t 2>&1 | FileCheck %s --check-prefix=SET
// RUN: env ERBIUM_SEAL= %t 2>&1 | FileCheck %s --check-prefix=SET
// RUN: %status 123 env ERBIUM_SEAL=2 %t 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %status 123 %t late 2>&1 | FileCheck %s --check-prefix=LATE
// SET: erbium: error: erbium_set: SEAL is too late here; set ERBIUM_SEAL in the environment
// TWO: erbium: error: ERBIUM_SEAL is '2'; expected 0 or 1
// LATE: erbium: error: the program cannot be sealed: ERBIUM_SEAL was set after the start, or the processor is not an x86-64
// LATE-NEXT: erbium: note: set it in the environment of the program
#include "erbium/papers.h"
#include "test.h"

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 1)
    setenv ("ERBIUM_SEAL", "1", 1);
  else
    expect_equal (erbium_set ("SEAL", "1"), -1);
  space_alloc (0);
}
