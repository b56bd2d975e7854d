/* SPDX-License-Identifier: MIT */
/* record.c - records, views and ids: who takes part, and until when.
 *
 * The one idea: an index belongs to an id, not to a view.  A record has a slot
 * per id, and the view that holds the id publishes there.  So what the paper
 * calls a terminal index is just what stands in the slot when its view has
 * gone, a view that takes the id over starts at what it finds, and an id that
 * nobody has taken yet holds everybody back because its slot says less than
 * any index.
 *
 *   EMPTY --register--> HELD --free_view, register -1--> VACANT --register--> HELD
 *                         \--free_view, end of process, read view's -1--> ENDED
 *
 * All of this happens under the record's lock; the indices are the exception.
 */
#include "runtime.h"

enum { QUARANTINE = 256 }; /* freed views and records kept to be recognised */

/* Less than any index that anybody can wait for. */
static const erbium_index nobody = INT64_MIN / 2;

static const size_t largest_window = (size_t) 1 << 32;
static const size_t largest_horizon = (size_t) 1 << 30; /* bytes; so that indices of 32
                                                           bits tell all live elements apart */

/* ---- Records ----------------------------------------------------------- */

struct erb_window *
erb_record_window (const erbium_record *r)
{
  return (struct erb_window *) (intptr_t) erbium_load_acquire (&r->window);
}

static bool
make_side (erbium_record *r, enum erb_side side, int ids)
{
  size_t n = ids > 0 ? (size_t) ids : 1;
  r->ids[side] = ids;
  r->slot[side] = aligned_alloc (ERBIUM_LINE, n * sizeof (struct erbium_slot));
  r->place[side] = calloc (n, sizeof (struct erb_place));
  if (!r->slot[side] || !r->place[side])
    return false;
  for (int k = 0; k < ids; k++)
    {
      struct erbium_slot *s = &r->slot[side][k];
      memset (s, 0, sizeof *s);
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
      free (r->slot[side]);
      free (r->place[side]);
    }
}

static void
check_new_record (size_t size, int wreg, int rreg, const char *where)
{
  enum { most = 65535 };
  if (wreg < 1 || wreg > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where,
               "a stream needs a producer that commits to it, and that one registers",
               "wreg is %d, it must be 1 to %d", wreg, most);
  if (rreg < 0 || rreg > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where,
               "0 for a record that only unregistered views read",
               "rreg is %d, it must be 0 to %d", rreg, most);
  if (size == 0 || size > largest_horizon / 4)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where, "split the element",
               "an element has %zu bytes, it must have 1 to %zu", size, largest_horizon / 4);
}

static void
empty_record (erbium_record *r)
{
  struct erb_window *w = erb_record_window (r);
  if (w)
    r->backend->window_free (r->program->arena, w);
  free_sides (r);
  free (r->name);
  erb_lock_destroy (&r->lock);
}

void
erb_record_free (erbium_record *r)
{
  empty_record (r);
  free (r);
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
  return r ? r : calloc (1, sizeof *r);
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
erbium_record_new (size_t size, size_t align, int wreg, int rreg, const char *where)
{
  erbium_program *p = erb_self ()->program;
  check_new_record (size, wreg, rreg, where);
  (void) align; /* a power of two that divides the size: kept by any window */
  erbium_record *r = record_memory (p);
  if (!r || !make_side (r, ERB_READ, rreg) || !make_side (r, ERB_WRITE, wreg))
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_new_record, where, NULL, "no memory");
  r->program = p;
  r->backend = p->set.task->backend;
  r->where = where;
  r->size = size;
  r->open = wreg + rreg;
  erb_lock_init (&r->lock);
  link_record (p, r);
  return r;
}

void
erbium_record_name (erbium_record *r, const char *name)
{
  erb_os->lock (&r->lock);
  free (r->name);
  r->name = strdup (name);
  erb_os->unlock (&r->lock);
}

/* No id is left and no view: the window goes, the descriptor stays a while so
 * that its use can be reported. */
static void
record_goes (erbium_record *r)
{
  erbium_program *p = r->program;
  struct erb_window *w = erb_record_window (r);
  if (w)
    {
      r->last_bytes = w->bytes;
      r->backend->window_free (p->arena, w);
    }
  erbium_store_relaxed (&r->window, 0);
  erb_os->lock (&p->lock);
  *(r->previous ? &r->previous->next : &p->records) = r->next;
  if (r->next)
    r->next->previous = r->previous;
  r->next = NULL;
  *p->gone_end = r;
  p->gone_end = &r->next;
  p->gone_count++;
  erb_os->unlock (&p->lock);
}

static bool
record_gone (const erbium_record *r)
{
  return r->open == 0 && r->views == 0;
}

/* ---- Windows ----------------------------------------------------------- */

bool
erb_record_growing (const erbium_record *r)
{
  return erbium_load_acquire (&r->growing) != 0;
}

static erbium_index
room_in (const erbium_record *r, size_t bytes)
{
  return (erbium_index) ((bytes - erb_page_size ()) / r->size);
}

/* Moves v to the record's window. */
static bool
move_to (struct erb_view *v, struct erb_window *w)
{
  if (!w || w == v->window)
    return false;
  v->window = w;
  v->hot.base = w->base;
  v->hot.mask = w->bytes - 1;
  v->room = room_in (v->record, w->bytes);
  return true;
}

/* A consumer may stay in the old window while a new one is made: nothing that
 * it can see is only in the new one until a producer has moved, committed and
 * been seen.  A producer must wait, since it could go beyond what the maker of
 * the window counts on. */
bool
erb_view_adopt (struct erb_view *v)
{
  erbium_record *r = v->record;
  if (v->side == ERB_WRITE && erb_record_growing (r))
    {
      erb_os->lock (&r->lock);
      erb_os->unlock (&r->lock);
    }
  return move_to (v, erb_record_window (r));
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

/* X2: whatever a producer was granted before `growing` is seen here, and what
 * it asks for after is not granted until the new window stands (X1, sync.c). */
static erbium_index
beyond_all_grants (erbium_record *r)
{
  erbium_index most = 0;
  erbium_store_relaxed (&r->growing, 1);
  erb_os->heavy_barrier ();
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      erbium_index g = erbium_load_acquire (&r->slot[ERB_WRITE][n].granted);
      most = g > most ? g : most;
    }
  return most;
}

/* Makes r's window at least so large.  Under the record's lock. */
static void
enlarge (erbium_record *r, size_t bytes, enum erb_primitive primitive, const char *where)
{
  struct erb_window *old = erb_record_window (r), *w;
  struct erb_arena *arena = r->program->arena;
  if (old && bytes <= old->bytes)
    return;
  if (bytes > largest_window)
    erb_fault (ERBIUM_EXIT_RESOURCE, primitive, where, "use a smaller horizon",
               "a window of %zu bytes; at most %zu are possible", bytes, largest_window);
  if (!old)
    w = r->backend->window_new (arena, bytes);
  else
    {
      erbium_index end = beyond_all_grants (r);
      w = r->backend->window_grow (arena, old, (uint64_t) end * r->size, bytes);
    }
  if (!w)
    erb_fault (ERBIUM_EXIT_RESOURCE, primitive, where,
               "use a smaller horizon, or raise vm.max_map_count or the memory limit",
               "no window of %zu bytes: %s", bytes, strerror (errno));
  erbium_store_release (&r->window, (int64_t) (intptr_t) w); /* erb_record_window */
  erbium_store_release (&r->growing, 0);                     /* erb_record_growing */
}

void
erb_record_make_room (struct erb_view *v, erbium_index elements, const char *where)
{
  erbium_record *r = v->record;
  erb_os->lock (&r->lock);
  size_t now = erb_record_window (r)->bytes, want = bytes_for (r, elements);
  if (elements > room_in (r, now))
    enlarge (r, want > 2 * now ? want : 2 * now, ERB_stall, where);
  erb_os->unlock (&r->lock);
  erb_view_adopt (v);
}

/* A window starts no larger than the setting WINDOW: one that stays in the
 * caches is faster, and most producers never get a whole horizon ahead.  Where
 * one does, stall enlarges it. */
static void
first_room (erbium_record *r, const char *where)
{
  erbium_index both = erbium_load_relaxed (&r->horizon[ERB_READ])
                      + erbium_load_relaxed (&r->horizon[ERB_WRITE]);
  size_t all = bytes_for (r, both), some = power_of_two ((size_t) r->program->set.window);
  size_t least = bytes_for (r, both < 4 ? both : 4);
  if (some < least)
    some = least;
  enlarge (r, all < some ? all : some, ERB_alloc, where);
}

/* How much it is worth polling for at once: 256 lines, but no more than a part
 * of what the partner can get ahead. */
static void
set_ask (struct erb_view *v)
{
  erbium_index worth = (erbium_index) (16384 / v->record->size);
  erbium_index part = v->horizon / 4;
  v->ask = worth < part ? worth : part;
  v->nap_ask = v->ask;
  v->patience = 64;
}

void
erbium_view_alloc (erbium_view *hot, erbium_index h, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erbium_record *r = v->record;
  erb_look (v, ERB_alloc, where);
  erbium_index most = (erbium_index) (largest_horizon / r->size);
  if (h < 1 || h > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_alloc, where, NULL,
               "the horizon is %lld, it must be 1 to %lld", (long long) h, (long long) most);
  erb_os->lock (&r->lock);
  if (h > v->horizon)
    v->horizon = h;
  if (h > erbium_load_relaxed (&r->horizon[v->side]))
    erbium_store_relaxed (&r->horizon[v->side], h);
  first_room (r, where);
  erb_os->unlock (&r->lock);
  set_ask (v);
  erb_view_adopt (v);
  v->hot.watch = erb_watched (r->program) ? v : NULL;
}

/* ---- Views ------------------------------------------------------------- */

/* The oldest view of the quarantine, or a new one. */
static struct erb_view *
view_memory (erbium_program *p)
{
  struct erb_view *v = NULL;
  erb_os->lock (&p->lock);
  if (p->freed_count > QUARANTINE)
    {
      v = p->freed;
      p->freed = v->next;
      p->freed_count--;
    }
  erb_os->unlock (&p->lock);
  if (!v)
    v = aligned_alloc (ERBIUM_LINE, (sizeof *v + ERBIUM_LINE - 1) / ERBIUM_LINE * ERBIUM_LINE);
  if (v)
    memset (v, 0, sizeof *v);
  return v;
}

/* What the near path finds where it must not go on: nothing is beyond it, so
 * nothing is ever stored in it. */
static struct erbium_slot beyond_reach = { .index = { ERBIUM_NEVER } };

void
erb_view_slots (struct erb_view *v)
{
  struct erbium_slot *near = v->slot && !erb_watched (v->record->program) ? v->slot
                                                                          : &beyond_reach;
  v->hot.commit_slot = v->side == ERB_WRITE ? near : &beyond_reach;
  v->hot.release_slot = v->side == ERB_READ ? near : &beyond_reach;
  v->hot.update_limit = v->hot.stall_limit = INT64_MIN;
  v->known = v->seen;
}

/* Every primitive takes the long way, every access is looked at. */
static void
out_of_reach (struct erb_view *v)
{
  v->slot = NULL;
  v->hot.watch = v;
  erb_view_slots (v);
}

erbium_view *
erbium_view_new (erbium_record *r, int write, const char *where)
{
  struct erb_process *self = erb_self ();
  enum erb_primitive p = write ? ERB_new_write_view : ERB_new_read_view;
  struct erb_text t;
  erb_os->lock (&r->lock);
  bool gone = record_gone (r);
  r->views += !gone;
  erb_os->unlock (&r->lock);
  if (gone)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where,
               "connect all views before the last one terminates",
               "%s is gone: all its ids have terminated", erb_say_record (r, &t));
  struct erb_view *v = view_memory (r->program);
  if (!v)
    erb_fault (ERBIUM_EXIT_RESOURCE, p, where, NULL, "no memory");
  v->record = r;
  v->where = where;
  v->side = write ? ERB_WRITE : ERB_READ;
  out_of_reach (v);
  erb_os->lock (&r->program->lock);
  v->id = ++r->program->next_view;
  erb_os->unlock (&r->program->lock);
  erb_view_own (v, self);
  return &v->hot;
}

void
erb_views_free (struct erb_view *v)
{
  while (v)
    {
      struct erb_view *next = v->next;
      free (v);
      v = next;
    }
}

/* Only the old and the new owner's lists are touched, by the old owner or
 * before the new one starts. */
void
erb_view_own (struct erb_view *v, struct erb_process *owner)
{
  if (v->owner)
    {
      *(v->previous ? &v->previous->next : &v->owner->views) = v->next;
      if (v->next)
        v->next->previous = v->previous;
    }
  v->owner = owner;
  v->previous = NULL;
  v->next = owner ? owner->views : NULL;
  if (v->next)
    v->next->previous = v;
  if (owner)
    owner->views = v;
  if (v->slot)
    erbium_store_relaxed (&v->slot->owner, (int64_t) (intptr_t) owner);
}

erbium_view *
erbium_view_give (erbium_view *hot, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  struct erb_process *self = erb_self ();
  erb_look (v, ERB_run, where);
  erb_view_own (v, NULL);
  v->next = self->gifts;
  self->gifts = v;
  return hot;
}

/* ---- Ids --------------------------------------------------------------- */

static struct erb_place *
place_of (const struct erb_view *v)
{
  return &v->record->place[v->side][v->place - 1];
}

/* v's id is no longer v's.  Its slot keeps the index. */
static void
leave (struct erb_view *v, enum erb_place_state state, const char *where)
{
  struct erb_place *place = place_of (v);
  struct erbium_slot *s = v->slot;
  place->state = state;
  place->holder = NULL;
  place->where = where;
  place->terminal = v->index = erb_index (v);
  erbium_store_relaxed (&s->owner, 0);
  if (state == ERB_ENDED)
    {
      v->record->open--;
      if (v->side == ERB_WRITE)
        erbium_store_release (&s->end, v->index); /* erb_end_of_stream */
      else
        erbium_store_release (&s->index, ERBIUM_NEVER); /* erb_lowest */
    }
  v->slot = NULL;
  v->place = 0;
  erb_view_slots (v);
}

static void
unregister (struct erb_view *v, const char *where)
{
  struct erb_text t;
  if (!v->place)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where, NULL,
               "%s is not registered, so it cannot be unregistered", erb_say_view (v, &t));
  enum erb_side side = v->side;
  erb_os->lock (&v->record->lock);
  leave (v, side == ERB_READ ? ERB_ENDED : ERB_VACANT, where);
  erb_os->unlock (&v->record->lock);
  erb_wake (v->record, side, true);
}

static void
refuse (const struct erb_view *v, int id, const struct erb_place *place, const char *where)
{
  struct erb_text t;
  const char *at = place->where;
  erb_os->unlock (&v->record->lock);
  if (place->state == ERB_HELD)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
               "give each view an id of its own, or free the other with HANDOVER first",
               "%s cannot take id %d: another view has held it since %s",
               erb_say_view (v, &t), id, at);
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
             "free the view with HANDOVER where another is to go on",
             "%s cannot take id %d: it was terminated at %s", erb_say_view (v, &t), id, at);
}

static void
check_register (const struct erb_view *v, int id, const char *where)
{
  struct erb_text t;
  int most = v->record->ids[v->side];
  if (v->place)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where, "unregister it first (id -1)",
               "%s already has id %d", erb_say_view (v, &t), v->place);
  if (id < 1 || id > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
               "ids count from 1; new_record says how many there are",
               "%s asks for id %d, and its record has %d of that side",
               erb_say_view (v, &t), id, most);
}

/* The index first, then the place: whoever is woken finds both. */
static void
take_place (struct erb_view *v, int id, struct erb_place *place, const char *where)
{
  struct erbium_slot *s = &v->record->slot[v->side][id - 1];
  erbium_index at = place->state == ERB_VACANT ? place->terminal : 0;
  place->state = ERB_HELD;
  place->holder = v;
  place->where = where;
  v->place = id;
  v->slot = s;
  v->seen = at;
  v->ended = false;
  erb_view_slots (v);
  erbium_store_relaxed (&s->owner, (int64_t) (intptr_t) v->owner);
  erbium_store_release (&s->index, at); /* erb_lowest */
}

void
erbium_view_register (erbium_view *hot, int id, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_look (v, ERB_register, where);
  if (id == -1)
    {
      unregister (v, where);
      return;
    }
  check_register (v, id, where);
  erb_os->lock (&v->record->lock);
  struct erb_place *place = &v->record->place[v->side][id - 1];
  if (place->state == ERB_HELD || place->state == ERB_ENDED)
    refuse (v, id, place, where);
  take_place (v, id, place, where);
  erb_os->unlock (&v->record->lock);
  erb_wake (v->record, v->side, true);
}

/* ---- The end of a view ------------------------------------------------- */

static void
to_quarantine (struct erb_view *v, const char *where)
{
  erbium_program *p = v->record->program;
  struct erb_process *owner = v->owner;
  erbium_add (&owner->elements[v->side], v->index);
  erb_view_own (v, NULL);
  out_of_reach (v);
  v->freed = where;
  erb_os->lock (&p->lock);
  v->next = NULL;
  *p->freed_end = v;
  p->freed_end = &v->next;
  p->freed_count++;
  erb_os->unlock (&p->lock);
}

void
erb_view_end (struct erb_view *v, bool handover, const char *where)
{
  erbium_record *r = v->record;
  enum erb_side side = v->side;
  erb_os->lock (&r->lock);
  if (v->place)
    leave (v, handover ? ERB_VACANT : ERB_ENDED, where);
  erb_os->unlock (&r->lock);
  erb_wake (r, side, true);
  to_quarantine (v, where);
  erb_os->lock (&r->lock);
  r->views--;
  bool gone = record_gone (r);
  erb_os->unlock (&r->lock);
  if (gone)
    record_goes (r);
}

void
erbium_view_free (erbium_view *hot, int how, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_look (v, ERB_free_view, where);
  if (how != ERBIUM_TERMINATE && how != ERBIUM_HANDOVER)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_free_view, where, NULL,
               "the way to end is %d; it is ERBIUM_TERMINATE or ERBIUM_HANDOVER", how);
  erb_view_end (v, how == ERBIUM_HANDOVER, where);
}
