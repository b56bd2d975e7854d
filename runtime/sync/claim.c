/* SPDX-License-Identifier: MIT */
/* claim.c - claim: the next run of a stream, for whoever is free to take it.
 *
 * Several processes share a stream without an order among them: each takes the next elements that
 * none of its group has taken.  A group is a number from 1 to the number of ids, and has a counter
 * in the slot of that id: so a record may have as many groups as it can have members, the
 * counter is on a cache line that nothing else uses, and in memory that processes share where they
 * are spaces.
 *
 * A claim is one read-modify-write, for as many elements as a process works on at a time.  The
 * counter orders nothing: what a process may read or write depends on the indices in the slots.  So
 * the four synchronisations do not look at the counter and need neither fence nor locked
 * instruction on its account.
 *
 * A claim never waits.  Whoever is told of a deadlock therefore finds each claimed run with a
 * process that waits in one of the other primitives (deadlock/cycle_report.c), and the search
 * for deadlocks has no new case.
 */
#include "sync/sync.h"

#include <inttypes.h>

static void
expect_id (const struct erb_view *v, const char *where)
{
  struct erb_text t;
  if (!v->registered)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where,
               "register it first: registered views share the elements",
               "%s is not registered", erb_describe_view (v, &t));
}

/* A view that took from two counters would get runs of one behind those of the other. */
static void
check_group (const struct erb_view *v, erbium_index group, const char *where)
{
  struct erb_text t;
  int most = v->record->ids[v->side];
  if (group < 1 || group > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where,
               "a group has the number of an id, such as the first one of its members",
               "the group is %" PRId64 "; expected 1 to %d", group, most);
  if (v->group && v->group != group)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where, "use a view for each group",
               "%s claims in group %" PRId64 ", but has claimed in group %d", erb_describe_view (v, &t),
               group, v->group);
}

/* Takes n elements from the counter of the group; returns the first.  The sum is that of unsigned
 * numbers since it may be too large, which is reported. */
static erbium_index
take (struct erb_view *v, erbium_index n)
{
  struct erbium_slot *s = &v->record->slot[v->side][v->group - 1];
  return (erbium_index) ((uint64_t) erbium_add (&s->claimed, n) - (uint64_t) n);
}

/* Reports a run that is not v's alone: v has released or committed elements that it had not
 * claimed, and which it now gets. */
static void
check_run (const struct erb_view *v, erbium_index first, erbium_index n, const char *where)
{
  struct erb_text t;
  if (first < 0 || first > ERB_LARGEST_INDEX - n)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where, "end where the stream ends",
               "%s claims elements beyond 2^62", erb_describe_view (v, &t));
  if (erb_index (v) > first)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where,
               v->side == ERB_READ ? "release no elements beyond those that the view has claimed"
                                   : "commit no elements beyond those that the view has claimed",
               "%s has %s index %" PRId64 ", but the next run begins at %" PRId64,
               erb_describe_view (v, &t), v->side == ERB_READ ? "release" : "commit", erb_index (v),
               first);
}

erbium_index
(erbium_claim) (erbium_view *hot, erbium_index n, erbium_index group, const char *where)
{
  struct erb_view *v = (struct erb_view *) hot;
  erb_event_call (v, ERB_claim, where);
  expect_id (v, where);
  check_group (v, group, where);
  if (n < 1 || n > ERB_LARGEST_INDEX)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where, "claim as many elements as are computed at a time",
               "the number of elements is %" PRId64 "; expected 1 to 2^62", n);
  v->group = (int) group;
  erbium_index first = take (v, n);
  erb_event_claimed (v, &first, where);
  check_run (v, first, n, where);
  v->run_first = first;
  v->run_end = first + n;
  v->batch = v->doze_batch = 0; /* what lies behind the run is not worth a wait: it is of others */
  return first;
}
