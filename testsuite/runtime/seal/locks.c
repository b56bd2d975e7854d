/* SPDX-License-Identifier: MIT */
/* Locks of files, commands on descriptors that depend on the system, and calls of x32 are refused. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include "test.h"
#include "erbium/papers.h"

#define refused(call) (errno = 0, expect ((call) < 0), expect_equal (errno, EPERM))

int
main (void)
{
  const long x32 = 0x40000000;
  expect_equal (spmc_space (), -1); /* a program is sealed if it uses the library */
  struct flock lock = { .l_type = F_RDLCK };
  // CHECK: erbium: warning: sealed: locking a file with 'flock' is refused: no other space writes files, and files to read do not change: omit the lock
  refused (flock (0, LOCK_SH));
  // CHECK-NEXT: erbium: warning: sealed: locking a file with 'fcntl' is refused{{.*}}
  refused (fcntl (0, F_SETLK, &lock));
  // CHECK-NEXT: erbium: warning: sealed: a command of 'fcntl' is refused: it is permitted only for duplicates and flags of descriptors
  refused (fcntl (1, F_GETPIPE_SZ));
  // CHECK-NEXT: erbium: warning: sealed: the system call of x32 'getpid' is refused{{.*}}
  refused (syscall (x32 + SYS_getpid));
}
