/* SPDX-License-Identifier: MIT */
/* A producer that has written and ends without a commit: a warning.  So does one that has not
 * committed its last element, in checked mode. */
// RUN: %build
// RUN: env ERBIUM_TASK=thread %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_TASK=fiber %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_TASK=space %t 2>&1 | FileCheck %s
// RUN: env ERBIUM_VERBOSE=0 %t 2>&1 | count 0
// RUN: %t empty 2>&1 | count 0
// RUN: env ERBIUM_TASK=space %t empty 2>&1 | count 0
// RUN: %t committed 2>&1 | count 0
// RUN: env ERBIUM_TASK=space %t committed 2>&1 | count 0
// RUN: %t alone 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=thread %t committed 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=fiber %t committed 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=space %t committed 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=thread %t half 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: env ERBIUM_CHECK=1 %t filter 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=space %t filter 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 ERBIUM_VERBOSE=0 %t committed 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 %t input-ends 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=space %t input-ends 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 ERBIUM_VERBOSE=2 %t input-ends 2>&1 | FileCheck %s --check-prefix=NOTE
// RUN: %t one 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 %t one 2>&1 | FileCheck %s
// RUN: %t dropped 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 ERBIUM_TASK=fiber %t dropped 2>&1 | count 0
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 %t again 2>&1 | count 0
// RUN: env ERBIUM_TASK=space %t again 2>&1 | count 0
// RUN: env ERBIUM_TASK=thread ERBIUM_WINDOW=8192 %t again 2>&1 | count 0
#include "test.h"

static bool input_ends;

/* Like read (2) at the end of a file: writes nothing. */
static void
read_nothing (long *to)
{
  (void) to;
}

/* Writes those elements of 10, and commits `commits', or nothing if that is -1.  With the argument
 * input-ends, it passes the address of another element to a function that does not write there. */
ERBIUM_PROCESS (producer, ERBIUM_RECORD (long), int, int);
void
producer (ERBIUM_RECORD (long) r, int writes, int commits)
{
  ERBIUM_VIEW (long) w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 1 << 16);
  erbium_stall (w, 10);
  for (long i = 0; i < writes; i++)
    ERBIUM_AT (w, i) = i + 1;
  if (commits >= 0)
    erbium_commit (w, commits);
  if (input_ends)
    read_nothing (&ERBIUM_AT (w, writes));
}

/* Writes each number of 10, and keeps the even ones; the last one is odd. */
ERBIUM_PROCESS (even, ERBIUM_RECORD (long));
void
even (ERBIUM_RECORD (long) r)
{
  ERBIUM_VIEW (long) w = erbium_new_write_view (r);
  erbium_register (w, 1);
  erbium_alloc (w, 1 << 16);
  long n = 0;
  for (long i = 0; i < 10; i++)
    {
      erbium_stall (w, n + 1);
      ERBIUM_AT (w, n) = i;
      n += i % 2 == 0;
      erbium_commit (w, n);
    }
}

static bool filters;

static void
read_all (int writes, int commits)
{
  ERBIUM_RECORD (long) r = erbium_new_record (long, 1, 1);
  ERBIUM_VIEW (long) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1 << 16);
  erbium_process p = filters ? ERBIUM_RUN (even, r) : ERBIUM_RUN (producer, r, writes, commits);
  long n = 0;
  while (erbium_update (v, n + 1) > n)
    erbium_release (v, ++n);
  expect_equal (n, commits < 0 ? 0 : commits);
  erbium_free_view (v, 0);
  erbium_join (p);
}

/* No other process reads what this one writes. */
static void
write_alone (void)
{
  struct ends e = both_ends (10);
  erbium_stall (e.out, 10);
  for (int i = 0; i < 10; i++)
    ERBIUM_AT (e.out, i) = i + 1;
}

/* The second record gets the window of the first. */
ERBIUM_PROCESS (twice, int);
void
twice (int n)
{
  read_all (n, n);
  read_all (0, -1);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp (how, "again") == 0)
    ERBIUM_RUN (twice, 10);
  else if (strcmp (how, "alone") == 0)
    write_alone ();
  else if (strcmp (how, "empty") == 0)
    read_all (0, -1);
  else if (strcmp (how, "one") == 0)
    read_all (1, -1);
  else if (strcmp (how, "dropped") == 0)
    read_all (10, 0); /* a commit without effect */
  else if (strcmp (how, "half") == 0)
    read_all (10, 5);
  else if ((filters = strcmp (how, "filter") == 0))
    read_all (5, 5);
  else if ((input_ends = strcmp (how, "input-ends") == 0))
    read_all (5, 5);
  else
    read_all (10, strcmp (how, "committed") == 0 ? 1 : -1);
  // CHECK: never-committed.c:[[#@LINE-89]]: warning: process 'producer' has written elements of write view 1 (id 1) of record 1 ({{.*}}) and committed none, so no consumer receives them; call commit after the last write to an element
  // CHECK-NOT: {{.}}
  // LAST: never-committed.c:[[#@LINE-86]]: warning: process 'producer' ends and has written element 9 of write view 1 (id 1) of record 1 ({{.*}}), but committed only those below 1; call commit after the last write to an element
  // LAST-NOT: {{.}}
  // HALF: warning: process 'producer' ends and has written element 9 of {{.*}}, but committed only those below 5; call commit
  // NOTE: never-committed.c:{{[0-9]+}}: note: process 'producer' ends and has accessed elements of write view 1 (id 1) of record 1 ({{.*}}) below 6, but committed only those below 5
}
