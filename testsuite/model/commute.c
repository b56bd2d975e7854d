/* SPDX-License-Identifier: MIT */
/* commute.c - which actions of different tasks commute: for sleep sets (see
 * explorer.c).  To call two dependent is always right, and costs executions. */
#include "engine.h"

/* What an action touches, for those that touch a location or nothing. */
struct touch
{
  bool everything, appends;
  bool total;              /* reads the latest of what is appended */
  struct location *read, *written;
  const struct lock *lock;
};

static struct touch
touch_of (struct action a)
{
  struct task *t = &tasks[a.task];
  enum op_kind kind = t->op.kind;
  if (a.kind == FLUSH)
    return (struct touch) { .written = t->buffer[0].at };
  /* The code that runs after a lock, a wait, a wake or a time-out, up to the
   * task's next operation, is part of the action and touches plain data only. */
  if (a.kind == STEP && kind == OP_LOCK && !t->n_buffer)
    return (struct touch) { .lock = t->op.lock };
  if (a.kind == TIMEOUT
      || ((kind == OP_WAIT || kind == OP_WAKE) && !t->n_buffer))
    return (struct touch) { .written = t->op.at };
  if (kind > OP_CAS || (kind != OP_LOAD && kind != OP_STORE
                                             && t->n_buffer))
    {
      bool own = a.kind == STEP && (kind == OP_CHOOSE || kind == OP_STORE);
      return (struct touch) { .everything = !own };
    }
  if (kind == OP_LOAD)
    return (struct touch) { .read = t->op.at, .total = t->op.total };
  if (memory_writes (t))
    return (struct touch) { .written = t->op.at, .appends = memory_appends (t, a.arg) };
  return (struct touch) { 0 };
}

bool
actions_commute (struct action a, struct action b)
{
  if (a.task == b.task)
    return false;
  struct touch x = touch_of (a), y = touch_of (b);
  if (x.everything || y.everything)
    return false;
  if (x.written && x.written == y.written)
    return false;
  if (x.lock && x.lock == y.lock)
    return false;
  return !((x.written && x.written == y.read && (!x.appends || y.total))
           || (y.written && y.written == x.read && (!y.appends || x.total)));
}
