/* SPDX-License-Identifier: MIT */
/* What a guest shares with the program, since the system or the C library has it once. */
// UNSUPPORTED: sanitizer
// RUN: %cc %s -o %t -L%out -Wl,-rpath,%out -lerbium
// RUN: %timed %t %t.file > %t.out && FileCheck %s < %t.out
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#include "erbium/partition.h"

ERBIUM_PARTITION_TLS (64);

static bool
locks (const char *path)
{
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  int file = open (path, O_RDWR | O_CREAT, 0600);
  return file >= 0 && fcntl (file, F_SETLK, &whole) == 0;
}

static void
on_signal (int number)
{
  (void) number;
}

static int
run_guest (const char *path)
{
  // CHECK: a guest has the lock, too: 1
  printf ("a guest has the lock, too: %d\n", locks (path));
  // CHECK-NEXT: localtime has one result: 1
  printf ("localtime has one result: %d\n",
          erbium_partition_import (0, "time", NULL) == localtime (&(time_t){ 0 }));
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    exit (3);
  int status = 0;
  // CHECK-NEXT: its child ended with 3
  printf ("its child ended with %d\n", waitpid (child, &status, 0) == child ? status >> 8 : -1);
  signal (SIGUSR1, on_signal);
  char *shared = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *(void **) erbium_partition_import (0, "place", NULL) = strcpy (shared, "still there");
  return 0;
}

int
main (int count, char **argument)
{
  static void *place;
  const char *path = argument[count - 1];
  char *const words[] = { "limits", (char *) path, NULL };
  struct sigaction now;
  if (erbium_partition_self ())
    return run_guest (path);
  expect (locks (path));
  erbium_partition_export ("time", localtime (&(time_t){ 0 }), sizeof (struct tm));
  erbium_partition_export ("place", &place, sizeof place);
  int id = erbium_partition_spawn ("/proc/self/exe", words, NULL, NULL);
  expect (id > 0);
  expect_equal (erbium_partition_join (id), 0);
  // CHECK-NEXT: its handler is gone: 1
  printf ("its handler is gone: %d\n",
          sigaction (SIGUSR1, NULL, &now) == 0 && now.sa_handler == SIG_DFL);
  // CHECK-NEXT: a shared mapping is still there
  printf ("a shared mapping is %s\n", (const char *) place);
}
