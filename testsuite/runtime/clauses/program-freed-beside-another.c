/* SPDX-License-Identifier: MIT */
/* A program is freed when its own processes have ended: those of another, which wait for the caller, go on
 * waiting. */
// RUN: %build
// RUN: %run %t | FileCheck %s --match-full-lines
#include "test.h"

ERBIUM_PROCESS (prints, ERBIUM_RECORD (int));
void
prints (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  for (int i = 0; erbium_update (v, i + 1); i++)
    {
      printf ("element %d\n", ERBIUM_AT (v, i));
      erbium_release (v, i + 1);
    }
}

ERBIUM_PROCESS (other, int);
void
other (int n)
{
  printf ("other %d\n", n);
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (prints, r);
  erbium_program *beside = erbium_program_new ();
  erbium_program_enter (beside);
  ERBIUM_RUN (other, 1);
  erbium_join_all ();
  erbium_program_free (beside);
  // CHECK: other 1
  puts ("freed");
  // CHECK-NEXT: freed
  fflush (stdout);
  erbium_stall (v, 1);
  ERBIUM_AT (v, 0) = 7;
  erbium_commit (v, 1);
  // CHECK-NEXT: element 7
}
