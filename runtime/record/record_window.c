/* SPDX-License-Identifier: MIT */
/* record_window.c - the window of a record: when it is made and grows, and how views move to it.
 *
 * The window starts small and grows. window/window.c describes how, and why views go on in the old
 * one meanwhile: only a producer that asks for more just then waits until the new window is ready.
 * This file decides when, and up to which element the old window may still be in use.  Where only
 * observers read, a producer may write aside, in memory of its own.
 */
#include "record/record.h"

static bool
is_growing (const erbium_record *r)
{
  return erbium_load_acquire (&r->growing) != 0;
}

static erbium_index
room_in (const erbium_record *r, size_t bytes)
{
  return (erbium_index) ((bytes - erb_page_size ()) / r->size);
}

static size_t
power_of_two (size_t bytes)
{
  size_t n = erb_page_size ();
  while (n < bytes)
    n *= 2;
  return n;
}

/* A window has room for the page that growing needs (window/window.c). */
size_t
erb_record_bytes_for (const erbium_record *r, erbium_index elements)
{
  return power_of_two ((size_t) elements * r->size + erb_page_size ());
}

void
erb_no_window (size_t bytes, enum erb_primitive primitive, const char *where)
{
  if (bytes > ERB_LARGEST_WINDOW)
    erb_fault (ERBIUM_EXIT_RESOURCE, primitive, where, "use a smaller horizon",
               "a window of %zu bytes is needed; at most %zu are possible", bytes,
               ERB_LARGEST_WINDOW);
  erb_fault (ERBIUM_EXIT_RESOURCE, primitive, where,
             errno == EFBIG ? "use a smaller horizon, or raise the limit of file sizes (ulimit -f)"
             : "use a smaller horizon, or raise vm.max_map_count or the memory limit",
             "cannot map a window of %zu bytes: %s", bytes, strerror (errno));
}

/* Returns the base of w for v, which is about to move there. */
static char *
base_for (struct erb_view *v, struct erb_window *w)
{
  char *base = w->base ? w->base : v->record->backend->map (v, w);
  const char *where = v->owner->last_where ? v->owner->last_where : v->where;
  if (!base)
    erb_no_window (w->bytes, v->owner->last, where);
  return base;
}

/* The previous window of v may have been freed (erb_record_take_back). */
static void
move_to_base (struct erb_view *v, struct erb_window *w, char *base)
{
  char *old = v->window && !w->base ? v->hot.base : NULL; /* v's own */
  size_t bytes = v->window ? v->hot.mask + 1 : 0;
  v->window = w;
  v->hot.base = base;
  if (v->hot.mask != w->bytes - 1) /* room_in divides */
    v->room = room_in (v->record, w->bytes);
  v->hot.mask = w->bytes - 1;
  erb_view_reach (v, v->hot.bound);
  if (!w->base)
    v->record->backend->moved (v, old, bytes);
}

void
erb_view_move (struct erb_view *v, struct erb_window *w)
{
  move_to_base (v, w, base_for (v, w));
}

/* Whether v uses w.  A descriptor at the address of v->window may be that of a later window. */
static bool
uses (const struct erb_view *v, const struct erb_window *w)
{
  return w == v->window && w->bytes == v->hot.mask + 1 && (!w->base || w->base == v->hot.base);
}

bool
erb_view_is_current (const struct erb_view *v)
{
  const struct erb_window *w = erb_record_window (v->record);
  return w && uses (v, w);
}

/* Moves v to w or, if w is NULL, to none. */
static bool
move_to (struct erb_view *v, struct erb_window *w)
{
  if (w ? uses (v, w) : !v->window)
    return false;
  if (w)
    erb_view_move (v, w);
  else
    v->window = NULL;
  return true;
}

/* Releases the lock of v's record and moves v to its window: under the lock, since without it the
 * reader could take the window back first, unless v has to map the window, or to make one of its
 * own, which may fail. */
void
erb_view_adopt_unlocking (struct erb_view *v)
{
  erbium_record *r = v->record;
  bool may_fail = r->backend->map || erb_has_own_window (v);
  if (!may_fail)
    erb_view_adopt (v);
  erb_record_unlock (r);
  if (may_fail)
    erb_view_adopt (v);
}

bool
erb_view_is_aside (const struct erb_view *v)
{
  return v->aside && v->window == v->aside;
}

/* Moves v to the window of its record.  A consumer may stay in the old window while a new one is
 * made: nothing that it can see is only in the new one until a producer has moved, committed and
 * been seen.  A producer must wait, since it could go beyond what the maker of the window counts
 * on; and the reader may have taken the window back. */
ERB_WAKES bool
erb_view_adopt (struct erb_view *v)
{
  erbium_record *r = v->record;
  if (erb_view_is_aside (v))
    return false;
  if (erb_has_own_window (v))
    return erb_own_adopt (v);
  if (v->side == ERB_WRITE && is_growing (r))
    {
      erb_record_lock (r);
      erb_record_unlock (r);
    }
  return move_to (v, erb_record_window (r));
}

/* X2: whatever a producer was granted before `growing' is seen by the caller, and what it asks for
 * afterwards is not granted until `growing' is 0 (X1, sync/stall.c).  The heavy barrier orders the
 * grants, which are stored and loaded relaxed. */
void
erb_record_hold_grants (erbium_record *r)
{
  erbium_store_relaxed (&r->growing, 1);
  erb_heavy_barrier (r->program);
}

static erbium_index
beyond_all_grants (erbium_record *r)
{
  erbium_index most = 0;
  erb_record_hold_grants (r);
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      erbium_index g = erbium_load_relaxed (&r->slot[ERB_WRITE][n].granted);
      most = g > most ? g : most;
    }
  return most;
}

/* Returns the number of bytes of the stream that were committed before the record had this window:
 * an observer does not find them there. */
static erb_position
committed (const erbium_record *r)
{
  return erb_position_of (r, erb_highest_index (r, ERB_WRITE));
}

/* Reports that there is no window, after r's lock is released: the function of erbium_on_fault may
 * want it. */
ERB_NORETURN ERB_COLD static void
no_window_under_lock (erbium_record *r, size_t bytes, enum erb_primitive primitive,
                      const char *where)
{
  int error = errno;
  erbium_store_release (&r->growing, 0); /* is_growing */
  erb_record_unlock (r);
  errno = error;
  erb_no_window (bytes, primitive, where);
}

/* Makes the window of r at least `bytes' bytes large.  Called under the record's lock. */
static void
enlarge (erbium_record *r, size_t bytes, enum erb_primitive primitive, const char *where)
{
  struct erb_window *old = erb_record_window (r), *w;
  struct erb_arena *arena = r->program->arena;
  if (old && bytes <= old->bytes)
    return;
  if (bytes > ERB_LARGEST_WINDOW)
    no_window_under_lock (r, bytes, primitive, where);
  if (!old && (r->aligned || !(w = erb_pool_take (bytes))))
    w = r->backend->window_new (arena, bytes, r->aligned);
  if (!old && w)
    w->first = committed (r);
  else if (old)
    {
      erbium_index end = beyond_all_grants (r);
      w = r->backend->window_grow (arena, old, erb_position_of (r, end), bytes);
    }
  if (!w || (r->backend->window_made && !r->backend->window_made (r, w, old)))
    no_window_under_lock (r, bytes, primitive, where);
  erbium_store_release (&r->window, (int64_t) (intptr_t) w); /* erb_record_window */
  erbium_store_release (&r->growing, 0);                     /* is_growing */
  erb_event_window_changed (r, w->bytes);
}

/* Returns the first element that v itself keeps live when it may write up to i.  It keeps what it
 * has not committed, but no more than a horizon.  So v may skip elements without having room for
 * them. */
erbium_index
erb_view_first_own (const struct erb_view *v, erbium_index i)
{
  erbium_index own = erb_index (v), back = i - v->horizon;
  return own > back ? own : back;
}

/* Copies what v may have written and not committed.  Some of these elements may be another
 * producer's, which writes them now.  Nothing reads those bytes of the copy, so the race does no
 * harm. */
__attribute__ ((no_sanitize ("thread"), noinline)) void
erb_view_copy_uncommitted (const struct erb_view *v, char *to, size_t bytes)
{
  /* What it may read again is copied too, as far as the window has it. */
  erbium_index oldest = erb_index (v) - v->horizon, held = v->known - v->room;
  oldest = oldest < held ? held : oldest;
  oldest = oldest < 0 ? 0 : oldest;
  erb_position end = erb_position_of (v->record, v->known);
  erb_position begin = erb_position_of (v->record, oldest);
  /* In a view's own memory, the bytes beyond those that the view could touch were written a window
   * before. */
  if (v->guard)
    end = v->record->backend->written_end (v, end);
  uint64_t first = (uint64_t) begin, all = end > begin ? (uint64_t) (end - begin) : 0;
  for (uint64_t at = first; at - first < all; at++)
    to[at & (bytes - 1)] = *(volatile char *) &v->hot.base[at & v->hot.mask];
}

static struct erb_window *
own_window (const erbium_record *r, erbium_index elements, const char *where)
{
  size_t bytes = erb_record_bytes_for (r, elements);
  struct erb_window *w = NULL;
  if (bytes <= ERB_LARGEST_WINDOW)
    w = r->backend->window_new (r->program->arena, bytes, r->aligned);
  if (!w)
    erb_no_window (bytes, ERB_stall, where);
  return w;
}

/* Moves v to memory of its own that has room up to i, at most one more window for each producer.
 * The memory is kept for the next time, until v gives its id up. */
void
erb_view_go_aside (struct erb_view *v, erbium_index i, const char *where)
{
  erbium_record *r = v->record;
  erbium_index need = i - erb_view_first_own (v, i);
  struct erb_window *old = v->aside, *w = old;
  if (!w || need > room_in (r, w->bytes))
    w = own_window (r, need > v->room ? need : v->room, where);
  if (w == v->window)
    return;
  char *base = base_for (v, w);
  erb_view_copy_uncommitted (v, base, w->bytes);
  move_to_base (v, w, base);
  v->aside = w;
  if (old && old != w)
    r->backend->window_free (r->program->arena, old);
}

void
erb_view_come_back (struct erb_view *v)
{
  if (erb_view_is_aside (v))
    move_to (v, erb_record_window (v->record));
}

/* Frees the memory that v has for writing aside, before v gives its id up.  What v has not
 * committed is lost. */
void
erb_view_leave_aside (struct erb_view *v)
{
  erb_view_come_back (v);
  if (v->aside)
    v->record->backend->window_free (v->record->program->arena, v->aside);
  v->aside = NULL;
}

void
erb_record_make_room (struct erb_view *v, erbium_index elements, const char *where)
{
  erbium_record *r = v->record;
  erb_record_lock (r);
  const struct erb_window *has = erb_record_window (r);
  size_t now = has ? has->bytes : r->first_bytes, want = erb_record_bytes_for (r, elements);
  if (elements > room_in (r, now))
    enlarge (r, want > 2 * now ? want : 2 * now, ERB_stall, where);
  erb_view_adopt_unlocking (v);
}

/* Returns the largest number of bytes that a window has at first.
 *
 * Fibers: a burst that fills a window is passed down a chain in the cache of one processor.  Two
 * windows are in use at a time, besides the other data of the processes.  Smaller windows switch
 * more often, larger ones leave the cache: on a decoder of 23 processes a quarter of this size
 * takes a fifth more time, and four times this size a tenth more.
 *
 * Threads and spaces are few, so their windows are large.  A window is filled while its reader
 * empties it.  So is that of fibers that share a side of the record: they are there to run on
 * several workers at the same time, and each has a burst of its own in the window. */
static size_t
largest_at_first (const erbium_record *r)
{
  const erbium_program *p = r->program;
  if (p->set.window)
    return (size_t) p->set.window;
  bool here = p->processors == 1 || (r->ids[ERB_READ] <= 1 && r->ids[ERB_WRITE] <= 1);
  return erb_program_model (p)->shares_threads && here ? erb_own_cache () / 8 : (size_t) 4 << 20;
}

/* A window starts no larger than the setting WINDOW, but has room for four elements: one that stays
 * in the caches is faster, and most producers never get a whole horizon ahead.  Where one does,
 * stall enlarges it. */
void
erb_record_first_room (erbium_record *r, const char *where)
{
  erbium_index both = erb_both_horizons (r);
  size_t all = erb_record_bytes_for (r, both), some = power_of_two (largest_at_first (r));
  size_t least = erb_record_bytes_for (r, both < 4 ? both : 4);
  if (some < least)
    some = least;
  size_t bytes = all < some ? all : some;
  if (bytes > r->first_bytes)
    r->first_bytes = bytes;
  if (erb_record_window (r) || !erb_program_model (r->program)->shares_threads)
    enlarge (r, r->first_bytes, ERB_alloc, where);
}

/* Makes the window of v's record if it has none: among fibers, when a view first uses it. */
void
erb_view_provide (struct erb_view *v, enum erb_primitive primitive, const char *where)
{
  erbium_record *r = v->record;
  erb_record_lock (r);
  if (!erb_record_window (r))
    enlarge (r, r->first_bytes, primitive, where);
  erb_view_adopt_unlocking (v);
}
