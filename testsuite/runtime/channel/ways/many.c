/* SPDX-License-Identifier: MIT */
/* A second receiver, which the sender or the first receiver lets in between two messages, gets every message
 * from then on, though those before it went past the pages to the first one alone. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include "ways.h"

enum { ALONE = 12, MESSAGES = 36 };
enum { FIRST = 1, SECOND };

static int c, done;

static void
receive_rest (void *unused)
{
  unsigned char byte;
  (void) unused;
  for (int n = ALONE; n < MESSAGES; n++)
    receive_message (c, n);
  expect_equal (chan_recv (c, &byte), CHAN_END);
}

static void
receive_alone (void)
{
  for (int n = 0; n < ALONE; n++)
    receive_message (c, n);
}

static void
be_first (void *unused)
{
  receive_alone ();
  chan_send (done, "", 1);
  receive_rest (unused);
}

/* Lets the second one in. */
static void
share (void *unused)
{
  receive_alone ();
  chan_setcons (c, SECOND);
  pid_t child = start_space (SECOND, receive_rest, NULL);
  chan_send (done, "", 1);
  receive_rest (unused);
  expect_good_end (child);
}

static void
exchange (bool sender_shares, bool waits)
{
  char byte;
  c = chan_alloc_as (128 << 10, CHAN_EAGER);
  done = chan_alloc ();
  chan_setcons (c, FIRST);
  chan_setprod (done, FIRST, true);
  pid_t first = start_space (FIRST, sender_shares ? be_first : share, NULL), second = 0;
  for (int n = 0; n < ALONE; n++)
    send_message (c, n);
  expect (extensions (c) < 3);
  if (waits)
    expect_equal (chan_recv (done, &byte), 1);
  if (sender_shares)
    {
      chan_setcons (c, SECOND);
      second = start_space (SECOND, receive_rest, NULL);
    }
  for (int n = ALONE; n < MESSAGES; n++)
    send_message (c, n);
  expect (!waits || extensions (c) > 6);
  chan_close (c);
  expect_good_end (first);
  if (second)
    expect_good_end (second);
  spmc_died (FIRST, NULL);
  spmc_died (SECOND, NULL);
  chan_close (done);
}

int
main (void)
{
  erb_chan_only_way = ERB_CHAN_DIRECT;
  erb_chan_patience = INT64_C (10000000000);
  spmc_init (3);
  for (int n = 0; n < 4; n++)
    exchange (n % 2, n / 2);
  return 0;
}
