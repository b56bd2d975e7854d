/* SPDX-License-Identifier: MIT */
/* A stream gets back what it keeps for a consumer that was killed, though nobody reports the death and
 * the producer waits for nothing: the producer checks whether its last consumer is alive. */
// RUN: %build
// RUN: %run --only default,one %t
#include "../spmc/spaces.h"

enum { BYTES = 5000, BEFORE = 1000, AFTER = 20000 };

/* Frames that a stream may have without a consumer, on any machine: blocks that take turns, as many as
 * four caches of a processor have, but at most 8 MiB; and 8 MiB of spare ones (runtime/pages/generation.c).
 * Without the check AFTER messages take 25000. */
static int64_t
most_frames (void)
{
  return (16 << 20) / sysconf (_SC_PAGESIZE);
}

static int c;
static char message[BYTES];

static void
be_killed (void *with)
{
  (void) with;
  expect_equal (chan_recv (c, message), BYTES);
  raise (SIGKILL);
}

static int64_t
frames_after (int messages)
{
  struct erbium_spmc_counts counts;
  for (int n = 0; n < messages; n++)
    chan_send (c, message, BYTES);
  chan_counts (c, &counts);
  return counts.frames;
}

int
main (void)
{
  siginfo_t end;
  spmc_init (2);
  c = chan_alloc_as (64 << 10, CHAN_EAGER);
  chan_setcons (c, 1);
  pid_t child = start_space (1, be_killed, NULL);
  int64_t kept = frames_after (BEFORE);
  expect_equal (waitid (P_PID, (id_t) child, &end, WEXITED | WNOWAIT), 0);
  expect (frames_after (AFTER) < 2 * kept + most_frames ());
  expect_equal (status_of (child), SIGKILL);
}
