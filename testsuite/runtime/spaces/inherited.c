/* SPDX-License-Identifier: MIT */
/* What a space has of its parent: errno, open files and their offsets, what signals do
 * and which are blocked, the current folder; not its alarm, nor its children. */
// RUN: %build
// RUN: %run --only default,spin,one %t %s
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include "erbium/papers.h"
#include "test.h"

static int file, handled;

static void
on_user (int number)
{
  handled = number;
}

static void *
child (void *unused)
{
  sigset_t now;
  expect_equal (errno, ERANGE);
  expect_equal (lseek (file, 0, SEEK_CUR), 7);
  expect_equal (lseek (file, 5, SEEK_CUR), 12); /* one offset for both */
  raise (SIGUSR1);
  expect_equal (handled, SIGUSR1);
  sigprocmask (SIG_BLOCK, NULL, &now);
  expect_equal (sigismember (&now, SIGUSR2), 1);
  expect_equal (alarm (0), 0);
  expect_equal (wait (NULL), -1);
  errno = EDOM;
  return unused;
}

int
main (int argc, char **argv)
{
  sigset_t two;
  expect_equal (argc, 2);
  file = open (argv[1], O_RDONLY);
  expect_equal (lseek (file, 7, SEEK_SET), 7);
  signal (SIGUSR1, on_user);
  sigemptyset (&two);
  sigaddset (&two, SIGUSR2);
  sigprocmask (SIG_BLOCK, &two, NULL);
  alarm (1000);
  int id = space_alloc (1);
  errno = ERANGE;
  space_start (id, child, NULL);
  expect_equal (errno, ERANGE);
  space_join (id);
  expect_equal (errno, ERANGE);
  expect_equal (lseek (file, 0, SEEK_CUR), 12);
  expect_equal (handled, 0);
  expect (alarm (0) > 0);
}
