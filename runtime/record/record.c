/* SPDX-License-Identifier: MIT */
/* record.c - records: their slots, their window, their end.
 *
 * The one idea: an index belongs to an id, not to a view.  A record has a slot
 * per id, and the view that holds the id publishes there (view.c).  A record
 * goes when all ids have terminated and no view is connected; its descriptor
 * stays in quarantine for a while, so that late use is reported and not felt.
 *
 * The window starts small and grows (window.c says how, and why nobody has to
 * stop for it); what is decided here is when, and up to which element the old
 * window may still be in use.
 */
#include "record/record.h"

enum { QUARANTINE = 256 }; /* records that have gone, kept to be recognised */

/* Less than any index that anybody can wait for. */
static const erbium_index nobody = INT64_MIN / 2;

/* ---- Records ----------------------------------------------------------- */

static bool
make_side (struct erb_heap *heap, erbium_record *r, enum erb_side side, erbium_index ids)
{
  size_t n = ids > 0 ? (size_t) ids : 1;
  r->ids[side] = (int) ids;
  r->slot[side] = erb_memory (heap, n * sizeof (struct erbium_slot));
  r->id_state[side] = erb_memory (heap, n * sizeof (struct erb_id_state));
  if (!r->slot[side] || !r->id_state[side])
    return false;
  for (int k = 0; k < ids; k++)
    {
      struct erbium_slot *s = &r->slot[side][k];
      erbium_store_relaxed (&s->index, nobody);
      erbium_store_relaxed (&s->wake_at, ERBIUM_NEVER);
      erbium_store_relaxed (&s->end, ERBIUM_NEVER);
    }
  return true;
}

static void
free_sides (erbium_record *r)
{
  for (int side = 0; side < ERB_SIDES; side++)
    {
      erb_memory_free (r->program->heap, r->slot[side]);
      erb_memory_free (r->program->heap, r->id_state[side]);
    }
}

static void
check_new_record (size_t size, size_t align, erbium_index wreg, erbium_index rreg,
                  const char *where)
{
  enum { most = 65535 };
  if (wreg < 1 || wreg > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where,
               "a stream needs a producer that commits to it, and that one registers",
               "wreg is %lld, it must be 1 to %d", (long long) wreg, most);
  if (rreg < 0 || rreg > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where,
               "0 for a record that only unregistered views read",
               "rreg is %lld, it must be 0 to %d", (long long) rreg, most);
  if (align > erb_page_size ())
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where,
               "give the type a smaller alignment, or align what it points to",
               "an element is aligned to %zu bytes, it may be to %zu, a page", align,
               erb_page_size ());
  if (size == 0 || size > ERB_LARGEST_HORIZON / 4)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where, "split the element",
               "an element has %zu bytes, it must have 1 to %zu", size, ERB_LARGEST_HORIZON / 4);
}

static struct erb_name *
last_name (const erbium_record *r)
{
  return (struct erb_name *) (intptr_t) erbium_load_acquire (&r->name);
}

const char *
erb_record_name (const erbium_record *r)
{
  const struct erb_name *n = last_name (r);
  return n ? n->text : NULL;
}

static void
free_names (erbium_record *r)
{
  for (struct erb_name *n = last_name (r), *before; n; n = before)
    {
      before = n->before;
      erb_memory_free (r->program->heap, n);
    }
}

static void
empty_record (erbium_record *r)
{
  struct erb_window *w = erb_record_window (r);
  if (w)
    r->backend->window_free (r->program->arena, w);
  free_sides (r);
  free_names (r);
  erb_lock_destroy (&r->lock);
}

void
erb_record_free (erbium_record *r)
{
  struct erb_heap *heap = r->program->heap;
  empty_record (r);
  erb_memory_free (heap, r);
}

/* The oldest record of the quarantine, or a new one. */
static erbium_record *
record_memory (erbium_program *p)
{
  erbium_record *r = NULL;
  erb_os->lock (&p->lock);
  if (p->gone_count > QUARANTINE)
    {
      r = p->gone;
      p->gone = r->next;
      p->gone_count--;
    }
  erb_os->unlock (&p->lock);
  if (r)
    {
      empty_record (r);
      memset (r, 0, sizeof *r);
    }
  return r ? r : erb_memory (p->heap, sizeof *r);
}

static void
link_record (erbium_program *p, erbium_record *r)
{
  erb_os->lock (&p->lock);
  r->id = ++p->next_record;
  r->next = p->records;
  if (r->next)
    r->next->previous = r;
  p->records = r;
  erb_os->unlock (&p->lock);
}

erbium_record *
erbium_record_new (size_t size, size_t align, erbium_index wreg, erbium_index rreg,
                   const char *where)
{
  erbium_program *p = erb_self ()->program;
  /* A power of two that divides the size.  Windows are whole pages, so each element
   * has it where a page does. */
  check_new_record (size, align, wreg, rreg, where);
  erbium_record *r = record_memory (p);
  if (!r || !make_side (p->heap, r, ERB_READ, rreg) || !make_side (p->heap, r, ERB_WRITE, wreg))
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_new_record, where, NULL, "no memory");
  r->program = p;
  r->backend = erb_program_model (p)->backend;
  r->where = where;
  r->size = size;
  r->open = r->ids[ERB_WRITE] + r->ids[ERB_READ];
  erb_program_lock_init (p, &r->lock);
  link_record (p, r);
  return r;
}

void
erbium_record_name (erbium_record *r, const char *name, const char *where)
{
  erb_self ();
  if (!r || !name)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               r ? "pass a string" : "make it with new_record first",
               "erbium_name_record: the %s is NULL", r ? "name" : "record");
  const char *last = erb_record_name (r);
  struct erb_name *n;
  if (last && strcmp (last, name) == 0)
    return;
  n = erb_memory (r->program->heap, sizeof *n + strlen (name) + 1);
  if (!n)
    return; /* it keeps the one it has */
  strcpy (n->text, name);
  erb_record_lock (r);
  n->before = last_name (r);
  erbium_store_release (&r->name, (int64_t) (intptr_t) n); /* last_name */
  erb_record_unlock (r);
}

/* No id is left and no view: the window goes, the descriptor stays a while so
 * that its use can be reported. */
void
erb_record_retire (erbium_record *r)
{
  erbium_program *p = r->program;
  struct erb_window *w = erb_record_window (r);
  erb_os->lock (&p->lock);
  *(r->previous ? &r->previous->next : &p->records) = r->next;
  if (r->next)
    r->next->previous = r->previous;
  r->next = r->previous = NULL;
  r->last_bytes = w ? w->bytes : 0;
  erbium_store_relaxed (&r->window, 0);
  *p->gone_end = r;
  p->gone_end = &r->next;
  p->gone_count++;
  erb_os->unlock (&p->lock);
  if (w && !erb_pool_put (w))
    r->backend->window_free (p->arena, w);
}

bool
erb_record_is_dead (const erbium_record *r)
{
  return r->open == 0 && r->views == 0;
}

/* ---- Windows ----------------------------------------------------------- */

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

/* A window for so many elements, and a page for growing (window.c). */
static size_t
bytes_for (const erbium_record *r, erbium_index elements)
{
  return power_of_two ((size_t) elements * r->size + erb_page_size ());
}

ERB_NORETURN ERB_COLD static void
no_window (size_t bytes, enum erb_primitive primitive, const char *where)
{
  if (bytes > ERB_LARGEST_WINDOW)
    erb_fault (ERBIUM_EXIT_RESOURCE, primitive, where, "use a smaller horizon",
               "a window of %zu bytes; at most %zu are possible", bytes, ERB_LARGEST_WINDOW);
  erb_fault (ERBIUM_EXIT_RESOURCE, primitive, where,
             errno == EFBIG ? "use a smaller horizon, or raise the limit of file sizes (ulimit -f)"
             : "use a smaller horizon, or raise vm.max_map_count or the memory limit",
             "no window of %zu bytes: %s", bytes, strerror (errno));
}

/* Where v, which is about to move to w, will find it. */
static char *
shown (struct erb_view *v, struct erb_window *w)
{
  char *base = w->base ? w->base : v->record->backend->map (v, w);
  if (!base)
    no_window (w->bytes, v->owner->last, v->owner->last_where ? v->owner->last_where : v->where);
  return base;
}

static void
move_to_shown (struct erb_view *v, struct erb_window *w, char *base)
{
  char *old = v->window && !v->window->base ? v->hot.base : NULL; /* v's own */
  size_t bytes = v->window ? v->window->bytes : 0;
  v->window = w;
  v->hot.base = base;
  v->hot.mask = w->bytes - 1;
  erb_view_reach (v, v->hot.bound);
  v->room = room_in (v->record, w->bytes);
  if (!w->base)
    v->record->backend->moved (v, old, bytes);
}

static bool
move_to (struct erb_view *v, struct erb_window *w)
{
  if (!w || w == v->window)
    return false;
  move_to_shown (v, w, shown (v, w));
  return true;
}

bool
erb_view_is_aside (const struct erb_view *v)
{
  return v->aside && v->window == v->aside;
}

/* A consumer may stay in the old window while a new one is made: nothing that
 * it can see is only in the new one until a producer has moved, committed and
 * been seen.  A producer must wait, since it could go beyond what the maker of
 * the window counts on. */
ERB_WAKES bool
erb_view_adopt (struct erb_view *v)
{
  erbium_record *r = v->record;
  if (erb_view_is_aside (v))
    return false;
  if (v->side == ERB_WRITE && is_growing (r))
    {
      erb_record_lock (r);
      erb_record_unlock (r);
    }
  return move_to (v, erb_record_window (r));
}

/* X2: whatever a producer was granted before `growing` is seen here, and what
 * it asks for after is not granted until the new window stands (X1, stall.c). */
static erbium_index
beyond_all_grants (erbium_record *r)
{
  erbium_index most = 0;
  erbium_store_relaxed (&r->growing, 1);
  erb_heavy_barrier (r->program);
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      erbium_index g = erbium_load_acquire (&r->slot[ERB_WRITE][n].granted);
      most = g > most ? g : most;
    }
  return most;
}

/* What was committed before a record had this window, an observer does not find there. */
static erb_position
committed (const erbium_record *r)
{
  return erb_position_of (r, erb_highest_index (r, ERB_WRITE));
}

/* Gives r's lock back before: the function of erbium_on_fault may want it. */
ERB_NORETURN ERB_COLD static void
no_window_under_lock (erbium_record *r, size_t bytes, enum erb_primitive primitive,
                      const char *where)
{
  int error = errno;
  erbium_store_release (&r->growing, 0); /* is_growing */
  erb_record_unlock (r);
  errno = error;
  no_window (bytes, primitive, where);
}

/* Makes r's window at least so large.  Under the record's lock. */
static void
enlarge (erbium_record *r, size_t bytes, enum erb_primitive primitive, const char *where)
{
  struct erb_window *old = erb_record_window (r), *w;
  struct erb_arena *arena = r->program->arena;
  if (old && bytes <= old->bytes)
    return;
  if (bytes > ERB_LARGEST_WINDOW)
    no_window_under_lock (r, bytes, primitive, where);
  if (!old && !(w = erb_pool_take (bytes)))
    w = r->backend->window_new (arena, bytes);
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
}

/* What v itself keeps live when it may write up to i: what it has not committed,
 * but no more than a horizon.  So it may jump, without room for what it leaves out. */
erbium_index
erb_view_first_own (const struct erb_view *v, erbium_index i)
{
  erbium_index own = erb_index (v), back = i - v->horizon;
  return own > back ? own : back;
}

/* What v may have written and not committed goes with it.  Elements among that
 * may be another producer's, who writes them now: bytes that nobody wants of
 * this copy, so that a race detector need not look. */
__attribute__ ((no_sanitize ("thread"), noinline)) void
erb_view_copy_uncommitted (const struct erb_view *v, char *to, size_t bytes)
{
  /* And what it may read again, as far as the window has it. */
  erbium_index oldest = erb_index (v) - v->horizon, held = v->known - v->room;
  oldest = oldest < held ? held : oldest;
  oldest = oldest < 0 ? 0 : oldest;
  erb_position end = erb_position_of (v->record, v->known), begin = erb_position_of (v->record, oldest);
  /* In memory of its own there is, beyond what it could touch, what it wrote a window before. */
  if (v->guard)
    end = v->record->backend->written_end (v, end);
  uint64_t first = (uint64_t) begin, all = end > begin ? (uint64_t) (end - begin) : 0;
  for (uint64_t at = first; at - first < all; at++)
    to[at & (bytes - 1)] = *(volatile char *) &v->hot.base[at & v->hot.mask];
}

static struct erb_window *
own_window (const erbium_record *r, erbium_index elements, const char *where)
{
  size_t bytes = bytes_for (r, elements);
  struct erb_window *w = NULL;
  if (bytes <= ERB_LARGEST_WINDOW)
    w = r->backend->window_new (r->program->arena, bytes);
  if (!w)
    no_window (bytes, ERB_stall, where);
  return w;
}

/* Makes room up to i in memory of v's own: at most one window more for each
 * producer.  It stays until v's id is given up, for the next time. */
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
  char *base = shown (v, w);
  erb_view_copy_uncommitted (v, base, w->bytes);
  move_to_shown (v, w, base);
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

/* v is to give its id up: what it has not committed is lost. */
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
  size_t now = has ? has->bytes : r->first_bytes, want = bytes_for (r, elements);
  if (elements > room_in (r, now))
    enlarge (r, want > 2 * now ? want : 2 * now, ERB_stall, where);
  erb_record_unlock (r);
  erb_view_adopt (v);
}

static size_t
largest_at_first (const erbium_program *p)
{
  return p->set.window ? (size_t) p->set.window : erb_program_model (p)->first_window ();
}

/* A window starts no larger than the setting WINDOW: one that stays in the
 * caches is faster, and most producers never get a whole horizon ahead.  Where
 * one does, stall enlarges it. */
void
erb_record_first_room (erbium_record *r, const char *where)
{
  erbium_index both = erbium_load_relaxed (&r->horizon[ERB_READ])
                      + erbium_load_relaxed (&r->horizon[ERB_WRITE]);
  size_t all = bytes_for (r, both), some = power_of_two (largest_at_first (r->program));
  size_t least = bytes_for (r, both < 4 ? both : 4);
  if (some < least)
    some = least;
  size_t bytes = all < some ? all : some;
  if (bytes > r->first_bytes)
    r->first_bytes = bytes;
  if (erb_record_window (r) || !erb_program_model (r->program)->shares_threads)
    enlarge (r, r->first_bytes, ERB_alloc, where);
}

/* Among fibers a window is made when there is a use for it. */
void
erb_view_provide (struct erb_view *v, enum erb_primitive primitive, const char *where)
{
  erbium_record *r = v->record;
  erb_record_lock (r);
  if (!erb_record_window (r))
    enlarge (r, r->first_bytes, primitive, where);
  erb_record_unlock (r);
  erb_view_adopt (v);
}

/* ---- Indices ----------------------------------------------------------- */

erbium_index
erb_highest_index (const erbium_record *r, enum erb_side side)
{
  erbium_index most = INT64_MIN;
  for (int n = 0; n < r->ids[side]; n++)
    {
      erbium_index i = erbium_load_acquire (&r->slot[side][n].index);
      i = i == ERBIUM_NEVER ? r->id_state[side][n].terminal : i;
      most = i > most ? i : most;
    }
  return most;
}

/* Says where elements are, for those up to bound (origin in hot.h).  Live ones
 * lie less than two windows before it: a reader's at most one, since the bound is
 * no more than a window beyond its release index (readable_bound); a producer's at
 * most one before its commit index, and the bound is at most one beyond that. */
void
erb_view_reach (struct erb_view *v, erbium_index bound)
{
  uint64_t bytes = (uint64_t) bound * v->record->size;
  v->hot.bound = bound;
  v->hot.origin = (uint64_t) (uintptr_t) v->hot.base + (v->hot.mask + 1)
                  + (bytes & v->hot.mask) - bytes;
}
