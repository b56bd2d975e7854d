/* SPDX-License-Identifier: MIT */
/* operations.c - what the code of tasks calls: atomic operations, barriers, futexes,
 * mutexes, the clock.  Each says what the task wants and lets the scheduler choose,
 * but for what no other task can notice (see "Merging" in explorer.c). */
#include "tasks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LOCAL_STEPS = 100000 };

int local_steps;

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
  bool ordered = acquire && orders (where, SITE_ACQUIRE);
  return access_memory ((struct op)
    { .kind = OP_LOAD, .at = memory_location (at, size), .where = where,
      .ordered = ordered, .total = ordered && acquire == 2 });
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
  else if (current && site_named (where, SITE_LIGHT) != weakened)
    current->late = false;
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

void
model_forget (uint64_t x)
{
  struct task *t = current;
  if (!t || !plain_instrumented)
    return;
  new_round (t);
  new_round (t);
  t->clock = 0;
  t->hash = plain_private (mix (mix (t - tasks, x), t->arena - arena_of (t - tasks)));
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
