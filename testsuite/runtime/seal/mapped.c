/* SPDX-License-Identifier: MIT */
/* A file to read can be mapped, shared too; what is written cannot, since spaces would share it, nor
 * stdin, which looks like a pipe. */
// RUN: %build -D_GNU_SOURCE
// RUN: printf 'text' > %t.in && rm -f %t.out
// RUN: %sealed ERBIUM_SEAL_READ=%t.in ERBIUM_SEAL_WRITE=%t.out %t %t.in %t.out | FileCheck %s --match-full-lines
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include "erbium/papers.h"
#include "test.h"

#define refused(call, error) (errno = 0, expect ((call) == MAP_FAILED), expect_equal (errno, error))

static const char *text;

static void *
child (void *unused)
{
  printf ("%s\n", text);
  return unused;
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 3);
  int in = open (argv[1], O_RDONLY), out = open (argv[2], O_RDWR | O_CREAT | O_TRUNC, 0666), id = space_alloc (1);
  expect_equal (ftruncate (out, 4096), 0);
  // CHECK: erbium: warning: sealed: the system call 'mmap of a file to write' is refused: spaces share pages and channels only
  refused (mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, out, 0), EPERM);
  // CHECK-NEXT: erbium: warning: sealed: the system call 'mmap of a file to write' is refused: {{.*}}
  refused (mmap (NULL, 4096, PROT_READ, MAP_SHARED_VALIDATE, out, 0), EPERM);
  // CHECK-NEXT: erbium: warning: sealed: the system call 'mmap of a file to write' is refused: {{.*}}
  refused (mmap (NULL, 4096, PROT_READ, MAP_PRIVATE, out, 0), EPERM);
  // CHECK-NEXT: erbium: warning: sealed: the system call 'mmap of a file to write' is refused: {{.*}}
  refused (mmap (NULL, 4096, PROT_READ, MAP_SHARED, dup (out), 0), EPERM);
  refused (mmap (NULL, 4096, PROT_READ, 8 /* MAP_DROPPABLE */, -1, 0), EINVAL);
  refused (mmap (NULL, 4096, PROT_READ, 8 | MAP_ANONYMOUS, -1, 0), EINVAL);
  refused (mmap (NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0), ENODEV);
  refused (mmap (NULL, 4096, PROT_READ, MAP_SHARED, dup (0), 0), ENODEV);
  refused (mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, in, 0), EACCES);
  // CHECK-NEXT: text
  text = mmap (NULL, 4096, PROT_READ, MAP_SHARED, in, 0);
  space_start (id, child, NULL);
  space_join (id);
  // CHECK-NEXT: text
  text = mmap (NULL, 4096, PROT_READ, MAP_PRIVATE, in, 0);
  child (NULL);
}
