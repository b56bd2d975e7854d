/* SPDX-License-Identifier: MIT */
/* chain.c - the clock of chain.er and hand.er: --items numbers go through the chain. */
#include "../common.h"
#include "../task.h"

static struct bench_options o;
static struct bench_result result;
static double start;

/* Comes before main, which is of the IR and has no arguments. */
__attribute__ ((constructor)) static void
begin (int argc, char **argv)
{
  o = bench_parse (argc, argv, "mode");
  bench_task (&o);
  result.ping_before = bench_ping (&o);
}

int64_t
chain_items (void)
{
  start = bench_now ();
  return o.items;
}

void
chain_sum (uint32_t sum)
{
  result.seconds = bench_now () - start;
  result.sum = sum;
  result.ping_after = bench_ping (&o);
  bench_print (&o, &result);
}
