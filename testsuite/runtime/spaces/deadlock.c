/* SPDX-License-Identifier: MIT */
/* Spaces that wait for each other, in calls of channels, pages and spaces and on pages that they read, are told by the one
 * whose path comes first; those that wait long for one that goes on are not. */
// ThreadSanitizer runs a thread of its own in a child, and a space with several threads is not searched for deadlocks.
// UNSUPPORTED: thread
// RUN: %build
// RUN: %status 121 %timed %t channels 2>&1 | FileCheck --check-prefixes=ALL,CHANNELS %s
// RUN: %status 121 %timed %t join 2>&1 | FileCheck --check-prefixes=ALL,JOIN %s
// RUN: %status 121 %timed %t unborn 2>&1 | FileCheck --check-prefixes=ALL,UNBORN %s
// RUN: %status 119 %timed %t unborn-low 2>&1 | FileCheck --check-prefixes=ALL,LOW %s
// RUN: %status 121 %timed %t unborn-stale 2>&1 | FileCheck --check-prefixes=ALL,STALE %s
// RUN: %status 121 %timed %t ret 2>&1 | FileCheck --check-prefixes=ALL,RET %s
// RUN: %status 121 %timed %t pages 2>&1 | FileCheck --check-prefixes=ALL,PAGES %s
// RUN: %status 119 %timed %t siblings 2>&1 | FileCheck --check-prefixes=ALL,SIBLINGS %s
// RUN: %status 119 %timed %t ring 2>&1 | FileCheck --check-prefixes=ALL,RING %s
// RUN: %run --only default,one %t slow
#include <signal.h>
#include <string.h>

#include "erbium/papers.h"
#include "test.h"

enum { RING = 9, TURNS = 3 };

static int there, back;   /* channels to and from a child */
static int ring[RING];    /* channel n: to child n from the one before */
static char *a, *b;
static size_t page;

static void *
echo (void *with)
{
  char c;
  chan_recv (there, &c);
  chan_send (back, &c, 1);
  return with;
}

static int
child_with_channels (void)
{
  int child = space_alloc (3);
  there = chan_alloc ();
  back = chan_alloc ();
  chan_setcons (there, child);
  chan_setprod (back, child, 1);
  return child;
}

// ALL: {{(deadlock.c:[0-9]+|erbium): error: [a-z_R]+: deadlock: these spaces wait for each other: }}
// CHANNELS-SAME: space 0 in erbium_chan_recv ({{.*}}deadlock.c:[[@LINE+7]]) waits for space 0.1;
// CHANNELS-SAME: space 0.1 in erbium_chan_recv ({{.*}}deadlock.c:[[@LINE-18]]) waits for space 0, in process 'space 0'
static void
channels (void)
{
  char c;
  space_start (child_with_channels (), echo, NULL);
  chan_recv (back, &c);
}

// JOIN-SAME: space 0 in erbium_space_join ({{.*}}deadlock.c:[[@LINE+6]]) waits for space 0.1; space 0.1 in erbium_chan_recv
static void
join (void)
{
  int child = child_with_channels ();
  space_start (child, echo, NULL);
  space_join (child);
}

static void *
tell_and_echo (void *with)
{
  pid_t self = getpid ();
  expect_equal (write (((int *) with)[1], &self, sizeof self), sizeof self);
  return echo (with);
}

// UNBORN-SAME: space 0 in erbium_chan_recv ({{.*}}deadlock.c:[[@LINE+6]]) waits for space 0.1; space 0.1 has not been started by space 0,
static void
unborn (void)
{
  char c;
  child_with_channels ();
  chan_recv (back, &c);
}

static void *
end_at_once (void *with)
{
  return with;
}

/* Its child gets the slot of one that has ended, a lower one than its own. */
// LOW-SAME: space 0.2 in erbium_chan_recv ({{.*}}deadlock.c:[[@LINE+7]]) waits for space 0.2.1; space 0.2.1 has not been started by space 0.2,
static void *
await_unborn (void *with)
{
  char c;
  chan_recv (there, &c);
  child_with_channels ();
  chan_recv (back, &c);
  return with;
}

static void
unborn_low (void)
{
  int low = space_alloc (0), high = space_alloc (0);
  there = chan_alloc ();
  chan_setcons (there, high);
  space_start (low, end_at_once, NULL);
  space_start (high, await_unborn, NULL);
  space_join (low);
  chan_send (there, "x", 1);
  space_join (high);
}

/* Who had the slot before was killed while it slept. */
// STALE-SAME: space 0 in erbium_chan_recv ({{.*}}deadlock.c:[[@LINE+14]]) waits for space 0.2; space 0.2 has not been started by space 0,
static void
unborn_stale (void)
{
  char c;
  pid_t pid;
  int child = child_with_channels (), all[2], lasts = 400000;
  expect (pipe (all) == 0);
  space_start (child, tell_and_echo, all);
  expect_equal (read (all[0], &pid, sizeof pid), sizeof pid);
  usleep (lasts);
  kill (pid, SIGKILL);
  expect_equal (space_watch (child, false, NULL), SPACE_DIED);
  child_with_channels ();
  chan_recv (back, &c);
}

static void *
ret_first (void *with)
{
  space_ret ();
  return echo (with);
}

// RET-SAME: space 0 in erbium_chan_recv ({{.*}}) waits for space 0.1; space 0.1 in erbium_space_ret ({{.*}}deadlock.c:[[@LINE-4]]) waits for space 0,
static void
ret (void)
{
  char c;
  space_start (child_with_channels (), ret_first, NULL);
  chan_send (there, "x", 1);
  chan_recv (back, &c);
}

static void *
read_first (void *with)
{
  expect_equal (a[0], 0);
  b[0] = 1;
  spmcR_setfix (b, page);
  return with;
}

// PAGES-SAME: space 0 in read waits for space 0.1; space 0.1 in read waits for space 0,
static void
pages (void)
{
  int child = space_alloc (0);
  a = spmcR_alloc (page);
  b = spmcR_alloc (page);
  spmcR_copycons (child, a, a, page);
  spmcR_transown (child, b, b, page);
  space_start (child, read_first, NULL);
  a[0] = b[0];
}

/* Child n: gets from the one before it, then sends to the next. */
static void *
pass (void *with)
{
  int n = *(int *) with;
  char c;
  chan_recv (ring[n], &c);
  chan_send (ring[(n + 1) % RING], &c, 1);
  return with;
}

static void
start_ring (int members)
{
  int child[RING];
  for (int n = 0; n < members; n++)
    {
      child[n] = space_alloc (n);
      ring[n] = chan_alloc ();
    }
  for (int n = 0; n < members; n++)
    {
      chan_setcons (ring[n], child[n]);
      chan_setprod (ring[n], child[(n + members - 1) % members], 0);
    }
  for (int n = 0; n < members; n++)
    space_start (child[n], pass, &(int) { n });
  for (int n = 0; n < members; n++)
    space_join (child[n]);
}

/* The parent, which waits for one of them, is in no cycle. */
// SIBLINGS-SAME: space 0.1 in erbium_chan_recv ({{.*}}) waits for space 0.2; space 0.2 in erbium_chan_recv ({{.*}}) waits for space 0.1, in process 'space 0.1'
static void
siblings (void)
{
  int one = space_alloc (0), other = space_alloc (0);
  there = chan_alloc ();
  back = chan_alloc ();
  chan_setcons (there, one);
  chan_setcons (back, other);
  chan_setprod (there, other, 0);
  chan_setprod (back, one, 0);
  space_start (one, echo, NULL);
  int t = there;
  there = back;
  back = t;
  space_start (other, echo, NULL);
  space_join (other);
}

// RING-SAME: space 0.1 in erbium_chan_recv ({{.*}}) waits for space 0.9; space 0.9 {{.*}}; space 0.2 in erbium_chan_recv ({{.*}}) waits for space 0.1,
// ALL-NEXT: note: let one of them send, fix or return before it waits
static void *
slow_echo (void *with)
{
  char c;
  for (int n = 0; n < TURNS; n++)
    {
      chan_recv (there, &c);
      usleep (350000);
      chan_send (back, &c, 1);
    }
  space_ret ();
  return with;
}

/* Each waits for the other, in turn, longer than it takes to tell a deadlock. */
static void
slow (void)
{
  char c;
  int child = child_with_channels ();
  space_start (child, slow_echo, NULL);
  for (int n = 0; n < TURNS; n++)
    {
      usleep (350000);
      chan_send (there, "x", 1);
      expect_equal (chan_recv (back, &c), 1);
    }
  usleep (350000);
  space_join (child);
}

int
main (int count, char **words)
{
  expect_equal (count, 2);
  const char *what = words[1];
  page = (size_t) sysconf (_SC_PAGESIZE);
  if (!strcmp (what, "channels"))
    channels ();
  else if (!strcmp (what, "join"))
    join ();
  else if (!strcmp (what, "unborn"))
    unborn ();
  else if (!strcmp (what, "unborn-low"))
    unborn_low ();
  else if (!strcmp (what, "unborn-stale"))
    unborn_stale ();
  else if (!strcmp (what, "ret"))
    ret ();
  else if (!strcmp (what, "pages"))
    pages ();
  else if (!strcmp (what, "siblings"))
    siblings ();
  else if (!strcmp (what, "ring"))
    start_ring (RING);
  else
    slow ();
}
