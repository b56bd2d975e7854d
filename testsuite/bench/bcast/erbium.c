/* SPDX-License-Identifier: MIT */
/* erbium.c - bcast of sumC, section 5.1: a space sends --items messages of --message bytes to
 * --consumers others on one channel with generations of --channel bytes.
 *
 *   --mode eager   each message is fixed at once
 *          lazy    when its page is full, and in the end
 *
 * Each receiver says on a channel of its own when it is there, and in the end what the numbers of its
 * messages come to.  The clock runs from when all are there to when all have all.
 */
#include "../channel/message.h"

#include <erbium/channel.h>
#include <erbium/space.h>

enum { MOST = 1023 }; /* receivers */

static struct bench_options options;
static int stream;             /* the channel that all receive */
static int answers[MOST];   /* of each receiver */

static void *
receiver (void *self)
{
  int answer = answers[*(long *) self];
  size_t size = (size_t) options.message;
  char *buffer = (char *) bench_memory (&options, size);
  uint32_t sum = 0;
  erbium_chan_send (answer, &sum, sizeof sum);
  for (long i = 0; i < options.items; i++)
    {
      size_t got = erbium_chan_recv (stream, buffer);
      if (got != size)
        bench_die (&options, "message %ld has %zu bytes, not %zu", i, got, size);
      sum += message_number (&options, buffer, size, (uint32_t) i);
    }
  erbium_chan_send (answer, &sum, sizeof sum);
  return NULL;
}

static void
start_receivers (int *space)
{
  for (long i = 0; i < options.consumers; i++)
    {
      space[i] = erbium_space_alloc ((int) i);
      answers[i] = erbium_chan_alloc_as (1, ERBIUM_CHAN_EAGER);
      erbium_chan_setcons (stream, space[i]);
      erbium_chan_setprod (answers[i], space[i], true);
      erbium_space_start (space[i], receiver, &i);
    }
}

/* One answer of each. */
static uint32_t
collect (void)
{
  uint32_t sum = 0, one = 0;
  for (long i = 0; i < options.consumers; i++)
    {
      erbium_chan_recv (answers[i], &one);
      sum += one;
    }
  return sum;
}

static void
send_all (void)
{
  size_t size = (size_t) options.message;
  char *buffer = (char *) bench_memory (&options, size);
  message_fill (buffer, size);
  for (long i = 0; i < options.items; i++)
    {
      message_stamp (buffer, size, (uint32_t) i);
      if (i + 1 == options.items)
        erbium_chan_send_last (stream, buffer, size);
      else
        erbium_chan_send (stream, buffer, size);
    }
}

static void
print (double seconds, uint32_t sum, const struct erbium_spmc_counts *counts)
{
  printf ("{\"peer\":\"%s\",\"items\":%ld,\"seconds\":%.9f,\"sum\":%u,\"fixes\":%lld,"
          "\"extensions\":%lld,\"most_frames\":%lld}\n",
          options.peer, options.items, seconds, (unsigned) sum, (long long) counts->fixes,
          (long long) counts->extensions, (long long) counts->most_frames);
}

int
main (int argc, char **argv)
{
  static int space[MOST];
  struct erbium_spmc_counts counts;
  options = bench_parse (argc, argv, "message channel consumers mode");
  int kind = bench_mode (&options, "eager lazy") ? ERBIUM_CHAN_LAZY : ERBIUM_CHAN_EAGER;
  bench_confine (&options);
  if (options.consumers > MOST)
    bench_die (&options, "--consumers: at most %d", MOST);
  erbium_spmc_init ((int) options.consumers + 1);
  stream = erbium_chan_alloc_as ((size_t) options.channel, kind);
  start_receivers (space);
  collect ();
  double start = bench_now ();
  send_all ();
  uint32_t sum = collect ();
  double seconds = bench_now () - start;
  erbium_chan_counts (stream, &counts);
  print (seconds, sum, &counts);
  erbium_chan_close (stream);
  for (long i = 0; i < options.consumers; i++)
    erbium_space_join (space[i]);
  return 0;
}
