/* SPDX-License-Identifier: MIT */
/* mpi_watch.c - watches the ranks of a job: ends, deaths, aborts, deadlocks.
 *
 * Ranks check nothing on behalf of each other.  This process sleeps until a rank ends or dies, and
 * looks for deadlocks a few times a second.
 *
 * A deadlock.  A rank that waits publishes which rank has to act, and which word would change.  Its
 * wait is certain if, between two reads of its epoch that are equal and odd, that word has not
 * changed.  If each rank of a cycle waits for the next one, and all epochs are the same before and
 * after all words were read, then no rank of the cycle can have acted in between, and none ever
 * will.  A rank that waits for one that has called MPI_Finalize, or has ended, waits forever too.
 *
 * A stop.  Each rank waits or acts no more, and nothing is on its way.  Then a rank that waits for
 * one of several requests may go on with another one than the first (point/mpi_choice.c); if there
 * is none, the job is in a deadlock.
 */
#include "mpi/start/mpi_start.h"
#include "mpi/wire/mpi_wire.h"

#include <sys/wait.h>

/* ns between two searches; while a rank asks for a choice */
static const int64_t LOOK = 150000000, LOOK_SOON = 1000000;

static bool gone[DETMPI_MOST_RANKS]; /* ranks that have been collected */
static const struct detmpi_home *home;

/* Returns whether the output of all ranks was written. */
static bool
pass_output (void)
{
  for (int r = 0; r < detmpi_job->ranks; r++)
    if (!detmpi_output_pass (r))
      return false;
  return true;
}

/* ---- Errors ---------------------------------------------------------------- */

/* Kills the ranks that still run, waits for their ends, and passes the output of all on. */
static void
end_all (void)
{
  for (int r = 0; r < detmpi_job->ranks; r++)
    if (!gone[r])
      home->end (r);
  pass_output ();
}

/* Ends the job with an error of a rank. */
ERB_NORETURN static void
fail (enum erbium_exit kind, int rank, const char *hint, const char *what)
{
  struct erb_text t;
  const char *where = detmpi_where (rank, &t), *call = detmpi_call_of (rank);
  end_all ();
  erb_fault_of_all (kind, where, hint, "%s%s%s", call ? call : "", call ? ": " : "", what);
}

/* ---- Reports ---------------------------------------------------------------- */

/* A sentence that ends with a list of waits. */
struct report { char text[1 << 14]; size_t used; bool has_waits; };

static void
begin_report (struct report *to, const char *text)
{
  to->used = (size_t) snprintf (to->text, sizeof to->text, "%s", text);
  to->has_waits = false;
}

/* Adds "rank 2 waits for rank 1 in 'MPI_Recv' (file:line)", if there is room. */
static void
add_wait (struct report *to, int rank)
{
  struct erb_text t;
  const char *where = detmpi_where (rank, &t), *call = detmpi_call_of (rank);
  int peer = (int) erbium_load_relaxed (&detmpi_job->rank[rank].wait.peer);
  char whom[32] = "several ranks";
  if (peer >= 0)
    snprintf (whom, sizeof whom, "rank %d", peer);
  size_t room = sizeof to->text - to->used;
  size_t size
    = (size_t) snprintf (to->text + to->used, room, "%s rank %d waits for %s in '%s' (%s)",
                         to->has_waits ? "," : "", rank, whom, call ? call : "MPI",
                         where ? where : "?");
  to->used += size < room ? size : room - 1;
  to->has_waits = true;
}

/* ---- Deadlocks ------------------------------------------------------------- */

/* Returns the rank that r certainly waits for, or -1; stores the epoch. */
static int
awaited (int r, int64_t *epoch)
{
  struct detmpi_wait *w = &detmpi_job->rank[r].wait;
  *epoch = erbium_load_acquire (&w->epoch);
  int64_t peer = erbium_load_relaxed (&w->peer), value = erbium_load_relaxed (&w->value);
  erbium_atomic32 *word = (erbium_atomic32 *) (intptr_t) erbium_load_relaxed (&w->word);
  __atomic_thread_fence (__ATOMIC_ACQUIRE);
  if (*epoch % 2 == 0 || peer < 0 || erbium_load_relaxed (&w->epoch) != *epoch)
    return -1;
  /* A rank that is awake may have offered messages to copy; one that sleeps has not. */
  if (!erbium_load_acquire (&detmpi_job->rank[r].asleep) || detmpi_has_mail (r))
    return -1;
  return erbium_load_acquire (word) == (int32_t) value ? (int) peer : -1;
}

static bool
acts_no_more (int r)
{
  return erbium_load_acquire (&detmpi_job->rank[r].phase) >= DETMPI_FINALIZING
         || erbium_load_acquire (&detmpi_job->rank[r].ended);
}

/* Returns a rank on a cycle of waits, or one that waits for a rank that acts no more; or -1. */
static int
find_wait (int *awaits)
{
  int64_t epoch[DETMPI_MOST_RANKS], again;
  int n = detmpi_job->ranks, second[DETMPI_MOST_RANKS];
  for (int r = 0; r < n; r++)
    awaits[r] = awaited (r, &epoch[r]);
  for (int r = 0; r < n; r++)
    {
      second[r] = awaited (r, &again);
      if (again != epoch[r] || second[r] != awaits[r])
        awaits[r] = -1;
    }
  for (int r = 0; r < n; r++)
    if (awaits[r] >= 0 && acts_no_more (awaits[r]) && !acts_no_more (r)
        && awaited (r, &again) == awaits[r] && again == epoch[r])
      return r;
  for (int r = 0; r < n; r++)
    {
      int at = awaits[r];
      if (at < 0)
        continue;
      for (int steps = 0; at >= 0 && at != r && steps < n; steps++)
        at = awaits[at];
      if (at == r)
        return r;
    }
  return -1;
}

static void
look_for_deadlock (void)
{
  static struct report cycle;
  int awaits[DETMPI_MOST_RANKS], r = find_wait (awaits);
  if (r < 0)
    return;
  int peer = awaits[r], at = r;
  if (acts_no_more (peer))
    {
      char what[128];
      snprintf (what, sizeof what, "rank %d waits for rank %d, which has %s", r, peer,
                erbium_load_acquire (&detmpi_job->rank[peer].ended)
                  && erbium_load_acquire (&detmpi_job->rank[peer].phase) < DETMPI_FINALIZED
                ? "ended" : "called 'MPI_Finalize'");
      fail (ERBIUM_EXIT_DEADLOCK, r, "each receive needs a send of its source, with the same tag "
            "and communicator", what);
    }
  begin_report (&cycle, "each of these ranks waits for the next one:");
  do
    add_wait (&cycle, at);
  while ((at = awaits[at]) != r);
  fail (ERBIUM_EXIT_DEADLOCK, r, "the messages that they wait for are never sent", cycle.text);
}

/* ---- Stops ----------------------------------------------------------------- */

static int32_t
choice_of (int r)
{
  return erbium_load_acquire (&detmpi_job->rank[r].wait.choice); /* from sleep_now */
}

static bool
asks (int r)
{
  return choice_of (r) == DETMPI_ASKS;
}

/* Returns the lowest rank that asks for a choice, or -1. */
static int
first_that_asks (void)
{
  for (int r = 0; r < detmpi_job->ranks; r++)
    if (asks (r))
      return r;
  return -1;
}

/* Whether rank r waits for a message from any source, and none has arrived that it could take. */
static bool
has_no_candidate (int r)
{
  struct detmpi_wait *w = &detmpi_job->rank[r].wait;
  return erbium_load_relaxed (&w->word) == 0 && erbium_load_relaxed (&w->value) >= DETMPI_NEVER;
}

/* Whether rank r can do nothing unless another rank, or this process, acts; stores its epoch. */
static bool
is_still (int r, int64_t *epoch)
{
  struct detmpi_rank *rank = &detmpi_job->rank[r];
  bool one = awaited (r, epoch) >= 0;
  if (erbium_load_acquire (&rank->ended))
    return true;
  if (*epoch % 2 == 0 || detmpi_has_mail (r))
    return false;
  if (choice_of (r) != DETMPI_NO_CHOICE) /* a rank whose bell was rung is not asleep */
    return choice_of (r) != DETMPI_AWAKE && erbium_load_acquire (&rank->asleep);
  return one || (detmpi_job->ordered && has_no_candidate (r));
}

/* Whether the job has come to a stop: all ranks were still at the same time. */
static bool
has_stopped (void)
{
  int64_t epoch[DETMPI_MOST_RANKS], again;
  int n = detmpi_job->ranks;
  for (int r = 0; r < n; r++)
    if (!is_still (r, &epoch[r]))
      return false;
  for (int r = 0; r < n; r++)
    if (!is_still (r, &again) || again != epoch[r])
      return false;
  return true;
}

/* Lets a rank that asks go on.  Returns whether one asks. */
static bool
answer (void)
{
  int r = first_that_asks ();
  if (r >= 0 && has_stopped () && first_that_asks () == r
      && erbium_cas (&detmpi_job->rank[r].wait.choice, DETMPI_ASKS, DETMPI_MAY_CHOOSE))
    detmpi_ring_bell (r);
  return r >= 0;
}

/* Reports a stop in which no rank asks. */
static void
look_for_stop (void)
{
  static struct report stop;
  int first = -1;
  if (!has_stopped () || first_that_asks () >= 0)
    return;
  begin_report (&stop, "no rank can go on:");
  for (int r = 0; r < detmpi_job->ranks; r++)
    if (!acts_no_more (r))
      {
        add_wait (&stop, r);
        first = first < 0 ? r : first;
      }
  if (first >= 0)
    fail (ERBIUM_EXIT_DEADLOCK, first, "the messages that they wait for are never sent", stop.text);
}

/* ---- Ends ------------------------------------------------------------------ */

static int
abort_code (void)
{
  return erbium_load_relaxed (&detmpi_job->code) & 0xff;
}

/* Rank r has died, or ended as its job must not.  Returns the exit status of the job, unless it
 * reports an error. */
static int
rank_died (int r, int status)
{
  struct detmpi_rank *rank = &detmpi_job->rank[r];
  char how[128], what[256];
  const char *hint = WIFEXITED (status) && !WEXITSTATUS (status)
                       ? "give detmpiexec the program itself, or a shell script that runs it"
                       : erb_space_hint_of (status);
  if (erbium_load_acquire (&detmpi_job->aborted))
    return abort_code ();
  if (WIFEXITED (status) && WEXITSTATUS (status) && !erbium_load_acquire (&rank->ended))
    return WEXITSTATUS (status); /* it has reported an error */
  erb_space_describe_status (status, how, sizeof how);
  snprintf (what, sizeof what, "rank %d %s", r, how);
  fail (ERBIUM_EXIT_DEATH, r, hint, what);
}

/* Returns whether rank r has ended as it should; or the job ends. */
static bool
has_ended (int r)
{
  struct detmpi_rank *rank = &detmpi_job->rank[r];
  if (!erbium_load_acquire (&rank->ended))
    return false;
  int32_t phase = erbium_load_relaxed (&rank->phase);
  if (phase == DETMPI_INSIDE || phase == DETMPI_FINALIZING)
    {
      char what[128];
      snprintf (what, sizeof what, "rank %d has ended with status %d, without 'MPI_Finalize'", r,
                erbium_load_relaxed (&rank->status));
      fail (ERBIUM_EXIT_DEATH, r, "call MPI_Finalize in each rank", what);
    }
  return true;
}

/* Finds the ranks that still run; returns their number. */
static int
find_runners (int *runner)
{
  int count = 0;
  for (int r = 0; r < detmpi_job->ranks; r++)
    if (!has_ended (r))
      runner[count++] = r;
  return count;
}

/* The first status that is not 0, in the order of ranks. */
static int
status_of_job (void)
{
  int result = 0;
  for (int r = 0; r < detmpi_job->ranks; r++)
    {
      home->collect (r);
      if (!result)
        result = erbium_load_relaxed (&detmpi_job->rank[r].status);
    }
  return result & 0xff;
}

int
detmpi_watch (const struct detmpi_home *of_job)
{
  int runner[DETMPI_MOST_RANKS];
  home = of_job;
  for (;;)
    {
      int32_t news = erbium_load_acquire (&detmpi_job->news);
      if (erbium_load_acquire (&detmpi_job->aborted))
        break;
      int count = find_runners (runner);
      if (!count)
        break;
      int r = home->wait (runner, count, news, answer () ? LOOK_SOON : LOOK);
      if (r >= 0 && !erbium_load_acquire (&detmpi_job->rank[r].ended))
        {
          int status = home->collect (r);
          gone[r] = true;
          int result = rank_died (r, status);
          end_all ();
          return result;
        }
      if (r == DETMPI_LATE && first_that_asks () < 0)
        {
          look_for_deadlock ();
          look_for_stop ();
        }
    }
  if (erbium_load_acquire (&detmpi_job->aborted))
    {
      end_all ();
      return abort_code ();
    }
  int result = status_of_job ();
  if (!pass_output () && result == 0)
    result = ERBIUM_EXIT_RESOURCE;
  return result;
}
