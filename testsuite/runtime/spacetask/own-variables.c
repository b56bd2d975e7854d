/* SPDX-License-Identifier: MIT */
/* Where processes are spaces, checked mode tells which variables one has changed for itself alone. */
// UNSUPPORTED: thread, address
// RUN: %build
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: env ERBIUM_TASK=thread ERBIUM_CHECK=1 %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: env ERBIUM_TASK=space %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 ERBIUM_VERBOSE=0 %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE-NOT: warning
// NONE: end
// RUN: strip -o %t.stripped %t
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %t.stripped 2>&1 | FileCheck --check-prefix=STRIPPED %s
// STRIPPED: warning: process 'changes' has changed 'a variable' for itself alone
#include "test.h"

static long total, same = 5;
static double table[100];
static const long *changed;

ERBIUM_PROCESS (changes, long *);
void
changes (long *result)
{
  static int calls;
  calls++;
  total += 3;
  table[50] = table[51] = 0.5;
  same = 6;
  same = 5; /* as before */
  changed = result;
  *result = 7;
}

ERBIUM_PROCESS (leaves_all, const long *);
void
leaves_all (const long *result)
{
  volatile long here = *result;
  printf ("%ld\n", here); /* the library's own buffers are not meant */
}

int
main (void)
{
  long result = 1;
  ERBIUM_RUN (leaves_all, &result);
  erbium_join_all ();
  ERBIUM_RUN (changes, &result);
  erbium_join_all ();
  printf ("end %ld %ld %f %p\n", total, same, table[50], (const void *) changed);
}
/* In any order:
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed a variable of the function that ran it, or of one that called that, for itself alone: processes that are spaces share records and nothing else; hand it on in one
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed 'calls' for itself alone: processes that are spaces share records and nothing else; hand it on in one
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed 'total' for itself alone
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed 'table' for itself alone
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed 'changed' for itself alone
CHECK: end 0 5
*/
