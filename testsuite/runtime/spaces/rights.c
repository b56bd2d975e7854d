/* SPDX-License-Identifier: MIT */
/* A space that changes its rights is no more killed by the system when its parent dies (PR_SET_PDEATHSIG is cleared, here by
 * hand).  Then who finds the parent dead kills it, at whatever it is; and in space_ret it ends by itself.
 * One that may not be killed is told, instead of waited for. */
// RUN: %build
// RUN: %timed %t
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "erbium/papers.h"
#include "test.h"

enum { PAUSES, RETURNS, FOREIGN };

static int how, ready[2], alive[2]; /* whoever lives has the second end of alive */

static void
tell_whom_to_kill (void)
{
  pid_t self = getpid ();
  expect (setuid (1) == 0);
  expect_equal (write (alive[1], &self, sizeof self), sizeof self);
}

static void *
survive (void *with)
{
  if (how == FOREIGN)
    tell_whom_to_kill ();
  expect (prctl (PR_SET_PDEATHSIG, 0) == 0);
  expect_equal (write (ready[1], "x", 1), 1);
  if (how == RETURNS)
    space_ret ();
  for (;;)
    pause ();
  return with;
}

static void *
die (void *with)
{
  char byte;
  int child = space_alloc (0);
  space_start (child, survive, NULL);
  expect_equal (read (ready[0], &byte, 1), 1);
  if (how == RETURNS)
    kill (getppid (), SIGKILL);
  raise (SIGKILL);
  return with;
}

static void
watch (void)
{
  int child = space_alloc (0), status;
  close (alive[0]);
  space_start (child, die, NULL);
  close (alive[1]);
  if (how == FOREIGN)
    expect (setuid (2) == 0);
  expect_equal (space_watch (child, false, &status), SPACE_DIED);
  expect (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
}

static void
expect_all_dead (void)
{
  pid_t left;
  if (how == FOREIGN)
    {
      expect_equal (read (alive[0], &left, sizeof left), sizeof left);
      expect (kill (left, SIGKILL) == 0);
    }
  expect_equal (read (alive[0], &left, sizeof left), 0);
}

/* Returns how the first space has ended. */
static int
run (int as)
{
  int status;
  how = as;
  expect (pipe (ready) == 0 && pipe (alive) == 0);
  pid_t first = fork ();
  if (first == 0)
    {
      watch ();
      exit (0);
    }
  close (alive[1]);
  expect (waitpid (first, &status, 0) == first);
  expect_all_dead ();
  close (alive[0]);
  close (ready[0]);
  close (ready[1]);
  return status;
}

int
main (void)
{
  expect_equal (run (PAUSES), 0);
  int status = run (RETURNS);
  expect (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  if (geteuid () == 0)
    expect_equal (WEXITSTATUS (run (FOREIGN)), ERBIUM_EXIT_RESOURCE);
}
