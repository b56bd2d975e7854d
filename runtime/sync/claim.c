/* SPDX-License-Identifier: MIT */
/* claim.c - claim: the next run of a stream, for the process that is free to work on it.
 *
 * Several processes share a stream without an order among them: each claims the next elements that
 * no member of its group has claimed.  A group has a number from 1 to the number of ids, and its
 * counter is in the slot of that id.  So a record can have as many groups as members, no other
 * variable is in the counter's half of the slot, and if processes are spaces, the counter is in the
 * memory that they share.
 *
 * A claim is one read-modify-write operation for all elements on which a process works at a time.
 * The counter orders nothing: the indices in the slots decide what a process may read or write.  So
 * the four synchronisations do not read the counter, and need neither a fence nor a locked
 * instruction for it.
 *
 * A claim never waits.  In a deadlock, the process that has claimed a run therefore waits in one of
 * the other primitives (deadlock/cycle_report.c), and the detection of deadlocks has no new case.
 */
#include "sync/sync.h"

#include <inttypes.h>

/* Reports a view that holds no id. */
static void
expect_id (const struct erb_view *v, const char *where)
{
  struct erb_text t;
  if (!v->registered)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where,
               "register it first: only registered views share elements",
               "%s is not registered", erb_describe_view (v, &t));
}

/* Reports a group that does not exist, or that is not v's: a view that claimed in two groups would
 * get runs that lie before those of the other group. */
static void
check_group (const struct erb_view *v, erbium_index group, const char *where)
{
  struct erb_text t;
  int most = v->record->ids[v->side];
  if (group < 1 || group > most)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where,
               "the number of a group is that of an id, such as the smallest id of its members",
               most > 1 ? "the group is %" PRId64 "; expected 1 to %d"
                        : "the group is %" PRId64 "; expected %d",
               group, most);
  if (v->group && v->group != group)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where, "use a view for each group",
               "%s claims in group %" PRId64 ", but has claimed in group %d",
               erb_describe_view (v, &t), group, v->group);
}

/* Adds n to the counter of the group, and returns its previous value.  The subtraction is unsigned
 * because the sum may overflow, which is reported later. */
static erbium_index
take (struct erb_view *v, erbium_index n)
{
  struct erbium_slot *s = &v->record->slot[v->side][v->group - 1];
  return (erbium_index) ((uint64_t) erbium_add (&s->claimed, n) - (uint64_t) n);
}

/* Reports a run that v cannot use: v has already released or committed elements of it, which it had
 * not claimed. */
static void
check_run (const struct erb_view *v, erbium_index first, erbium_index n, const char *where)
{
  struct erb_text t;
  if (first < 0 || first > ERB_LARGEST_INDEX - n)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where, "end where the stream ends",
               "%s claims elements beyond 2^62", erb_describe_view (v, &t));
  if (erb_index (v) > first)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where,
               v->side == ERB_READ
               ? "release no elements beyond those that views of its group have claimed"
               : "commit no elements beyond those that views of its group have claimed",
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
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_claim, where,
               "claim the number of elements that are computed at a time",
               "the number of elements is %" PRId64 "; expected 1 to 2^62", n);
  v->group = (int) group;
  erbium_index first = take (v, n);
  erb_event_claimed (v, n, &first, where);
  check_run (v, first, n, where);
  v->run_first = first;
  v->run_end = first + n;
  /* No wait for elements beyond the run: they belong to others. */
  v->batch = v->doze_batch = v->remote_batch = 0;
  return first;
}
