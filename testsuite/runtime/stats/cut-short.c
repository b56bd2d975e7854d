/* SPDX-License-Identifier: MIT */
/* A program that a process ends by exit, or a fault or a deadlock, prints its
 * statistics too, after the message. */
// RUN: %build
// RUN: env ERBIUM_STATS=1 %exits 3 --only default,check,fiber,one --each %s %t exit
// RUN: env ERBIUM_STATS=1 %exits 120 --only default,check,fiber,one --each %s %t fault
// RUN: env ERBIUM_STATS=1 %exits 121 --only default,check,fiber,one --each %s %t deadlock
// RUN: env ERBIUM_STATS=1 %exits 121 --only default,check,fiber,one --each %s %t late
// RUN: %exits 120 --only default %t fault | FileCheck --check-prefix=OFF %s
// CHECK: process number
// CHECK: main 1 3 8
// CHECK: record views
// CHECK: numbers 2 3 8
// OFF: note: a read view updates, reads and releases{{$}}
// OFF-NOT: {{.}}
#include "test.h"

ERBIUM_PROCESS (leave, int);
void
leave (int status)
{
  exit (status);
}

/* The view's, of a record that nobody writes. */
ERBIUM_PROCESS (starve, ERBIUM_VIEW (int));
void
starve (ERBIUM_VIEW (int) v)
{
  erbium_update (v, 100);
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  struct ends e = both_ends (10);
  erbium_name_record (e.record, "numbers");
  erbium_stall (e.out, 8);
  erbium_commit (e.out, 8);
  erbium_update (e.in, 8);
  erbium_release (e.in, 3);
  if (strcmp (how, "exit") == 0)
    erbium_join (ERBIUM_RUN (leave, 3));
  else if (strcmp (how, "fault") == 0)
    erbium_commit (e.in, 1);
  else if (strcmp (how, "deadlock") == 0)
    erbium_update (e.in, 9);
  else
    {
      struct ends other = both_ends (10);
      erbium_join (ERBIUM_RUN (starve, other.in));
    }
}
