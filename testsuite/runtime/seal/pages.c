/* SPDX-License-Identifier: MIT */
/* A system call that reads or writes waits for pages of a region as an access does, however far their producer
 * has come: neither what is written is lost (EFAULT), nor does it depend on which pages are open. */
// RUN: %build -D_GNU_SOURCE
// RUN: rm -rf %t.d && mkdir %t.d && printf 'of a file to read' > %t.d/in
// RUN: %sealed ERBIUM_SEAL_READ=%t.d/in ERBIUM_SEAL_WRITE=%t.d/out %t %t.d/in %t.d/out | FileCheck %s --match-full-lines
// RUN: FileCheck %s --check-prefix=OUT < %t.d/out
// RUN: %sealed --status 119 ERBIUM_SEAL_READ=%t %t | FileCheck %s --check-prefix=WRONG
// OUT: aaaabbbbccccdddd
// WRONG: error: write: page 0 {{.*}}: the space is a consumer, not the producer
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include "erbium/papers.h"
#include "test.h"

enum { PAGE = 4096, PAGES = 16, SIZE = PAGES * PAGE };

static char *a, *own;
static const char *name;

/* One page after the other, a letter each. */
static void
produce (int from)
{
  for (int n = from; n < PAGES; n++)
    {
      for (volatile int i = 0; i < 100000; i++)
        ;
      memset (a + n * PAGE, n % 27 == 26 ? '\n' : 'a' + n, PAGE);
      spmcR_setfix (a + n * PAGE, PAGE);
    }
}

static void
say_ends (const char *what, const char *at, long n)
{
  printf ("%s: %ld, %c to %c\n", what, n, at[0], at[n - 1]);
}

/* Each call begins where something is open already, and pages behind it, if their producer was fast. */
static void *
consumes (void *unused)
{
  struct iovec two[] = { { a + 6 * PAGE - 2, 4 }, { a + 8 * PAGE - 2, 4 } };
  char c = *(volatile char *) a;
  expect_equal (write (1, a + PAGE - 2, 4), 4); // CHECK: aabb
  expect_equal (puts (""), 1);
  fwrite (a + 3 * PAGE - 1, 1, 2, stdout); // CHECK-NEXT: cdffgghhii
  fflush (stdout);
  expect_equal (writev (1, two, 2), 8);
  puts ("");
  setvbuf (stdout, NULL, _IONBF, 0);
  expect_equal (fwrite (a + 9 * PAGE, 1, 7 * PAGE, stdout), 7 * PAGE); // CHECK-NEXT: {{j+k+l+m+n+o+p+}}
  printf ("\n%c\n", c); // CHECK-NEXT: a
  errno = 0;
  expect (write (77, a, SIZE) == -1 && errno == EBADF);
  return unused;
}

/* Into pages that were never touched, of the caller's own. */
static void *
reads (void *unused)
{
  int file = open (name, O_RDONLY);
  struct iovec two[2] = { { NULL, 8 }, { NULL, 100 } };
  own = spmcR_alloc (SIZE);
  expect_equal (read (file, own + PAGE - 5, 9), 9);
  say_ends ("read", own + PAGE - 5, 9); // CHECK-NEXT: read: 9, o to e
  expect_equal (pread (file, own + 2 * PAGE - 2, SIZE / 2, 5), 12);
  say_ends ("pread", own + 2 * PAGE - 2, 12); // CHECK-NEXT: pread: 12, f to d
  two[0].iov_base = own + 3 * PAGE - 5;
  two[1].iov_base = own + 5 * PAGE - 2;
  expect_equal (preadv (file, two, 2, 0), 17);
  say_ends ("preadv", own + 5 * PAGE - 2, 9); // CHECK-NEXT: preadv: 9, e to d
  expect_equal (readv (file, two, 2), 8);
  close (file);
  return unused;
}

static void *
produces (void *unused)
{
  produce (0);
  return unused;
}

/* The kernel writes no page of another. */
static void *
reads_wrongly (void *unused)
{
  expect_equal (read (open ("/dev/null", O_RDONLY), a, 1), 0);
  int file = open (name, O_RDONLY);
  read (file, a, 1);
  return unused;
}

static void
run (void *(*f) (void *))
{
  int child = space_alloc (0);
  a = spmcR_alloc (SIZE);
  spmcR_copycons (child, a, a, SIZE);
  space_start (child, f, NULL);
  produce (0);
  space_join (child);
}

/* Only the first space writes files, and reads stdin. */
static void
write_file (const char *to)
{
  int child = space_alloc (0), file = open (to, O_RDWR | O_CREAT | O_TRUNC, 0666);
  a = spmcR_alloc (SIZE);
  spmcR_transown (child, a, a, SIZE);
  space_start (child, produces, NULL);
  expect_equal (*(volatile char *) a, 'a');
  expect_equal (write (file, a + PAGE - 4, 8), 8);
  expect_equal (pwrite (file, a + 3 * PAGE - 4, 8, 8), 8);
  expect_equal (write (1, a + 15 * PAGE, 1), 1); // CHECK-NEXT: pone
  own = spmcR_alloc (SIZE);
  expect_equal (read (0, own + PAGE - 2, SIZE / 2), 14);
  fwrite (own + PAGE - 2, 1, 4, stdout);
  space_join (child);
}

int
main (int argc, char **argv)
{
  name = argc > 1 ? argv[1] : argv[0];
  if (argc == 1)
    run (reads_wrongly);
  run (consumes);
  run (reads);
  write_file (argv[2]);
}
