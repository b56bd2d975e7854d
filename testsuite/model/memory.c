/* SPDX-License-Identifier: MIT */
/* memory.c - what a load may return, under two models of memory.
 *
 * The one idea: what a task may still see is a *view*, a number for each
 * location, and everything that orders (acquire, mutex, fence) is a maximum of
 * two views.  The same views, with further components, find data races (plain.c).
 *
 * TSO is in tso.c, RA (release and acquire) in ra.c.
 *
 * A fence (heavy barrier) joins the view of a task and the one global view both
 * ways.  A futex orders nothing but its word: a wait reads no message older than
 * what a waker knew of that word.  (The kernel has full barriers in both calls;
 * a program that leans on them for other data is wrong here.)  In TSO futex
 * calls do empty the caller's buffer.
 */
#include "memory.h"

/* ---- Spinning: what this round of a loop has seen -------------------------- */

void
note_seen (struct task *t, struct location *l, int64_t value)
{
  t->round = mix (mix (t->round, l->component), value);
  int i = 0;
  while (i < t->n_seen && t->seen[i].at != l)
    i++;
  if (i == READS)
    return;
  t->seen[i] = (struct seen) { l, value };
  t->n_seen += i == t->n_seen;
}

void
note_done (struct task *t, struct location *l, int64_t value)
{
  t->round = mix (mix (t->round, ~(uint64_t) l->component), value);
}

/* ---- Under either model --------------------------------------------------- */

int
memory_variants (struct task *t, int *arg)
{
  if (options.memory == RA)
    return ra_variants (t, arg);
  arg[0] = 0;
  return !(t->op.kind == OP_STORE && t->n_buffer == BUFFER);
}

void
memory_perform (struct task *t, int arg)
{
  t->result = 0;
  if (options.memory == RA)
    ra_perform (t, arg);
  else
    tso_perform (t);
}

/* t's operation on a location that is its own, or that nobody writes. */
void
memory_local (struct task *t)
{
  struct location *l = t->op.at;
  memory_direct (&t->op, &t->result);
  if (t->op.kind == OP_LOAD || t->op.kind == OP_ADD || t->op.kind == OP_CAS)
    note_seen (t, l, l->message[0]->value);
  if (t->op.kind != OP_LOAD)
    note_done (t, l, t->op.x);
}

/* Outside the tasks: one value, at once. */
void
memory_direct (struct op *op, int64_t *result)
{
  struct location *l = op->at;
  struct message *m = l->message[l->n - 1];
  *result = op->kind == OP_STORE ? 0 : m->value;
  if (op->kind == OP_STORE)
    m->value = op->x;
  else if (op->kind == OP_ADD)
    *result = m->value += op->x;
  else if (op->kind == OP_CAS && (*result = m->value == op->x))
    m->value = op->y;
  if (current)
    return;
  if (l->size == 4)
    *(int32_t *) l->at = m->value;
  else
    *(int64_t *) l->at = m->value;
}

/* Does t's next operation, done as arg, write to its location?  At the end? */
bool
memory_writes (const struct task *t)
{
  if (t->op.kind == OP_STORE)
    return options.memory == RA;
  return t->op.kind != OP_LOAD;
}

bool
memory_appends (const struct task *t, int arg)
{
  return t->op.kind == OP_STORE && arg == t->op.at->n;
}

void
memory_fence (struct task *t)
{
  memory_drain (t);
  join (&everybody, &t->view);
  copy (&t->view, &everybody);
}

/* Whoever waits on at from now on reads nothing older than t knows of. */
/* A heavy barrier of another task, which finds t between two instructions.  A store that
 * no light barrier keeps before the loads that follow it may not have been among those
 * that t has come by, though the loads were: the compiler has put it behind them.  Then
 * what t has done since may be still to come as well. */
void
memory_interrupt (struct task *t)
{
  while (t->n_buffer > t->late)
    memory_flush (t);
  join (&everybody, t->n_buffer ? &t->buffer[0].view : &t->view);
  join (&t->view, &everybody);
}

void
memory_futex_floor (struct task *t, struct location *at)
{
  memory_drain (t);
  if (options.memory == RA && t->view.at[at->component] > at->floor)
    at->floor = t->view.at[at->component];
}

void
memory_join_lock (struct task *t, struct lock *l)
{
  memory_drain (t);
  join (&t->view, &l->view);
}

void
memory_leave_lock (struct task *t, struct lock *l)
{
  memory_drain (t);
  copy (&l->view, &t->view);
}

/* ---- Spinning: is there anything new? -------------------------------------- */

/* The position of the next message of another value, or 0. */
static int
newer (struct task *t, struct seen *s)
{
  for (int p = t->view.at[s->at->component] + 1; p < s->at->n; p++)
    if (s->at->message[p]->value != s->value)
      return p;
  return 0;
}

/* The ways in which t can come to see other than it saw in this round. */
int
memory_news (struct task *t, int *arg)
{
  int n = 0;
  for (int i = 0; i < t->n_seen; i++)
    if (options.memory == RA ? newer (t, &t->seen[i]) != 0
                             : tso_visible (t, t->seen[i].at) != t->seen[i].value)
      arg[n++] = i;
  return options.memory == TSO && n > 1 ? 1 : n;
}

void
memory_learn (struct task *t, int arg)
{
  if (options.memory == RA)
    t->view.at[t->seen[arg].at->component] = newer (t, &t->seen[arg]);
}
