/* SPDX-License-Identifier: MIT */
/* coarsening_erbium.c - one producer, one consumer, in the plugin's syntax.
 *
 * BURST is how many elements a process does between two synchronisations.  It is
 * known when this is compiled, as it is where a programmer writes stall (v, i + 1)
 * for each element, or figure 2 of the paper with its P_BURST.  At 1 the inner loop
 * goes away and each element costs a stall, a commit, an update and a release,
 * unless the plugin makes it otherwise.  --window is the horizon, in bytes.
 */
#include "common.h"

enum { TERMINATE, HANDOVER };

static record uint32_t stream;
static long start; /* the first index that is timed */

static long
horizon (const struct bench_options *o)
{
  return o->window / (long) sizeof (uint32_t);
}

#if BURST == 1

static void
produce (view uint32_t v, long begin, long end)
{
  for (long i = begin; i < end; i++)
    {
      stall (v, i + 1);
      v[[i]] = (uint32_t) (i - begin);
      commit (v, i + 1);
    }
}

static uint32_t
consume (view uint32_t v, long begin)
{
  uint32_t sum = 0;
  for (long i = begin; update (v, i + 1); i++)
    {
      sum += v[[i]];
      release (v, i + 1);
    }
  return sum;
}

#else

static void
produce (view uint32_t v, long begin, long end)
{
  for (long tl = begin, hd; tl < end; tl = hd)
    {
      hd = bench_min (tl + BURST, end);
      stall (v, hd);
      for (long i = tl; i < hd; i++)
        v[[i]] = (uint32_t) (i - begin);
      commit (v, hd);
    }
}

static uint32_t
consume (view uint32_t v, long begin)
{
  uint32_t sum = 0;
  for (long tl = begin, hd; (hd = update (v, tl + BURST)); tl = hd)
    {
      for (long i = tl; i < hd; i++)
        sum += v[[i]];
      release (v, hd);
    }
  return sum;
}

#endif

static void
body (struct bench_thread *t)
{
  const struct bench_options *o = t->options;
  if (t->index == 0)
    {
      view uint32_t v = new_write_view (stream);
      register (v);
      alloc (v, horizon (o));
      produce (v, start, start + o->items);
      free_view (v, TERMINATE);
      return;
    }
  view uint32_t v = new_read_view (stream);
  register (v);
  alloc (v, horizon (o));
  t->sum = consume (v, start);
  free_view (v, TERMINATE);
}

/* Touches the window before the clock starts: main is both ends of the stream for
 * a while, then hands them over. */
static void
warm_up (const struct bench_options *o)
{
  view uint32_t w = new_write_view (stream), v = new_read_view (stream);
  register (w);
  alloc (w, horizon (o));
  register (v);
  alloc (v, horizon (o));
  for (start = 0; start < 2 * horizon (o); start++)
    {
      stall (w, start + 1);
      w[[start]] = 0;
      commit (w, start + 1);
      update (v, start + 1);
      release (v, start + 1);
    }
  free_view (w, HANDOVER);
  free_view (v, HANDOVER);
}

int
main (int argc, char **argv)
{
  struct bench_options o = bench_parse (argc, argv, "window");
  stream = new_record (1, 1);
  warm_up (&o);
  bench_run (&o, 2, body, NULL);
  return 0;
}
