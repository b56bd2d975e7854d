/* SPDX-License-Identifier: MIT */
/* A program waits for its processes before it goes; a thread that has entered it,
 * and still has a view there, it cannot wait for. */
// RUN: %build
// RUN: %exits 120 --but space %t | FileCheck %s
#include <pthread.h>
#include "test.h"

static erbium_program *program;
static SHARED atomic_long ready;

ERBIUM_PROCESS (linger, int);
void
linger (int naps)
{
  for (int n = 0; n < naps; n++)
    usleep (100);
}

static void *
guest (void *unused)
{
  erbium_program_enter (program);
  erbium_name_process ("guest");
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  erbium_register (erbium_new_write_view (r), 1);
  ERBIUM_RUN (linger, 100);
  atomic_store_explicit (&ready, 1, memory_order_release);
  pause ();
  return unused;
}

int
main (void)
{
  pthread_t thread;
  program = erbium_program_new ();
  expect_equal (pthread_create (&thread, NULL, guest, NULL), 0);
  while (!atomic_load_explicit (&ready, memory_order_acquire))
    sched_yield ();
  erbium_program_free (program);
  // CHECK: free-program-in-use.c:[[#@LINE-1]]: error: erbium_program_free: 'guest' still has write view 1 (id 1) of record 1 ({{.*}}) in program 1 ({{.*}}), in process 'main'
  // CHECK-NEXT: note: let the thread free its views, or end, first
}
