/* SPDX-License-Identifier: MIT */
/* erbium.c - a stream of items of 8 bytes from one process to another, one at a time.
 *
 *   --mode eager, batch, lazy   erbium/stream.h; --burst: the items of a batch
 *          burst                a record, synchronised once in --burst items by hand
 *          channel, pages       an eager and a lazy channel, a message an item, between spaces
 *
 * The clock runs from the start of the producer until the consumer has all.
 */
#include "../common.h"

#include <erbium/channel.h>
#include <erbium/space.h>
#include <erbium/stream.h>

enum { EAGER, BATCH, LAZY, BURST, CHANNEL, PAGES };

typedef ERBIUM_RECORD (uint64_t) items;

static struct bench_options options;
static int mode, channel;

static long
fix (void)
{
  return mode == EAGER ? ERBIUM_STREAM_EAGER : mode == LAZY ? ERBIUM_STREAM_LAZY : options.burst;
}

static long
ahead (void)
{
  return options.window / (long) sizeof (uint64_t);
}

static int
cpu_of_producer (void)
{
  return options.cpus[options.cpu_count - 1];
}

/* ---- Streams --------------------------------------------------------------- */

static void
write_stream (items r)
{
  struct erbium_streams own = { 0 };
  ERBIUM_STREAM_OUT (uint64_t) out;
  erbium_stream_write (&out, &own, r, 1, ahead (), fix ());
  for (long i = 0; i < options.items; i++)
    {
      *erbium_stream_room (&out) = (uint64_t) i;
      erbium_stream_push (&out);
    }
  erbium_stream_end (&out);
}

static uint64_t
read_stream (items r)
{
  struct erbium_streams own = { 0 };
  ERBIUM_STREAM_IN (uint64_t) in;
  uint64_t sum = 0;
  erbium_stream_read (&in, &own, r, 1, ahead (), fix ());
  for (const uint64_t *x; (x = erbium_stream_take (&in));)
    sum += *x;
  return sum;
}

/* ---- By hand ---------------------------------------------------------------- */

static void
write_bursts (items r)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, ahead ());
  for (long i = 0; i < options.items; i += options.burst)
    {
      long end = bench_min (i + options.burst, options.items);
      erbium_stall (v, end);
      for (long k = i; k < end; k++)
        ERBIUM_AT (v, k) = (uint64_t) k;
      erbium_commit (v, end);
    }
}

static uint64_t
read_bursts (items r)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (r);
  uint64_t sum = 0;
  erbium_register (v, 1);
  erbium_alloc (v, ahead ());
  for (long i = 0; i < options.items; i += options.burst)
    {
      long end = bench_min (i + options.burst, options.items);
      erbium_update (v, end);
      for (long k = i; k < end; k++)
        sum += ERBIUM_AT (v, k);
      erbium_release (v, end);
    }
  return sum;
}

ERBIUM_PROCESS (produce, items);
void
produce (items r)
{
  bench_pin (&options, cpu_of_producer ());
  (mode == BURST ? write_bursts : write_stream) (r);
}

static uint64_t
run_record (double *seconds)
{
  items r = erbium_new_record (uint64_t, 1, 1);
  ERBIUM_RUN (produce, r);
  double start = bench_now ();
  uint64_t sum = (mode == BURST ? read_bursts : read_stream) (r);
  *seconds = bench_now () - start;
  erbium_join_all ();
  return sum;
}

/* ---- Channels ---------------------------------------------------------------- */

static void *
send_all (void *unused)
{
  bench_pin (&options, cpu_of_producer ());
  for (long i = 0; i < options.items; i++)
    {
      uint64_t x = (uint64_t) i;
      erbium_chan_send (channel, &x, sizeof x);
    }
  return unused;
}

static uint64_t
run_channel (double *seconds)
{
  int producer = erbium_space_alloc (1);
  uint64_t sum = 0, x;
  channel = erbium_chan_alloc_as (512 << 10, mode == PAGES ? ERBIUM_CHAN_LAZY : ERBIUM_CHAN_EAGER);
  erbium_chan_setprod (channel, producer, 1);
  erbium_space_start (producer, send_all, NULL);
  double start = bench_now ();
  while (erbium_chan_recv (channel, &x) != ERBIUM_CHAN_END)
    sum += x;
  *seconds = bench_now () - start;
  erbium_space_join (producer);
  return sum;
}

int
main (int argc, char **argv)
{
  struct bench_result r;
  memset (&r, 0, sizeof r);
  options = bench_parse (argc, argv, "burst window mode");
  mode = bench_mode (&options, "eager batch lazy burst channel pages");
  r.ping_before = bench_ping (&options);
  bench_pin (&options, options.cpus[0]);
  r.sum = (uint32_t) (mode >= CHANNEL ? run_channel : run_record) (&r.seconds);
  r.ping_after = bench_ping (&options);
  bench_print (&options, &r);
  return 0;
}
