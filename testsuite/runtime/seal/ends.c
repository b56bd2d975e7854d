/* SPDX-License-Identifier: MIT */
/* When a space ends depends on the schedule: no handler is told of it (SIGCHLD), nor whoever has blocked that.
 * To ignore it, or to send it to itself, changes nothing else. */
// RUN: %build -D_GNU_SOURCE
// RUN: %sealed --status 119 %t | FileCheck %s
#include <errno.h>
#include <signal.h>
#include "erbium/papers.h"
#include "test.h"

static bool
is_pending (void)
{
  sigset_t set;
  expect_equal (sigpending (&set), 0);
  return sigismember (&set, SIGCHLD) == 1;
}

static void
handler (int number)
{
  expect_equal (number, 0); /* never called */
}

static void *
child (void *exits)
{
  expect (!is_pending ());
  puts ("child");
  if (exits)
    exit (3);
  return NULL;
}

/* Once it is joined, the system has told of it. */
static void
run_child (char *exits)
{
  bool before = is_pending ();
  int id = space_alloc (0);
  space_start (id, child, exits);
  space_join (id);
  expect_equal (is_pending (), before);
}

int
main (void)
{
  struct sigaction ignore = { .sa_handler = SIG_IGN, .sa_flags = SA_NOCLDWAIT }, now;
  sigset_t set;
  space_alloc (0);
  // CHECK: erbium: warning: sealed: a handler of 'SIGCHLD' is refused: when a space ends {{.*}}; wait for it (erbium_space_join)
  expect (signal (SIGCHLD, handler) == SIG_ERR && errno == EPERM);
  raise (SIGCHLD);
  run_child (NULL); // CHECK-NEXT: child
  sigemptyset (&set);
  sigaddset (&set, SIGCHLD);
  sigprocmask (SIG_BLOCK, &set, NULL);
  run_child (NULL); // CHECK-NEXT: child
  raise (SIGCHLD);
  expect (is_pending ());
  run_child (NULL); // CHECK-NEXT: child
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  expect (!is_pending ());
  expect_equal (sigaction (SIGCHLD, &ignore, NULL), 0);
  expect_equal (sigaction (SIGCHLD, NULL, &now), 0);
  expect (now.sa_handler == SIG_IGN && (now.sa_flags & SA_NOCLDWAIT));
  run_child (NULL); // CHECK-NEXT: child
  run_child ("exits"); // CHECK-NEXT: child
  // CHECK-NEXT: ends.c:[[#]]: error: erbium_space_join: {{.*}} has called exit or exec (status 3) instead of returning
}
