/* SPDX-License-Identifier: MIT */
/* spaces.h - what the tests of pages and channels share: children as spaces. */
#ifndef SPACES_H
#define SPACES_H

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "test.h"
#include "erbium/papers.h"

/* Starts a process as that space, which runs body, leaves and ends with status 0. */
static inline pid_t
start_space (int space, void (*body) (void *), void *with)
{
  pid_t child = fork ();
  expect (child >= 0);
  if (child > 0)
    return child;
  spmc_enter (space);
  body (with);
  spmc_leave ();
  fflush (stdout);
  _exit (0);
}

/* Plain memory that spaces share, for what a test tells beside the pages. */
static inline void *
shared_memory (size_t size)
{
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  expect (p != MAP_FAILED);
  return p;
}

static inline int
status_of (pid_t child)
{
  int status;
  while (waitpid (child, &status, 0) < 0)
    expect (errno == EINTR);
  return status;
}

static inline void
expect_good_end (pid_t child)
{
  expect_equal (status_of (child), 0);
}

#endif
