/* SPDX-License-Identifier: MIT */
/* What partitions share beside records (the table in docs/reference/partitions.md): the heap,
 * descriptors, the working directory, handlers of signals, and all addresses. */
// UNSUPPORTED: thread, address
// RUN: %build
// RUN: env ERBIUM_TASK=partition %timed %t.partition %t.folder | FileCheck %s
// RUN: env ERBIUM_TASK=thread %timed %t.partition %t.folder | FileCheck %s
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include "test.h"

struct found
{
  char *heap;
  int file;
  const char *text;
  int *variable;
  int (*function) (int);
  const char *place;
};

static int variable = 1;
static const char *folder;
static SHARED atomic_int handled;

static int
add (int n)
{
  return n + variable;
}

static void
handler (int number)
{
  atomic_store (&handled, number);
}

static void
says_end (void)
{
  printf ("the end, with variable %d\n", variable);
}

ERBIUM_PROCESS (makes, ERBIUM_RECORD (struct found));
void
makes (ERBIUM_RECORD (struct found) r)
{
  ERBIUM_VIEW (struct found) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  erbium_stall (v, 1);
  variable = 10;
  struct found f = { strdup ("on the heap"), open ("/dev/null", O_RDONLY), "a text", &variable, add,
                     ERBIUM_HERE };
  expect (f.file >= 0);
  expect_equal (chdir (folder), 0);
  signal (SIGUSR1, handler);
  atexit (says_end);
  ERBIUM_AT (v, 0) = f;
  erbium_commit (v, 1);
}

int
main (int count, char **argument)
{
  struct stat about;
  char here[4096];
  folder = argument[count - 1];
  mkdir (folder, 0700);
  ERBIUM_RECORD (struct found) r = erbium_new_record (struct found, 1, 1);
  ERBIUM_VIEW (struct found) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  ERBIUM_RUN (makes, r);
  erbium_update (v, 1);
  const struct found f = ERBIUM_AT (v, 0);
  erbium_join_all ();
  // CHECK: on the heap, a text, shares.c:
  printf ("%s, %s, %s\n", f.heap, f.text, strstr (f.place, "shares.c"));
  free (f.heap);
  // CHECK-NEXT: variable 10, function 15
  printf ("variable %d, function %d\n", *f.variable, f.function (5));
  // CHECK-NEXT: file 0
  printf ("file %d\n", fstat (f.file, &about));
  close (f.file);
  // CHECK-NEXT: folder 1
  printf ("folder %d\n", strcmp (getcwd (here, sizeof here), folder) == 0);
  raise (SIGUSR1);
  // CHECK-NEXT: handled 1
  printf ("handled %d\n", atomic_load (&handled) == SIGUSR1);
  fflush (stdout);
  // CHECK-NEXT: the end, with variable 10
}
