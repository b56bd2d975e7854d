/* SPDX-License-Identifier: MIT */
/* A space that blocks all signals but SIGSEGV reads pages by access, and one that blocks it too by calls; where that one
 * makes an access, the system kills it, and its parent is told what may be the cause. */
// RUN: %build
// RUN: %timed %t
// RUN: %status 119 %timed %t access 2>&1 | FileCheck %s
// CHECK: error: erbium_space_join: space 0.1 (gid 0, {{.*}}masked.c:{{[0-9]+}}) has died of SIGSEGV
// CHECK-NEXT: note: run it under a debugger (set follow-fork-mode child); and let it not block SIGSEGV, which pages need
#include "spaces.h"

static char *a;
static size_t page;

static void *
consume (void *with)
{
  sigset_t all;
  char byte;
  sigfillset (&all);
  sigdelset (&all, SIGSEGV);
  expect (sigprocmask (SIG_BLOCK, &all, NULL) == 0);
  expect_equal (a[0], 1);
  sigaddset (&all, SIGSEGV);
  expect (sigprocmask (SIG_BLOCK, &all, NULL) == 0);
  spmcR_read (a + page, &byte, 1);
  expect_equal (byte, 2);
  spmcR_map (a + page, page);
  expect_equal (a[page], 2);
  if (with)
    expect_equal (a[2 * page], 3);
  return NULL;
}

int
main (int count, char **words)
{
  page = (size_t) sysconf (_SC_PAGESIZE);
  int child = space_alloc (0);
  a = spmcR_alloc (3 * page);
  spmcR_copycons (child, a, a, 3 * page);
  space_start (child, consume, count > 1 ? words[1] : NULL);
  for (int n = 0; n < 2; n++) /* the last page is not fixed, and so not mapped together with another one */
    {
      a[(size_t) n * page] = (char) (n + 1);
      spmcR_setfix (a + (size_t) n * page, page);
    }
  space_join (child);
}
