/* SPDX-License-Identifier: MIT */
/* A process cannot join itself. */
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
#include "test.h"

static erbium_process me;

ERBIUM_PROCESS (child, erbium_process);
void
child (erbium_process parent)
{
  (void) parent;
}

ERBIUM_PROCESS (self);
void
self (void)
{
  me = ERBIUM_RUN (child, 0) - 1; /* handles count */
  erbium_join (me);
  // CHECK: join-itself.c:[[#@LINE-1]]: error: join: a process cannot join itself, in process 'self'
}

int
main (void)
{
  ERBIUM_RUN (self);
  erbium_join_all ();
}
