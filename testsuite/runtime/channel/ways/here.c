/* SPDX-License-Identifier: MIT */
/* Between threads of one process, long messages go from buffer to buffer, with one copy and without
 * the kernel.  Buffers may lie in regions whose pages are not there yet. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
#include <pthread.h>
#include <unistd.h>

#include "ways.h"

enum { MESSAGES = 200, SHORT = ERB_CHAN_LONG_HERE, LONG = 1 << 20 };

static int to_far, to_near;
static erbium_atomic has_first;
static const size_t sizes[] = { 8, SHORT - 1, SHORT, SHORT + 4097, 65536, LONG };

static size_t
size_at (int n)
{
  return sizes[n % 6];
}

static void
fill_message (unsigned char *message, int n)
{
  for (size_t at = 0; at < size_at (n); at++)
    message[at] = byte_of (n, at);
}

static void
expect_content (const unsigned char *message, size_t size, int n)
{
  expect_equal (size, size_at (n));
  for (size_t at = 0; at < size; at++)
    if (message[at] != byte_of (n, at))
      expect_equal (at, size);
}

/* Receives every second message where it lies, and sends each back from a fresh buffer. */
static void *
far_side (void *unused)
{
  spmc_enter (1);
  for (int n = 0; n < MESSAGES; n++)
    {
      size_t size = size_at (n);
      unsigned char *buffer = malloc (LONG);
      const unsigned char *at = buffer;
      if (n / 6 % 2)
        at = chan_take (to_far, &size);
      else
        size = chan_recv (to_far, buffer);
      expect_content (at, size, n);
      unsigned char *copy = malloc (LONG);
      memcpy (copy, at, size);
      chan_send (to_near, copy, size);
      memset (copy, 0xee, size);
      free (buffer);
      free (copy);
    }
  chan_close (to_near);
  spmc_leave ();
  return unused;
}

static void
talk (void)
{
  static unsigned char out[LONG], in[LONG];
  pthread_t far;
  to_far = chan_alloc_as (128 << 10, CHAN_EAGER);
  to_near = chan_alloc_as (128 << 10, CHAN_EAGER);
  chan_setcons (to_far, 1);
  chan_setprod (to_near, 1, true);
  expect (pthread_create (&far, NULL, far_side, NULL) == 0);
  for (int n = 0; n < MESSAGES; n++)
    {
      fill_message (out, n);
      chan_send (to_far, out, size_at (n));
      memset (out, 0xee, size_at (n));
      expect_content (in, chan_recv (to_near, in), n);
    }
  expect (pthread_join (far, NULL) == 0);
  chan_close (to_far);
}

static void *
receive_directly (void *unused)
{
  static unsigned char in[LONG];
  spmc_enter (1);
  for (int n = 0; n < MESSAGES; n++)
    {
      expect_content (in, chan_recv (to_far, in), n);
      erbium_store_release (&has_first, 1);
    }
  spmc_leave ();
  return unused;
}

/* The sender waits for the receiver as long as it takes, so that all long messages are direct. */
static int64_t
extend_in_stream (void)
{
  static unsigned char out[LONG];
  pthread_t far;
  erb_chan_patience = INT64_C (10000000000);
  erb_chan_only_way = ERB_CHAN_DIRECT;
  to_far = chan_alloc_as (256 << 10, CHAN_EAGER);
  chan_setcons (to_far, 1);
  expect (pthread_create (&far, NULL, receive_directly, NULL) == 0);
  for (int n = 0; n < MESSAGES; n++)
    {
      while (n == 1 && !erbium_load_acquire (&has_first))
        usleep (100);
      fill_message (out, n);
      chan_send (to_far, out, size_at (n));
      memset (out, 0xee, size_at (n));
    }
  expect (pthread_join (far, NULL) == 0);
  int64_t all = extensions (to_far);
  chan_close (to_far);
  return all;
}

static void *
receive_slowly (void *unused)
{
  static unsigned char in[LONG];
  spmc_enter (1);
  for (int n = 0; n < 30; n++)
    {
      expect_content (in, chan_recv (to_far, in), 4);
      erbium_store_release (&has_first, 1);
      usleep (3000);
    }
  spmc_leave ();
  return unused;
}

/* A receiver that does other things is not waited for: the sender leaves the direct way. */
static enum erb_chan_way
way_to_slow_receiver (void)
{
  static unsigned char out[LONG];
  pthread_t far;
  erbium_store_release (&has_first, 0);
  erb_chan_patience = 20000;
  erb_chan_only_way = ERB_CHAN_WAYS;
  to_far = chan_alloc_as (256 << 10, CHAN_EAGER);
  chan_setcons (to_far, 1);
  expect (pthread_create (&far, NULL, receive_slowly, NULL) == 0);
  fill_message (out, 4);
  for (int n = 0; n < 30; n++)
    {
      while (n == 1 && !erbium_load_acquire (&has_first))
        usleep (100);
      chan_send (to_far, out, size_at (4));
    }
  enum erb_chan_way best = erb_chan_end (to_far, true, "test", "here.c")->choice.best;
  expect (pthread_join (far, NULL) == 0);
  chan_close (to_far);
  return best;
}

int
main (void)
{
  spmc_init (2);
  talk ();
  expect (extend_in_stream () <= 3);
  expect_equal (way_to_slow_receiver (), ERB_CHAN_STORE);
}
