/* SPDX-License-Identifier: MIT */
/* record.c - records: their slots, their names and their end.
 *
 * An index belongs to an id, not to a view.  A record has a slot for each id, and the view that
 * holds the id publishes there (view.c).  A record ends when all ids have terminated and no view is
 * connected.  Its descriptor stays in quarantine for a while, so that late use is reported and does
 * no harm.
 */
#include "record/record.h"

enum { QUARANTINE = 256 }; /* records that have ended, kept to be recognised */

/* Less than any index that a process can wait for. */
static const erbium_index nobody = INT64_MIN / 2;

/* ---- Records ----------------------------------------------------------- */

/* A record with its slots and the states of its ids is one block. */
static size_t
bytes_with_ids (erbium_index wreg, erbium_index rreg)
{
  return sizeof (erbium_record)
         + (size_t) (wreg + rreg) * (sizeof (struct erbium_slot) + sizeof (struct erb_id_state));
}

/* The memory of r is zero. */
static void
make_sides (erbium_record *r, erbium_index wreg, erbium_index rreg)
{
  struct erbium_slot *s = r->slots;
  struct erb_id_state *state = (struct erb_id_state *) (s + wreg + rreg);
  r->ids[ERB_WRITE] = (int) wreg;
  r->ids[ERB_READ] = (int) rreg;
  r->slot[ERB_WRITE] = s;
  r->slot[ERB_READ] = s + wreg;
  r->id_state[ERB_WRITE] = state;
  r->id_state[ERB_READ] = state + wreg;
  for (; s < (struct erbium_slot *) state; s++)
    {
      erbium_store_relaxed (&s->index, nobody);
      erbium_store_relaxed (&s->wake_at, ERBIUM_NEVER);
      erbium_store_relaxed (&s->end, ERBIUM_NEVER);
    }
}

static void
check_new_record (size_t size, size_t align, erbium_index wreg, erbium_index rreg,
                  const char *where)
{
  enum { most = 65535 };
  if (wreg < 1 || wreg > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where,
               "a record needs at least one registered producer",
               "wreg is %lld; expected 1 to %d", (long long) wreg, most);
  if (rreg < 0 || rreg > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where,
               "0 for a record that only unregistered views read",
               "rreg is %lld; expected 0 to %d", (long long) rreg, most);
  if (align > erb_page_size ())
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where,
               "give the type a smaller alignment, or align what it points to",
               "an element is aligned to %zu bytes; expected at most %zu, a page", align,
               erb_page_size ());
  if (size == 0 || size > ERB_LARGEST_HORIZON / 4)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_new_record, where, "split the element",
               "an element has %zu bytes; expected 1 to %zu", size, ERB_LARGEST_HORIZON / 4);
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
  erb_own_free_ids (r);
  free_names (r);
  erb_memory_free (NULL, (void *) (intptr_t) erbium_load_relaxed (&r->writers));
  erb_lock_destroy (&r->lock);
}

void
erb_record_free (erbium_record *r)
{
  struct erb_heap *heap = r->program->heap;
  empty_record (r);
  erb_memory_free (heap, r);
}

/* Returns zeros for a record: the oldest of the quarantine, if it had as many ids, or new
 * memory. */
static erbium_record *
record_memory (erbium_program *p, erbium_index wreg, erbium_index rreg)
{
  size_t bytes = bytes_with_ids (wreg, rreg);
  erbium_record *r = NULL;
  erb_os->lock (&p->lock);
  if (p->gone_count > QUARANTINE)
    {
      r = p->gone;
      p->gone = r->next;
      p->gone_count--;
      erb_event_record_forgotten (r);
    }
  erb_os->unlock (&p->lock);
  if (r && (r->ids[ERB_WRITE] != wreg || r->ids[ERB_READ] != rreg))
    {
      erb_record_free (r);
      r = NULL;
    }
  if (r)
    {
      empty_record (r);
      memset (r, 0, bytes);
    }
  return r ? r : erb_memory (p->heap, bytes);
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
(erbium_new_record) (size_t size, size_t align, erbium_index wreg, erbium_index rreg,
                   const char *where)
{
  erbium_program *p = erb_self ()->program;
  check_new_record (size, align, wreg, rreg, where);
  erbium_record *r = record_memory (p, wreg, rreg);
  if (!r)
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_new_record, where, NULL, "no memory");
  make_sides (r, wreg, rreg);
  r->program = p;
  const struct erb_backend *backend = erb_program_model (p)->backend;
  r->backend = backend ? backend : &erb_backend_shared;
  erb_event_record_made (r);
  r->where = where;
  r->size = size;
  r->aligned = align > ERB_PHASE;
  r->open = r->ids[ERB_WRITE] + r->ids[ERB_READ];
  erb_program_lock_init (p, &r->lock);
  link_record (p, r);
  erb_event_record_named (r);
  return r;
}

erbium_record *
erbium_new_named_record (size_t size, size_t align, erbium_index wreg, erbium_index rreg,
                         const char *where, const char *variable)
{
  erbium_record *r = (erbium_new_record) (size, align, wreg, rreg, where);
  r->variable = variable;
  return r;
}

void
(erbium_name_record) (erbium_record *r, const char *name, const char *where)
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
    return; /* the record keeps the name that it has */
  strcpy (n->text, name);
  erb_record_lock (r);
  n->before = last_name (r);
  erbium_store_release (&r->name, (int64_t) (intptr_t) n); /* last_name */
  erb_record_unlock (r);
  erb_event_record_named (r);
}

/* Frees the window of r, which has no id and no view left.  The descriptor stays for a while, so
 * that its use can be reported. */
void
erb_record_retire (erbium_record *r)
{
  erbium_program *p = r->program;
  struct erb_window *w = erb_record_window (r);
  erb_event_record_retired (r);
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

/* Sets where the elements up to bound are (origin in hot.h).  Live elements lie less than two
 * windows before the bound.  Those of a reader lie at most one before it, since the bound is no
 * more than a window beyond the release index (readable_bound).  Those of a producer lie at most
 * one before its commit index, and the bound is at most one beyond that. */
void
erb_view_reach (struct erb_view *v, erbium_index bound)
{
  uint64_t bytes = (uint64_t) bound * v->record->size;
  v->hot.bound = bound;
  v->hot.origin = (uint64_t) (uintptr_t) v->hot.base + (v->hot.mask + 1)
                  + (bytes & v->hot.mask) - bytes;
}
