/* SPDX-License-Identifier: MIT */
/* talk.c - a channel each way between two partitions, or between two threads.
 *
 *   --mode partition   the far side is a guest that runs this file, with variables of its own
 *          thread      it is a thread
 *
 * --channel: bytes of a generation.  The procedure is that of ../channel/between.h.
 */
#include "../channel/between.h"

#include <erbium/channel.h>
#include <erbium/partition.h>

static const char modes[] = "partition thread";
enum { PARTITION };

static struct bench_options options;
static __thread int sends, receives;      /* the channels of this side */
static int channel[2];                    /* to the far side, and to the near one */

ERBIUM_PARTITION_TLS (256);

static void
put (const void *from, size_t size)
{
  erbium_chan_send (sends, from, size);
}

static const void *
get (void *to, size_t size)
{
  size_t got = erbium_chan_recv (receives, to);
  if (got != size)
    bench_die (&options, "a message of %zu bytes, not %zu", got, size);
  return to;
}

static const struct between_way way = { put, get };

static void *
far_side (void *channels)
{
  receives = ((const int *) channels)[0], sends = ((const int *) channels)[1];
  erbium_spmc_enter (1);
  between_far (&options, &way);
  erbium_spmc_leave ();
  return NULL;
}

static void
connect_channels (void)
{
  size_t size = (size_t) options.channel;
  erbium_spmc_init (2);
  sends = channel[0] = erbium_chan_alloc_as (size, ERBIUM_CHAN_EAGER);
  receives = channel[1] = erbium_chan_alloc_as (size, ERBIUM_CHAN_EAGER);
  erbium_chan_setcons (channel[0], 1);
  erbium_chan_setprod (channel[1], 1, true);
  erbium_partition_export ("channels", channel, sizeof channel);
}

static void
play_with_guest (char **argv, struct bench_result *r)
{
  int id = erbium_partition_spawn ("/proc/self/exe", argv, NULL, NULL);
  if (id < 0)
    bench_die (&options, "%s", erbium_partition_refusal ());
  between_near (&options, &way, r);
  if (erbium_partition_join (id) != 0)
    bench_die (&options, "the far side has failed");
}

static void
play_with_thread (struct bench_result *r)
{
  pthread_t thread;
  if (pthread_create (&thread, NULL, far_side, channel) != 0)
    bench_die (&options, "cannot start a thread");
  between_near (&options, &way, r);
  pthread_join (thread, NULL);
}

int
main (int argc, char **argv)
{
  options = bench_parse (argc, argv, "message window channel echo fresh mode");
  if (erbium_partition_self ())
    {
      far_side (erbium_partition_import (0, "channels", NULL));
      return 0;
    }
  struct bench_result r;
  memset (&r, 0, sizeof r);
  r.ping_before = bench_ping (&options);
  connect_channels ();
  if (bench_mode (&options, modes) == PARTITION)
    play_with_guest (argv, &r);
  else
    play_with_thread (&r);
  r.ping_after = bench_ping (&options);
  bench_print (&options, &r);
  return 0;
}
