/* SPDX-License-Identifier: MIT */
/* A child that a process forks is no program of ours: where the process ends, the child
 * does, without error, and runs none of the others; and calls that may block are those of
 * the system. */
// RUN: %build -D_GNU_SOURCE
// RUN: env ERBIUM_TASK=thread timeout 60 %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=1 timeout 60 %t
// RUN: env ERBIUM_TASK=fiber ERBIUM_WORKERS=2 timeout 60 %t
// UNSUPPORTED: thread
/* ThreadSanitizer ends a child of a program with threads. */
#include <pthread.h>
#include <erbium/blocking.h>
#include "test.h"

enum way { RETURNS, EXITS_THREAD, BLOCKS, WAYS };

static pid_t parent_pid, child;

ERBIUM_PROCESS (other, int);
void
other (int unused)
{
  (void) unused;
  if (getpid () != parent_pid)
    _exit (9);
}

ERBIUM_PROCESS (forks, int);
void
forks (int way)
{
  ERBIUM_RUN (other, 0);
  child = fork ();
  expect (child >= 0);
  if (child)
    return;
  if (way == EXITS_THREAD)
    pthread_exit (NULL);
  if (way == BLOCKS)
    {
      erbium_blocking { usleep (1); }
      erbium_sleep (0);
    }
}

int
main (void)
{
  parent_pid = getpid ();
  for (int way = RETURNS; way < WAYS; way++)
    {
      int status = -1;
      ERBIUM_RUN (forks, way);
      erbium_join_all ();
      expect_equal (waitpid (child, &status, 0), child);
      expect_equal (status, 0);
    }
}
