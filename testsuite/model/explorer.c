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
#include "engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* From Boost.Context, whose header is C++. */
struct transfer { void *from, *data; };
extern struct transfer jump_fcontext (void *to, void *data);
extern void *make_fcontext (void *stack_end, size_t size, void (*run) (struct transfer));

enum { LOCAL_STEPS = 100000, STACK = 256 << 10, ARENA = 256 << 10 };

/* A node of the path.  Sets of its actions are masks. */
struct frame
{
  struct action action[ACTIONS];
  int n, chosen;
  uint64_t todo, sleep;
};

struct options options = { RA, 20000000, 16, false, false, false, false, false };
bool found_shared;
struct task tasks[MODEL_TASKS];
int n_tasks;
struct task *current;

static const struct model_scenario *scenario;
static struct frame frames[DEPTH];
static int path;                  /* frames whose action is chosen */
static struct action inherited[ACTIONS]; /* asleep in the next frame */
static int n_inherited;
static void *scheduler;
static char stacks[MODEL_TASKS][STACK] __attribute__ ((aligned (64)));
static char arenas[MODEL_TASKS + 1][ARENA] __attribute__ ((aligned (4096)));
static char *setup_arena;
static void (*switch_hook) (int);
static struct result *result;
static bool tracing;
static int step_number;
static int local_steps;
static struct task *sticky;       /* it alone may go on: see "Merging" */
static jmp_buf outside;           /* a failure in setup or check */

static void do_unlock (struct task *t);

/* ---- Failures ------------------------------------------------------------- */

void
engine_fail (const char *kind, const char *where, const char *format, ...)
{
  va_list args;
  if (result->kind[0])
    return;
  snprintf (result->kind, sizeof result->kind, "%s", kind);
  snprintf (result->where, sizeof result->where, "%s", where);
  va_start (args, format);
  vsnprintf (result->text, sizeof result->text, format, args);
  va_end (args);
}

bool
engine_failed (void)
{
  return result->kind[0] != 0;
}

/* Leaves the task for good: an execution that failed is not gone on with. */
static void __attribute__ ((noreturn))
leave (void)
{
  if (!current)
    longjmp (outside, 1);
  for (;;)
    jump_fcontext (scheduler, NULL);
}

void
model_fail (const char *kind, const char *text, const char *where)
{
  engine_fail (kind, where, "%s", text);
  leave ();
}

/* ---- Coroutines ------------------------------------------------------------ */

static void
task_main (struct transfer t)
{
  scheduler = t.from;
  current->run ();
  current->status = TASK_ENDED;
  leave ();
}

/* Runs t up to its next operation. */
static void
resume (struct task *t)
{
  current = t;
  if (switch_hook)
    switch_hook (t - tasks);
  struct transfer back = jump_fcontext (t->context, NULL);
  t->context = back.from;
  current = NULL;
}

/* The calling task wants op: let the scheduler choose when and how. */
static int64_t
post (struct op op)
{
  struct task *me = current;
  me->op = op;
  if (engine_failed ())
    leave ();
  struct transfer t = jump_fcontext (scheduler, NULL);
  scheduler = t.from;
  return me->result;
}

static void
complete (struct task *t, int64_t x)
{
  t->result = x;
  t->hash = mix (t->hash, x);
  trace_end (&x);
  resume (t);
}

/* ---- Rounds of spinning loops ---------------------------------------------- */

static void
new_round (struct task *t)
{
  t->last_round = t->round;
  t->round = 0;
  t->n_seen = 0;
}

/* A round of t has ended: is it allowed to begin another just like it? */
static bool
spins (struct task *t)
{
  if (t->n_seen && t->round == t->last_round)
    return true;
  new_round (t);
  return false;
}

/* The same for a task whose futex wait has returned x. */
static void
complete_round (struct task *t, int64_t x)
{
  t->status = TASK_READY;
  if (!spins (t))
    {
      complete (t, x);
      return;
    }
  t->hash = mix (t->hash, x);
  t->op = (struct op) { .kind = OP_YIELD, .x = x, .where = t->op.where };
}

/* ---- What tasks call ------------------------------------------------------- */

static bool
orders (const char *where, enum site_kind kind)
{
  return !current || site_named (where, kind) != weakened || options.memory == TSO;
}

/* Is the location of op of no concern to other tasks, as far as is known? */
static bool
is_local (const struct op *op)
{
  struct location *l = op->at;
  unsigned users = l->users | 1u << (current - tasks);
  bool written = l->written || op->kind != OP_LOAD;
  bool was_local = !l->written || !(l->users & (l->users - 1));
  bool local = !written || !(users & (users - 1));
  found_shared |= was_local && !local && l->users;
  l->users = users;
  l->written = written;
  return local && !options.no_merge;
}

static int64_t
do_local (struct op op)
{
  struct task *t = current;
  char text[240];
  t->op = op;
  if (++local_steps > LOCAL_STEPS)
    model_fail ("livelock", "a loop on what no other task writes", op.where);
  if (tracing)
    trace_describe (t, op.at->n, text, sizeof text);
  memory_local (t);
  t->hash = mix (t->hash, t->result);
  if (tracing)
    printf ("     .  %-10s %s -> %lld  [%s]\n", t->name, text, (long long) t->result,
            op.where);
  return t->result;
}

static int64_t
access_memory (struct op op)
{
  int64_t x;
  if (current)
    return is_local (&op) ? do_local (op) : post (op);
  memory_direct (&op, &x);
  return x;
}

/* What setup left in a counter: tasks do not change it. */
static int64_t
counter_at (const void *at, int size)
{
  return size == 4 ? *(const int32_t *) at : *(const int64_t *) at;
}

int64_t
erbium_model_load (const void *at, int size, int acquire, const char *where)
{
  if (current && memory_is_counter (at))
    return counter_at (at, size);
  return access_memory ((struct op)
    { .kind = OP_LOAD, .at = memory_location (at, size), .where = where,
      .ordered = acquire && orders (where, SITE_ACQUIRE) });
}

void
erbium_model_store (void *at, int size, int64_t x, int release, const char *where)
{
  if (current && memory_is_counter (at))
    return;
  access_memory ((struct op)
    { .kind = OP_STORE, .at = memory_location (at, size), .where = where,
      .x = size == 4 ? (int32_t) x : x,
      .ordered = release && orders (where, SITE_RELEASE) });
}

int64_t
erbium_model_add (void *at, int size, int64_t x, const char *where)
{
  if (current && memory_is_counter (at))
    return counter_at (at, size) + x;
  return access_memory ((struct op)
    { .kind = OP_ADD, .at = memory_location (at, size), .x = x, .where = where });
}

int
erbium_model_cas (void *at, int size, int64_t from, int64_t to, const char *where)
{
  return access_memory ((struct op)
    { .kind = OP_CAS, .at = memory_location (at, size), .x = from, .y = to,
      .where = where });
}

static void
heavy_barrier (struct site *site)
{
  if (site == weakened)
    return;
  current->barrier = ((1u << n_tasks) - 1) & ~(1u << (current - tasks));
  post ((struct op) { .kind = OP_HEAVY, .site = site, .where = site->name });
}

void
erbium_model_barrier (int heavy, const char *where)
{
  if (heavy && current)
    heavy_barrier (site_named (where, SITE_HEAVY));
}

void
model_heavy_barrier (void)
{
  if (current)
    heavy_barrier (site_calling (__builtin_return_address (0), SITE_HEAVY));
}

int
model_futex_wait (erbium_atomic32 *word, int32_t expected, int64_t timeout)
{
  struct op op = { .kind = OP_WAIT, .at = memory_location (word, 4), .x = expected,
                   .timeout = timeout, .where = "futex wait" };
  struct op as_load = { .kind = OP_LOAD, .at = op.at };
  is_local (&as_load);
  return post (op);
}

void
model_futex_wake (erbium_atomic32 *word, int count)
{
  if (current)
    post ((struct op) { .kind = OP_WAKE, .at = memory_location (word, 4),
                        .x = count, .where = "futex wake" });
}

void
model_lock (void *mutex)
{
  if (current)
    post ((struct op) { .kind = OP_LOCK, .lock = memory_lock (mutex),
                        .where = "lock" });
}

void
model_unlock (void *mutex)
{
  if (!current)
    return;
  current->op = (struct op) { .kind = OP_UNLOCK, .lock = memory_lock (mutex),
                              .where = "unlock" };
  if (current->n_buffer || options.no_merge)
    post (current->op);
  else
    do_unlock (current);
}

int64_t
model_now (void)
{
  return current ? current->clock : 0;
}

void
model_yield (void)
{
  if (current && spins (current))
    post ((struct op) { .kind = OP_YIELD, .where = "yield" });
}

int
model_choose (int n)
{
  return post ((struct op) { .kind = OP_CHOOSE, .x = n, .where = "choose" });
}

int
model_self (void)
{
  return current ? current - tasks : -1;
}

void
model_on_switch (void (*hook) (int))
{
  switch_hook = hook;
}

void
model_fold (uint64_t x)
{
  if (current)
    current->hash = mix (current->hash, x);
}

void
model_forget (uint64_t x)
{
  struct task *t = current;
  if (!t || !plain_instrumented)
    return;
  new_round (t);
  new_round (t);
  t->clock = 0;
  t->hash = plain_private (mix (mix (t - tasks, x), t->arena - arenas[t - tasks]));
}

void *
model_alloc (size_t size, size_t align)
{
  char **free_at = current ? &current->arena : &setup_arena;
  char *end = arenas[current ? current - tasks : MODEL_TASKS] + ARENA;
  size_t mask = (align < 16 ? 16 : align) - 1;
  char *p = (char *) (((uintptr_t) *free_at + sizeof size + mask) & ~mask);
  if (p + size > end)
    model_fail ("limit", "arena of a task is full", "model_alloc");
  memcpy (p - sizeof size, &size, sizeof size);
  *free_at = p + size;
  return memset (p, 0, size);
}

size_t
model_size (const void *p)
{
  size_t size;
  memcpy (&size, (const char *) p - sizeof size, sizeof size);
  return size;
}

void
model_free (void *p)
{
  if (!p)
    return;
  if (current)
    post ((struct op) { .kind = OP_FREE, .where = "free" });
  memory_free (p, model_size (p));
}

void
model_outcome (const char *format, ...)
{
  char word[128];
  va_list args;
  va_start (args, format);
  snprintf (word, 2, " ");
  vsnprintf (word + 1, sizeof word - 2, format, args);
  va_end (args);
  strcat (word, " ");
  if (!result->outcomes[0])
    strcpy (result->outcomes, " ");
  size_t used = strlen (result->outcomes);
  if (!strstr (result->outcomes, word) && used + sizeof word < sizeof result->outcomes)
    strcpy (result->outcomes + used, word + 1);
}

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

/* Fills next with the actions of this state, in an order that depends on
 * nothing but the state. */
static void
list_actions (void)
{
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
    memory_fence (&tasks[arg]);
  if (arg != ANY)
    t->barrier &= ~(1u << arg);
  bool last = !must_fence (t);
  for (int u = 0; last && u < n_tasks; u++)
    if (t->barrier >> u & 1)
      memory_fence (&tasks[u]);
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

static void
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

static void
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
start_task (struct task *t)
{
  int i = t - tasks;
  *t = (struct task) { .name = scenario->task[i].name, .run = scenario->task[i].run,
                       .status = TASK_READY, .arena = arenas[i] };
  memory_task_start (t);
  t->context = make_fcontext (stacks[i] + STACK, STACK, task_main);
}

static void
start (void)
{
  step_number = local_steps = 0;
  sticky = NULL;
  setup_arena = arenas[MODEL_TASKS];
  memory_reset ();
  if (scenario->setup)
    scenario->setup ();
  for (int i = 0; i < n_tasks; i++)
    start_task (&tasks[i]);
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
  list_actions ();
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

struct task *
explorer_stack_of (const void *at)
{
  const char *p = at;
  if (p < stacks[0] || p >= stacks[0] + sizeof stacks)
    return NULL;
  return &tasks[(p - stacks[0]) / STACK];
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
