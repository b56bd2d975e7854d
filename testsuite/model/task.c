/* SPDX-License-Identifier: MIT */
/* task.c - tasks as coroutines, their failures, and the rounds of loops that spin. */
#include "tasks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* From Boost.Context, whose header is C++. */
struct transfer { void *from, *data; };
extern struct transfer jump_fcontext (void *to, void *data);
extern void *make_fcontext (void *stack_end, size_t size, void (*run) (struct transfer));

enum { STACK = 256 << 10 };

struct task tasks[MODEL_TASKS];
int n_tasks;
struct task *current;
struct result *result;
jmp_buf outside;
void (*switch_hook) (int);

static void *scheduler;
static char stacks[MODEL_TASKS][STACK] __attribute__ ((aligned (64)));
static char second_stacks[MODEL_TASKS][STACK] __attribute__ ((aligned (64)));

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

void
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

void
resume (struct task *t)
{
  current = t;
  if (switch_hook)
    switch_hook (t - tasks);
  struct transfer back = jump_fcontext (t->context, NULL);
  t->context = back.from;
  current = NULL;
}

int64_t
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

void
complete (struct task *t, int64_t x)
{
  t->result = x;
  t->hash = mix (t->hash, x);
  trace_end (&x);
  resume (t);
}

void
start_task (struct task *t, const char *name, void (*run) (void))
{
  int i = t - tasks;
  memset (t, 0, offsetof (struct task, buffer)); /* which is large, and empty */
  t->name = name;
  t->run = run;
  t->status = TASK_READY;
  t->arena = arena_of (i);
  memory_task_start (t);
  t->context = make_fcontext (stacks[i] + STACK, STACK, task_main);
}

/* ---- The second stack of a task --------------------------------------------- */

/* Whoever arrives stores where the other has stopped. */
void
model_jump (void **from, void *to)
{
  struct transfer t = jump_fcontext (to, from);
  *(void **) t.data = t.from;
}

static void
second_main (struct transfer t)
{
  *(void **) t.data = t.from;
  current->run_second ();
}

void *
model_second_stack (void (*run) (void))
{
  current->run_second = run;
  return make_fcontext (second_stacks[current - tasks] + STACK, STACK, second_main);
}

static bool
is_second (const char *p)
{
  return p >= second_stacks[0] && p < second_stacks[0] + sizeof second_stacks;
}

struct task *
explorer_stack_of (const void *at)
{
  const char *p = at, *first = is_second (p) ? second_stacks[0] : stacks[0];
  if (p < first || p >= first + sizeof stacks)
    return NULL;
  return &tasks[(p - first) / STACK];
}

/* A task stands where it stopped last.  Where it stands on its other stack is not known here. */
bool
explorer_has_returned (const struct task *t, const void *at)
{
  return t->status == TASK_ENDED
         || (is_second (at) == is_second (t->context) && (const char *) at < (char *) t->context);
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

/* ---- Rounds of spinning loops ---------------------------------------------- */

void
new_round (struct task *t)
{
  t->last_round = t->round;
  t->round = 0;
  t->n_seen = 0;
}

/* A round of t has ended: is it allowed to begin another just like it? */
bool
spins (struct task *t)
{
  if (t->n_seen && t->round == t->last_round)
    return true;
  new_round (t);
  return false;
}

/* The same for a task whose futex wait has returned x. */
void
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
