/* SPDX-License-Identifier: MIT */
/* A write view does not release. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  struct ends e = both_ends (10);
  erbium_release (e.out, 1);
  // CHECK: release-on-write-view.c:[[#@LINE-1]]: error: release: expected a read view, not write view 2 (id 1) of record 1 ({{.*}}), in process 'main'
}
