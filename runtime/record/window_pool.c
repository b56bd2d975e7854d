/* SPDX-License-Identifier: MIT */
/* window_pool.c - windows that records of fibers pass on: a record between two fibers of one worker
 * has a large window only while it has elements.
 *
 * Processes that share a thread pass a burst on one after the other, so in a chain of a thousand
 * processes only two records have elements at a time.  If each record had its own window, each
 * burst would be written to memory that was last touched a thousand stages ago.  So a window that
 * has run empty goes back to the worker's pool, and the next producer there that needs one takes
 * the one that came last: it is in the cache.
 *
 * A window may be taken from a record while (1) its producer has committed all that it was granted
 * and its reader has released all of that: so there is no live element, and no process may touch
 * one (clauses 2.4, 2.5 and 8.2 of semantics.md); (2) both are fibers of the worker that does it,
 * so neither runs but the caller; (3) no other process has a view of the record.  The bounds of
 * both views are put out of reach of the fast path, so that each gets its new window at its next
 * stall or update.
 *
 * A worker keeps all windows that come back, so it has as many as were ever in use at a time.  (A
 * window of a record that ends is kept only while the pool has no more than MOST_LEFT bytes.) If
 * some stayed with their records instead, those would be the cold ones.  Where windows are very
 * many, those that come back go to the list that all workers share (window/spare_windows.c), and
 * the reader takes them back from producers elsewhere, too (erb_record_take_back).  The window of a
 * record that ends comes back too: otherwise the end of a stream, on its way down a chain, would
 * have each stage unmap a window in the cache and the next one map a cold one.
 */
#include "record/record.h"

enum
{
  SMALL = 1 << 13,   /* bytes of a window that is not worth passing on, */
  MOST_SMALL = 4096, /* while a program has no more windows than this */
  MOST_LEFT = 1 << 25 /* bytes of a pool up to which windows of records that end are added */
};

static struct erb_windows *
shelf (struct erb_local *here, size_t bytes)
{
  int k = __builtin_ctzll (bytes);
  return k < ERB_WINDOW_SIZES ? &here->pool[k] : NULL;
}

struct erb_window *
erb_pool_take (size_t bytes)
{
  int32_t before;
  struct erb_local *here = erb_local_enter (&before);
  struct erb_windows *s = here ? shelf (here, bytes) : NULL;
  struct erb_window *w = s ? s->first : NULL;
  if (w)
    {
      s->first = w->older;
      here->pooled -= w->bytes;
      w->older = NULL;
    }
  if (here)
    erb_local_exit (before);
  return w;
}

static void
put_on (struct erb_local *here, struct erb_windows *s, struct erb_window *w)
{
  w->older = s->first;
  w->reused = true;
  s->first = w;
  here->pooled += w->bytes;
}

bool
erb_pool_put (struct erb_window *w)
{
  int32_t before;
  struct erb_local *here = erb_local_enter (&before);
  struct erb_windows *s = here ? shelf (here, w->bytes) : NULL;
  bool keep = s && !w->older && w->extents == 1 && here->pooled + w->bytes <= MOST_LEFT;
  if (keep)
    put_on (here, s, w);
  if (here)
    erb_local_exit (before);
  return keep;
}

/* Returns the state of the worker that p lives on, or NULL while p has a thread for itself. */
static struct erb_local *
local_of (const struct erb_process *p)
{
  if (erbium_load_acquire (&p->detached))
    return NULL;
  return (struct erb_local *) (intptr_t) erbium_load_acquire (&p->worker);
}

/* Returns the view that holds the only id of a side if its owner is a fiber of `here', otherwise
 * NULL. Such an owner does not run now, or is the caller, and does not give the view away
 * meanwhile. */
static struct erb_view *
only_view (const erbium_record *r, enum erb_side side, const struct erb_local *here)
{
  struct erb_view *v = r->ids[side] == 1 ? r->id_state[side][0].holder : NULL;
  const struct erb_process *owner
    = v ? (struct erb_process *) (intptr_t) erbium_load_acquire (&v->slot->owner) : NULL;
  return owner && local_of (owner) == here ? v : NULL;
}

bool
erb_pool_pays (const erbium_record *r)
{
  const struct erb_window *w = erb_record_window (r);
  return w && (w->bytes > SMALL || erb_arena_windows (r->program->arena) > MOST_SMALL);
}

/* Called under the record's lock, under which views come and go. */
void
erb_pool_return (struct erb_local *here, erbium_record *r)
{
  struct erb_window *w = erb_record_window (r);
  struct erb_windows *s = w && w->extents == 1 && !w->older ? shelf (here, w->bytes) : NULL;
  bool crowded = erb_arena_is_crowded (r->program->arena);
  struct erb_view *reader = only_view (r, ERB_READ, here),
                  *writer = only_view (r, ERB_WRITE, here);
  if (!w || (!s && !crowded) || !reader || !writer || r->views != 2 || writer->aside
      || !erb_record_is_empty (r))
    return;
  erb_view_lose_window (reader);
  erb_view_lose_window (writer);
  erb_record_lose_window (r);
  if (crowded)
    r->backend->window_free (r->program->arena, w);
  else
    put_on (here, s, w);
}

void
erb_pool_free (struct erb_local *here, struct erb_arena *arena)
{
  for (int k = 0; k < ERB_WINDOW_SIZES; k++)
    if (here->pool[k].first)
      erb_window_free (arena, here->pool[k].first);
}
