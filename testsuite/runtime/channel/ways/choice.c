/* SPDX-License-Identifier: MIT */
/* A sender measures the ways of long messages.  On a clock that the test sets, which goes on as each way
 * takes, most bytes take the cheapest way soon, whichever it is, though one message in ten is interrupted; trials become rare; and when
 * the costs change, the choice changes.  A lazy channel has only two of the ways. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: %timed %t
// REQUIRES: x86_64
#include "ways.h"

enum { SIZE = 64 << 10, INTERRUPTED = 1000000 }; /* bytes; ns */

static int64_t clock_now = 1;
static struct erb_os os;
static uint64_t seed = 1;

static int64_t
now (void)
{
  return clock_now;
}

/* Sends so many MiB on c, where a KiB takes that many ns by each way; returns the percentage that took `way'. */
static int64_t
share_of (struct erb_chan *c, enum erb_chan_way way, int64_t mebibytes, const int64_t *ns)
{
  int64_t count = mebibytes * ((1 << 20) / SIZE), by = 0;
  for (int64_t n = 0; n < count; n++)
    {
      enum erb_chan_way takes = erb_chan_choose (c, SIZE);
      by += takes == way;
      clock_now += ns[takes] * (SIZE >> 10);
      if (chance (&seed) % 1000 == 0)
        clock_now += INTERRUPTED;
    }
  return by * 100 / count;
}

static struct erb_chan *
new_channel (int kind)
{
  int id = chan_alloc_as (SIZE, kind);
  chan_setcons (id, 1);
  return erb_chan_end (id, true, "", "");
}

int
main (void)
{
  spmc_init (2);
  os = *erb_os;
  os.now = now;
  erb_os = &os;
  struct erb_chan *c = new_channel (CHAN_EAGER);
  for (enum erb_chan_way best = 0; best < ERB_CHAN_WAYS; best++)
    {
      int64_t ns[ERB_CHAN_WAYS] = { 80, 90, 100 };
      ns[best] = 40;
      share_of (c, best, 400, ns);
      expect (share_of (c, best, 4000, ns) >= 90);
      share_of (c, best, 16000, ns);
      expect (share_of (c, best, 16000, ns) >= 98);
    }
  const int64_t close[ERB_CHAN_WAYS] = { 97, 97, 100 }; /* no reason to change */
  share_of (c, ERB_CHAN_DIRECT, 400, close);
  expect (share_of (c, ERB_CHAN_DIRECT, 16000, close) >= 95);
  const int64_t direct[ERB_CHAN_WAYS] = { 80, 70, 1 };
  struct erb_chan *lazy = new_channel (CHAN_LAZY);
  expect_equal (share_of (lazy, ERB_CHAN_DIRECT, 1000, direct), 0);
  return 0;
}
