/* SPDX-License-Identifier: MIT */
/* Checked mode: a view that was given waits for its next owner. */
// RUN: %build
// RUN: env ERBIUM_CHECK=1 %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_give (e.out);
  erbium_commit (e.out, 1);
  // CHECK: check-given-view.c:[[#@LINE-1]]: error: commit: write view 2 (id 1) of record 1 ({{.*}}) belongs to the process that is started next, in process 'main'
}
