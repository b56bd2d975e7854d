/* SPDX-License-Identifier: MIT */
/* A sealed program has 1024 open files, as getrlimit says, whatever the limit is outside, and those of the
 * runtime are not among them: it cannot close them either. */
// RUN: %build -D_GNU_SOURCE
// RUN: printf 'text' > %t.in
// RUN: %sealed ERBIUM_SEAL_READ=%t.in %t %t.in | FileCheck %s --match-full-lines
// RUN: %status 123 env ERBIUM_SEAL=1 sh -c 'ulimit -n 4095; exec "$0"' %t 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: erbium: error: the program cannot be sealed: the limit on open files is below 4096: 1024 for the program, the others for its spaces
// LIMIT-NEXT: erbium: note: raise the limit on open files (ulimit -n 4096)
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include "erbium/papers.h"
#include "test.h"

#define fails(call, error) (errno = 0, expect_equal ((call), -1), expect_equal (errno, error))

static int file;

static void *
child (void *unused)
{
  char one;
  expect_equal (read (file, &one, 1), 1);
  printf ("%c\n", one);
  return unused;
}

int
main (int argc, char **argv)
{
  struct rlimit files;
  int id = space_alloc (1), other = space_alloc (2), count = 0;
  expect_equal (argc, 2);
  expect_equal (getrlimit (RLIMIT_NOFILE, &files), 0);
  // CHECK: 1024 1024 1024
  printf ("%ld %ld %ld\n", (long) files.rlim_cur, (long) files.rlim_max, sysconf (_SC_OPEN_MAX));
  file = open (argv[1], O_RDONLY);
  fails (fcntl (file, F_DUPFD, 1024), EINVAL);
  fails (fcntl (file, F_DUPFD_CLOEXEC, 2000), EINVAL);
  fails (dup2 (file, 1024), EBADF);
  fails (dup3 (file, 2000, 0), EBADF);
  fails (dup2 (1024, file), EBADF);
  file = fcntl (file, F_DUPFD, 1023);
  expect_equal (file, 1023);
  fails (fcntl (file, F_DUPFD, 1023), EMFILE);
  space_start (id, child, NULL);
  child (NULL);
  while (open ("/dev/null", O_RDONLY) >= 0)
    count++;
  expect_equal (errno, EMFILE);
  fails (dup (file), EMFILE);
  // CHECK-NEXT: t
  // CHECK-NEXT: 1019 files
  printf ("%d files\n", count);
  expect_equal (close_range (3, 1022, 0), 0);
  expect_equal (dup (file), 3);
  expect_equal (close_range (1024, ~0u, 0), 0);
  space_start (other, child, NULL);
  expect_equal (close_range (3, ~0u, 0), 0);
  fails (close (1023), EBADF);
  space_join (id);
  // CHECK-NEXT: t
  space_join (other);
  // CHECK-NEXT: e
}
