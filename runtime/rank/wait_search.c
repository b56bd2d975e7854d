/* SPDX-License-Identifier: MIT */
/* wait_search.c - rank 0 searches for deadlocks whose cycles lead through several ranks.
 *
 * It asks all ranks which processes sleep, and when all have answered it asks them for everything:
 * waits, and indices.  A process that sleeps in both answers, and has not stopped in between, slept
 * at the moment between the two rounds, and so all of these slept then at once.  Their waits, with
 * the indices that the waiting ranks themselves have told, are a state in which the program has
 * been: two equal collects are a snapshot (Y. Afek et al., Atomic Snapshots of Shared Memory, JACM
 * 40(4), 1993).  A dead process stays dead, so the state need not be the present one.  All other
 * processes, and those on their way to a rank, count as running.
 *
 * From the answers a copy of the whole program is made (wait_copy.c), which deadlock/ searches as
 * any other: it lets windows grow, of which the rank of the process is told, or reports the
 * deadlock.  So the rules and the messages are those of other models.
 *
 * Where all ranks sleep, a search begins after some ms; otherwise while processes sleep for long,
 * at times that grow apart.
 */
#include "rank/ranks.h"

#include "deadlock/deadlock.h"

enum { SOON = 100000000, LATE = 3200000000ll }; /* ns between searches while processes run */

static enum { NONE, FIRST, SECOND, ANSWERED } stage; /* the answers that rank 0 waits for */
static int64_t number;              /* of the search */
static int64_t next, pause = SOON;  /* ns: when it may begin, and the time until the one after it */
static bool *still;                 /* by rank: all its processes sleep */
static bool some_sleep;             /* some process sleeps for long */
static int answers;                 /* that have arrived in this round */
static struct erb_bytes *first, *second; /* by rank */
static bool warned;                 /* of processes that never go on, while others do */

/* Returns memory for one thing of each rank. */
static void *
get_lasting (size_t size)
{
  void *m = calloc ((size_t) erb_ranks, size);
  if (!m)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory to search for a deadlock");
  return m;
}

/* ---- The search -------------------------------------------------------------------------- */

/* Searches the copy; does not return if all processes of all ranks are in a deadlock. */
static void
search (void)
{
  erbium_program *copy = erb_copy_program (first, second, warned);
  bool grows = erb_find_deadlock_of_copy (copy);
  warned = copy->warned;
  erb_copy_tell_growth ();
  erb_copy_free ();
  pause = grows ? SOON : 2 * pause < LATE ? 2 * pause : LATE;
}

/* ---- Rounds --------------------------------------------------------------------------------- */

static void
ask (void)
{
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  struct erb_bytes *own = stage == FIRST ? &first[erb_rank] : &second[erb_rank];
  answers = 1;
  if (stage == FIRST)
    erb_waits_put_sleepers (own, program);
  else
    erb_waits_put_all (own, program);
  erb_waits_asked ();
  for (int q = 1; q < erb_ranks; q++)
    {
      struct erb_message *m = erb_message_new (ERB_TO_PROBE, 0);
      m->a = number;
      m->b = stage;
      erb_post (q, m);
    }
}

static void
forget (struct erb_bytes *answer)
{
  for (int q = 0; answer && q < erb_ranks; q++)
    {
      free (answer[q].at);
      answer[q] = (struct erb_bytes) { .at = NULL };
    }
}

static void
end_round (void)
{
  forget (first);
  forget (second);
  for (int q = 0; q < erb_ranks; q++)
    still[q] = false;
  some_sleep = false;
  stage = NONE;
  next = erb_os->now () + pause;
}

static void
begin (void)
{
  if (!first)
    {
      first = get_lasting (sizeof *first);
      second = get_lasting (sizeof *second);
    }
  number++;
  stage = FIRST;
  ask ();
}

static void
first_is_answered (void)
{
  size_t sleepers = 0;
  for (int q = 0; q < erb_ranks; q++)
    sleepers += first[q].size;
  if (sleepers == 0)
    {
      end_round ();
      return;
    }
  stage = SECOND;
  ask ();
}

bool
erb_see_waits (const struct erb_message *m)
{
  if (m->a != number || m->b != stage)
    return true;
  erb_put (stage == FIRST ? &first[m->from] : &second[m->from], m->more, m->bytes);
  if (++answers < erb_ranks)
    return true;
  if (stage == FIRST)
    first_is_answered ();
  else
    stage = ANSWERED;
  return true;
}

bool
erb_see_still (const struct erb_message *m)
{
  if (!still)
    still = get_lasting (sizeof *still);
  still[m->from] = still[m->from] || m->a;
  some_sleep = true;
  return true;
}

static bool
all_still (void)
{
  int n = 0;
  while (n < erb_ranks && still[n])
    n++;
  return n == erb_ranks;
}

void
erb_search_begin (int64_t now)
{
  if (stage == NONE && some_sleep && (all_still () || now >= next))
    begin ();
}

void
erb_search_end (void)
{
  if (stage != ANSWERED)
    return;
  search ();
  end_round ();
}
