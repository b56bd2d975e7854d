/* SPDX-License-Identifier: MIT */
/* Each misuse of spaces has its message. */
// RUN: %build
// RUN: %status 120 %timed %t none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %status 120 %timed %t gid 2>&1 | FileCheck %s --check-prefix=GID
// RUN: %status 120 %timed %t twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: %status 120 %timed %t idle 2>&1 | FileCheck %s --check-prefix=IDLE
// RUN: %status 120 %timed %t joined 2>&1 | FileCheck %s --check-prefix=JOINED
// RUN: %status 120 %timed %t not-joined 2>&1 | FileCheck %s --check-prefix=SYNC
// RUN: %status 120 %timed %t null 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: %status 120 %timed %t ret 2>&1 | FileCheck %s --check-prefix=RET
// RUN: %status 120 %timed %t thread 2>&1 | FileCheck %s --check-prefix=THREAD
// RUN: %status 120 %timed %t process 2>&1 | FileCheck %s --check-prefix=THREAD
// RUN: %status 120 %timed %t fork 2>&1 | FileCheck %s --check-prefix=FORK
// RUN: %status 122 %timed %t many 2>&1 | FileCheck %s --check-prefix=MANY
// UNSUPPORTED: thread
/* ThreadSanitizer ends a child of a program with threads. */
#include <pthread.h>
#include <sys/wait.h>
#include "erbium/papers.h"
#include "test.h"

static const char *way;

static bool
is (const char *which)
{
  return strcmp (way, which) == 0;
}

static void *
nothing (void *unused)
{
  return unused;
}

static void *
other_thread (void *unused)
{
  // THREAD: misuse.c:[[#@LINE+2]]: error: erbium_space_alloc: this is a thread beside that of the space, which has one control flow
  // THREAD-NEXT: note: call it from main, or from the function of a space
  space_alloc (1);
  return unused;
}

ERBIUM_PROCESS (process, int);
void
process (int unused)
{
  (void) unused;
  other_thread (NULL);
}

static void
from_elsewhere (void)
{
  pthread_t thread;
  int status;
  if (is ("thread"))
    {
      pthread_create (&thread, NULL, other_thread, NULL);
      pthread_join (thread, NULL);
    }
  if (is ("process"))
    erbium_join (ERBIUM_RUN (process, 1));
  if (is ("fork"))
    {
      if (fork () == 0)
        // FORK: misuse.c:[[#@LINE+2]]: error: erbium_space_ret: this is a child of fork, which is no space
        // FORK-NEXT: note: start it with erbium_space_start, or exec first
        space_ret ();
      wait (&status);
      exit (WEXITSTATUS (status));
    }
}

static void
of_children (void)
{
  int child = space_alloc (1);
  if (is ("idle"))
    // IDLE: misuse.c:[[#@LINE+2]]: error: erbium_space_join: child 1 was not started: it would never return
    // IDLE-NEXT: note: call erbium_space_start first
    space_join (child);
  if (is ("null"))
    // NULL: misuse.c:[[#@LINE+2]]: error: erbium_space_start: the function of child 1 is NULL
    // NULL-NEXT: note: pass the function that child is to run
    space_start (child, NULL, NULL);
  space_start (child, nothing, NULL);
  if (is ("twice"))
    // TWICE: misuse.c:[[#@LINE+2]]: error: erbium_space_start: child 1, space 0.1 (gid 1, {{.*}}misuse.c:[[#@LINE-2]]), was started before
    // TWICE-NEXT: note: allocate a child for each start
    space_start (child, nothing, NULL);
  space_join (child);
  if (is ("joined"))
    // JOINED: misuse.c:[[#@LINE+2]]: error: erbium_space_sync: child 1 has ended, and was joined
    // JOINED-NEXT: note: allocate another
    space_sync (child, true);
}

int
main (int argc, char **argv)
{
  expect_equal (argc, 2);
  way = argv[1];
  if (is ("none"))
    // NONE: misuse.c:[[#@LINE+2]]: error: erbium_space_join: there is no child 1; this space has allocated 0
    // NONE-NEXT: note: pass what erbium_space_alloc has returned here
    space_join (1);
  if (is ("not-joined")) /* the call names itself, with either argument */
    // SYNC: misuse.c:[[#@LINE+1]]: error: erbium_space_sync: there is no child 1; this space has allocated 0
    space_sync (1, false);
  if (is ("gid"))
    // GID: misuse.c:[[#@LINE+2]]: error: erbium_space_alloc: the gid is -1
    // GID-NEXT: note: number spaces from 0 on
    space_alloc (-1);
  if (is ("ret"))
    // RET: misuse.c:[[#@LINE+2]]: error: erbium_space_ret: the first space has no parent to return to
    // RET-NEXT: note: call it in a space that was started
    space_ret ();
  if (is ("many"))
    spmc_init (20000);
  if (is ("many"))
    for (;;)
      // MANY: misuse.c:[[#@LINE+2]]: error: erbium_space_alloc: there are 16383 spaces already, as many as there can be
      // MANY-NEXT: note: join spaces before allocating more
      space_alloc (1);
  of_children ();
  from_elsewhere ();
}
