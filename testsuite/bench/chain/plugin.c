/* SPDX-License-Identifier: MIT */
/* plugin.c - the chain of erbium.c at burst 1, in the plugin's syntax.
 *
 * Each process is written as for a single element; what is made of that is up to
 * the plugin.
 */
#include "../common.h"
#include "../task.h"

static long items, warm, horizon;
static double timed_from, timed_to;
static uint32_t result;

static void
count (view uint32_t w, long from, long elements)
{
  for (long i = from; i < from + elements; i++)
    {
      stall (w, i + 1);
      w[[i]] = (uint32_t) (i - from);
      commit (w, i + 1);
    }
}

static uint32_t
add_up (view uint32_t r, long from, long elements)
{
  uint32_t sum = 0;
  for (long i = from; i < from + elements && update (r, i + 1); i++)
    {
      sum += r[[i]];
      release (r, i + 1);
    }
  return sum;
}

static process
source (record uint32_t to, record uint32_t ready)
{
  view uint32_t w = new_write_view (to), r = new_read_view (ready);
  register (w);
  alloc (w, horizon);
  register (r);
  alloc (r, 1);
  count (w, 0, warm);
  update (r, 1);
  timed_from = bench_now ();
  count (w, warm, items);
}

static process
stage (record uint32_t from, record uint32_t to)
{
  view uint32_t r = new_read_view (from), w = new_write_view (to);
  register (r);
  alloc (r, 1);
  register (w);
  alloc (w, horizon);
  for (long i = 0; update (r, i + 1); i++)
    {
      stall (w, i + 1);
      w[[i]] = r[[i]] + 1;
      commit (w, i + 1);
      release (r, i + 1);
    }
}

static process
sink (record uint32_t from, record uint32_t ready)
{
  view uint32_t r = new_read_view (from), w = new_write_view (ready);
  register (r);
  alloc (r, 1);
  register (w);
  alloc (w, 1);
  add_up (r, 0, warm);
  stall (w, 1);
  w[[0]] = 1;
  commit (w, 1);
  result = add_up (r, warm, items);
  timed_to = bench_now ();
}

static void
run_chain (long stages)
{
  record uint32_t ready = new_record (1, 1), r = new_record (1, 1);
  run source (r, ready);
  for (long n = 2; n < stages; n++)
    {
      record uint32_t next = new_record (1, 1);
      run stage (r, next);
      r = next;
    }
  join (run sink (r, ready));
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "window stages mode");
  static struct bench_result b;
  b.ping_before = bench_ping (&o);
  bench_task (&o);
  o.burst = 1, items = o.items, horizon = o.window / (long) sizeof (uint32_t), warm = 2 * horizon;
  double start = bench_now ();
  run_chain (o.stages);
  b.seconds = timed_to - timed_from, b.setup = timed_from - start, b.sum = result;
  b.ping_after = bench_ping (&o);
  bench_print (&o, &b);
  return 0;
}
