/* SPDX-License-Identifier: MIT */
/* A space that waits for another, which is neither parent nor child, hears of its death
 * by whatever way, while it sleeps and before; all who sleep hear of it; what the dead
 * one had done before comes first; and one that has ended is told from one that died. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_SPIN=0 timeout 60 %t
// RUN: timeout 60 %t
// RUN: %status 119 %timed %t ended 2>&1 | FileCheck %s --check-prefix=ENDED
// RUN: %status 119 %timed %t died 2>&1 | FileCheck %s --check-prefix=DIED
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "test.h"
#include "erbium/papers.h"
#include "space/space.h"

enum { WAITERS = 5 };

static struct shared
{
  erbium_atomic32 word, asleep;
} *shared;

static int victim;
static bool to_publish, to_end;

static void *
dies (void *unused)
{
  while (erbium_load_acquire (&shared->asleep) < WAITERS)
    usleep (100);
  usleep (20000); /* most have fallen asleep; the test does not rest on it */
  if (to_publish)
    erbium_store_release (&shared->word, 1); /* waits; and wakes nobody */
  if (!to_end)
    raise (SIGKILL);
  return unused;
}

static erb_space sibling; /* of the waiters */

static void *
waits (void *unused)
{
  erb_space self = erb_space_self ("test", ERBIUM_HERE);
  struct erb_space_wait w = { &shared->word, 0, (erb_space[]) { self, sibling }, 2, -1, NULL };
  erbium_add (&shared->asleep, 1);
  expect_equal (erb_space_wait (&w), to_publish ? ERB_SPACE_CHANGED : 1);
  expect_equal (erb_space_alive (sibling), false);
  expect_equal (erb_space_alive (self), true);
  return unused;
}

/* All waiters hear; then the parent's wait for the victim is an error, so it leaves
 * without. */
static void
once (void)
{
  int waiter[WAITERS];
  memset (shared, 0, sizeof *shared);
  victim = space_alloc (1);
  sibling = erb_space_find_child (victim, "test", ERBIUM_HERE)->space;
  expect_equal (erb_space_alive (sibling), true); /* though it was not started */
  for (int n = 0; n < WAITERS; n++)
    space_start (waiter[n] = space_alloc (2), waits, NULL);
  space_start (victim, dies, NULL);
  for (int n = 0; n < WAITERS; n++)
    space_join (waiter[n]);
  expect_equal (erb_space_alive (sibling), false);
}

static void
is_told (const char *how)
{
  // ENDED: peers.c:[[#@LINE+10]]: error: erbium_chan_recv: space 0.1 (gid 1, {{.*}}) has ended; it was expected to send on channel 3
  // ENDED-NEXT: note: let it do that before it ends
  // DIED: peers.c:[[#@LINE+8]]: error: erbium_chan_recv: space 0.1 (gid 1, {{.*}}) has died of SIGKILL (Killed); it was expected to send on channel 3
  erbium_store_relaxed (&shared->asleep, WAITERS);
  victim = space_alloc (1);
  sibling = erb_space_find_child (victim, "test", ERBIUM_HERE)->space;
  to_end = strcmp (how, "ended") == 0;
  space_start (victim, dies, NULL);
  struct erb_space_wait w = { &shared->word, 0, &sibling, 1, -1, NULL };
  expect_equal (erb_space_wait (&w), 0);
  erb_space_fault_of_death (sibling, "erbium_chan_recv", ERBIUM_HERE, "send on channel 3");
}

static void *
in_a_space (void *unused)
{
  once ();
  _exit (0); /* its end would join the victim */
  return unused;
}

int
main (int argc, char **argv)
{
  shared = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (argc > 1)
    is_told (argv[1]);
  for (int n = 0; n < 4; n++)
    {
      pid_t pid = fork (); /* each a program of its own */
      to_publish = n % 2;
      if (pid == 0)
        in_a_space (NULL);
      int status;
      expect_equal (waitpid (pid, &status, 0), pid);
      expect_equal (status, 0);
    }
}
