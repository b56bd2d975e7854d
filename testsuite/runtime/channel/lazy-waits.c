/* SPDX-License-Identifier: MIT */
/* What a lazy channel holds back is published before the sender waits for another space, in whatever call, or on a page
 * that it reads; and by tests that say no, since who tests may come again. */
// RUN: %build
// RUN: %run --only default,one %t
#include <erbium/papers.h>
#include <string.h>

#include "test.h"

enum how { RET, READ, SPMCR_READ, RECV, MAP, TEST, SPMCR_TEST, EXTEND, TRY_EXTEND, AT, SEND, JOIN, WATCH, ENDED, ALIVE, HOWS };

static size_t page;
static enum how how;
static int first, second; /* channels */
static char *a;           /* pages */

static void
do_wait (void)
{
  char bytes[6];
  switch (how)
    {
    case RET:
      space_ret ();
      return;
    case READ:
      expect_equal (*(volatile char *) a, 1);
      return;
    case SPMCR_READ:
      spmcR_read (a, bytes, 1);
      expect_equal (bytes[0], 1);
      return;
    case RECV:
      expect_equal (chan_recv (second, bytes), 6);
      return;
    case MAP:
      spmcR_map (a, page);
      return;
    case TEST:
      while (!chan_test (second))
        ;
      return;
    case SPMCR_TEST:
      while (!spmcR_test (a))
        ;
      return;
    case EXTEND:
      spmcR_extend (a + page, a, page);
      return;
    case TRY_EXTEND:
      while (!spmcR_try_extend (a + page, a, page))
        ;
      return;
    case AT:
      expect_equal (*(const char *) spmcR_at (a, page), 1);
      return;
    default:
      return;
    }
}

/* After a message that is held back. */
static void *
send_and_wait (void *with)
{
  chan_send (first, "hello", 6);
  if (how == SEND)
    chan_sendLast (first, a, 6); /* which are not there yet */
  else
    do_wait ();
  return with;
}

static void
expect_message (void)
{
  char bytes[6];
  expect_equal (chan_recv (first, bytes), 6);
  expect (!strcmp (bytes, "hello"));
}

static void
child_waits (void)
{
  int child = space_alloc (0);
  first = chan_alloc_as (8192, CHAN_LAZY);
  second = chan_alloc ();
  a = spmcR_alloc (2 * page);
  chan_setprod (first, child, 1);
  chan_setcons (second, child);
  spmcR_copycons (child, a, a, 2 * page);
  space_start (child, send_and_wait, NULL);
  expect_message ();
  memset (a, 1, page);
  spmcR_setfix (a, page);
  spmcR_extend (a + page, a, page);
  chan_send (second, "hello", 6);
  if (how == RET)
    expect_equal (space_sync (child, true), SPACE_RETURNED);
  space_join (child);
  chan_close (second);
  spmcR_clear (a, 2 * page);
}

static void *
receive (void *with)
{
  expect_message ();
  if (how == ENDED)
    spmcR_clear (a, page);
  return with;
}

static void
parent_waits (void)
{
  int child = space_alloc (0);
  first = chan_alloc_as (8192, CHAN_LAZY);
  chan_setcons (first, child);
  a = spmcR_alloc (page);
  spmcR_transown (child, a, a, page);
  space_start (child, receive, NULL);
  chan_send (first, "hello", 6);
  while (how == ENDED && !spmcR_ended (a))
    ;
  while (how == ALIVE && spmc_alive (1)) /* slots are numbers */
    ;
  spmcR_clear (a, page);
  if (how != WATCH)
    space_join (child);
  else
    expect_equal (space_watch (child, false, NULL), SPACE_ENDED);
}

int
main (void)
{
  page = (size_t) sysconf (_SC_PAGESIZE);
  for (how = RET; how < HOWS; how++)
    {
      (how >= JOIN ? parent_waits : child_waits) ();
      chan_close (first);
    }
}
