/* SPDX-License-Identifier: MIT */
/* lc.c - channels of LC (erbium/lc.h).
 *
 * A channel has messages of one size, so acknowledgements have channels of their own.  The receiver
 * reads a message where it is.
 */
#include "between.h"

#include <erbium/lc.h>

enum { AHEAD = 2, ACKS_AHEAD = 8 };

static struct bench_options options;
static Channel message_to[2], ack_to[2]; /* of the near and the far side */
static int self;

static void
enter (int side)
{
  self = side;
}

static void
put (const void *from, size_t size)
{
  LCssend ((size == BETWEEN_ACK ? ack_to : message_to)[!self], (const char *) from);
}

static const void *
get (void *unused, size_t size)
{
  (void) unused;
  return LCreceive ((size == BETWEEN_ACK ? ack_to : message_to)[self]);
}

static Channel
new_channel (size_t size, int ahead)
{
  Channel ch = LCcreate_as (0, size, ahead, 1);
  if (!ch)
    bench_die (&options, "no channel of messages of %zu bytes", size);
  return ch;
}

int
main (int argc, char **argv)
{
  static const struct between_way way = { put, get };
  options = bench_parse (argc, argv, "message window echo fresh");
  for (int side = 0; side < 2; side++)
    {
      message_to[side] = new_channel ((size_t) options.message, AHEAD);
      ack_to[side] = new_channel (BETWEEN_ACK, ACKS_AHEAD);
    }
  between_fork (&options, &way, enter);
  return 0;
}
