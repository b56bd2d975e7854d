/* SPDX-License-Identifier: MIT */
/* Where processes are spaces, checked mode tells which variables one has changed only in its own memory. */
// UNSUPPORTED: thread, address
// RUN: %build
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %timed %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: env ERBIUM_TASK=thread ERBIUM_CHECK=1 %timed %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: env ERBIUM_TASK=space %timed %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 ERBIUM_VERBOSE=0 %timed %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE-NOT: warning
// NONE: end
// RUN: strip -o %t.stripped %t
// RUN: env ERBIUM_TASK=space ERBIUM_CHECK=1 %timed %t.stripped 2>&1 | FileCheck --check-prefix=STRIPPED %s
// STRIPPED: warning: process 'changes' has changed a variable that has no name in the program's table of symbols only in its own memory
// What the linker does at the first call of a function is no change of a variable:
// RUN: %cc -Wl,-z,lazy %s -o %t.lazy %libs && env ERBIUM_TASK=space ERBIUM_CHECK=1 %t.lazy none 2>&1 | FileCheck --check-prefix=LEFT %s
// RUN: strip %t.lazy && env ERBIUM_TASK=space ERBIUM_CHECK=1 %timed %t.lazy none 2>&1 | FileCheck --check-prefix=LEFT %s
// LEFT-NOT: warning
// LEFT: end
// A large variable without a name, in a table that has others, takes no longer:
// RUN: strip -x -o %t.globals %t && env ERBIUM_TASK=space ERBIUM_CHECK=1 %timed %t.globals large 2>&1 | FileCheck --check-prefix=LARGE %s
// LARGE-DAG: has changed 'total' only in its own memory
// LARGE-DAG: has changed a variable that has no name in the program's table of symbols only in its own memory
#include "test.h"

long total;
static long same = 5;
static char large[1 << 24];
static double table[100];
static const long *changed;

ERBIUM_PROCESS (changes, long *);
void
changes (long *result)
{
  static volatile int calls;
  calls = calls + 1;
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

ERBIUM_PROCESS (changes_much, int);
void
changes_much (int with)
{
  memset (large, with, sizeof large);
  total = large[sizeof large / 2];
}

int
main (int arguments, char **argument)
{
  long result = 1;
  ERBIUM_RUN (leaves_all, &result);
  erbium_join_all ();
  if (arguments > 1)
    {
      if (strcmp (argument[1], "large") == 0)
        ERBIUM_RUN (changes_much, 7);
      erbium_join_all ();
      puts ("end");
      return 0;
    }
  ERBIUM_RUN (changes, &result);
  erbium_join_all ();
  printf ("end %ld %ld %f %p\n", total, same, table[50], (const void *) changed);
}
/* In any order:
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed a variable of the function that ran it, or of one that called that function, only in its own memory: processes that are spaces share only records; pass it in a record
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed 'calls' only in its own memory: processes that are spaces share only records; pass it in a record
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed 'total' only in its own memory
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed 'table' only in its own memory
CHECK-DAG: own-variables.c:[[#]]: warning: process 'changes' has changed 'changed' only in its own memory
CHECK: end 0 5
*/
