/* SPDX-License-Identifier: MIT */
/* os.c itself: try_lock of a lock that spaces share.  Where its owner has died it returns false, and
 * whoever takes the lock next still finds a dead owner. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %run %t
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"
#include "core/os.h"

static struct erb_lock *lock;

static void
is_lost (void)
{
  _exit (7);
}

/* Runs act in a child, which ends with the lock as it is; returns the child's status. */
static int
in_child (int (*act) (void))
{
  int status;
  pid_t child = fork ();
  if (child == 0)
    _exit (act ());
  waitpid (child, &status, 0);
  return WEXITSTATUS (status);
}

static int take (void) { erb_os->lock (lock); return 0; }
static int try_to_take (void) { return erb_os->try_lock (lock); }

int
main (void)
{
  lock = mmap (NULL, sizeof *lock, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  erb_lock_init_shared (lock);
  erb_on_lost_lock = is_lost;
  expect (erb_os->try_lock (lock));
  expect_equal (in_child (try_to_take), 0); /* held */
  erb_os->unlock (lock);
  expect_equal (in_child (take), 0);
  expect_equal (in_child (try_to_take), 0); /* its owner has died */
  expect_equal (in_child (take), 7);
  return 0;
}
