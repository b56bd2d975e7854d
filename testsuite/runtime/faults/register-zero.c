/* SPDX-License-Identifier: MIT */
/* Ids count from 1. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) out = erbium_new_write_view (r);
  erbium_register (out, 0);
  // CHECK: register-zero.c:[[#@LINE-1]]: error: register: write view 1 (unregistered) of record 1 ({{.*}}) asks for id 0, but its record has 1 write id, in process 'main'
}
