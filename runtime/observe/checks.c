/* SPDX-License-Identifier: MIT */
/* checks.c - checked mode: primitives that a view does not allow, calls by another process than the
 * owner, accesses outside of the window.
 *
 * It costs nothing while it is off.  With CHECK or STATS, the limits of the fast paths are set out
 * of reach, so that every primitive and every access takes the slow path and is checked here.
 */
#include "observe/observe.h"

#include <inttypes.h>
#include <string.h>

/* ---- Checks ------------------------------------------------------------ */

enum allowed { READ, WRITE, ANY, NONE };

static enum allowed
allowed (enum erb_primitive p)
{
  static const enum allowed side_of[] = {
    [ERB_NO_PRIMITIVE] = ANY, [ERB_give] = ANY,
#define PRIMITIVE(name, signature, side, wait, effect, prose) [ERB_##name] = side,
#include "primitives.def"
  };
  return side_of[p];
}

static bool
needs_window (enum erb_primitive p)
{
  return p == ERB_update || p == ERB_stall;
}

static void
check_side (const struct erb_view *v, enum erb_primitive p, const char *where)
{
  static const char *const instead[] = { "a read view updates, reads and releases",
                                         "a write view stalls, writes and commits" };
  struct erb_text t;
  enum allowed side = allowed (p);
  if ((side == READ && v->side != ERB_READ) || (side == WRITE && v->side != ERB_WRITE))
    erb_fault (ERBIUM_EXIT_MISUSE, p, where, instead[v->side],
               "expected a %s view, not %s", side == READ ? "read" : "write",
               erb_describe_view (v, &t));
}

static void
check_life (const struct erb_view *v, enum erb_primitive p, const char *where)
{
  struct erb_text t;
  if (v->freed)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where, "free a view after its last use",
               "%s was freed at %s", erb_describe_view (v, &t), v->freed);
}

static void
check_owner (const struct erb_view *v, enum erb_primitive p, const char *where)
{
  struct erb_process *self = erb_self ();
  struct erb_text t, its, ours;
  if (v->owner == self)
    return;
  if (v->record->program != self->program)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where, "enter its program, or make a view in this one",
               "%s is of %s, the caller is in %s", erb_describe_view (v, &t),
               erb_describe_program (v->record->program, &its),
               erb_describe_program (self->program, &ours));
  const char *hint = "a view belongs to one process: pass it to run, or make one here";
  if (!v->owner)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where, hint,
               "%s belongs to the process that is started next", erb_describe_view (v, &t));
  if (strcmp (v->owner->name, self->name) == 0)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where, hint,
               "%s belongs to process '%s' with handle %lld, the caller has handle %lld",
               erb_describe_view (v, &t), v->owner->name, (long long) v->owner->id,
               (long long) self->id);
  erb_fault (ERBIUM_EXIT_MISUSE, p, where, hint, "%s belongs to process '%s'",
             erb_describe_view (v, &t), v->owner->name);
}

/* A function of its own: it has locked instructions, which the paths of the primitives do not
 * have. */
__attribute__ ((noinline)) static void
count_call (struct erb_view *v, struct erb_process *self, enum erb_primitive p)
{
  erbium_add (&v->record->calls, 1);
  erb_count_call (self, p);
}

static void
check_call (struct erb_view *v, enum erb_primitive p, const char *where)
{
  struct erb_process *self = erb_self ();
  struct erb_text t;
  if (!v)
    erb_no_view (p, where);
  if (p == ERB_commit || p == ERB_update || p == ERB_release || p == ERB_stall)
    {
      self->last = p;
      self->last_where = where;
    }
  check_life (v, p, where);
  check_side (v, p, where);
  if (needs_window (p) && !v->horizon)
    erb_fault (ERBIUM_EXIT_MISUSE, p, where,
               "call alloc (v, h) first, where h is the largest number of live elements",
               "%s has no horizon", erb_describe_view (v, &t));
  check_owner (v, p, where);
  if (erb_watched (v->record->program))
    count_call (v, self, p);
}

/* Reports an index far outside of any plausible range.  release (v, i - k) and commit may be below
 * 0 at the beginning, where they have no effect: by the number of elements that can be held. */
static void
check_index (const struct erb_view *v, enum erb_primitive p, erbium_index i,
                   const char *where)
{
  bool holds = p == ERB_commit || p == ERB_release;
  erbium_index least = holds ? -v->horizon : 0;
  struct erb_text t;
  if (!v->record->program->set.check || (i >= least && i <= ERB_LARGEST_INDEX))
    return;
  erb_fault (ERBIUM_EXIT_MISUSE, p, where,
             holds
               ? "an index is the end of a run of elements, counted from 0; a negative one, for "
                 "no elements yet, is at least minus the horizon"
               : "an index is the end of a run of elements, counted from 0",
             "the index is %" PRId64 " for %s; expected %" PRId64 " to 2^62", i,
             erb_describe_view (v, &t), least);
}

/* Returns the beginning of the live window.  Elements that a registered read view has not released
 * are not overwritten, whatever its horizon.  An observer does not block producers, so its window
 * is its horizon.  So is that of a write view: its elements are live until they are committed and
 * all readers have released them, since another element may then take their place. */
static erbium_index
first_live (const struct erb_view *v)
{
  erbium_index own = erb_index (v), first = v->seen - v->horizon;
  erbium_index given = v->side == ERB_READ ? own : erb_lowest_index (v->record, ERB_READ);
  bool holds_back = v->side == ERB_READ && v->slot;
  given = given < own ? given : own;
  first = holds_back || first < given ? given : first;
  first = first < v->seen ? first : v->seen;
  return first < 0 ? 0 : first;
}

/* Checks that a write view that claims writes only into the run that it has claimed last: the other
 * elements belong to other processes.  A read view may also read the elements around its run. */
static void
check_claimed_run (const struct erb_view *v, erbium_index from, erbium_index to, const char *where)
{
  struct erb_text t;
  if (v->side != ERB_WRITE || !v->run_end || (from >= v->run_first && to <= v->run_end))
    return;
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
             "write only elements that were claimed last: others write the other elements",
             "access to element %" PRId64 " of %s, which has claimed [%" PRId64 ", %" PRId64 ")",
             from < v->run_first ? from : to - 1, erb_describe_view (v, &t), v->run_first,
             v->run_end);
}

void
erbium_check_slow (erbium_view *hot, erbium_index from, erbium_index to, int narrow,
                 uint64_t size, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  struct erb_text t;
  check_life (v, ERB_NO_PRIMITIVE, where);
  if (!v->horizon)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               "call alloc (v, h) first, where h is the largest number of live elements",
               "access to an element of %s, which has no horizon", erb_describe_view (v, &t));
  if (!v->record->program->set.check)
    return;
  check_owner (v, ERB_NO_PRIMITIVE, where);
  if (size != v->record->size)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               "give the view the record's element type; the compiler warns where a pointer is "
               "converted",
               "access to %" PRIu64 " bytes as an element of %s, whose elements have %zu", size,
               erb_describe_view (v, &t), v->record->size);
  erbium_index high = v->seen, low = first_live (v);
  from = erbium_wide (from, narrow & 1, high);
  to = erbium_wide (to, narrow & 2, high);
  if (from > to)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               "a run of elements begins before its end",
               "access to elements %" PRId64 " to %" PRId64 " of %s", from, to,
               erb_describe_view (v, &t));
  if (from < low || to > high)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               v->side == ERB_READ ? "update before reading, release after"
                                   : "stall before writing; elements that are committed and "
                                     "released by all readers cannot be accessed, nor elements "
                                     "a horizon back",
               "%s element %" PRId64 " of %s, whose window is [%" PRId64 ", %" PRId64 ")",
               from == to ? "the address of" : "access to",
               from < low || from == to ? from : to - 1, erb_describe_view (v, &t), low, high);
  check_claimed_run (v, from, to, where);
  erb_check_write (v, from, to, where);
}

void
erbium_undefined (const char *what, const char *hint, int64_t n, int64_t of, const char *where)
{
  if (erb_self ()->program->set.check)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where, hint, what, (long long) n,
               (long long) of);
}

void
erbium_no_memory (uint64_t size, const char *where)
{
  erb_fault (ERBIUM_EXIT_RESOURCE, ERB_NO_PRIMITIVE, where,
             "use smaller arrays, or raise the limit on memory (ulimit -v)",
             "no memory for the large variables of this process, %" PRIu64 " bytes", size);
}

const struct erb_observer erb_checks_observer = { .call = check_call, .index = check_index };
