/* SPDX-License-Identifier: MIT */
/* processes.c - a farm of processes that share records.
 *
 *             +--(items 0)--> worker 0 --(results 0)--+
 *   emitter --+                                       +--> caller, the collector
 *             +--(items 1)--> worker 1 --(results 1)--+
 *
 * Item i goes to worker i modulo the number of workers, and the collector takes the results in the
 * same turns, so they keep their order.  An element is a byte; an item is a range of them.
 *
 * With shared windows, a worker reads where the emitter has written, and the collector where the
 * worker has.  With private windows, the items are copied to the worker, and the results to the
 * collector, by communicators if there are any: while a worker computes.
 */
#include "erbium.h"
#include "kernel.h"
#include "methods.h"

/* Items in the window of a record: one is written while the other is read.  So readers need no
 * room beside that of the writer. */
enum { AHEAD = 2, NO_MORE = 1 };

typedef unsigned char byte;

struct farm { record byte items[MAX_WORKERS], results[MAX_WORKERS]; };

/* Where the item i of all is in the record of its worker. */
static erbium_index
place (const struct job *j, int64_t i)
{
  return i / j->workers * (int64_t) j->size;
}

process emitter (const struct job *j, const struct farm *f)
{
  view byte out[MAX_WORKERS];
  for (int k = 0; k < j->workers; k++)
    {
      out[k] = new_write_view (f->items[k]);
      register (out[k], 1);
      alloc (out[k], AHEAD * j->size);
    }
  for (int64_t i = 0; i < j->items; i++)
    {
      int k = (int) (i % j->workers);
      erbium_index at = place (j, i), end = at + (int64_t) j->size;
      stall (out[k], end);
      read_item (j, i, &out[k][[at]]);
      commit (out[k], end);
    }
}

process worker (const struct job *j, record byte items, record byte results)
{
  erbium_index size = (erbium_index) j->size;
  view byte in = new_read_view (items), out = new_write_view (results);
  register (in, 1);
  register (out, 1);
  alloc (in, NO_MORE);
  alloc (out, AHEAD * size);
  for (erbium_index at = 0, end = size; update (in, end) == end; at = end, end += size)
    {
      stall (out, end);
      compute (j, &in[[at]], &out[[at]]);
      commit (out, end);
      release (in, end);
    }
}

static void
collect (const struct job *j, const struct farm *f)
{
  view byte in[MAX_WORKERS];
  for (int k = 0; k < j->workers; k++)
    {
      in[k] = new_read_view (f->results[k]);
      register (in[k], 1);
      alloc (in[k], NO_MORE);
    }
  for (int64_t i = 0; i < j->items; i++)
    {
      int k = (int) (i % j->workers);
      erbium_index at = place (j, i), end = at + (int64_t) j->size;
      if (update (in[k], end) < end)
        fail (NULL, "a worker has ended too early");
      write_item (j, &in[k][[at]]);
      release (in[k], end);
    }
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
    run worker (j, f.items[k], f.results[k]);
  collect (j, &f);
  erbium_join_all ();
}

void
run_private (const struct job *j)
{
  erbium_set ("WINDOWS", "private");
  run_shared (j);
}
