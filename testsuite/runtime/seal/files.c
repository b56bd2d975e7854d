/* SPDX-License-Identifier: MIT */
/* Only declared files are read, from an offset of each space's own, which a new one has from its parent;
 * all that is seen of them is type, rights and size.  What is no regular file is not read. */
// RUN: %build -D_GNU_SOURCE
// RUN: rm -rf %t.d && mkdir -p %t.d/folder && printf 'first\nsecond\n' > %t.d/in && cp %t.d/in %t.d/folder/in && cp %t.d/in %t.d/folder/a..b && mkfifo %t.d/folder/pipe
// RUN: %sealed ERBIUM_SEAL_READ=%t.d/in:%t.d/folder/:%t.d/folder/../folder/in:/dev/zero %t %t.d | FileCheck %s --match-full-lines
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include "erbium/papers.h"
#include "test.h"

static FILE *in;
static int file; /* the same text, of which one byte has been read */

/* They have one offset in a space, and each space has its own. */
static void *
reads_on (void *who)
{
  char text[4] = "";
  expect_equal (read (file, text, 2), 2);
  printf ("%s: %s, at %ld\n", (char *) who, text, (long) lseek (file, 0, SEEK_CUR));
  return NULL;
}

static void *
reads (void *who)
{
  char line[64];
  expect (fgets (line, sizeof line, in) != NULL);
  printf ("%s: %s", (char *) who, line);
  return NULL;
}

static const char *
in_folder (const char *folder, const char *name)
{
  static char path[1000];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void
refused (const char *path)
{
  errno = 0;
  expect_equal (open (path, O_RDONLY), -1);
  expect_equal (errno, EACCES);
}

int
main (int argc, char **argv)
{
  struct stat s;
  char one;
  expect_equal (argc, 2);
  in = fopen (in_folder (argv[1], "in"), "r");
  expect (in != NULL);
  setvbuf (in, NULL, _IONBF, 0);
  file = open (in_folder (argv[1], "folder/in"), O_RDONLY);
  expect_equal (read (file, &one, 1), 1);
  int id = space_alloc (1), other = space_alloc (2);
  space_start (id, reads, "child");
  reads ("parent");
  space_join (id);
  reads ("parent");
  space_start (other, reads_on, "child");
  space_join (other);
  reads_on ("parent");
  expect_equal (lseek (file, 0, SEEK_HOLE), -1);
  // CHECK: parent: first
  // CHECK-NEXT: child: first
  // CHECK-NEXT: parent: second
  // CHECK-NEXT: child: ir, at 3
  // CHECK-NEXT: parent: ir, at 3
  // CHECK-NEXT: 13 0 0 0 1000
  fstat (file, &s);
  printf ("%ld %ld %ld %ld %d\n", (long) s.st_size, (long) s.st_mtime, (long) s.st_ino, (long) s.st_dev, (int) s.st_uid);
  fstat (1, &s);
  expect (S_ISFIFO (s.st_mode));
  expect_equal (isatty (0), 0);
  expect_equal (lseek (0, 0, SEEK_CUR), -1);
  // CHECK-NEXT: 0 1 1
  printf ("%d %d %d\n", fcntl (0, F_GETFL), fcntl (1, F_GETFL), fcntl (2, F_GETFL));
  fflush (stdout);
  // CHECK-NEXT: erbium: warning: sealed: opening '/etc/hostname' is refused: declare it in ERBIUM_SEAL_READ
  refused ("/etc/hostname");
  // CHECK-NEXT: erbium: warning: sealed: opening '{{.*}}/folder/../in' is refused: declare it in ERBIUM_SEAL_READ
  refused (in_folder (argv[1], "folder/../in"));
  // CHECK-NEXT: erbium: warning: sealed: opening '{{.*}}/folder/..' is refused: declare it in ERBIUM_SEAL_READ
  refused (in_folder (argv[1], "folder/.."));
  expect (open (in_folder (argv[1], "folder/a..b"), O_RDONLY) >= 0);
  expect (open (in_folder (argv[1], "folder/../folder/in"), O_RDONLY) >= 0); /* as it was declared */
  // CHECK-NEXT: erbium: warning: sealed: opening '{{.*}}/folder/pipe' is refused: it is no regular file: let the program read it as stdin
  refused (in_folder (argv[1], "folder/pipe"));
  // CHECK-NEXT: erbium: warning: sealed: opening '/dev/zero' is refused: it is no regular file: let the program read it as stdin
  refused ("/dev/zero");
  // CHECK-NEXT: erbium: warning: sealed: opening '/proc/self/stat' is refused: declare it in ERBIUM_SEAL_READ
  refused ("/proc/self/stat");
  // CHECK-NEXT: erbium: warning: sealed: opening '/etc/passwd' is refused: declare it in ERBIUM_SEAL_READ
  expect_equal (access ("/etc/passwd", R_OK), -1);
  // CHECK-NEXT: erbium: warning: sealed: opening '/etc/group' is refused: declare it in ERBIUM_SEAL_READ
  expect_equal (stat ("/etc/group", &s), -1);
}
