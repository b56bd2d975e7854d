/* SPDX-License-Identifier: MIT */
/* step.c - what can happen next, and what happens then. */
#include "tasks.h"

#include <errno.h>

bool tracing;
int step_number;
struct task *sticky;

/* ---- What can happen next --------------------------------------------------- */

static struct frame *next; /* the frame that is being filled */

static void
offer (enum action_kind kind, struct task *t, int arg)
{
  if (next->n == ACTIONS)
    engine_fail ("limit", "", "more than %d actions in one state", ACTIONS);
  else
    next->action[next->n++] = (struct action) { kind, t - tasks, arg };
}

static void
offer_wakes (struct task *t)
{
  int waiters = 0;
  for (int u = 0; u < n_tasks; u++)
    waiters += tasks[u].status == TASK_ASLEEP && tasks[u].op.at == t->op.at;
  if (t->op.x >= waiters)
    offer (STEP, t, ANY);
  else if (t->op.x != 1)
    engine_fail ("limit", t->op.where, "wake of some, but neither one nor all");
  else
    for (int u = 0; u < n_tasks; u++)
      if (tasks[u].status == TASK_ASLEEP && tasks[u].op.at == t->op.at)
        offer (STEP, t, u);
}

/* Tasks that t's barrier waits for and that still run. */
static unsigned
must_fence (const struct task *t)
{
  unsigned set = 0;
  for (int u = 0; u < n_tasks; u++)
    if ((t->barrier >> u & 1) && tasks[u].status != TASK_ENDED)
      set |= 1u << u;
  return set;
}

static void
offer_fences (struct task *t)
{
  unsigned set = must_fence (t);
  if (!set)
    offer (STEP, t, ANY);
  for (int u = 0; u < n_tasks; u++)
    if (set >> u & 1)
      offer (STEP, t, u);
}

static void
offer_variants (struct task *t, int (*variants) (struct task *, int *))
{
  int arg[ACTIONS + READS];
  int n = variants (t, arg);
  for (int i = 0; i < n; i++)
    offer (STEP, t, arg[i]);
}

static void
offer_operation (struct task *t)
{
  switch (t->op.kind)
    {
    case OP_HEAVY: offer_fences (t); break;
    case OP_WAKE: offer_wakes (t); break;
    case OP_YIELD: offer_variants (t, memory_news); break;
    case OP_UNLOCK: case OP_FREE: offer (STEP, t, ANY); break;
    case OP_LOCK:
      if (t->op.lock->owner < 0)
        offer (STEP, t, ANY);
      break;
    case OP_CHOOSE:
      for (int i = 0; i < t->op.x; i++)
        offer (STEP, t, i);
      break;
    default: offer_variants (t, memory_variants);
    }
}

/* In an order that depends on nothing but the state. */
void
list_actions (struct frame *f)
{
  next = f;
  next->n = 0;
  if (sticky && sticky->status == TASK_READY && sticky->op.kind <= OP_CAS)
    {
      offer_operation (sticky);
      return;
    }
  for (struct task *t = tasks; t < tasks + n_tasks; t++)
    {
      if (t->n_buffer)
        offer (FLUSH, t, 0);
      if (t->status == TASK_READY)
        offer_operation (t);
      if (t->status == TASK_ASLEEP && t->op.timeout >= 0)
        offer (TIMEOUT, t, 0);
    }
  if (next->n)
    return;
  for (struct task *t = tasks; t < tasks + n_tasks; t++)
    if (t->status == TASK_READY && t->op.kind == OP_YIELD)
      offer (STEP, t, ANY);
}

/* ---- Doing it ----------------------------------------------------------------- */

static void
do_wait (struct task *t, int arg)
{
  memory_perform (t, arg);
  if (t->result != t->op.x)
    complete_round (t, -EAGAIN);
  else
    t->status = TASK_ASLEEP;
}

static void
do_wake (struct task *t, int arg)
{
  struct location *word = t->op.at;
  memory_futex_floor (t, word);
  for (int u = 0; u < n_tasks; u++)
    if (tasks[u].status == TASK_ASLEEP && tasks[u].op.at == word
        && (arg == ANY || arg == u))
      {
        tasks[u].status = TASK_READY;
        new_round (&tasks[u]);
        complete (&tasks[u], 0);
      }
  complete (t, 0);
}

static void
do_heavy (struct task *t, int arg)
{
  memory_fence (t);
  if (arg != ANY)
    {
      memory_interrupt (&tasks[arg]);
      t->barrier &= ~(1u << arg);
    }
  bool last = !must_fence (t);
  for (int u = 0; last && u < n_tasks; u++)
    if (t->barrier >> u & 1)
      memory_interrupt (&tasks[u]);
  memory_fence (t);
  if (!last)
    return;
  t->barrier = 0;
  complete (t, 0);
}

static void
do_yield (struct task *t, int arg)
{
  if (arg != ANY)
    {
      memory_learn (t, arg);
      t->starved = 0;
    }
  else if (++t->starved > options.spins)
    {
      engine_fail ("livelock", t->op.where, "%s spins and nobody else can move",
                   t->name);
      return;
    }
  new_round (t);
  t->result = t->op.x;
  t->hash = mix (t->hash, 1);
  resume (t);
}

static void
do_lock (struct task *t)
{
  struct lock *l = t->op.lock;
  l->owner = t - tasks;
  if (!t->n_buffer && !options.no_merge)
    sticky = t;
  memory_join_lock (t, l);
  complete (t, plain_instrumented ? 0 : l->history);
}

void
do_unlock (struct task *t)
{
  struct lock *l = t->op.lock;
  if (l->owner != t - tasks)
    engine_fail ("misuse", t->op.where, "%s unlocks what it has not locked", t->name);
  l->owner = -1;
  l->history = plain_instrumented ? 0 : t->hash;
  memory_leave_lock (t, l);
}

static void
do_step (struct task *t, int arg)
{
  t->late &= t->op.kind == OP_LOAD;
  switch (t->op.kind)
    {
    case OP_HEAVY: do_heavy (t, arg); break;
    case OP_WAIT: do_wait (t, arg); break;
    case OP_WAKE: do_wake (t, arg); break;
    case OP_YIELD: do_yield (t, arg); break;
    case OP_LOCK: do_lock (t); break;
    case OP_UNLOCK: do_unlock (t); complete (t, 0); break;
    case OP_FREE: complete (t, 0); break;
    case OP_CHOOSE: complete (t, arg); break;
    default:
      memory_perform (t, arg);
      complete (t, t->result);
    }
}

static void
do_timeout (struct task *t)
{
  t->clock += t->op.timeout;
  complete_round (t, -ETIMEDOUT);
}

void
perform (struct action a)
{
  struct task *t = &tasks[a.task];
  step_number++;
  sticky = NULL;
  if (tracing)
    trace_begin (a, step_number);
  if (a.kind == FLUSH)
    memory_flush (t);
  else if (a.kind == TIMEOUT)
    do_timeout (t);
  else
    do_step (t, a.arg);
  trace_end (NULL);
}
