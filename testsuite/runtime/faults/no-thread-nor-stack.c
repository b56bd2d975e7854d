/* SPDX-License-Identifier: MIT */
/* Where no thread can be had for a process, or no stack for a fiber, the message names
 * the process and says how many there are. */
// UNSUPPORTED: sanitizer
// RUN: %build
// RUN: %exits 122 --each %s --only thread,spin,doze,window,check,pin,one sh -c 'ulimit -v 300000; exec "$0"' %t
// RUN: %exits 122 --only fiber sh -c 'ulimit -v 300000; exec "$0"' %t | FileCheck --check-prefix=STACK %s
// RUN: %exits 122 --only alone sh -c 'ulimit -v 300000; exec "$0"' %t | FileCheck --check-prefix=STACK %s
// RUN: %exits 122 --only spread sh -c 'ulimit -v 300000; exec "$0"' %t | FileCheck --check-prefix=STACK %s
// RUN: %exits 122 --only wander sh -c 'ulimit -v 300000; exec "$0"' %t | FileCheck --check-prefix=STACK %s
#include "test.h"

ERBIUM_PROCESS (idle, ERBIUM_RECORD (int), int);
void
idle (ERBIUM_RECORD (int) r, int id)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, id);
  erbium_alloc (v, 1);
  erbium_update (v, 1);
}

int
main (void)
{
  enum { MANY = 10000 };
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, MANY);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  for (int id = 1; id <= MANY; id++)
    ERBIUM_RUN (idle, r, id);
  // CHECK: no-thread-nor-stack.c:[[#@LINE-1]]: error: run: process 'idle' cannot be started beside [[#]] others: Resource temporarily unavailable, in process 'main'
  // CHECK-NEXT: note: raise the limit on threads (ulimit -u) or memory (ulimit -v), set ERBIUM_STACK to less, or ERBIUM_TASK to fiber
  // STACK: no-thread-nor-stack.c:[[#@LINE-3]]: error: run: process 'idle' cannot be started beside [[#]] others: Cannot allocate memory, in process 'main'
  // STACK-NEXT: note: raise the limit on memory (ulimit -v), or set ERBIUM_STACK to less
}
