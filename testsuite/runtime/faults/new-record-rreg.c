/* SPDX-License-Identifier: MIT */
/* A record has 0 to 65535 registered consumers. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  erbium_new_record (int, 1, 65536);
  // CHECK: new-record-rreg.c:[[#@LINE-1]]: error: new_record: rreg is 65536; expected 0 to 65535, in process 'main'
}
