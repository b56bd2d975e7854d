/* SPDX-License-Identifier: MIT */
/* A process that keeps its thread needs another one for those behind it.  If the system has none,
 * its next wait says so. */
// RUN: %cc %s -o %t -Wl,--wrap=pthread_create %libs
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %timed not %t 2>&1 | FileCheck %s
#include <errno.h>

#include "ints.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_bool refuses;

extern int __real_pthread_create (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
extern int __wrap_pthread_create (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);

int
__wrap_pthread_create (pthread_t *t, const pthread_attr_t *a, void *(*f) (void *), void *x)
{
  return refuses ? EAGAIN : __real_pthread_create (t, a, f, x);
}

ERBIUM_PROCESS (keeper, record);
void
keeper (record r)
{
  view v = reads (r, 1);
  erbium_keep_thread ();
  refuses = true;
  erbium_update (v, 1);
  // CHECK: error: cannot start a thread for those that wait behind process 'keeper', which keeps
  // CHECK-SAME: its own
  // CHECK-NEXT: note: raise the limit on threads
}

int
main (void)
{
  record r = erbium_new_record (int, 1, 1);
  ERBIUM_RUN (keeper, r);
  erbium_join_all ();
}
