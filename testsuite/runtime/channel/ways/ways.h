/* SPDX-License-Identifier: MIT */
/* ways.h - what the tests of the ways of long messages share. */
#ifndef WAYS_H
#define WAYS_H

#include "../../spmc/spaces.h"
#include "channel/channel_end.h"

enum { MOST = 300000 }; /* bytes */

/* Some are short, some take more than a generation. */
static inline size_t
size_of (int n)
{
  static const size_t sizes[] = { 40, ERB_CHAN_LONG, 100001, 65536, MOST, ERB_CHAN_LONG - 1 };
  return sizes[n % 6] - (size_t) (n / 6 % 2 * 3);
}

static inline unsigned char
byte_of (int n, size_t at)
{
  return (unsigned char) (n * 31 + (int) (at % 251) + (int) (at / 4096));
}

static inline void
fill (unsigned char *message, int n)
{
  for (size_t at = 0; at < size_of (n); at++)
    message[at] = byte_of (n, at);
}

static inline void
expect_message (const unsigned char *message, size_t size, int n)
{
  expect_equal (size, size_of (n));
  for (size_t at = 0; at < size; at++)
    if (message[at] != byte_of (n, at))
      expect_equal (at, size);
}

/* Sends message n from a buffer that is overwritten at once. */
static inline void
send_message (int c, int n)
{
  static unsigned char buffer[MOST + 8];
  unsigned char *message = buffer + n % 8;
  fill (message, n);
  chan_send (c, message, size_of (n));
  memset (message, 0xee, size_of (n));
}

static inline void
receive_message (int c, int n)
{
  static unsigned char buffer[MOST + 8];
  unsigned char *message = buffer + n % 5;
  expect_message (message, chan_recv (c, message), n);
}

/* Generations that the sender has begun: what goes from buffer to buffer needs none. */
static inline int64_t
extensions (int c)
{
  struct erbium_spmc_counts counts;
  chan_counts (c, &counts);
  return counts.extensions;
}

/* ---- From the caller to a space ------------------------------------------- */

enum { FEW_MESSAGES = 24 };

struct ways_pair
{
  int channel;
  void (*receiver_first) (void); /* what a side does before its first message, or NULL */
  void (*sender_first) (void);
};

static inline void *
receive_few (void *pair)
{
  const struct ways_pair *p = pair;
  unsigned char byte;
  if (p->receiver_first)
    p->receiver_first ();
  for (int n = 0; n < FEW_MESSAGES; n++)
    receive_message (p->channel, n);
  expect_equal (chan_recv (p->channel, &byte), CHAN_END);
  return NULL;
}

/* Sends a few messages; returns whether the long ones went through the pages. */
static inline bool
through_pages (struct ways_pair p)
{
  int child = space_alloc (1), c = p.channel = chan_alloc_as (128 << 10, CHAN_EAGER);
  chan_setcons (c, child);
  space_start (child, receive_few, &p);
  if (p.sender_first)
    p.sender_first ();
  for (int n = 0; n < FEW_MESSAGES; n++)
    send_message (c, n);
  int64_t all = extensions (c);
  chan_close (c);
  space_join (child);
  expect (all >= MOST / (128 << 10) * FEW_MESSAGES / 6 || all <= 3);
  return all > 3;
}

#endif
