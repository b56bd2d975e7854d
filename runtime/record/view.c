/* SPDX-License-Identifier: MIT */
/* view.c - views and ids: which processes take part in a record, and until when.
 *
 * A view that registers takes an id, and publishes its index in the slot of that id.  So the
 * terminal index (Miranda et al., Erbium, CASES 2010, section 3) is what the slot holds when its
 * view has gone.  A view that takes the id over starts from it.  An id that no view has taken yet
 * holds every process of the other side back, because its slot is less than any index.
 *
 *   EMPTY --register--> HELD --free_view, register -1--> VACANT --register--> HELD
 *                         \--free_view, end of process, read view's -1--> ENDED
 *
 * All of this happens under the record's lock, except that views publish their indices.
 */
#include "record/view_memory.h"

#if defined __has_include
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif
#ifndef VALGRIND_MAKE_MEM_DEFINED
#define VALGRIND_MAKE_MEM_DEFINED(at, size) 0
#endif

/* ---- Views ------------------------------------------------------------- */

/* The slot that the fast path finds if it must not be taken, or if the view first has to lose
 * rights.  The index of this slot is above every other, so nothing is ever stored in it. */
static struct erbium_slot beyond_reach = { .index = { ERBIUM_NEVER } };

void
erb_view_slots (struct erb_view *v)
{
  const erbium_program *p = v->record->program;
  struct erbium_slot *near = v->slot && !erb_watched (p) && !p->heap ? v->slot : &beyond_reach;
  v->hot.commit_slot = v->side == ERB_WRITE ? near : &beyond_reach;
  v->hot.release_slot = v->side == ERB_READ && !erb_has_own_window (v) ? near : &beyond_reach;
  v->hot.update_limit = v->hot.stall_limit = INT64_MIN;
  v->known = v->seen;
}

/* Makes every primitive on v take the slow path, and every access be checked. */
static void
out_of_reach (struct erb_view *v)
{
  v->slot = NULL;
  v->hot.watch = v;
  erb_view_slots (v);
}

erbium_view *
erbium_new_view (erbium_record *r, int write, const char *where)
{
  struct erb_process *self = erb_self ();
  enum erb_primitive p = write ? ERB_new_write_view : ERB_new_read_view;
  struct erb_text t;
  if (!r)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where, "make it with new_record first",
               "the record is NULL");
  erb_event_view_made (r, self->program, where);
  if (r->program != self->program)
    {
      struct erb_text its, ours;
      erb_fault (ERBIUM_EXIT_MISUSE, p, where, "enter its program, or run a process of it",
                 "%s is of %s, the caller is in %s", erb_describe_record (r, &t),
                 erb_describe_program (r->program, &its),
                 erb_describe_program (self->program, &ours));
    }
  erb_record_lock (r);
  bool gone = erb_record_is_dead (r);
  r->views += !gone;
  erb_record_unlock (r);
  if (gone)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where,
               "connect all views before the last one terminates",
               "%s is gone: all its ids have terminated", erb_describe_record (r, &t));
  struct erb_view *v = erb_view_memory (r->program);
  if (!v)
    erb_fault (ERBIUM_EXIT_RESOURCE, p, where, NULL, "no memory");
  v->record = r;
  v->record_id = r->id;
  v->record_where = r->where;
  v->where = where;
  v->side = write ? ERB_WRITE : ERB_READ;
  out_of_reach (v);
  v->id = ++self->next_view;
  erb_view_own (v, self);
  return &v->hot;
}

struct erb_view *
erb_view_elsewhere (erbium_record *r, enum erb_side side, struct erb_process *owner)
{
  struct erb_view *v = erb_view_memory (r->program);
  if (!v)
    return NULL;
  v->record = r;
  v->record_id = r->id;
  v->record_where = r->where;
  v->side = side;
  v->elsewhere = true;
  v->owner = owner;
  out_of_reach (v);
  return v;
}

static void
stop_copies (struct erb_view *v)
{
  if (v->own.served)
    v->record->arrivals->stop (v);
}

/* Touches only the lists of the old and the new owner.  The caller is the old one, or the new one
 * has not started yet. */
void
erb_view_own (struct erb_view *v, struct erb_process *owner)
{
  stop_copies (v);
  if (v->owner)
    {
      erb_event_view_moves (v);
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
  if (!v->slot)
    return;
  erb_record_lock (v->record); /* a waiter has entered the queue before, or finds the new owner */
  erbium_store_release (&v->slot->owner, (int64_t) (intptr_t) owner); /* is_remote */
  erb_record_unlock (v->record);
}

static erbium_view *
give (struct erb_view *v, enum erb_primitive p, const char *where)
{
  struct erb_process *self = erb_self ();
  erb_event_call (v, p, where);
  erb_view_own (v, NULL);
  v->next = self->outgoing;
  self->outgoing = v;
  return &v->hot;
}

erbium_view *
erbium_pass_view (erbium_view *hot, const char *where)
{
  return give ((struct erb_view *) hot, ERB_run, where);
}

erbium_view *
(erbium_give) (erbium_view *hot, const char *where)
{
  return give ((struct erb_view *) hot, ERB_give, where);
}

/* ---- Horizon ----------------------------------------------------------- */

/* Sets how many elements v polls for at once: 256 cache lines, but no more than a part of what the
 * partner can get ahead. */
static void
set_batch (struct erb_view *v)
{
  erbium_index lines = (erbium_index) (16384 / v->record->size);
  erbium_index part = v->horizon / 4;
  v->batch = lines < part ? lines : part;
  v->doze_batch = v->batch;
  v->remote_batch = ERBIUM_NEVER;
  v->patience = 64;
}

void
(erbium_alloc) (erbium_view *hot, erbium_index h, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_event_call (v, ERB_alloc, where);
  erbium_record *r = v->record;
  erbium_index most = (erbium_index) (ERB_LARGEST_HORIZON / r->size);
  if (h < 1 || h > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_alloc, where,
               h < 1 ? "the horizon is the largest number of elements that are live at a time"
                     : "a window has at most 1 GiB",
               "the horizon is %lld; expected 1 to %lld", (long long) h, (long long) most);
  erb_record_lock (r);
  if (h > v->horizon)
    v->horizon = h;
  if (h > erbium_load_relaxed (&r->horizon[v->side]))
    erbium_store_relaxed (&r->horizon[v->side], h);
  erb_record_first_room (r, where);
  erb_view_adopt_unlocking (v);
  set_batch (v);
  if (v->guard)
    r->backend->allocated (v, where);
  v->hot.watch = erb_watched (r->program) ? v : NULL;
}

/* ---- Ids --------------------------------------------------------------- */

static struct erb_id_state *
id_state_of (const struct erb_view *v)
{
  return &v->record->id_state[v->side][v->registered - 1];
}

/* Takes v's id away.  The slot keeps the index. */
static void
give_id_up (struct erb_view *v, enum erb_id_status state, const char *where)
{
  struct erb_id_state *id_state = id_state_of (v);
  struct erbium_slot *s = v->slot;
  id_state->state = state;
  id_state->holder = NULL;
  id_state->where = where;
  id_state->terminal = erb_index (v);
  if (erb_has_own_window (v))
    erb_own_leave (v, id_state);
  erbium_store_relaxed (&v->index, id_state->terminal);
  erbium_store_release (&s->owner, 0); /* is_remote, fiber_wait.c */
  if (state == ERB_ENDED)
    {
      v->record->open--;
      if (v->side == ERB_WRITE)
        erbium_store_release (&s->end, id_state->terminal); /* erb_smallest_end */
      else
        erbium_store_release (&s->index, ERBIUM_NEVER); /* erb_lowest_index */
    }
  v->slot = NULL;
  v->registered = 0;
  erb_event_view_moves (v);
  erb_view_slots (v);
}

static void
unregister (struct erb_view *v, const char *where)
{
  struct erb_text t;
  if (!v->registered)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where, NULL,
               "%s is not registered, so it cannot be unregistered", erb_describe_view (v, &t));
  enum erb_side side = v->side;
  int id = v->registered;
  erbium_index given = v->known; /* all that the fast path may have granted */
  erb_view_leave_aside (v);
  stop_copies (v);
  erb_record_lock (v->record);
  give_id_up (v, side == ERB_READ ? ERB_ENDED : ERB_VACANT, where);
  v->seen = v->known = given;
  erb_record_unlock (v->record);
  if (v->own.window)
    {
      erb_view_adopt (v);
      erb_own_free (v);
    }
  erb_event_id_given_up (v, id, side == ERB_READ);
  erb_event_ids_changed (v->record, side);
}

static void
refuse (const struct erb_view *v, int id, const struct erb_id_state *id_state, const char *where)
{
  struct erb_text t;
  const char *at = id_state->where;
  erb_record_unlock (v->record);
  if (id_state->state == ERB_HELD)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
               "give each view an id of its own, or free the other with HANDOVER first",
               "%s cannot take id %d: another view has held it since %s",
               erb_describe_view (v, &t), id, at);
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
             "free the view with HANDOVER where another is to go on",
             "%s cannot take id %d: it was terminated at %s", erb_describe_view (v, &t), id, at);
}

static void
check_register (const struct erb_view *v, erbium_index id, const char *where)
{
  struct erb_text t;
  int most = v->record->ids[v->side];
  if (v->registered)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where, "unregister it first (id -1)",
               "%s already has id %d", erb_describe_view (v, &t), v->registered);
  if (id < 1 || id > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_register, where,
               "ids count from 1; new_record says how many there are",
               "%s asks for id %lld, but its record has %d %s id%s", erb_describe_view (v, &t),
               (long long) id, most, v->side == ERB_READ ? "read" : "write", most == 1 ? "" : "s");
}

/* Gives v the id.  The index is stored last: a process that reads it finds the state of the id and
 * its owner. */
static void
take_id (struct erb_view *v, int id, struct erb_id_state *id_state, erbium_index at,
         const char *where)
{
  struct erbium_slot *s = &v->record->slot[v->side][id - 1];
  id_state->state = ERB_HELD;
  id_state->holder = v;
  strncpy (id_state->who, v->owner->name, sizeof id_state->who - 1);
  id_state->where = where;
  erb_event_view_moves (v);
  erbium_store_relaxed (&v->counted, at); /* others moved what came before it */
  v->registered = id;
  v->slot = s;
  v->seen = at;
  v->ended = false;
  v->run_first = v->run_end = v->group = 0;
  erb_view_slots (v);
  erbium_store_release (&s->owner, (int64_t) (intptr_t) v->owner); /* is_remote */
  if (erb_has_own_window (v))
    {
      erbium_store_relaxed (&v->index, at);
      erb_own_take (v, id_state);
      if (erbium_load_relaxed (&s->index) > at)
        return;
    }
  erbium_store_release (&s->index, at); /* erb_lowest_index */
}

int
(erbium_register) (erbium_view *hot, erbium_index asked, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_event_call (v, ERB_register, where);
  erb_publish_output (v->record->program);
  if (asked == -1)
    {
      unregister (v, where);
      return 0;
    }
  check_register (v, asked, where);
  int id = (int) asked;
  erbium_index recorded;
  bool replayed = erb_ask_takes_id (v, id, &recorded, where);
  erb_record_lock (v->record);
  struct erb_id_state *id_state = &v->record->id_state[v->side][id - 1];
  if (!replayed && (id_state->state == ERB_HELD || id_state->state == ERB_ENDED))
    refuse (v, id, id_state, where);
  erbium_index first = id_state->state == ERB_VACANT ? id_state->terminal : 0;
  take_id (v, id, id_state, replayed ? recorded : first, where);
  erb_record_unlock (v->record);
  if (erb_has_own_window (v))
    erb_own_begin (v);
  erb_event_id_taken (v);
  erb_event_ids_changed (v->record, v->side);
  return id;
}

/* ---- The end of a view ------------------------------------------------- */

static void
to_quarantine (struct erb_view *v, const char *where)
{
  erb_view_own (v, NULL);
  if (v->guard)
    v->record->backend->free (v);
  erb_own_free (v);
  out_of_reach (v);
  v->freed = where;
  erb_view_keep (v);
}

void
erb_view_end (struct erb_view *v, bool handover, const char *where)
{
  erbium_record *r = v->record;
  enum erb_side side = v->side;
  int id = v->registered;
  erb_event_view_ends (v, handover);
  erb_publish_output (r->program);
  erb_view_leave_aside (v);
  stop_copies (v);
  erb_record_lock (r);
  if (v->registered)
    give_id_up (v, handover ? ERB_VACANT : ERB_ENDED, where);
  erb_record_unlock (r);
  if (side == ERB_WRITE)
    erb_check_conflict (r);
  if (id)
    erb_event_id_given_up (v, id, !handover);
  erb_event_ids_changed (r, side);
  to_quarantine (v, where);
  erb_record_lock (r);
  r->views--;
  bool gone = erb_record_is_dead (r);
  erb_record_unlock (r);
  if (gone)
    erb_record_retire (r);
}

void
(erbium_free_view) (erbium_view *hot, int how, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_event_call (v, ERB_free_view, where);
  if (how != ERBIUM_TERMINATE && how != ERBIUM_HANDOVER)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_free_view, where, NULL,
               "the second argument is %d; expected ERBIUM_TERMINATE or ERBIUM_HANDOVER", how);
  erb_view_end (v, how == ERBIUM_HANDOVER, where);
}

/* ---- Processes ---------------------------------------------------------- */

/* Returns the word of the arguments at that offset.  It may be padding, which has no value; then it
 * is the address of a view only by chance. */
static struct erb_view *
word_of_arguments (const struct erb_process *p, size_t at)
{
  struct erb_view *word;
  memcpy (&word, (const char *) p->arguments + at, sizeof word);
  (void) VALGRIND_MAKE_MEM_DEFINED (&word, sizeof word);
  return word;
}

/* Gives `to' the views that `from' was about to pass on. */
static void
take_outgoing (struct erb_process *from, struct erb_process *to)
{
  struct erb_view *v;
  while ((v = from->outgoing))
    {
      from->outgoing = v->next;
      v->next = NULL;
      erb_view_own (v, to);
    }
}

/* Gives the new process the views among its arguments: those that were passed by name, and those
 * whose addresses stand in the arguments. */
static void
pass_views (struct erb_process *from, struct erb_process *to)
{
  struct erb_view *v;
  take_outgoing (from, to);
  for (size_t at = 0; at + sizeof v <= to->entry.size; at += sizeof v)
    {
      struct erb_view *argument = word_of_arguments (to, at);
      for (v = from->views; v && v != argument; v = v->next)
        ;
      if (v)
        erb_view_own (v, to);
      else if ((v = erb_view_at (to->program, argument)) && v->owner != to)
        erb_event_call (v, ERB_run, to->where); /* whose checks report what is wrong */
    }
}

void
erb_views_end (struct erb_process *p)
{
  struct erb_view *v;
  take_outgoing (p, p);
  while ((v = p->views))
    erb_view_end (v, false, "the end of its process");
}

const struct erb_observer erb_record_observer = {
  .process_runs = pass_views, .process_ends = erb_views_end,
};
