/* SPDX-License-Identifier: MIT */
/* A function of erbium_on_fault that dies itself: its death is told, by its signal. */
// RUN: %build
// RUN: %exits 139 %t main | FileCheck %s
// RUN: %exits 139 %t process | FileCheck %s
// CHECK: on-fault-dies.c:[[#]]: error: process '{{main|wrong}}' died of SIGSEGV, an access to memory that is not there; its last recorded primitive is commit
#include "test.h"

static int *volatile nowhere = (int *) 8;

static void
see (const struct erbium_fault *f)
{
  (void) f;
  *nowhere = 1;
}

ERBIUM_PROCESS (wrong, ERBIUM_VIEW (int));
void
wrong (ERBIUM_VIEW (int) v)
{
  erbium_commit (v, 1);
}

int
main (int argc, char **argv)
{
  (void) argc;
  struct ends e = both_ends (4);
  erbium_on_fault (see);
  if (strcmp (argv[1], "main") == 0)
    erbium_commit (e.in, 1);
  ERBIUM_RUN (wrong, e.in);
  erbium_join_all ();
}
