/* SPDX-License-Identifier: MIT */
/* A message comes out, and the program ends, also while another thread holds stderr and
 * does not give it back.  (ThreadSanitizer's own _exit writes out what stderr has, and waits.) */
// UNSUPPORTED: thread
// RUN: %build
// RUN: %exits 120 %t | FileCheck %s
// CHECK: stderr-held.c:[[#]]: error: commit: expected a write view, not read view
// CHECK-NEXT: stderr-held.c:[[#]]: note:
#include <pthread.h>
#include "test.h"

static atomic_long held;

static void *
hold (void *unused)
{
  flockfile (stderr);
  atomic_store (&held, 1);
  for (;;)
    pause ();
  return unused;
}

int
main (void)
{
  pthread_t holder;
  struct ends e = both_ends (4);
  pthread_create (&holder, NULL, hold, NULL);
  while (!atomic_load (&held))
    sched_yield ();
  erbium_commit (e.in, 1);
}
