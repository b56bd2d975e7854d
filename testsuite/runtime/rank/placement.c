/* SPDX-License-Identifier: MIT */
/* ERBIUM_PLACEMENT names a file that says on which ranks processes run. */
// RUN: %build
// RUN: printf '# a comment\nleft 2\n\nright 1 0 # in turn\n' > %t.place
// RUN: env ERBIUM_PLACEMENT=%t.place %ranks --of 3 %t | FileCheck %s
// RUN: printf 'left 7\n' > %t.none
// RUN: env ERBIUM_PLACEMENT=%t.none %ranks --of 3 --status 123 %t | FileCheck --check-prefix=NONE %s
// RUN: printf 'right 1\nleft one\n' > %t.word
// RUN: env ERBIUM_PLACEMENT=%t.word %ranks --of 3 --status 123 %t | FileCheck --check-prefix=WORD %s
// RUN: printf 'left 1\nleft 2\n' > %t.twice
// RUN: env ERBIUM_PLACEMENT=%t.twice %ranks --of 3 --status 123 %t | FileCheck --check-prefix=TWICE %s
// RUN: env ERBIUM_PLACEMENT=%t.missing %ranks --of 3 --status 123 %t | FileCheck --check-prefix=MISSING %s
// RUN: printf 'several 1\n' > %t.several
// RUN: env ERBIUM_PLACEMENT=%t.several %ranks --of 3 --status 123 %t several | FileCheck --check-prefix=SEVERAL %s
#include "test.h"

static int
rank_here (void)
{
  const char *rank = getenv ("PMI_RANK");
  rank = rank ? rank : getenv ("OMPI_COMM_WORLD_RANK");
  return rank ? atoi (rank) : -1;
}

ERBIUM_PROCESS (left);
void
left (void)
{
  printf ("left on %d\n", rank_here ());
}

ERBIUM_PROCESS (right);
void
right (void)
{
  printf ("right on %d\n", rank_here ());
}

ERBIUM_PROCESS (several, ERBIUM_RECORD (int));
void
several (ERBIUM_RECORD (int) r)
{
  (void) r;
}

int
main (int count, char **arguments)
{
  (void) arguments;
  if (count > 1)
    ERBIUM_RUN (several, erbium_new_record (int, 2, 1));
  // CHECK: left on 2
  // CHECK-NEXT: left on 2
  // CHECK-NEXT: right on 1
  // CHECK-NEXT: right on 0
  // CHECK-NEXT: right on 1
  erbium_join (ERBIUM_RUN (left));
  erbium_join (ERBIUM_RUN (left));
  for (int n = 0; n < 3; n++)
    erbium_join (ERBIUM_RUN (right));
}
// NONE: {{.*}}.none:1: error: the job has no such rank: 7
// WORD: {{.*}}.word:2: error: not the number of a rank: one
// TWICE: {{.*}}.twice:2: error: processes of this name are placed before: left
// MISSING: {{.*}}.missing: error: cannot be read: No such file or directory
// SEVERAL: placement.c:[[#]]: error: run: process 'several' is placed on rank 1, and has to run on rank 0, in process 'main'
