/* SPDX-License-Identifier: MIT */
/* The end of main waits for the processes of all programs, also for one that main has
 * left again, and one that is main's at the end; its views end in all of them.  Each
 * program has its statistics. */
// RUN: %build
// RUN: %run %t | FileCheck %s
// RUN: env ERBIUM_STATS=1 %t 2>&1 | FileCheck --check-prefix=STATS %s
// CHECK: main goes
// CHECK-NEXT: left: 10 received
// CHECK-NEXT: last: 20 received
// STATS-DAG: left_one {{.*}} 10 {{.*}} |
// STATS-DAG: last_one {{.*}} 20 {{.*}} |
#include "test.h"

static SHARED atomic_long left_went;

static long
receive (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  int i = 0;
  uint64_t seed = 1;
  erbium_register (v, 1);
  erbium_alloc (v, 10);
  for (; erbium_update (v, i + 1) > i; i++)
    {
      dither (&seed);
      erbium_release (v, i + 1);
    }
  return i;
}

ERBIUM_PROCESS (left_one, ERBIUM_RECORD (int));
void
left_one (ERBIUM_RECORD (int) r)
{
  printf ("left: %ld received\n", receive (r));
  fflush (stdout);
  tell (&left_went, 1);
}

/* Waits for one of the other program, by means that Erbium does not know. */
ERBIUM_PROCESS (last_one, ERBIUM_RECORD (int));
void
last_one (ERBIUM_RECORD (int) r)
{
  long received = receive (r);
  while (!told (&left_went))
    usleep (100);
  printf ("last: %ld received\n", received);
  fflush (stdout);
}

static ERBIUM_VIEW (int)
record_of (int elements, ERBIUM_RECORD (int) *r)
{
  *r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_write_view (*r);
  erbium_register (v, 1);
  erbium_commit (v, elements);
  return v;
}

int
main (void)
{
  ERBIUM_RECORD (int) r;
  erbium_program_enter (erbium_program_new ());
  record_of (10, &r);
  ERBIUM_RUN (left_one, r);
  erbium_program_enter (erbium_program_new ());
  record_of (20, &r);
  ERBIUM_RUN (last_one, r);
  puts ("main goes");
  fflush (stdout);
}
