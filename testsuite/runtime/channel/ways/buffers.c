/* SPDX-License-Identifier: MIT */
/* A message whose buffers are pages that are not mapped yet comes through the pages of the channel, whose
 * copy maps them; the next one, of the same buffers, goes past these.  A buffer that is no memory is the error that it is
 * for a short message. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
// RUN: %status 119 %timed %t send 2>&1 | FileCheck --check-prefix=SEND %s
// RUN: %status 120 %timed %t recv 2>&1 | FileCheck --check-prefix=RECV %s
// UNSUPPORTED: sanitizer
#include "ways.h"

enum { SIZE = 128 << 10 };

static int c, go;
static unsigned char *from, *to;

static void *
sends (void *unused)
{
  char byte;
  chan_send (c, from, SIZE);
  chan_recv (go, &byte);
  chan_send (c, from, SIZE);
  return unused;
}

static void *
sends_nothing (void *unused)
{
  // SEND: buffers.c:[[#@LINE+1]]: error: erbium_chan_send: buf is 0x8, where 131072 bytes should be: memory that cannot be read
  chan_send (c, (void *) 8, SIZE);
  return unused;
}

static int64_t
answer (void)
{
  return erb_chan_end (c, false, "", "")->map->region->offer.state.raw % 8;
}

/* The sender reads what the receiver has written. */
static void
from_pages_to_pages (int child)
{
  from = spmcR_alloc (SIZE);
  to = spmcR_alloc (SIZE);
  spmcR_copycons (child, from, from, SIZE);
  memset (from, 7, SIZE);
  spmcR_setfix (from, SIZE);
  space_start (child, sends, NULL);
  expect_equal (chan_recv (c, to), SIZE);
  expect_equal (answer (), 4); /* FAILED */
  expect (memcmp (to, from, SIZE) == 0);
  memset (to, 0, SIZE);
  chan_send (go, "", 1);
  expect_equal (chan_recv (c, to), SIZE);
  expect_equal (answer (), 3); /* COPIED */
  expect (memcmp (to, from, SIZE) == 0);
  space_join (child);
}

int
main (int argc, char **argv)
{
  const char *way = argc > 1 ? argv[1] : "";
  erb_chan_only_way = ERB_CHAN_DIRECT;
  erb_chan_patience = INT64_C (10000000000);
  int child = space_alloc (1);
  c = chan_alloc ();
  go = chan_alloc ();
  chan_setprod (c, child, true);
  chan_setcons (go, child);
  if (strcmp (way, "send") == 0)
    {
      space_start (child, sends_nothing, NULL);
      chan_recv (c, malloc (SIZE));
    }
  else if (strcmp (way, "recv") == 0)
    {
      from = malloc (SIZE);
      space_start (child, sends, NULL);
      // RECV: buffers.c:[[#@LINE+1]]: error: erbium_chan_recv: buf is 0x10, where 131072 bytes should be: memory that cannot be written
      chan_recv (c, (void *) 16);
    }
  else
    from_pages_to_pages (child);
  return 0;
}
