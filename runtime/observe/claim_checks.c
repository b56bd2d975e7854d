/* SPDX-License-Identifier: MIT */
/* claim_checks.c - checked mode: outputs of a process that claims.
 *
 * A stream ends where the first of its producers ends.  If the members of a group write one record,
 * each of them must therefore commit up to the results of each run that it claims, also of one that
 * lies beyond the end of the input.  A member that does not may end before the results of others,
 * and whether it does depends on the schedule.
 *
 * At the end of a write view the check is whether a commit came after the last claim, if earlier
 * commits followed claims with the same view, or if there was no commit at all.  Others may be
 * results of something else.  Commits are not compared with each run, since a process may have more
 * or fewer results than elements; but nothing is said of a view that has got as far as the run, or
 * as the end of the input.
 */
#include "observe/observe.h"

#include <inttypes.h>

static void
note_claim (struct erb_view *v, erbium_index count, erbium_index *first, const char *where)
{
  struct erb_process *p = v->owner;
  (void) count;
  p->claims++;
  if (p->claims_with != v)
    p->claims_end = ERBIUM_NEVER;
  p->claims_with = v;
  p->claimed_at = where;
  p->claimed = *first;
}

static void
note_commit (struct erb_view *v, enum erb_primitive p, const char *where)
{
  (void) where;
  if (v && p == ERB_commit && v->owner)
    {
      v->claims_seen = v->owner->claims;
      v->follows = v->owner->claims_with;
    }
}

static void
note_end (struct erb_view *v, erbium_index knew, erbium_index to, bool ends)
{
  (void) knew;
  if (ends && v->owner && v == v->owner->claims_with)
    v->owner->claims_end = to;
}

/* What an owner has claimed before it has the view, or its id, says nothing of it. */
static void
note_owner (struct erb_view *v)
{
  v->claims_seen = v->owner ? v->owner->claims : 0;
  v->follows = NULL;
}

/* Whether v writes a stream of several producers, so that its end may be that of the stream. */
static bool
may_end_stream (const struct erb_view *v)
{
  return v->side == ERB_WRITE && v->registered && v->record->ids[ERB_WRITE] > 1;
}

/* Whether v has got as far as the last run, or as the end of the input. */
static bool
got_far_enough (const struct erb_view *v, const struct erb_process *p)
{
  return erb_index (v) >= p->claimed || erb_index (v) >= p->claims_end;
}

/* Whether the commits of v belong to what p claims, as far as they tell. */
static bool
belongs_to_claims (const struct erb_view *v, const struct erb_process *p)
{
  return erb_index (v) == 0 || v->follows == p->claims_with;
}

static void
check_end (struct erb_view *v, bool handover)
{
  const struct erb_process *p = v->owner;
  struct erb_text t;
  if (!v->record->program->set.check || handover || !may_end_stream (v))
    return;
  bool committed = v->claims_seen == p->claims; /* since the last claim, or there was none */
  if (committed || got_far_enough (v, p) || !belongs_to_claims (v, p))
    return;
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, p->claimed_at,
             "commit up to the results of each run that is claimed, also if there is nothing to "
             "read; otherwise the end of the stream depends on the schedule",
             "%s ends at %" PRId64 ", but its process has claimed a run from %" PRId64 " on and "
             "has committed nothing since", erb_describe_view (v, &t), erb_index (v), p->claimed);
}

const struct erb_observer erb_claims_observer = {
  .claimed = note_claim, .call = note_commit, .updated = note_end, .view_moves = note_owner,
  .view_ends = check_end,
};
