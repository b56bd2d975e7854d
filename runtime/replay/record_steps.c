/* SPDX-License-Identifier: MIT */
/* record_steps.c - record and replay of records, for processes that are spaces.
 *
 * An update that has to read indices of others is a step: its event has the update index and the
 * new elements.  In a replay the other processes do not run, and their effects on shared state are
 * not needed: an update takes the event instead of reading indices, and where the process would
 * wait for readers or for other producers, these are set to its own progress.
 *
 * The commits of a process are compared by their indices only.  The elements are not compared: a
 * producer may leave elements unwritten in part or in full, and their contents then depend on how
 * windows have grown, which differs.
 */
#define _GNU_SOURCE
#include "replay/replay_steps.h"
#include "sync/sync.h"

#include <inttypes.h>
#include <stdio.h>

/* Whether the processes of that program are spaces that are recorded or replayed.  A space may also
 * have processes of its own that are threads or fibers; these communicate by records as well, but
 * only with each other. */
static bool
concerns (const erbium_program *program)
{
  return erb_replay_mode && program->heap;
}

static bool
replays (const erbium_program *program)
{
  return erb_replay_replays () && program->heap;
}

static unsigned char chunk[ERB_LOG_MOST];

/* Returns the first element below `low' that is new to v and that v may still read: one that a
 * window of so many bytes holds, and that v has not released. */
static erbium_index
first_new (const struct erb_view *v, erbium_index knew, erbium_index low, size_t bytes)
{
  erbium_index first = knew > 0 ? knew : 0, released = v->slot ? erb_index (v) : 0;
  erbium_index oldest = low - (erbium_index) (bytes / v->record->size);
  first = first < released ? released : first;
  first = first < oldest ? oldest : first;
  return first < low ? first : low;
}

/* ---- update -------------------------------------------------------------------- */

ERB_NORETURN static void
cannot_copy (const char *what)
{
  erb_fault_in (ERBIUM_EXIT_RESOURCE, "update", NULL, NULL,
                "the elements of a window cannot be %s: %s", what, strerror (errno));
}

static void
updated (struct erb_view *v, erbium_index knew, erbium_index low, bool ends)
{
  if (!concerns (v->record->program) || erb_replay_mode != ERB_REPLAY_RECORDS)
    return;
  const erbium_record *r = v->record;
  /* No window if the stream has no elements. */
  const size_t bytes = v->window ? v->window->bytes : 0;
  erb_position first = erb_position_of (r, first_new (v, knew, low, bytes)),
               end = erb_position_of (r, low);
  uint64_t at = 0, size = (uint64_t) (end - first);
  do
    {
      size_t most = size - at < sizeof chunk ? (size_t) (size - at) : sizeof chunk;
      if (most > 0 && !erb_window_read (r->program->arena, v->window, first + at, chunk, most))
        cannot_copy ("read");
      erb_replay_put (ends ? ERB_LOG_LAST : ERB_LOG_ELEMENTS,
                      (int64_t[4]) { v->id, low, (int64_t) bytes, (int64_t) at }, chunk, most);
      at += most;
    }
  while (at < size);
}

/* Raises the grants of all producers to `low': v cannot know of smaller ones. */
static void
raise_grants (const erbium_record *r, erbium_index low)
{
  for (int n = 0; n < r->ids[ERB_WRITE]; n++)
    {
      struct erbium_slot *s = &r->slot[ERB_WRITE][n];
      if (erbium_load_relaxed (&s->granted) < low)
        erbium_store_relaxed (&s->granted, low);
    }
}

/* Returns the next event of an update of v to i. */
static const struct erb_log_event *
take_elements (const struct erb_view *v, erbium_index i)
{
  char what[96];
  snprintf (what, sizeof what, "it updates its view %" PRId64 " to %" PRId64, v->id, i);
  const struct erb_log_event *e = erb_replay_next ();
  bool last = e && e->kind == ERB_LOG_LAST;
  e = erb_replay_take (last ? ERB_LOG_LAST : ERB_LOG_ELEMENTS, what);
  if (e->value[0] != v->id || (!last && e->value[1] < i))
    erb_replay_differs (e, "%s", what);
  return e;
}

static bool
update (struct erb_view *v, erbium_index i, erbium_index *low, bool *ends, const char *where)
{
  const erbium_record *r = v->record;
  if (!concerns (r->program))
    return false;
  erb_replay_step ("update", where);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    return false;
  const struct erb_log_event *e = take_elements (v, i);
  size_t bytes = (size_t) e->value[2];
  *low = e->value[1];
  *ends = e->kind == ERB_LOG_LAST;
  erb_position first = erb_position_of (r, first_new (v, v->known, *low, bytes));
  uint64_t size = (uint64_t) (erb_position_of (r, *low) - first);
  if (bytes > (v->window ? v->window->bytes : 0))
    erb_record_make_room (v, (erbium_index) ((bytes - erb_page_size ()) / r->size), where);
  for (;;)
    {
      uint64_t at = (uint64_t) e->value[3];
      if (at + e->size > size)
        erb_replay_differs (e, "it receives other elements");
      if (e->size
          && !erb_window_write (r->program->arena, erb_record_window (r), first + at, e->data,
                                e->size))
        cannot_copy ("written");
      if (at + e->size == size)
        break;
      e = take_elements (v, i);
    }
  raise_grants (r, *low);
  return true;
}

/* ---- Other primitives ------------------------------------------------------ */

static void
catch_up (const erbium_record *r, enum erb_side side, const struct erb_process *self,
          erbium_index to)
{
  for (int n = 0; n < r->ids[side]; n++)
    {
      struct erbium_slot *s = &r->slot[side][n];
      const struct erb_process *owner
        = (const struct erb_process *) (intptr_t) erbium_load_acquire (&s->owner);
      if (owner != self && erbium_load_relaxed (&s->end) == ERBIUM_NEVER
          && erbium_load_relaxed (&s->index) < to)
        erbium_store_release (&s->index, to); /* acquired by erb_lowest_index */
    }
}

static void
stall (struct erb_view *v, const char *where)
{
  if (!concerns (v->record->program))
    return;
  erb_replay_step ("stall", where);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    return;
  for (int side = 0; side < ERB_SIDES; side++)
    catch_up (v->record, (enum erb_side) side, v->owner, erb_index (v));
}

static void
view_made (erbium_record *r, erbium_program *program, const char *where)
{
  bool known = false;
  if (!replays (program))
    return;
  erb_os->lock (&program->lock);
  for (const erbium_record *q = program->records; q; q = q->next)
    known = known || q == r;
  erb_os->unlock (&program->lock);
  if (!known)
    erb_fault_in (ERBIUM_EXIT_REPLAY, "new view", where,
                  "pass records as arguments of run, where you want to replay",
                  "the process that has made the record does not run in a replay: the record came "
                  "in an element");
}

static bool
takes_id (struct erb_view *v, int id, erbium_index *at, const char *where)
{
  if (!concerns (v->record->program))
    return false;
  erb_replay_step ("register", where);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    return false;
  const struct erb_log_event *e = erb_replay_take (ERB_LOG_TOOK, "it registers a view");
  if (e->value[0] != v->id || e->value[1] != id)
    erb_replay_differs (e, "its view %" PRId64 " takes id %d over", v->id, id);
  *at = e->value[2];
  return true;
}

static void
id_taken (struct erb_view *v)
{
  if (concerns (v->record->program) && erb_replay_mode == ERB_REPLAY_RECORDS)
    erb_replay_put (ERB_LOG_TOOK, (int64_t[4]) { v->id, v->registered, v->seen }, NULL, 0);
}

static void
commit (struct erb_view *v, erbium_index i)
{
  const int64_t what[2] = { v->id, i };
  if (concerns (v->record->program))
    erb_replay_made_as (what, sizeof what, (i - erb_index (v)) * (int64_t) v->record->size);
}

static void
missed (struct erb_view *v, erbium_index *elements, const char *where)
{
  if (concerns (v->record->program))
    erb_replay_value (ERB_VALUE_MISSED, elements, sizeof *elements, "missed", where);
}

/* The elements that are left for a process depend on the speed of the others. */
static void
claimed (struct erb_view *v, erbium_index count, erbium_index *first, const char *where)
{
  (void) count;
  if (concerns (v->record->program))
    erb_replay_value (ERB_VALUE_CLAIM, first, sizeof *first, "claim", where);
}

/* A wait that yields no value has a step at its end, too: a process that was killed during the wait
 * has not reached that step. */
static void
stalled (struct erb_view *v, const char *where)
{
  if (concerns (v->record->program))
    erb_replay_step ("stall", where);
}

static void
joined (erbium_program *program, const char *where)
{
  if (concerns (program))
    erb_replay_step ("join", where);
}

static bool
join (erbium_program *program, erbium_process id, const char *where)
{
  (void) id;
  if (!concerns (program))
    return false;
  erb_replay_step ("join", where);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    return false;
  erb_replay_step ("join", where);
  return true;
}

/* ---- Waits ------------------------------------------------------------------------- */

static bool
alone (const erbium_program *program)
{
  return replays (program);
}

/* In a replay, the readers for which a producer waits belong to its own process: the horizon grows,
 * as deadlock detection would make it grow. */
static bool
wait (struct erb_wait *w)
{
  struct erb_view *v = w->view;
  if (!replays (w->process->program))
    return false;
  if (w->side != ERB_READ)
    erb_replay_waits (erb_primitive_name (w->primitive), w->where);
  erbium_store_relaxed (&v->grow_to, v->horizon + w->need - erb_lowest_index (w->record, ERB_READ));
  return true;
}

const struct erb_observer erb_replay_record_observer = {
  .wanted = erb_replay_wanted,
  .view_made = view_made, .takes_id = takes_id, .id_taken = id_taken, .commit = commit,
  .update = update, .updated = updated, .stall = stall, .stalled = stalled, .missed = missed,
  .claimed = claimed,
  .wait = wait, .alone = alone, .join = join, .joined = joined,
};
