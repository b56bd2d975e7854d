/* SPDX-License-Identifier: MIT */
/* The first space reads stdin, a pipe or a file; others cannot. */
// RUN: %build
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include "erbium/space.h"
#include "test.h"

static void *
reads (void *unused)
{
  expect_equal (getchar (), EOF);
  expect (ferror (stdin)); /* it is not taken for an empty file */
  return unused;
}

int
main (void)
{
  char line[64];
  int id = space_alloc (1);
  space_start (id, reads, NULL);
  space_join (id);
  while (fgets (line, sizeof line, stdin))
    fputs (line, stdout);
  // CHECK: one
  // CHECK-NEXT: two
  // CHECK-NEXT: three
}
