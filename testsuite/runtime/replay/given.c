/* SPDX-License-Identifier: MIT */
/* A space that gets channels and pages from its parent after it was started, and a parent that takes the same
 * slots and channels again and again: in a replay of the child the parent is not there to give. */
// RUN: %build
// RUN: %replays %erbium-replay %t.rec %t > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %replays %erbium-replay %t.rec ERBIUM_SEAL=1 %t > %t.out
// RUN: FileCheck %s < %t.out
// CHECK: 0: {{[0-9]+}} of children
// CHECK: 0.1: 1: got round 1
// CHECK: 0.1: page hallo, written by parent and child: hello, child
// CHECK: 0.1: 5: got round 5
// CHECK: 0.2: round 1
// CHECK: 0.6: round 5
// CHECK-NOT: goes on
// CHECK: 0.6.1: below, channel {{[0-9]+}}, region {{0x[0-9a-f]+}}
#include "erbium/papers.h"
#include "test.h"

enum { ROUNDS = 5, PAGE = 4096 };

static char *page;

/* The parent says by a region of its own which channels there are. */
struct news { int channel, back; char *page, *produced; };
static struct news *news;

static void
use_pages (void)
{
  spmcR_setfix (news->produced + 9, PAGE - 9); /* what the parent has fixed of it is fixed */
  printf ("%s: page %s, written by parent and child: ", space_path (), news->page);
  printf ("%.5s, %s\n", news->produced, news->produced + 9);
}

static void *
gets (void *unused)
{
  for (int round = 1; round <= ROUNDS; round++)
    {
      char text[100];
      space_ret ();
      chan_recv (news->channel, text);
      printf ("%s: %d: got %s\n", space_path (), round, text);
      chan_send (news->back, text, strlen (text) + 1);
      chan_close (news->channel);
      if (round == 1)
        {
          strcpy (news->produced + 9, "child");
          use_pages ();
        }
      spmcR_extend ((char *) news + PAGE, news, PAGE);
    }
  return unused;
}

static void *
below (void *unused)
{
  int mine = chan_alloc ();
  char *region = spmcR_alloc (PAGE);
  printf ("%s: below, channel %d, region %p\n", space_path (), mine, (void *) region);
  return unused;
}

static void *
once (void *channel)
{
  char text[100];
  chan_recv (*(int *) channel, text);
  printf ("%s: %s\n", space_path (), text);
  int child = space_alloc (0);
  space_start (child, below, NULL);
  space_join (child);
  space_ret ();
  printf ("%s: goes on, though its parent ends it here\n", space_path ());
  return NULL;
}

/* Tells the child, which stands still, of a new channel there and back. */
static void
give (int child, int round)
{
  char text[100];
  snprintf (text, sizeof text, "round %d", round);
  int there = chan_alloc (), back = chan_alloc ();
  chan_setcons (there, child);
  chan_setprod (back, child, true);
  chan_send (there, text, strlen (text) + 1);
  chan_close (there);
  struct news now = { there, back, page, page + PAGE };
  spmcR_write (news, &now, sizeof now);
  spmcR_setfix (news, PAGE);
  if (round == 1)
    {
      strcpy (page, "hallo");
      spmcR_setfix (page, PAGE);
      strcpy (page + PAGE, "hello");
      spmcR_setfix (page + PAGE, 9);
      spmcR_copycons (child, page, page, PAGE);
      spmcR_transown (child, page + PAGE, page + PAGE, PAGE);
    }
  space_sync (child, true);
  chan_recv (back, text);
  chan_close (back);
  spmcR_extend ((char *) news + PAGE, news, PAGE);
}

/* Each takes the slot of the one before, and a channel of the same number of its own. */
static void
start_another (int round)
{
  int child = space_alloc (round), channel = chan_alloc ();
  char text[100];
  chan_setcons (channel, child);
  space_start (child, once, &channel);
  snprintf (text, sizeof text, "round %d", round);
  chan_send (channel, text, strlen (text) + 1);
  space_join (child);
  chan_close (channel);
}

int
main (void)
{
  int child = space_alloc (0);
  news = spmcR_alloc (2 * PAGE);
  page = spmcR_alloc (2 * PAGE);
  spmcR_copycons (child, news, news, 2 * PAGE);
  space_start (child, gets, NULL);
  for (int round = 1; round <= ROUNDS; round++)
    {
      give (child, round);
      start_another (round);
    }
  space_join (child);
  printf ("0: %d of children\n", ROUNDS);
}
