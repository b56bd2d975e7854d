/* SPDX-License-Identifier: MIT */
/* tso.c - memory as x86 has it: total store order.
 *
 * A location has one value.  A task's stores wait in its buffer, first in
 * first out, until the schedule flushes one; its own loads see them.  Locked
 * operations, mutexes, futex calls and fences empty the buffer.  Every store is
 * a release and every load an acquire here, for that is what the machine gives.
 * What the compiler may do is let a store come after loads that follow it, up to
 * the next light barrier, store or call: until then it is late (memory_interrupt).
 */
#include "memory.h"

static void
set_only (struct location *l, int64_t value, const struct view *v, uint64_t history)
{
  l->message[0]->value = value;
  l->message[0]->history = history;
  copy (&l->message[0]->view, v);
}

void
memory_flush (struct task *t)
{
  struct buffered *b = &t->buffer[0];
  set_only (b->at, b->value, &b->view, b->history);
  t->n_buffer--;
  for (int i = 0; i < t->n_buffer; i++)
    {
      t->buffer[i].at = t->buffer[i + 1].at;
      t->buffer[i].value = t->buffer[i + 1].value;
      t->buffer[i].history = t->buffer[i + 1].history;
      copy (&t->buffer[i].view, &t->buffer[i + 1].view);
    }
}

void
memory_drain (struct task *t)
{
  while (t->n_buffer)
    memory_flush (t);
}

int64_t
tso_visible (struct task *t, struct location *l)
{
  for (int i = t->n_buffer; i-- > 0;)
    if (t->buffer[i].at == l)
      return t->buffer[i].value;
  return l->message[0]->value;
}

static void
tso_acquire (struct task *t, struct location *l)
{
  join (&t->view, &l->message[0]->view);
  if (options.carry)
    t->hash = mix (t->hash, l->message[0]->history);
}

void
tso_perform (struct task *t)
{
  struct location *l = t->op.at;
  if (t->op.kind == OP_STORE)
    {
      struct buffered *b = &t->buffer[t->n_buffer++];
      b->at = l;
      b->value = t->op.x;
      b->history = t->hash;
      copy (&b->view, &t->view);
      t->late = true;
      note_done (t, l, t->op.x);
      return;
    }
  if (t->op.kind != OP_LOAD)
    memory_drain (t);
  int64_t value = tso_visible (t, l);
  note_seen (t, l, value);
  t->result = value;
  if (t->op.kind == OP_WAIT)
    return;
  tso_acquire (t, l);
  if (t->op.kind == OP_LOAD)
    return;
  bool swap = t->op.kind == OP_CAS;
  t->result = swap ? value == t->op.x : value + t->op.x;
  if (!swap || t->result)
    set_only (l, swap ? t->op.y : t->result, &t->view, t->hash);
  note_done (t, l, t->result);
}
