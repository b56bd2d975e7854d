/* SPDX-License-Identifier: MIT */
/* Only declared files are written, by the first space, and not read; a path is for one of
 * the two.  In another space the descriptor stays, and to write is an error, whatever is opened
 * there and on whatever file system the file is (/dev/shm: one that looks like memory). */
// RUN: %build
// RUN: rm -f %t.out
// RUN: %sealed ERBIUM_SEAL_WRITE=%t.out %t %t.out | FileCheck %s --match-full-lines
// RUN: printf 'hello\n' | cmp - %t.out
// RUN: sh -c 'd=$(mktemp -d -p /dev/shm || mktemp -d) && %sealed ERBIUM_SEAL_WRITE=$d/a.out %t $d/a.out; s=$?; rm -r $d; exit $s' | FileCheck %s --match-full-lines
// RUN: %sealed --status 123 ERBIUM_SEAL_WRITE=a:b ERBIUM_SEAL_READ=c:b %t x | FileCheck %s --check-prefix=BOTH
// RUN: %sealed --status 123 ERBIUM_SEAL_WRITE=a/b ERBIUM_SEAL_READ=c:a/ %t x | FileCheck %s --check-prefix=BOTH
// RUN: %sealed --status 123 ERBIUM_SEAL_WRITE=a/ ERBIUM_SEAL_READ=a/b %t x | FileCheck %s --check-prefix=BOTH
// BOTH: erbium: error: the program cannot be sealed: a path is in both ERBIUM_SEAL_READ and ERBIUM_SEAL_WRITE
// BOTH-NEXT: erbium: note: read one file and write another
#include <errno.h>
#include <fcntl.h>
#include "erbium/papers.h"
#include "test.h"

static int file;

static void *
grandchild (void *unused)
{
  expect_equal (write (file, "x", 1), -1);
  expect_equal (errno, EBADF);
  return unused;
}

static void *
child (void *path)
{
  int id = space_alloc (2);
  space_start (id, grandchild, NULL); /* its output is kept in files of memory */
  expect (open ("/dev/null", O_WRONLY) != file);
  // CHECK: erbium: warning: sealed: writing '{{.*}}.out' is refused: send it to the first space, which may write files
  expect_equal (open (path, O_WRONLY), -1);
  expect_equal (write (file, "x", 1), -1);
  expect_equal (errno, EBADF);
  expect_equal (write (0, "x", 1), -1);
  space_join (id);
  expect_equal (close (file), 0);
  return NULL;
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  file = open (argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0666);
  expect (file >= 0);
  expect_equal (write (file, "hello\n", 6), 6);
  int id = space_alloc (1);
  space_start (id, child, argv[1]);
  space_join (id);
  // CHECK-NEXT: erbium: warning: sealed: opening '{{.*}}.out' is refused: declare it in ERBIUM_SEAL_READ
  expect_equal (open (argv[1], O_RDONLY), -1);
  // CHECK-NEXT: erbium: warning: sealed: writing '/tmp/other' is refused: declare it in ERBIUM_SEAL_WRITE
  expect_equal (open ("/tmp/other", O_WRONLY | O_CREAT, 0666), -1);
  expect (open ("/dev/null", O_WRONLY) >= 0);
}
