/* SPDX-License-Identifier: MIT */
/* clock.c - the clock of the programs of this folder: --items elements go through each.
 *
 * The library that compiled programs of StreamIt are linked with asks the command line for the
 * number of steady states.  This file answers instead, and starts the clock.  In each steady state
 * the last filter fires once, and gives its sum so far to bench_take, which stops the clock when
 * all have been given.  Loops by hand (hand.h) do the same.
 */
#include "../common.h"
#include "../task.h"

static struct bench_options o;
static struct bench_result result;
static double start;
static long left;

/* Elements that the source makes in a steady state. */
static const long steady = BENCH_STEADY;

/* Comes before main, which is of the IR and has no arguments. */
__attribute__ ((constructor)) static void
begin (int argc, char **argv)
{
  o = bench_parse (argc, argv, "mode");
  bench_task (&o);
  result.ping_before = bench_ping (&o);
  bench_confine (&o);
}

int64_t
erbium_streamit_iterations (int64_t most)
{
  if (o.items % steady)
    bench_die (&o, "--items %ld: must be a multiple of %ld", o.items, steady);
  left = o.items / steady;
  start = bench_now ();
  return left < most ? left : most;
}

void
bench_take (int32_t sum)
{
  if (--left)
    return;
  result.seconds = bench_now () - start;
  result.sum = (uint32_t) sum;
  result.ping_after = bench_ping (&o);
  bench_print (&o, &result);
}
