/* SPDX-License-Identifier: MIT */
/* processes.c - a farm of processes that share records.
 *
 *             +--(items 0)--> worker 0 --(results 0)--+
 *   emitter --+                                       +--> collector
 *             +--(items 1)--> worker 1 --(results 1)--+
 *
 * Burst n goes to worker n modulo the number of workers, and the collector takes the results in the
 * same turns, so they keep their order.  An element is a byte; a burst is a range of them, as long
 * for each burst: the last one of an item may leave some out.
 *
 * With shared windows, a worker reads where the emitter has written, and the collector where the
 * worker has.  With private windows, the bursts are copied to the worker, and the results to the
 * collector, by communicators if there are any: while a worker computes.
 */
#include "erbium.h"
#include "kernel.h"
#include "methods.h"

/* Bursts in the window of a record: writers and readers seldom wait for each other, and all windows
 * stay in a cache.  Readers need no room beside that of the writer. */
enum { AHEAD = 4, NO_MORE = 1 };

typedef unsigned char byte;

struct farm { record byte items[MAX_WORKERS], results[MAX_WORKERS]; };

/* Where burst n of all is in the record of its worker. */
static erbium_index
place (const struct job *j, int64_t n)
{
  return n / j->workers * (int64_t) burst_size (j);
}

/* Waits for elements that must come. */
static void
await (view byte v, erbium_index end)
{
  if (update (v, end) < end)
    fail (NULL, "a process has ended too early");
}

process emitter (const struct job *j, const struct farm *f)
{
  view byte out[MAX_WORKERS];
  erbium_index size = (erbium_index) burst_size (j);
  for (int k = 0; k < j->workers; k++)
    {
      out[k] = new_write_view (f->items[k]);
      register (out[k], 1);
      alloc (out[k], AHEAD * size);
    }
  for (int64_t n = 0; n < all_bursts (j); n++)
    {
      int k = (int) (n % j->workers);
      erbium_index at = place (j, n), end = at + size;
      stall (out[k], end);
      read_burst (j, n, &out[k][[at]]);
      commit (out[k], end);
    }
}

process worker (const struct job *j, int k, record byte items, record byte results)
{
  erbium_index size = (erbium_index) burst_size (j);
  view byte in = new_read_view (items), out = new_write_view (results);
  register (in, 1);
  register (out, 1);
  alloc (in, NO_MORE);
  alloc (out, AHEAD * size);
  for (int64_t n = k; n < all_bursts (j); n += j->workers)
    {
      erbium_index at = place (j, n), end = at + size;
      await (in, end);
      stall (out, end);
      compute (j, burst_at (j, n).size, &in[[at]], &out[[at]]);
      commit (out, end);
      release (in, end);
    }
}

process collector (const struct job *j, const struct farm *f)
{
  view byte in[MAX_WORKERS];
  for (int k = 0; k < j->workers; k++)
    {
      in[k] = new_read_view (f->results[k]);
      register (in[k], 1);
      alloc (in[k], NO_MORE);
    }
  for (int64_t n = 0; n < all_bursts (j); n++)
    {
      int k = (int) (n % j->workers);
      erbium_index at = place (j, n), end = at + (erbium_index) burst_size (j);
      await (in[k], end);
      write_burst (j, n, &in[k][[at]]);
      release (in[k], end);
    }
  flush_output (j);
}

void
run_shared (const struct job *j)
{
  struct farm f;
  for (int k = 0; k < j->workers; k++)
    {
      f.items[k] = new_record (1, 1);
      f.results[k] = new_record (1, 1);
    }
  run emitter (j, &f);
  for (int k = 0; k < j->workers; k++)
    run worker (j, k, f.items[k], f.results[k]);
  run collector (j, &f);
  erbium_join_all ();
}

void
run_private (const struct job *j)
{
  erbium_set ("WINDOWS", "private");
  run_shared (j);
}
