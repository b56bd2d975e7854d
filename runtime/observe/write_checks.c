/* SPDX-License-Identifier: MIT */
/* write_checks.c - checked mode: writes to elements that are committed, elements that two producers
 * write, and a last element that is written and not committed.  In any mode: a view that has
 * written elements and committed none.
 *
 * An access to a committed element may be a read, which is allowed until all consumers have
 * released it.  So the bytes are saved at the access, and compared when the view is used or ends.
 * Only the owner of the view writes there before the last consumer releases the element.
 *
 * Of an element that is not committed the runtime notes the id that accesses it: such an element
 * has no value before its producer has written it, so the access is a write, or as wrong as one.  A
 * run of several elements (ERBIUM_SPAN) may contain elements of other producers, and is not noted.
 * Spaces compare what producers have written instead (guard/write_conflict.c).
 */
#include "observe/observe.h"

#include <inttypes.h>
#include <string.h>

/* ---- Committed elements ------------------------------------------------- */

/* Elements that a write view has accessed although it has committed them. */
struct erb_touched
{
  erbium_index from, to, commit;
  const char *where;
  bool called; /* the view has called a primitive since */
  char bytes[];
};

static const char *
address (const struct erb_view *v, erbium_index i)
{
  return v->hot.base + (((uint64_t) i * v->record->size) & v->hot.mask);
}

/* Whether the memory of the elements of v is there.  The reader may take it back where windows are
 * very many (erb_record_take_back).  Under the record's lock. */
static bool
has_memory (const struct erb_view *v)
{
  return !erb_arena_is_crowded (v->record->program->arena) || erb_view_is_current (v);
}

/* Returns the first element of t that differs from what was saved; t->to if there is none.  Where
 * all consumers have released an element, another one may have taken its place. */
static erbium_index
first_changed (const struct erb_view *v, const struct erb_touched *t)
{
  size_t size = v->record->size;
  erb_record_lock (v->record);
  erbium_index released = erb_lowest_index (v->record, ERB_READ);
  erbium_index i = !has_memory (v) ? t->to : released > t->from ? released : t->from;
  while (i < t->to
         && memcmp (address (v, i), t->bytes + (size_t) (i - t->from) * size, size) == 0)
    i++;
  erb_record_unlock (v->record);
  return i < t->to ? i : t->to;
}

/* Returns a copy of the elements; NULL if there is no memory for it. */
static struct erb_touched *
copy_elements (const struct erb_view *v, erbium_index from, erbium_index to, const char *where)
{
  size_t size = v->record->size, bytes = (size_t) (to - from) * size;
  struct erb_touched *t = malloc (sizeof *t + bytes);
  if (!t)
    return NULL;
  *t = (struct erb_touched) { from, to, erb_index (v), where, false };
  erb_record_lock (v->record);
  t->to = has_memory (v) ? to : from;
  for (erbium_index i = from; i < t->to; i++)
    memcpy (t->bytes + (size_t) (i - from) * size, address (v, i), size);
  erb_record_unlock (v->record);
  return t;
}

/* Reports a write to the elements that v has touched.  The barrier orders the reads of the elements
 * before that of the release indices. */
static void
compare_touched (struct erb_view *v, const struct erb_touched *t)
{
  struct erb_text text;
  erbium_index i = first_changed (v, t);
  if (i == t->to)
    return;
  erb_heavy_barrier (v->record->program);
  if (erb_lowest_index (v->record, ERB_READ) <= i)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, t->where,
               "commit an element after the last write to it",
               "write to element %" PRId64 " of %s, whose commit index is %" PRId64, i,
               erb_describe_view (v, &text), t->commit);
}

static void
check_touched (struct erb_view *v)
{
  struct erb_touched *t = v->touched;
  v->touched = NULL;
  if (t)
    compare_touched (v, t);
  free (t);
}

/* ---- The last element ---------------------------------------------------- */

/* Saves element i, the highest that v has accessed so far, before that access. */
static void
save_last (struct erb_view *v, erbium_index i, const char *where)
{
  free (v->last);
  v->last = copy_elements (v, i, i + 1, where);
}

/* Notes that v writes its last element again after a call: then it is one that writes results and
 * keeps only some, such as a filter without a branch. */
static void
note_dropped (struct erb_view *v, erbium_index from, erbium_index to)
{
  const struct erb_touched *t = v->last;
  if (t && t->called && from <= t->from && t->from < to && first_changed (v, t) < t->to)
    v->drops = true;
}

/* Returns where v has written its last element, if it has not committed it; otherwise NULL.  If its
 * bytes are the same as before the access, it counts as not written: a process may pass the address
 * of an element to a function that finds the end of the input. */
static const char *
last_is_lost (const struct erb_view *v)
{
  const struct erb_touched *t = v->last;
  bool lost = t && !v->drops && t->from >= erb_index (v) && first_changed (v, t) < t->to;
  return lost ? t->where : NULL;
}

/* ---- Two producers ------------------------------------------------------ */

/* Which id has accessed an element last, for elements that are less than `mask' apart. */
struct erb_writers
{
  erbium_index mask;
  erbium_atomic last[]; /* of element i at i & mask: i * 2^16 + id */
};

enum { ID_BITS = 16 };

static struct erb_writers *
new_writers (const erbium_record *r)
{
  enum { MOST = 1 << 22 };
  erbium_index n = 1, live = erb_both_horizons (r);
  while (n < live && n < MOST)
    n *= 2;
  struct erb_writers *w = erb_memory (NULL, sizeof *w + (size_t) n * sizeof w->last[0]);
  if (w)
    w->mask = n - 1;
  return w;
}

static struct erb_writers *
writers_of (erbium_record *r)
{
  struct erb_writers *w = (struct erb_writers *) (intptr_t) erbium_load_acquire (&r->writers);
  if (w)
    return w;
  erb_record_lock (r);
  w = (struct erb_writers *) (intptr_t) erbium_load_relaxed (&r->writers);
  if (!w)
    w = new_writers (r);
  erbium_store_release (&r->writers, (int64_t) (intptr_t) w); /* writers_of */
  erb_record_unlock (r);
  return w;
}

ERB_NORETURN ERB_COLD static void
report_both (erbium_record *r, erbium_index i, int one, int other, const char *where)
{
  struct erb_text t;
  const struct erb_id_state *place = r->id_state[ERB_WRITE];
  int low = one < other ? one : other, high = one < other ? other : one;
  erb_fault_of_all (ERBIUM_EXIT_MISUSE, where,
                    "each element has one producer: the others commit past it",
                    "element %" PRId64 " of %s was written by process '%s' (write id %d) and by "
                    "process '%s' (write id %d)", i, erb_describe_record (r, &t),
                    place[low - 1].who, low, place[high - 1].who, high);
}

static erbium_index
exchange (erbium_atomic *a, erbium_index to)
{
  erbium_index from = erbium_load_relaxed (a);
  while (!erbium_cas (a, from, to))
    from = erbium_load_relaxed (a);
  return from;
}

static void
note_writer (struct erb_view *v, erbium_index i, const char *where)
{
  erbium_record *r = v->record;
  if (r->ids[ERB_WRITE] < 2 || r->program->heap || i >= (erbium_index) 1 << (62 - ID_BITS))
    return;
  struct erb_writers *w = writers_of (r);
  if (!w)
    return;
  erbium_index now = i << ID_BITS | v->registered;
  erbium_index before = exchange (&w->last[i & w->mask], now);
  int other = (int) (before & ((1 << ID_BITS) - 1));
  if (before >> ID_BITS == i && other && other != v->registered)
    report_both (r, i, v->registered, other, where);
}

/* ---- Events ------------------------------------------------------------- */

void
erb_check_write (struct erb_view *v, erbium_index from, erbium_index to, const char *where)
{
  check_touched (v);
  if (v->side != ERB_WRITE || !v->slot || !v->window)
    return;
  erbium_index commit = erb_index (v), end = to < commit ? to : commit;
  note_dropped (v, from > commit ? from : commit, to);
  /* The last element of a run may belong to another producer, which may be writing it. */
  if (to > v->accessed && to > commit && (to == from + 1 || v->record->ids[ERB_WRITE] == 1))
    save_last (v, to - 1, where);
  v->accessed = to > v->accessed ? to : v->accessed;
  if (from < end)
    v->touched = copy_elements (v, from, end, where);
  else if (to == from + 1)
    note_writer (v, from, where);
}

static void
view_called (struct erb_view *v, enum erb_primitive p, const char *where)
{
  (void) p;
  (void) where;
  if (!v || v->owner != erb_self ())
    return;
  if (v->last)
    v->last->called = true;
  if (v->touched)
    check_touched (v);
}

/* Whether any byte of element i is not 0. */
static bool
is_written (const struct erb_view *v, erbium_index i)
{
  for (size_t n = 0; n < v->record->size; n++)
    if (address (v, i)[n])
      return true;
  return false;
}

/* Whether v has written elements, as far as the zeros of its first page show it.  A process that
 * keeps only some results may write each of them to element 0 until it commits one.  So that
 * element counts in checked mode only.  v->seen leaves out what fast stalls have asked for, unless
 * the view has a guard; then other pages may not be read. */
static bool
has_written (const struct erb_view *v)
{
  enum { PAGE = 4096 };
  erbium_index end = v->guard ? v->seen : v->known, first = v->record->program->set.check ? 0 : 1;
  erbium_index page = first + 1 + PAGE / (erbium_index) v->record->size;
  for (const struct erb_window *w = v->window; w; w = w->older)
    if (w->reused)
      return false;
  for (erbium_index i = first; i < end && i < v->room && i < page; i++)
    if (is_written (v, i))
      return true;
  return false;
}

/* Whether another process than `self' may read r. */
static bool
others_read (erbium_record *r, const struct erb_process *self)
{
  bool others = false;
  erb_record_lock (r);
  for (int n = 0; n < r->ids[ERB_READ]; n++)
    {
      const struct erb_view *v = r->id_state[ERB_READ][n].holder;
      others |= !v || v->owner != self;
    }
  erb_record_unlock (r);
  return others;
}

/* Tells, in checked mode, about a producer that ends and has not committed all elements that it has
 * accessed: a warning if it has written the last one, and otherwise a note.  Without the checks of
 * accesses nothing shows a write: a window that is used again is full of earlier elements. */
static void
warn_lost (const struct erb_view *v)
{
  erbium_index commit = erb_index (v);
  int verbose = v->record->program->set.verbose;
  struct erb_text t;
  const char *where = last_is_lost (v);
  if (where && others_read (v->record, v->owner))
    erb_warn (verbose, 1, where,
              "process '%s' ends and has written element %" PRId64 " of %s, but committed only "
              "those below %" PRId64 "; call commit after the last write to an element",
              v->owner->name, v->last->from, erb_describe_view (v, &t), commit);
  else
    erb_warn (verbose, 2, v->where,
              "process '%s' ends and has accessed elements of %s below %" PRId64 ", but committed "
              "only those below %" PRId64, v->owner->name, erb_describe_view (v, &t), v->accessed,
              commit);
}

/* Warns about the only producer of a record, which ends and has written elements and called no
 * commit.  Where its code may commit them, it may also have dropped them, and the warning needs
 * checked mode. */
static void
warn_uncommitted (const struct erb_view *v)
{
  erbium_record *r = v->record;
  struct erb_text t;
  if (v->slot && v->accessed > erb_index (v) && erb_index (v) > 0)
    warn_lost (v);
  if (v->side != ERB_WRITE || !v->slot || !v->window || r->ids[ERB_WRITE] > 1 || v->commits
      || (v->may_commit && !r->program->set.check) || erb_index (v) > 0 || v->seen <= 0
      || !has_written (v) || !others_read (r, v->owner))
    return;
  erb_warn (r->program->set.verbose, 1, v->where,
            "process '%s' has written elements of %s and committed none, so no consumer receives "
            "them; call commit after the last write to an element", v->owner->name,
            erb_describe_view (v, &t));
}

static void
view_ends (struct erb_view *v, bool handover)
{
  check_touched (v);
  if (!handover)
    warn_uncommitted (v);
  free (v->last);
  v->last = NULL;
}

const struct erb_observer erb_writes_observer = {
  .call = view_called, .view_ends = view_ends,
};
