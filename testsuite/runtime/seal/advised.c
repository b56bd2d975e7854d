/* SPDX-License-Identifier: MIT */
/* Memory is the program's alone, but when pages that were given away with MADV_FREE go, and how much of it may stay in
 * memory or be of large pages, depends on the machine: the first go at once, the others are refused. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s --match-full-lines
#include <errno.h>
#include <sys/mman.h>
#include "test.h"
#include "erbium/papers.h"

#define refused(call) (errno = 0, expect (call), expect_equal (errno, EPERM))

enum { SIZE = 1 << 20, PRIVATE = MAP_PRIVATE | MAP_ANONYMOUS, RIGHTS = PROT_READ | PROT_WRITE };

int
main (void)
{
  char *memory = mmap (NULL, SIZE, RIGHTS, PRIVATE, -1, 0);
  expect_equal (spmc_space (), -1); /* a program is sealed if it uses the library */
  for (size_t at = 0; at < SIZE; at += 512)
    memory[at] = 1;
  expect_equal (madvise (memory, SIZE / 2, MADV_FREE), 0);
  expect_equal (madvise (memory, SIZE, MADV_WILLNEED), 0);
  int left = 0;
  for (size_t at = 0; at < SIZE; at += 512)
    left += memory[at];
  // CHECK: left of freed memory 1024
  printf ("left of freed memory %d\n", left);
  errno = 0;
  expect (madvise (memory + 1, SIZE, MADV_FREE) < 0);
  expect_equal (errno, EINVAL);
  fflush (stdout);
  // CHECK-NEXT: erbium: warning: sealed: the system call 'mlock' is refused{{.*}}
  refused (mlock (memory, 4096) < 0);
  // CHECK-NEXT: erbium: warning: sealed: the system call 'mlockall' is refused{{.*}}
  refused (mlockall (MCL_CURRENT) < 0);
  // CHECK-NEXT: erbium: warning: sealed: the system call 'mincore' is refused{{.*}}
  refused (mincore (memory, 4096, (unsigned char *) memory) < 0);
  // CHECK-NEXT: erbium: warning: sealed: the system call 'mmap with MAP_LOCKED' is refused{{.*}}
  refused (mmap (NULL, SIZE, RIGHTS, PRIVATE | MAP_LOCKED, -1, 0) == MAP_FAILED);
  // CHECK-NEXT: erbium: warning: sealed: the system call 'mmap with MAP_HUGETLB' is refused{{.*}}
  refused (mmap (NULL, SIZE, RIGHTS, PRIVATE | MAP_HUGETLB, -1, 0) == MAP_FAILED);
}
