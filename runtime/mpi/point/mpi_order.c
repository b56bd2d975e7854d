/* SPDX-License-Identifier: MIT */
/* mpi_order.c - DETMPI_ANY=ordered: receives of any source get messages in the order of logical
 * time.
 *
 * Each rank counts its calls; a message carries the count of its send, and the count of its
 * receiver becomes at least that plus one (L. Lamport, "Time, clocks, and the ordering of events
 * in a distributed system", CACM 21(7), 1978).  A receive of any source gets, of the messages that
 * fit, the one with the smallest count; of several, that of the smallest rank.  Counts depend on
 * the program and its input alone, so the choice does.
 *
 * A rank may choose a message once no other rank can still send one that would come before it.
 * What a rank sends next has at least
 *
 *   its count + 1                                   if it runs
 *   max (its count, bound of the other rank) + 1    if it waits for a message of one other rank, or
 *                                                   until that rank receives a synchronous message
 *   max (its count, min (its candidate, bounds of all others)) + 1   if it waits for any source
 *
 * The bounds are the greatest solution of these equations, so ranks that wait for each other in a
 * circle, and have no candidates, have no bound: they send nothing unless the caller does.  This is
 * the conservative simulation of Chandy and Misra, with shared memory in place of null messages.
 *
 * A snapshot of counts and waits is certain if the epochs of all waits are the same before and
 * after it.  A rank whose word has changed, or with headers that it has not taken, counts as
 * running.  So does one that waits until its offered message is copied, which a receiver does
 * whatever its program does; and one whose synchronous message goes to a rank that runs, and may
 * have posted the receive long ago.
 */
#include "mpi/point/mpi_match.h"

int64_t detmpi_clock, detmpi_candidate;
static int64_t bounds[DETMPI_MOST_RANKS]; /* of the last snapshot that was certain */

void
detmpi_saw_clock (int64_t clock)
{
  if (detmpi_job->ordered && clock > detmpi_clock)
    detmpi_clock = clock;
}

void
detmpi_saw_answer (struct detmpi_request *r)
{
  if (!r->is_send || r->mode != DETMPI_SYNCHRONOUS || !detmpi_job->ordered)
    return;
  if (detmpi_replays)
    r->clock = detmpi_recorded_answer ();
  else
    detmpi_log_answer (r->clock);
  detmpi_saw_clock (r->clock);
}

/* ---- Bounds ---------------------------------------------------------------- */

enum state { RUNS, WAITS_FOR_ONE, WAITS_FOR_ANSWER, WAITS_FOR_ANY, ACTS_NO_MORE };

struct snapshot
{
  enum state state[DETMPI_MOST_RANKS];
  int64_t epoch[DETMPI_MOST_RANKS], clock[DETMPI_MOST_RANKS], candidate[DETMPI_MOST_RANKS];
  int peer[DETMPI_MOST_RANKS];
};

static void
look_at (struct snapshot *s, int r)
{
  static const enum state state_of[] = { [DETMPI_MESSAGE] = WAITS_FOR_ONE, [DETMPI_COPY] = RUNS,
                                         [DETMPI_ANSWER] = WAITS_FOR_ANSWER };
  struct detmpi_rank *rank = &detmpi_job->rank[r];
  s->clock[r] = erbium_load_acquire (&rank->clock); /* from detmpi_publish_clock */
  s->epoch[r] = erbium_load_acquire (&rank->wait.epoch);
  s->peer[r] = (int) erbium_load_relaxed (&rank->wait.peer);
  s->candidate[r] = erbium_load_relaxed (&rank->wait.value);
  erbium_atomic32 *word
    = (erbium_atomic32 *) (intptr_t) erbium_load_relaxed (&rank->wait.word);
  s->state[r] = RUNS;
  if (erbium_load_acquire (&rank->phase) >= DETMPI_FINALIZING)
    s->state[r] = ACTS_NO_MORE;
  else if (s->epoch[r] % 2 && !word)
    s->state[r] = detmpi_has_mail (r) ? RUNS : WAITS_FOR_ANY;
  else if (s->epoch[r] % 2 && erbium_load_acquire (word) == (int32_t) s->candidate[r])
    s->state[r] = state_of[erbium_load_relaxed (&rank->wait.awaited)];
}

/* Returns whether the snapshot is certain. */
static bool
take_snapshot (struct snapshot *s)
{
  int n = detmpi_job->ranks;
  for (int r = 0; r < n; r++)
    look_at (s, r);
  for (int r = 0; r < n; r++)
    if (r != detmpi_self
        && erbium_load_acquire (&detmpi_job->rank[r].wait.epoch) != s->epoch[r])
      return false;
  return true;
}

static int64_t
later (int64_t a, int64_t b)
{
  int64_t most = a > b ? a : b;
  return most >= DETMPI_NEVER ? DETMPI_NEVER : most + 1;
}

/* The bound of rank r, if those of the others are as in bounds. */
static int64_t
bound_of (const struct snapshot *s, int r)
{
  int64_t least = s->candidate[r];
  switch (s->state[r])
    {
    case RUNS: return s->clock[r] + 1;
    case ACTS_NO_MORE: return DETMPI_NEVER;
    case WAITS_FOR_ANSWER:
      if (s->state[s->peer[r]] == RUNS)
        return s->clock[r] + 1;
      __attribute__ ((fallthrough));
    case WAITS_FOR_ONE: return later (s->clock[r], bounds[s->peer[r]]);
    case WAITS_FOR_ANY:
      for (int other = 0; other < detmpi_job->ranks; other++)
        if (other != r && bounds[other] < least)
          least = bounds[other];
      return later (s->clock[r], least);
    }
  return 0;
}

static void
find_bounds (struct snapshot *s, int64_t candidate)
{
  int n = detmpi_job->ranks;
  s->state[detmpi_self] = WAITS_FOR_ANY;
  s->candidate[detmpi_self] = candidate;
  s->clock[detmpi_self] = detmpi_clock;
  for (int r = 0; r < n; r++)
    bounds[r] = DETMPI_NEVER;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (int r = 0; r < n; r++)
        {
          int64_t bound = bound_of (s, r);
          if (bound < bounds[r])
            bounds[r] = bound, changed = true;
        }
    }
}

bool
detmpi_is_settled (const struct detmpi_comm *c, int peer, int64_t clock, int rank)
{
  struct snapshot s;
  if (detmpi_replays)
    return true;
  if (!take_snapshot (&s))
    return false;
  find_bounds (&s, clock);
  for (int n = 0; n < c->size; n++)
    {
      int r = c->world[n];
      if (r == detmpi_self || r == rank || (peer >= 0 && r != peer))
        continue;
      if (bounds[r] < clock || (bounds[r] == clock && r < rank))
        return false;
    }
  return true;
}

/* ---- Choice ---------------------------------------------------------------- */

struct detmpi_unread **
detmpi_first_of_any (const struct detmpi_request *r, int *peer)
{
  struct detmpi_unread **first = NULL;
  for (int n = 0; n < r->comm->size; n++)
    {
      int from = r->comm->world[n];
      struct detmpi_unread **at = detmpi_find_unread (r, from);
      if (at && (!first || (*at)->envelope.clock < (*first)->envelope.clock
                 || ((*at)->envelope.clock == (*first)->envelope.clock && from < *peer)))
        first = at, *peer = from;
    }
  return first;
}

/* Whether a receive of any source that was posted before r, and is not served yet, fits e. */
static bool
is_claimed (const struct detmpi_request *r, const struct detmpi_envelope *e)
{
  for (struct detmpi_request *any = detmpi_posted[DETMPI_MOST_RANKS].first; any; any = any->next)
    if (any != r && any->order < r->order && detmpi_fits (any, e))
      return true;
  return false;
}

/* Serves r, a receive of any source, if the choice is certain. */
static bool
serve_any (struct detmpi_request *r)
{
  int peer = 0, again = 0;
  struct detmpi_unread **at = detmpi_first_of_any (r, &peer);
  if (!at || is_claimed (r, &(*at)->envelope))
    {
      detmpi_candidate = DETMPI_NEVER;
      return false;
    }
  int64_t clock = (*at)->envelope.clock;
  detmpi_candidate = clock;
  if (!detmpi_is_settled (r->comm, -1, clock, peer))
    return false;
  detmpi_poll (); /* what was sent before the snapshot */
  at = detmpi_first_of_any (r, &again);
  if ((*at)->envelope.clock != clock || again != peer)
    return false;
  detmpi_withdraw (r);
  detmpi_give (r, peer, at);
  return true;
}

static bool
serve_from (int peer)
{
  bool served = false;
  struct detmpi_request *next;
  for (struct detmpi_request *r = detmpi_posted[peer].first; r; r = next)
    {
      next = r->next;
      struct detmpi_unread **at = detmpi_find_unread (r, peer);
      if (!at || is_claimed (r, &(*at)->envelope))
        continue;
      detmpi_withdraw (r);
      detmpi_give (r, peer, at);
      served = true;
    }
  return served;
}

void
detmpi_match_in_order (void)
{
  for (bool served = true; served;)
    {
      served = false;
      for (int peer = 0; peer < detmpi_job->ranks; peer++)
        served |= serve_from (peer);
      struct detmpi_request *any = detmpi_posted[DETMPI_MOST_RANKS].first;
      int64_t least = DETMPI_NEVER;
      for (; any && !served; any = any->next)
        {
          served = serve_any (any);
          least = detmpi_candidate < least ? detmpi_candidate : least;
        }
      detmpi_candidate = least;
    }
}
