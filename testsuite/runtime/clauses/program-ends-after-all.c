/* SPDX-License-Identifier: MIT */
/* The program ends when main has returned and every process has ended: also
 * those that are started after main has returned, and when main calls exit; the
 * views of main end with it. */
// RUN: %build
// RUN: %run %t return | FileCheck %s
// RUN: %run %t exit | FileCheck %s
// CHECK: main goes, 10 sent
// CHECK-NEXT: last process: 10 received
#include "test.h"

static int received;

ERBIUM_PROCESS (last, int);
void
last (int depth)
{
  uint64_t seed = (uint64_t) depth;
  for (int k = 0; k < 10; k++)
    dither (&seed);
  if (depth > 0)
    ERBIUM_RUN (last, depth - 1);
  else
    printf ("last process: %d received\n", received);
}

ERBIUM_PROCESS (consume, ERBIUM_RECORD (int));
void
consume (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  for (int i = 0; erbium_update (v, i + 1) > i; i++)
    received++;
  ERBIUM_RUN (last, 20);
}

int
main (int argc, char **argv)
{
  (void) argc;
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  ERBIUM_RUN (consume, r);
  erbium_commit (v, 10);
  puts ("main goes, 10 sent");
  if (strcmp (argv[1], "exit") == 0)
    exit (0);
}
