/* SPDX-License-Identifier: MIT */
/* Errors of any rank are reported there, and end the job with their status; so does that of main. */
// RUN: %build
// RUN: %ranks --status 3 %t status | FileCheck --check-prefix=STATUS %s
// RUN: %ranks --status 120 %t pointer | FileCheck --check-prefix=POINTER %s
// RUN: %ranks --status 120 %t remote | FileCheck --check-prefix=REMOTE %s
// RUN: %ranks --status 120 --of 2 %t held | FileCheck --check-prefix=HELD %s
// RUN: %status 123 env ERBIUM_TASK=thread %t late 2>&1 | FileCheck --check-prefix=LATE %s
// A job that cannot start.
// RUN: %status 123 env ERBIUM_TASK=rank ERBIUM_RANKS=0 %t 2>&1 | FileCheck --check-prefix=RANKS %s
// RUN: %status 123 env ERBIUM_TASK=rank ERBIUM_RANKS=2x %t 2>&1 | FileCheck --check-prefix=RANKS %s
// RANKS: erbium: error: ERBIUM_TASK=rank: ERBIUM_RANKS is not a number from 1 to 65536
// RANKS-NEXT: erbium: note: set it to the number of ranks
// RUN: %status 123 env ERBIUM_TASK=rank ERBIUM_MPI=lam %t 2>&1 | FileCheck --check-prefix=MPI %s
// MPI: erbium: error: ERBIUM_TASK=rank: ERBIUM_MPI is neither mpich nor openmpi
// RUN: %status 123 env PATH=/none ERBIUM_TASK=rank ERBIUM_MPI=mpich %t 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: erbium: error: ERBIUM_TASK=rank: cannot start mpiexec: No such file or directory
// NONE-NEXT: erbium: note: install mpich or openmpi
#include "test.h"

ERBIUM_PROCESS (use, int *);
void
use (int *n)
{
  (void) n;
}

ERBIUM_PROCESS (misuse, ERBIUM_RECORD (int));
void
misuse (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_write_view (r);
  printf ("before\n");
  erbium_stall (v, 1);
}

ERBIUM_PROCESS (take, ERBIUM_RECORD (int));
void
take (ERBIUM_RECORD (int) r)
{
  ERBIUM_VIEW (int) v = erbium_new_read_view (r);
  erbium_register (v, 1);
}

int
main (int count, char **arguments)
{
  const char *what = count > 1 ? arguments[1] : "";
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  int n = 0;
  if (strcmp (what, "status") == 0)
    {
      printf ("main\n");
      return 3;
    }
  if (strcmp (what, "pointer") == 0)
    ERBIUM_RUN (use, &n);
  if (strcmp (what, "remote") == 0)
    ERBIUM_RUN (misuse, r);
  if (strcmp (what, "held") == 0)
    {
      ERBIUM_VIEW (int) v = erbium_new_read_view (r);
      erbium_register (v, 1);
      ERBIUM_RUN (take, r);
      erbium_join_all ();
      erbium_free_view (v, ERBIUM_TERMINATE);
    }
  if (strcmp (what, "late") == 0)
    {
      erbium_set ("TASK", "rank");
      ERBIUM_RUN (take, r);
    }
  erbium_join_all ();
}
// STATUS: main
// POINTER: errors.c:[[#]]: error: run: process 'use' cannot run on rank 1: byte 0 of its arguments is a pointer into memory of rank 0, in process 'main'
// POINTER-NEXT: errors.c:[[#]]: note: pass the data itself, or in a record, or declare the memory with erbium_carry: ranks share none
// REMOTE: before
// REMOTE: errors.c:[[#]]: error: stall: write view 1 (unregistered) of record 1 ({{.*}}errors.c:[[#]]) has no horizon, in process 'misuse'
// HELD: errors.c:[[#]]: error: register: read view 1 (unregistered) of record {{[0-9]+}} ({{.*}}errors.c:[[#]]) cannot take id 1: another view has held it since
// LATE: errors.c:[[#]]: error: run: process 'take' cannot run on a rank: the program was not started as one, in process 'main'
