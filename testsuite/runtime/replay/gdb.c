/* SPDX-License-Identifier: MIT */
/* Under gdb a breakpoint in the function of a space stops in that space, deep in the tree, though ancestors have
 * forked and run other programs before; pages are read by faults at which gdb does not stop, but at an access to memory that
 * is not there. */
// RUN: %build
// RUN: rm -rf %t.rec && env ERBIUM_RECORD=%t.rec %t > %t.out
// RUN: %erbium-replay %t.rec --space=0.2.1 --gdb -- -batch -ex "break found" -ex run -ex bt -ex "print sum" -ex delete -ex continue > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK: found (sum=[[SUM:6144]])
// CHECK: #0 found (sum=[[SUM]])
// CHECK-NEXT: #1 {{.*}} in works (unused=
// CHECK: $1 = [[SUM]]
// CHECK: 0.2.1: 6144
// CHECK: exited normally
// RUN: %erbium-replay %t.rec --space=0.1 --gdb -- -batch -ex run -ex bt 2>&1 | FileCheck %s --check-prefix=DIES
// DIES: erbium_replay_dies ()
// DIES: #{{[0-9]+}} {{.*}} in dies (unused={{.*}}) at {{.*}}gdb.c:[[#@LINE+41]]
// RUN: %erbium-replay %t.rec --space=0.2.1 -- env | FileCheck %s --check-prefix=WORDS
// WORDS: 0.2.1: 6144
#include "erbium/papers.h"
#include "test.h"

enum { PAGE = 4096 };

static unsigned char *page;
static int *volatile nowhere;

__attribute__ ((noinline)) void
found (int sum)
{
  printf ("%s: %d\n", space_path (), sum);
}

static void *
works (void *unused)
{
  int sum = 0;
  for (int n = 0; n < PAGE; n++)
    sum += page[n];
  found (sum);
  return unused;
}

static void *
parent (void *unused)
{
  int child = space_alloc (0);
  expect_equal (system ("true"), 0);
  spmcR_copycons (child, page, page, PAGE);
  space_start (child, works, NULL);
  space_join (child);
  return unused;
}

static void *
dies (void *unused)
{
  *nowhere = page[7];
  return unused;
}

int
main (void)
{
  int child[2];
  for (int n = 0; n < 2; n++)
    child[n] = space_alloc (n);
  page = spmcR_alloc (PAGE);
  for (int n = 0; n < 2; n++)
    spmcR_copycons (child[n], page, page, PAGE);
  expect_equal (system ("true"), 0);
  space_start (child[0], dies, NULL);
  space_start (child[1], parent, NULL);
  for (int n = 0; n < PAGE; n++)
    page[n] = n % 64 * 2 / 32;
  spmcR_setfix (page, PAGE);
  expect_equal (space_watch (child[0], true, NULL), SPACE_DIED);
  space_join (child[1]);
}
