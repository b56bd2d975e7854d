/* SPDX-License-Identifier: MIT */
/* explorer.c - runs a scenario in every way that it can go.
 *
 * Problem.  Two or three tasks run real code on few data.  Each operation on
 * shared memory may be interleaved with those of the others, and each load may
 * return more than one value (memory.c).  Show that no execution fails.
 *
 * Formulation.  A task is a coroutine.  It runs up to its next operation, says
 * what it wants to do, and hands control to the scheduler here.  What can happen
 * next is a list of *actions*: a task's operation in one of its variants (which
 * message a load reads, where a store stands, whom a wake wakes), the flush of a
 * store buffer, a time-out.  An execution is a sequence of actions, and the
 * search goes depth first through the tree of sequences.  Coroutines cannot be
 * copied, so to come back to a node the scenario is run again from its start
 * with the same actions: nothing but the path is kept.
 *
 * State.  Tasks are deterministic, so where a task stands is determined by the
 * results that its operations had: the hash of those is the task's state, and
 * with the hash of memory it makes that of the whole.  A state that was seen
 * before is not explored again.  For this a task must learn nothing that the
 * explorer does not hash.  Data under a mutex is covered: who locks it learns the
 * history of who unlocked it.  Plain data that travels past model_plain_read,
 * behind a release store, is covered if the code is compiled with
 * -fsanitize=thread (plain.c), or with --carry, at the price of states that
 * differ in the past only.  Hashes have 64 bits: with ten million states two
 * collide with probability 3e-6.
 *
 * Sleep sets (Godefroid).  Two actions of different tasks that commute (loads;
 * accesses to different locations; a load of an old message beside a store of a
 * new one) need to be tried in one order.  After the subtree of one action is
 * done, the action sleeps in the subtrees of its later siblings until something
 * that depends on it happens.  Sleep sets cut transitions, never states, which
 * is what makes them sound together with the cache: a state is stored with its
 * sleep set, and if it is met again with a sleep set that lacks some of the
 * stored actions, just those are explored then, and the stored set shrinks to
 * what both have.  Everything that is not a plain load, store or
 * read-modify-write counts as dependent on everything.  No persistent sets: an
 * access that nobody else will conflict with cannot be told from here.
 *
 * Merging.  Some operations need no place of their own in the schedule.  (1) On a
 * location that one task alone uses, or that no task writes; when it turns out
 * to be shared, what was explored is void and the search starts again.  (2) An
 * unlock commutes to the left with whatever others do, so it happens together
 * with what its task did before.  (3) A lock commutes to the right, so nobody
 * else moves between it and its task's next load, store or read-modify-write.
 * (2) and (3) only where the task's store buffer is empty, for the drain in a
 * lock or unlock does not commute.
 *
 * Heavy barrier.  Its caller fences, every other task fences at some moment, the
 * caller fences.  One action for each other task, with the caller's fences done
 * in the same step: a fence of the caller done later, or more often, only raises
 * views, that is, takes behaviours away.
 *
 * Spinning.  Rounds of a loop are separated by model_yield, by time-outs and by
 * futex waits that found another value.  A round that has the same operations
 * and results as the one before leads nowhere, and without a bound there would
 * be no end of it.  After such a round the task goes on only when one of the
 * locations that it read has something new for it; under RA it must then look at
 * it (stores become visible in the end).  When nobody else can move either, it
 * gets options.spins more rounds, for loops that count, and then the failure is
 * "livelock".  A loop with neither of the three ends at DEPTH steps.  What is
 * not explored: a loop that counts its rounds and goes on, after two or more
 * equal ones, while others could move.  So model_yield is for loops that wait for
 * ever; one that counts must do without it, and count to one (system.c).
 *
 * Termination and cost.  Every sequence is finite (DEPTH), so the search ends;
 * it takes one execution for each transition that leads to a known state or
 * has a sibling, 20 to 50 microseconds on the paths of 50 to 100
 * steps that there are.
 */
#include "tasks.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

struct options options = { RA, 20000000, 16, false, false, false, false, false };
bool found_shared;

static const struct model_scenario *scenario;
static struct frame frames[DEPTH];
static struct frame *next;        /* the frame that is being filled */
static int path;                  /* frames whose action is chosen */
static struct action inherited[ACTIONS]; /* asleep in the next frame */
static int n_inherited;

/* ---- Sleep sets ---------------------------------------------------------------- */

/* What sleeps in f and does not mind the chosen action sleeps after it. */
static void
inherit (const struct frame *f)
{
  n_inherited = 0;
  for (int i = 0; i < f->n && !options.no_sleep; i++)
    if ((f->sleep >> i & 1) && actions_commute (f->action[i], f->action[f->chosen]))
      inherited[n_inherited++] = f->action[i];
}

static bool
sleeps (struct action a)
{
  for (int i = 0; i < n_inherited; i++)
    if (memcmp (&inherited[i], &a, sizeof a) == 0)
      return true;
  return false;
}

/* ---- The search --------------------------------------------------------------------- */

static void
start (void)
{
  step_number = local_steps = 0;
  sticky = NULL;
  arena_reset ();
  memory_reset ();
  if (scenario->setup)
    scenario->setup ();
  for (int i = 0; i < n_tasks; i++)
    start_task (&tasks[i], scenario->task[i].name, scenario->task[i].run);
  for (int i = 0; i < n_tasks && !engine_failed (); i++)
    resume (&tasks[i]);
}

static bool
all_ended (void)
{
  for (int i = 0; i < n_tasks; i++)
    if (tasks[i].status != TASK_ENDED)
      return false;
  return true;
}

/* Nothing can happen any more. */
static void
finish (void)
{
  if (!all_ended ())
    {
      char text[160] = "";
      for (struct task *t = tasks; t < tasks + n_tasks; t++)
        if (t->status != TASK_ENDED)
          snprintf (text + strlen (text), sizeof text - strlen (text), " %s in %s;",
                    t->name, t->op.where);
      engine_fail ("deadlock", "", "nobody can move:%s", text);
    }
  else if (scenario->check)
    scenario->check ();
}

/* Fills the next frame; false where this execution has no more to show. */
static bool
open_frame (void)
{
  if (path == DEPTH)
    {
      engine_fail ("livelock", "", "more than %d steps", DEPTH);
      return false;
    }
  next = &frames[path];
  list_actions (next);
  if (next->n == 0)
    finish ();
  if (next->n == 0 || engine_failed ())
    return false;
  uint64_t all = next->n == 64 ? ~UINT64_C (0) : (UINT64_C (1) << next->n) - 1;
  next->sleep = 0;
  for (int i = 0; i < next->n; i++)
    next->sleep |= (uint64_t) sleeps (next->action[i]) << i;
  next->todo = all & ~next->sleep;
  if (next->n > 1 && !options.no_cache)
    next->todo = states_left_to_do (all, next->sleep, sticky);
  return next->todo != 0;
}

static void
choose (struct frame *f)
{
  f->chosen = __builtin_ctzll (f->todo);
  f->todo &= f->todo - 1;
}

/* Runs the path again and then on, always with the first thing left to do. */
static void
execute (void)
{
  result->executions++;
  n_inherited = 0;
  if (setjmp (outside))
    return;
  start ();
  for (int i = 0; i < path && !engine_failed (); i++)
    {
      if (i == path - 1)
        inherit (&frames[i]);
      perform (frames[i].action[frames[i].chosen]);
    }
  while (!engine_failed () && !tracing && open_frame ())
    {
      struct frame *f = &frames[path++];
      choose (f);
      inherit (f);
      result->steps++;
      perform (f->action[f->chosen]);
    }
  if (tracing && !engine_failed ())
    open_frame ();
  if (path > result->depth)
    result->depth = path;
}

/* To the next path; false when there is none. */
static bool
backtrack (void)
{
  while (path)
    {
      struct frame *f = &frames[path - 1];
      f->sleep |= UINT64_C (1) << f->chosen;
      if (f->todo)
        {
          choose (f);
          result->steps++;
          return true;
        }
      path--;
    }
  return false;
}

static void
print_failure (void)
{
  struct result *r = result, again = *r;
  bool no_cache = options.no_cache;
  printf ("  the execution that fails (%d steps):\n", path);
  again.kind[0] = 0;
  result = &again;
  tracing = options.no_cache = true;
  execute ();
  tracing = false;
  options.no_cache = no_cache;
  result = r;
  printf ("  %s: %s%s%s\n", r->kind, r->text, r->where[0] ? "  at " : "", r->where);
}

/* What was explored so far did not know all that tasks share. */
static void
begin_again (void)
{
  found_shared = false;
  result->restarts++;
  result->outcomes[0] = result->kind[0] = 0;
  path = 0;
  states_forget ();
}

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Tells plain.c where shared data can be, if code reports what it touches. */
void
explorer_start (void)
{
  extern char __data_start[], _end[];
  if (!plain_instrumented)
    return;
  plain_watch (__data_start, _end - __data_start);
}

void
explore (const struct model_scenario *s, bool verbose, struct result *r)
{
  static const struct model_scenario *last; /* what is shared is known of it */
  double began = seconds ();
  memset (r, 0, sizeof *r);
  result = r;
  scenario = s;
  switch_hook = NULL;
  found_shared = false;
  path = n_tasks = 0;
  while (n_tasks < MODEL_TASKS && s->task[n_tasks].run)
    n_tasks++;
  if (s != last)
    memory_new_scenario ();
  last = s;
  states_forget ();
  for (bool more = true; more;)
    {
      execute ();
      if (found_shared)
        begin_again ();
      else
        more = !engine_failed () && backtrack ();
    }
  r->states = states_seen ();
  r->seconds = seconds () - began;
  if (engine_failed () && verbose && strcmp (r->kind, "not exhaustive") != 0)
    print_failure ();
}
