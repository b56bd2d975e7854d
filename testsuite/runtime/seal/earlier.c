/* SPDX-License-Identifier: MIT */
/* What an earlier run has left in a file to write is not seen: no such file is there until the program makes it,
 * empty, and then it has what the program writes.  The runs differ in what is there. */
// RUN: %build -D_GNU_SOURCE
// RUN: rm -rf %t.d && mkdir %t.d && mkfifo %t.d/pipe && printf 'more than this run leaves' > %t.d/b && chmod 600 %t.d/b && cp %t.d/b %t.d/old
// RUN: %sealed ERBIUM_SEAL_WRITE=%t.d/:/dev/full %t %t.d | FileCheck %s --match-full-lines
// RUN: printf 'b12c' | cmp - %t.d/b
// RUN: not ls %t.d/c
// RUN: not ls %t.d/old
// RUN: cat %t.d/a | FileCheck %s --check-prefix=LEFT
// LEFT: {{^}}new{{$}}
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include "erbium/papers.h"
#include "test.h"

#define fails(call, error) (errno = 0, expect_equal ((call), -1), expect_equal (errno, error))

static const char *
in_folder (const char *folder, const char *name)
{
  static char path[2][1000];
  static int n;
  snprintf (path[n ^= 1], sizeof path[0], "%s/%s", folder, name);
  return path[n];
}

/* No path is seen before the program has made the file. */
static void
is_not_there (const char *path)
{
  struct stat s;
  fails (stat (path, &s), ENOENT);
  fails (access (path, F_OK), ENOENT);
  fails (access (path, W_OK), ENOENT);
  fails (open (path, O_RDWR), ENOENT);
  fails (open (path, O_WRONLY | O_TRUNC), ENOENT);
  fails (open (path, O_RDWR | O_CREAT, 0666), EACCES);
  fails (open (path, O_WRONLY | O_CREAT | O_APPEND, 0666), EACCES);
}

static void
say (const char *path, int file)
{
  struct stat at_path, of_file;
  char text[64] = "";
  expect_equal (stat (path, &at_path), 0);
  expect_equal (fstat (file, &of_file), 0);
  expect_equal (access (path, R_OK | W_OK), 0);
  fails (access (path, X_OK), EACCES);
  expect (pread (file, text, sizeof text - 1, 0) >= 0);
  printf ("%s, %ld %ld, %o %o, ends at %ld\n", text, (long) at_path.st_size, (long) of_file.st_size, at_path.st_mode,
          of_file.st_mode, (long) lseek (file, 0, SEEK_END));
  fflush (stdout);
}

static int read_only;

static void *
child (void *folder)
{
  struct stat s;
  fails (stat (in_folder (folder, "b"), &s), EACCES);
  fails (open (in_folder (folder, "b"), O_RDWR | O_CREAT | O_TRUNC, 0666), EACCES);
  fails (pread (3, &s, 1, 0), EBADF); /* which was open to be read, too */
  fails (read (read_only, &s, 1), EBADF);
  return NULL;
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  // CHECK: erbium: warning: sealed: writing '{{.*}}/a' is refused: an earlier run may have left something in it: open it with O_TRUNC first
  // CHECK-NEXT: erbium: warning: sealed: writing '{{.*}}/a' is refused: an earlier run {{.*}}
  is_not_there (in_folder (argv[1], "a"));
  // CHECK-NEXT: erbium: warning: sealed: writing '{{.*}}/b' is refused: an earlier run {{.*}}
  // CHECK-NEXT: erbium: warning: sealed: writing '{{.*}}/b' is refused: an earlier run {{.*}}
  is_not_there (in_folder (argv[1], "b"));
  const char *b = in_folder (argv[1], "b");
  int file = open (b, O_RDWR | O_CREAT | O_EXCL, 0700);
  expect_equal (file, 3);
  fails (open (b, O_RDWR | O_CREAT | O_EXCL, 0666), EEXIST);
  expect_equal (write (file, "b12", 3), 3);
  // CHECK-NEXT: b12, 3 3, 100644 100644, ends at 3
  say (b, file);
  int same = open (b, O_WRONLY | O_APPEND);
  expect_equal (write (same, "c", 1), 1);
  expect_equal (posix_fallocate (file, 0, 2), 0);
  // CHECK-NEXT: b12c, 4 4, 100644 100644, ends at 4
  say (b, file);
  read_only = open (b, O_RDONLY | O_CREAT);
  expect_equal (read (read_only, &(char) { 0 }, 1), 1);
  int id = space_alloc (1);
  // CHECK-NEXT: erbium: warning: sealed: opening '{{.*}}/b' is refused: declare it in ERBIUM_SEAL_READ
  // CHECK-NEXT: erbium: warning: sealed: writing '{{.*}}/b' is refused: send it to the first space, which may write files
  space_start (id, child, argv[1]);
  space_join (id);
  fails (unlink (in_folder (argv[1], "old")), ENOENT);

  /* What it has made it may remove, and what an earlier run has left goes with it; then it is not there. */
  const char *a = in_folder (argv[1], "a"), *c = in_folder (argv[1], "c");
  fails (unlink (a), ENOENT);
  file = open (a, O_RDWR | O_CREAT | O_TRUNC, 0666);
  expect_equal (unlink (a), 0);
  // CHECK-NEXT: erbium: warning: sealed: writing '{{.*}}/a' is refused: an earlier run {{.*}}
  fails (open (a, O_RDWR | O_CREAT, 0666), EACCES);
  expect_equal (fclose (fopen (a, "w")), 0);
  file = open (a, O_WRONLY);
  expect_equal (write (file, "new", 3), 3);
  expect_equal (close (open (c, O_WRONLY | O_CREAT | O_TRUNC, 0666)), 0);
  expect_equal (unlink (c), 0);
  // CHECK-NEXT: erbium: warning: sealed: opening '{{.*}}/pipe' is refused: it is no regular file: let the program print to stdout
  fails (open (in_folder (argv[1], "pipe"), O_WRONLY | O_CREAT | O_TRUNC, 0666), EACCES);
  // CHECK-NEXT: erbium: warning: sealed: opening '/dev/full' is refused: it is no regular file: let the program print to stdout
  fails (open ("/dev/full", O_WRONLY), EACCES);
}
