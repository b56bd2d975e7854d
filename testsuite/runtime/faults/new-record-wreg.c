/* SPDX-License-Identifier: MIT */
/* A record has 1 to 65535 producers. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  erbium_new_record (int, 0, 1);
  // CHECK: new-record-wreg.c:[[#@LINE-1]]: error: new_record: wreg is 0; expected 1 to 65535, in process 'main'
  // CHECK-NEXT: note: a record needs at least one registered producer
}
