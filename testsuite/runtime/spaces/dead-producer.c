/* SPDX-License-Identifier: MIT */
/* Who waits for pages of a space that has died is told which one it is, as others name it, and of what it died
 * if it was a child of the caller; a channel is named with its place.  One that reads memory, and so calls
 * nothing, is told where the instruction is. */
// RUN: %build
// RUN: %status 119 %timed %t grandchild 2>&1 | FileCheck %s --check-prefix=GRANDCHILD
// GRANDCHILD: dead-producer.c:[[#@LINE+67]]: error: erbium_chan_recv: page 0 (0x{{[0-9a-f]+}}) of channel {{[0-9]+}} of {{.*}}dead-producer.c:[[#@LINE+58]], generation 0, in space 0: it will never be fixed: its producer, space 0.3.1 (gid 5, {{.*}}dead-producer.c:[[#@LINE+33]]), has died, in process 'space 0'
// GRANDCHILD: note: its parent reports the cause
// RUN: %status 119 %timed %t child 2>&1 | FileCheck %s --check-prefix=CHILD
// CHILD: error: erbium_chan_recv: {{.*}} its producer, space 0.3 (gid 7, {{.*}}), has died of SIGKILL (Killed), in process 'space 0'
// CHILD: note: find out what has killed it
// RUN: %status 119 %timed %t watched 2>&1 | FileCheck %s --check-prefix=CHILD
// RUN: %status 119 %timed %t reused 2>&1 | FileCheck %s --check-prefix=REUSED
// REUSED: error: erbium_chan_recv: {{.*}} its producer, space 0.3, has died of SIGKILL (Killed), in process 'space 0'
// RUN: %status 130 %timed %t interrupted
// RUN: %status 119 %timed %t access 2>&1 | FileCheck %s --check-prefix=ACCESS
// ACCESS: erbium: error: read: page 1 {{.*}} of the region of {{.*}}, in space 0: it will never be fixed: its producer, space 0.3 (gid 7, {{.*}}), has died of SIGKILL
// ACCESS: erbium: note: find out what has killed it{{.*}} (addr2line -ie {{.*}} 0x{{[0-9a-f]+}} names the line)
// RUN: %status 120 %timed %t ended 2>&1 | FileCheck %s --check-prefix=ENDED
// ENDED: erbium: error: read: page 1 {{.*}} of the region of {{.*}}, in space 0: it will never be fixed: its producer has left
// ENDED: erbium: note: fix it in the producer, {{.*}} (addr2line -ie {{.*}} 0x{{[0-9a-f]+}} names the line)
#include <signal.h>
#include "erbium/papers.h"
#include "test.h"

static int c, of_death;

static void *
dies (void *unused)
{
  raise (of_death);
  return unused;
}

static void *
passes_on (void *unused)
{
  int child = space_alloc (5);
  chan_setprod (c, child, false);
  space_start (child, dies, unused);
  space_watch (child, false, NULL);
  return unused;
}

static void *
leaves (void *unused)
{
  return unused;
}

int
main (int argc, char **argv)
{
  char got[8];
  expect_equal (argc, 2);
  const char *name = argv[1];
  bool reads = strcmp (name, "access") == 0 || strcmp (name, "ended") == 0, passes = strcmp (name, "grandchild") == 0;
  of_death = strcmp (name, "interrupted") == 0 ? SIGINT : SIGKILL;
  signal (SIGINT, SIG_DFL);
  space_alloc (0); /* so that no space has the number that its path ends in */
  space_alloc (0);
  int child = space_alloc (7);
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  char *pages = spmcR_alloc (2 * page);
  c = chan_alloc ();
  chan_setprod (c, child, true);
  spmcR_transown (child, pages, pages, 2 * page);
  space_start (child, strcmp (name, "ended") == 0 ? leaves : passes ? passes_on : dies, NULL);
  if (strcmp (name, "watched") == 0 || strcmp (name, "reused") == 0)
    expect_equal (space_watch (child, false, NULL), SPACE_DIED);
  if (strcmp (name, "reused") == 0)
    space_alloc (8);
  if (!reads)
    chan_recv (c, got);
  return *(volatile char *) (pages + page + 1);
}
