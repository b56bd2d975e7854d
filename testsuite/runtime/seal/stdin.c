/* SPDX-License-Identifier: MIT */
/* The first space reads stdin, a pipe or a file; others cannot, not even when it has read all. */
// RUN: %build
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include <errno.h>
#include <unistd.h>
#include "erbium/papers.h"
#include "test.h"

static int same;

static void *
reads (void *unused)
{
  char one;
  clearerr (stdin);
  expect_equal (getchar (), EOF);
  expect (ferror (stdin)); /* it is not taken for an empty file */
  expect_equal (read (0, &one, 1), -1);
  expect_equal (errno, EBADF);
  expect_equal (read (same, &one, 1), -1);
  expect_equal (errno, EBADF);
  return unused;
}

int
main (void)
{
  char line[64];
  same = dup (0);
  int id = space_alloc (1), last = space_alloc (2);
  space_start (id, reads, NULL);
  space_join (id);
  while (fgets (line, sizeof line, stdin))
    fputs (line, stdout);
  space_start (last, reads, NULL);
  space_join (last);
  // CHECK: one
  // CHECK-NEXT: two
  // CHECK-NEXT: three
}
