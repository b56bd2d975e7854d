/* SPDX-License-Identifier: MIT */
/* stdin and stdout look like pipes, whatever they are and by whatever descriptor; what is read is read whole, and
 * what is written written whole, however much has come and finds room at a time, and waits or not. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed %t | FileCheck %s --match-full-lines
// RUN: %outside %t whole | FileCheck %s --check-prefix=WHOLE --match-full-lines
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include "erbium/papers.h"
#include "test.h"

#define fails(call, error) (errno = 0, expect_equal ((call), -1), expect_equal (errno, error))

static void
looks_like_pipe (int file, int flags)
{
  struct stat s;
  struct iovec part = { &s, 1 };
  char one = 0;
  expect_equal (fstat (file, &s), 0);
  expect_equal (s.st_mode, S_IFIFO | 0600);
  fails (lseek (file, 0, SEEK_SET), ESPIPE);
  fails (lseek (file, 0, SEEK_DATA), ESPIPE);
  fails (pread (file, &one, 1, 0), ESPIPE);
  fails (pwrite (file, &one, 1, 0), ESPIPE);
  fails (preadv (file, &part, 1, 0), ESPIPE);
  fails (pwritev (file, &part, 1, 0), ESPIPE);
  fails (fallocate (file, 0, 0, 1), ESPIPE);
  expect_equal (posix_fadvise (file, 0, 0, 0), ESPIPE);
  fails (fsync (file), EINVAL);
  fails (fdatasync (file), EINVAL);
  fails (ftruncate (file, 0), EINVAL);
  expect_equal (isatty (file), 0);
  expect_equal (fcntl (file, F_SETFL, O_NONBLOCK | O_APPEND), 0);
  expect_equal (fcntl (file, F_GETFL), flags);
  if (flags == O_RDONLY)
    fails (write (file, &one, 1), EBADF);
  else
    fails (read (file, &one, 1), EBADF);
}

static void *
child (void *unused)
{
  looks_like_pipe (1, O_WRONLY);
  looks_like_pipe (2, O_WRONLY);
  return unused;
}

/* What comes three bytes at a time, and once it has ended has ended. */
static void
reads_whole (void)
{
  char text[8] = "", more[8] = "";
  struct iovec parts[] = { { text, 3 }, { NULL, 0 }, { more, 6 } };
  // WHOLE: ready
  expect_equal (write (1, "ready\n", 6), 6);
  // WHOLE-NEXT: 6 abcdef
  printf ("%ld", (long) read (0, text, 6));
  printf (" %s\n", text);
  memset (text, 0, sizeof text);
  // WHOLE-NEXT: 6 ghi jkl
  printf ("%ld", (long) readv (dup (0), parts, 3));
  printf (" %s %s\n", text, more);
  // WHOLE-NEXT: 0
  printf ("%ld\n", (long) read (0, text, 6));
  fflush (stdout);
}

/* More than a pipe holds. */
static void
writes_whole (void)
{
  enum { MUCH = 300000 };
  static char much[MUCH];
  struct iovec parts[] = { { much, MUCH / 3 }, { much, 0 }, { much, MUCH / 3 } };
  memset (much, 'm', MUCH);
  // WHOLE-NEXT: {{m+}}
  long one = write (1, much, MUCH), all = writev (dup (1), parts, 3);
  // WHOLE-NEXT: 300000 200000
  printf ("\n%ld %ld\n", one, all);
}

int
main (int argc, char **argv)
{
  int id = space_alloc (1);
  (void) argv;
  if (argc > 1)
    {
      reads_whole ();
      writes_whole ();
      return 0;
    }
  looks_like_pipe (0, O_RDONLY);
  looks_like_pipe (1, O_WRONLY);
  looks_like_pipe (2, O_WRONLY);
  looks_like_pipe (dup (0), O_RDONLY);
  looks_like_pipe (fcntl (1, F_DUPFD, 100), O_WRONLY);
  looks_like_pipe (dup2 (2, 200), O_WRONLY);
  close (100);
  fails (lseek (100, 0, SEEK_SET), EBADF);
  fails (fsync (100), EBADF);
  fails (fcntl (100, F_GETFL), EBADF);
  space_start (id, child, NULL);
  space_join (id);
  // CHECK: done
  puts ("done");
}
