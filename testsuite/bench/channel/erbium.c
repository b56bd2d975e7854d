/* SPDX-License-Identifier: MIT */
/* erbium.c - two spaces with a channel each way.
 *
 *   --mode direct   as chan_alloc makes them
 *          taken    and the receiver reads the message where it is
 *          lazy     fixed when a page is full, or the sender waits
 *          map      by page faults that map the frame
 *          nwr      by page faults, copied twice      )
 *          wr       by calls, copied twice            ) 003, section IV-B
 *          wr2      by calls, buffer and frame        )
 *
 * --channel: bytes of a generation.
 */
#include "between.h"

#include <erbium/channel.h>
#include <erbium/space.h>

static const int kinds[] = { CHAN_DIRECT, CHAN_DIRECT, CHAN_LAZY, CHAN_MAP, CHAN_NWR, CHAN_WR, CHAN_WR2 };
static const char modes[] = "direct taken lazy map nwr wr wr2";
enum { TAKEN = 1 };

static struct bench_options options;
static int to_far, to_near;   /* channels */
static int sends, receives;   /* of this side */

static void
put (const void *from, size_t size)
{
  chan_send (sends, from, size);
}

static void
expect_size (size_t got, size_t size)
{
  if (got != size)
    bench_die (&options, "a message of %zu bytes, not %zu", got, size);
}

static const void *
get (void *to, size_t size)
{
  expect_size (chan_recv (receives, to), size);
  return to;
}

static const void *
take (void *unused, size_t size)
{
  size_t got = 0;
  (void) unused;
  const void *at = chan_take (receives, &got);
  expect_size (got, size);
  return at;
}

static void *
far_side (void *way)
{
  receives = to_far, sends = to_near;
  between_far (&options, (const struct between_way *) way);
  return NULL;
}

int
main (int argc, char **argv)
{
  options = bench_parse (argc, argv, "message window channel echo mode");
  int mode = bench_mode (&options, modes);
  struct between_way way = { put, mode == TAKEN ? take : get };
  struct bench_result r;
  memset (&r, 0, sizeof r);
  r.ping_before = bench_ping (&options);
  int far = space_alloc (1);
  sends = to_far = chan_alloc_as ((size_t) options.channel, kinds[mode]);
  receives = to_near = chan_alloc_as ((size_t) options.channel, kinds[mode]);
  chan_setcons (to_far, far);
  chan_setprod (to_near, far, true);
  space_start (far, far_side, &way);
  between_near (&options, &way, &r);
  space_join (far);
  r.ping_after = bench_ping (&options);
  bench_print (&options, &r);
  return 0;
}
