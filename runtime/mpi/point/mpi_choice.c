/* SPDX-License-Identifier: MIT */
/* mpi_choice.c - which request MPI_Waitany and MPI_Waitsome complete.
 *
 * MPI lets them complete any request that is done, which depends on time.  Here the choice is:
 *
 *   1. The first of the requests that are done without the help of another rank: sends that are
 *      not synchronous, and receives from MPI_PROC_NULL.
 *   2. With DETMPI_ANY=ordered: the receive whose message has the smallest logical time.
 *   3. Otherwise the first active request of the array, which is waited for; unless it cannot be
 *      done before the caller goes on.
 *
 * The third rule needs no clock, and a caller that serves all its requests loses nothing.  But the
 * rank that the first request waits for may wait for what the caller does once another request is
 * done.  Then the job comes to a stop: each rank waits, and nothing is on its way.  Which stop this
 * is does not depend on time, since up to it each rank has waited for one thing at a time (a Kahn
 * network: G. Kahn, "The semantics of a simple language for parallel programming", IFIP 1974).
 * There the watcher lets the lowest rank go on that is in such a call and has another request that
 * is done; it takes the first of these.  A rank that sleeps asks for it (wire/mpi_idle.c).
 *
 * What the watcher has allowed is recorded, since a replay has no other ranks that could stop.
 */
#include "mpi/point/mpi_match.h"

struct requests { int count; const MPI_Request *at; };

static int64_t choices; /* calls so far that may have to ask */

/* Returns an active request; NULL for others, and for sends that were done when they began. */
static struct detmpi_request *
open_request (MPI_Request request)
{
  struct detmpi_request *r = detmpi_request_of (request);
  return r && r->is_active ? r : NULL;
}

static bool
needs_no_other (MPI_Request request)
{
  struct detmpi_request *r = open_request (request);
  return request == DETMPI_DONE_REQUEST
         || (r && (r->rank == MPI_PROC_NULL || r->is_cancelled
                   || (r->is_send && r->mode != DETMPI_SYNCHRONOUS)));
}

/* Returns the first request that is done, or MPI_UNDEFINED. */
static int
first_done (const struct requests *all)
{
  for (int n = 0; n < all->count; n++)
    {
      struct detmpi_request *r = open_request (all->at[n]);
      if (r && detmpi_is_done (r))
        return n;
    }
  return MPI_UNDEFINED;
}

static bool
any_is_done (const void *all)
{
  return first_done (all) != MPI_UNDEFINED;
}

/* ---- The first request, as long as it can be done -------------------------- */

/* Returns the choice of a call in the recording that is replayed, or -1 if there is none. */
static int
recorded_choice (const struct requests *all, int64_t number)
{
  int chosen = detmpi_recorded_choice (number);
  if (chosen >= all->count || (chosen >= 0 && !open_request (all->at[chosen])))
    detmpi_die (ERBIUM_EXIT_REPLAY, "replay the program that was recorded, with its input",
                "rank %d does not have the requests that it had when it was recorded", detmpi_self);
  return chosen;
}

static int
wait_for_first (const struct requests *all, int first)
{
  struct detmpi_request *r = open_request (all->at[first]);
  struct detmpi_idle i
    = { .peer = -1, .candidate = DETMPI_NEVER, .another_is_done = any_is_done, .of = all };
  int64_t number = ++choices;
  int recorded = recorded_choice (all, number);
  if (recorded >= 0)
    return recorded;
  erbium_store_relaxed (&detmpi_me ()->wait.choice, DETMPI_AWAKE);
  while (!detmpi_is_done (r) && !i.may_choose)
    detmpi_take_or_idle (&i);
  detmpi_idle_ends (&i);
  erbium_store_relaxed (&detmpi_me ()->wait.choice, DETMPI_NO_CHOICE);
  if (detmpi_is_done (r))
    return first;
  int chosen = first_done (all);
  detmpi_log_choice (number, chosen);
  return chosen;
}

/* ---- The order of logical time --------------------------------------------- */

/* The first message that an array of receives has got: its time, source and receive. */
struct candidate { int64_t clock; int from, index; };

static struct candidate
first_in_time (const struct requests *all)
{
  struct candidate first = { DETMPI_NEVER, 0, MPI_UNDEFINED };
  for (int n = 0; n < all->count; n++)
    {
      struct detmpi_request *r = open_request (all->at[n]);
      if (r && r->is_done
          && (r->clock < first.clock || (r->clock == first.clock && r->from < first.from)))
        first = (struct candidate) { r->clock, r->from, n };
    }
  return first;
}

/* Whether no receive that is not done can get a message that comes before the candidate. */
static bool
is_certain (const struct requests *all, const struct candidate *c)
{
  for (int n = 0; n < all->count; n++)
    {
      struct detmpi_request *r = open_request (all->at[n]);
      if (r && !r->is_done && !detmpi_is_settled (r->comm, r->peer, c->clock, c->from))
        return false;
    }
  return true;
}

/* Whether the candidate is still the first once all has arrived that was sent before it was
 * certain. */
static bool
stays_first (const struct requests *all, const struct candidate *c)
{
  detmpi_take ();
  return first_in_time (all).index == c->index;
}

static int
wait_for_first_in_time (const struct requests *all)
{
  struct detmpi_idle i = { .peer = -1 };
  struct candidate c;
  for (detmpi_take ();; detmpi_take_or_idle (&i))
    {
      c = first_in_time (all);
      if (c.index != MPI_UNDEFINED && is_certain (all, &c) && stays_first (all, &c))
        break;
      i.candidate = c.clock < detmpi_candidate ? c.clock : detmpi_candidate;
    }
  detmpi_idle_ends (&i);
  return c.index;
}

/* ---- The choice ------------------------------------------------------------ */

int
detmpi_choose (int count, const MPI_Request *requests)
{
  struct requests all = { count, requests };
  int first = MPI_UNDEFINED, active = 0, sends = 0;
  for (int n = 0; n < count; n++)
    if (needs_no_other (requests[n]))
      return n;
  for (int n = 0; n < count; n++)
    {
      struct detmpi_request *r = open_request (requests[n]);
      if (!r)
        continue;
      first = active++ ? first : n;
      sends += r->is_send;
    }
  if (active < 2)
    return first;
  return detmpi_job->ordered && !sends ? wait_for_first_in_time (&all)
                                       : wait_for_first (&all, first);
}
