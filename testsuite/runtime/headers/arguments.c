/* SPDX-License-Identifier: MIT */
/* ERBIUM_RUN has as many arguments as its process, of its types: in C and C++ of any year, and where the
 * process is defined elsewhere.  An argument may have commas. */
// RUN: %S/refuse "%oldgcc %gcc %clang" "c99 gnu99 c11 gnu17 c2x" c %strict %s
// RUN: %S/refuse "g++ %clangxx" "c++11 c++14 c++17 c++20" c++ %strict %s
// RUN: %cc %s -o %t %libs
// RUN: %run --only default %t | FileCheck %s
// CHECK: 1 2 3
#include "erbium.h"

struct pair { int x, y; };

ERBIUM_PROCESS (none);
ERBIUM_PROCESS (two, struct pair, int);
static ERBIUM_PROCESS (record, ERBIUM_RECORD (int), int, const char *);
ERBIUM_PROCESS (elsewhere, ERBIUM_RECORD (int), int);

void
none (void)
{
}

void
two (struct pair p, int n)
{
  printf ("%d %d %d\n", p.x, p.y, n);
}

static void
record (ERBIUM_RECORD (int) r, int n, const char *name)
{
  (void) r, (void) n, (void) name;
}

int
main (void)
{
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 1);
  struct pair p = { 1, 2 };
  erbium_join (ERBIUM_RUN (none));
  erbium_join (ERBIUM_RUN (two, p, 3));
  erbium_join (ERBIUM_RUN (record, r, 1, "name"));
#ifndef __cplusplus
  erbium_join (ERBIUM_RUN (two, (struct pair) { 1, 2 }, 3));
#endif
#if WRONG == 1
  ERBIUM_RUN (elsewhere, r);
#elif WRONG == 2
  ERBIUM_RUN (elsewhere, r, 1, 2);
#elif WRONG == 3
  ERBIUM_RUN (two, 1, 2, 3);
#elif WRONG == 4
  ERBIUM_RUN (two, 1, 2);
#elif WRONG == 5
  ERBIUM_RUN (none, 1);
#elif WRONG == 6
  ERBIUM_RUN (record);
#elif WRONG == 7
  ERBIUM_RUN (record, r, 1);
#endif
}
