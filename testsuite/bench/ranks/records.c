/* SPDX-License-Identifier: MIT */
/* records.c - a stream, or an integer there and back, between two processes: with
 * ERBIUM_TASK=rank on two ranks, otherwise in one.  See pass.h. */
#include "pass.h"

#include "erbium.h"

typedef ERBIUM_RECORD (uint32_t) stream;
typedef ERBIUM_RECORD (uint64_t) words;

ERBIUM_PROCESS (add, stream, words, long, long);
void
add (stream from, words result, long burst, long items)
{
  ERBIUM_VIEW (uint32_t) in = erbium_new_read_view (from);
  ERBIUM_VIEW (uint64_t) out = erbium_new_write_view (result);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, burst);
  erbium_alloc (out, 2);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = 0; /* it is there */
  erbium_commit (out, 1);
  uint32_t sum = 0;
  for (int64_t at = 0, end; at < items; at = end)
    {
      end = erbium_update (in, at + burst < items ? at + burst : items);
      sum += pass_read (&ERBIUM_AT (in, at), (long) (end - at));
      erbium_release (in, end);
    }
  erbium_stall (out, 2);
  ERBIUM_AT (out, 1) = sum;
  erbium_commit (out, 2);
}

ERBIUM_PROCESS (send_back, words, words, long);
void
send_back (words from, words to, long items)
{
  ERBIUM_VIEW (uint64_t) in = erbium_new_read_view (from);
  ERBIUM_VIEW (uint64_t) out = erbium_new_write_view (to);
  erbium_register (in, 1);
  erbium_register (out, 1);
  erbium_alloc (in, 1);
  erbium_alloc (out, 2);
  erbium_stall (out, 1);
  ERBIUM_AT (out, 0) = 0;
  erbium_commit (out, 1);
  for (int64_t i = 0; i < items; i++)
    {
      erbium_update (in, i + 1);
      erbium_stall (out, i + 2);
      ERBIUM_AT (out, i + 1) = ERBIUM_AT (in, i);
      erbium_commit (out, i + 2);
      erbium_release (in, i + 1);
    }
}

/* Waits for element i of what comes back. */
static uint64_t
next (ERBIUM_VIEW (uint64_t) v, int64_t i)
{
  erbium_update (v, i + 1);
  uint64_t word = ERBIUM_AT (v, i);
  erbium_release (v, i + 1);
  return word;
}

static ERBIUM_VIEW (uint64_t)
results_of (words r)
{
  ERBIUM_VIEW (uint64_t) v = erbium_new_read_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1);
  return v;
}

static void
pass_stream (const struct bench_options *o, struct bench_result *r)
{
  stream to = erbium_new_record (uint32_t, 1, 1);
  words back = erbium_new_record (uint64_t, 1, 1);
  ERBIUM_VIEW (uint32_t) out = erbium_new_write_view (to);
  ERBIUM_VIEW (uint64_t) in = results_of (back);
  erbium_register (out, 1);
  erbium_alloc (out, o->window / 4 > o->burst ? o->window / 4 : o->burst);
  ERBIUM_RUN (add, to, back, o->burst, o->items);
  next (in, 0);
  double start = bench_now ();
  for (int64_t at = 0, end; at < o->items; at = end)
    {
      end = at + o->burst < o->items ? at + o->burst : o->items;
      erbium_stall (out, end);
      pass_write (&ERBIUM_AT (out, at), (long) (end - at), (uint32_t) at);
      erbium_commit (out, end);
    }
  r->sum = (uint32_t) next (in, 1);
  r->seconds = bench_now () - start;
}

static void
pass_echo (const struct bench_options *o, struct bench_result *r)
{
  words to = erbium_new_record (uint64_t, 1, 1), back = erbium_new_record (uint64_t, 1, 1);
  ERBIUM_VIEW (uint64_t) out = erbium_new_write_view (to), in = results_of (back);
  erbium_register (out, 1);
  erbium_alloc (out, 1);
  ERBIUM_RUN (send_back, to, back, o->items);
  next (in, 0);
  double start = bench_now ();
  for (int64_t i = 0; i < o->items; i++)
    {
      erbium_stall (out, i + 1);
      ERBIUM_AT (out, i) = (uint64_t) i;
      erbium_commit (out, i + 1);
      r->sum += (uint32_t) next (in, i + 1);
    }
  r->seconds = bench_now () - start;
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "burst window echo");
  struct bench_result r;
  memset (&r, 0, sizeof r);
  r.ping_before = bench_ping (&o);
  if (o.echo)
    pass_echo (&o, &r);
  else
    pass_stream (&o, &r);
  erbium_join_all ();
  r.ping_after = bench_ping (&o);
  bench_print (&o, &r);
}
