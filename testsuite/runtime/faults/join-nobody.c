/* SPDX-License-Identifier: MIT */
/* A handle that run has not returned. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

int
main (void)
{
  erbium_join (7);
  // CHECK: join-nobody.c:[[#@LINE-1]]: error: join: no process has handle 7, in process 'main'
  // CHECK: note: join what run has returned
}
