/* SPDX-License-Identifier: MIT */
/* An ERBIUM_ variable that makes no sense ends the program with what it may be;
 * erbium_set says so and returns -1. */
// RUN: %build
// RUN: env ERBIUM_GROW=2 %exits 123 --only default %t | FileCheck --check-prefix=GROW %s
// GROW: erbium: error: ERBIUM_GROW is '2'; expected 0 or 1
// RUN: env ERBIUM_CHECK=yes %exits 123 --only default %t | FileCheck --check-prefix=YES %s
// YES: erbium: error: ERBIUM_CHECK is 'yes'; expected 0 or 1
// RUN: env ERBIUM_SPIN=-1 %exits 123 --only default %t | FileCheck --check-prefix=SPIN %s
// SPIN: erbium: error: ERBIUM_SPIN is '-1'; expected nanoseconds, 0 to 1000000000
// RUN: env ERBIUM_WINDOW=4k %exits 123 --only default %t | FileCheck --check-prefix=WINDOW %s
// WINDOW: erbium: error: ERBIUM_WINDOW is '4k'; expected bytes, 1 to
// RUN: env ERBIUM_PIN=tight %exits 123 --only default %t | FileCheck --check-prefix=PIN %s
// PIN: erbium: error: ERBIUM_PIN is 'tight'; expected none, compact or scatter
// RUN: env ERBIUM_TASK=none %exits 123 --only default %t | FileCheck --check-prefix=TASK %s
// TASK: erbium: error: ERBIUM_TASK is 'none'; expected
// RUN: env ERBIUM_VERBOSE=4 %exits 123 --only default %t | FileCheck --check-prefix=VERBOSE %s
// VERBOSE: erbium: error: ERBIUM_VERBOSE is '4'; expected
// RUN: env ERBIUM_STACK=99999999999999999999 %exits 123 --only default %t | FileCheck --check-prefix=STACK %s
// STACK: erbium: error: ERBIUM_STACK is '99999999999999999999'; expected bytes, 1 to 1099511627776, or 0 for the system's default
// RUN: env ERBIUM_WORKERS=x %exits 123 --only default %t | FileCheck --check-prefix=WORKERS -DVALUE=x %s
// RUN: env ERBIUM_WORKERS=5000 %exits 123 --only default %t | FileCheck --check-prefix=WORKERS -DVALUE=5000 %s
// RUN: env ERBIUM_WORKERS=-1 %exits 123 --only default %t | FileCheck --check-prefix=WORKERS -DVALUE=-1 %s
// WORKERS: erbium: error: ERBIUM_WORKERS is '[[VALUE]]'; expected threads, 1 to 4096, or 0 for one on each processor
// RUN: env ERBIUM_PLACE=here %exits 123 --only default %t | FileCheck --check-prefix=PLACE %s
// PLACE: erbium: error: ERBIUM_PLACE is 'here'; expected load, spread, together or wander
// RUN: env ERBIUM_WINDOWS=own %exits 123 --only default %t | FileCheck --check-prefix=WINDOWS %s
// WINDOWS: erbium: error: ERBIUM_WINDOWS is 'own'; expected shared or private
// RUN: env ERBIUM_COMMUNICATOR=1 %exits 123 --only default %t | FileCheck --check-prefix=COPY %s
// COPY: erbium: error: ERBIUM_COMMUNICATOR is '1'; expected none, sibling, core, shared or auto
// RUN: env ERBIUM_GROW= ERBIUM_PIN=scatter ERBIUM_TASK=thread ERBIUM_STACK=65536 ERBIUM_WINDOW=1 %t 2>&1 | FileCheck %s
// CHECK: erbium: error: unknown setting ERBIUM_NONE; known settings are CHECK, STATS, {{.*}}, WORKERS
// CHECK-NEXT: erbium: error: ERBIUM_SPIN is 'long'; expected nanoseconds
// CHECK-NEXT: erbium: error: CHECK is set after the first view or run
// CHECK-NEXT: erbium: error: unknown setting ERBIUM_NONE; known settings are {{.*}}
// CHECK-NOT: {{.}}
#include "test.h"

int
main (void)
{
  expect_equal (erbium_set ("NONE", "1"), -1);
  expect_equal (erbium_set ("SPIN", "long"), -1);
  expect_equal (erbium_set ("SPIN", "0"), 0);
  expect_equal (erbium_set ("PIN", "compact"), 0);
  expect_equal (erbium_set ("CHECK", "0"), 0);
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  erbium_new_read_view (r);
  expect_equal (erbium_set ("CHECK", "1"), -1);
  expect_equal (erbium_set ("NONE", "1"), -1);
}
