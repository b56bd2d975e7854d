/* SPDX-License-Identifier: MIT */
/* ra.c - memory as C11 has it, but for load buffering: release and acquire.
 *
 * A location is a list of messages in modification order.  A task may read
 * any message not older than its view; that message becomes its view of the
 * location.  A release store attaches the writer's view to its message, and an
 * acquire load of it joins that view; a relaxed store attaches nothing but
 * itself.  A read-modify-write stands right behind the message that it read,
 * nothing ever comes between the two, and it passes on what that message
 * carried (its release sequence).  A store may be placed anywhere after the
 * writer's view where it does not part such a pair: so two writers that do not
 * know of each other get both orders, whatever order they run in.
 *
 * Read-modify-writes and loads that are sequentially consistent are in one total order, the one in
 * which they are performed: such a load reads no message older than that of the last
 * read-modify-write of the location.
 *
 * What RA leaves out.  A load reads what has been stored already in the
 * execution: load buffering (both loads of x=r | y=r read 1) does not appear,
 * as it does not in any model without promises.  With options.append a store
 * goes to the end only.  That loses nothing where a location has one writer, for
 * its modification order is then its writer's program order, nor where all
 * writes but the first are read-modify-writes; with several writers it loses
 * 2+2W.
 */
#include "memory.h"

/* Positions of l from p on move up by one, in whatever names a position. */
static void
shift (struct location *l, int p)
{
  int c = l->component;
  for (int t = 0; t < n_tasks; t++)
    tasks[t].view.at[c] += tasks[t].view.at[c] >= p;
  for (int i = 0; i < n_pool; i++)
    pool[i].view.at[c] += pool[i].view.at[c] >= p;
  everybody.at[c] += everybody.at[c] >= p;
  l->floor += l->floor >= p;
  l->total += l->total >= p;
  for (int i = 0; i < n_locks; i++)
    locks[i].view.at[c] += locks[i].view.at[c] >= p;
  memmove (&l->message[p + 1], &l->message[p], (l->n - p) * sizeof l->message[0]);
}

/* t's message of that value at position p. */
static void
insert (struct task *t, struct location *l, int p, int64_t value, bool release)
{
  if (l->n == MESSAGES)
    {
      engine_fail ("limit", t->op.where, "more than %d messages in one location",
                   MESSAGES);
      return;
    }
  if (p < l->n)
    shift (l, p);
  struct message *m = new_message (value);
  l->message[p] = m;
  l->n++;
  t->view.at[l->component] = p;
  m->view.at[l->component] = p;
  m->rmw = t->op.kind != OP_STORE;
  m->history = t->hash;
  if (release)
    copy (&m->view, &t->view);
}

static int64_t
ra_read (struct task *t, struct location *l, int p, bool acquire)
{
  struct message *m = l->message[p];
  t->view.at[l->component] = p;
  if (acquire)
    join (&t->view, &m->view);
  if (acquire && options.carry)
    t->hash = mix (t->hash, m->history);
  note_seen (t, l, m->value);
  return m->value;
}

void
ra_perform (struct task *t, int p)
{
  struct location *l = t->op.at;
  bool rmw = t->op.kind == OP_ADD || t->op.kind == OP_CAS;
  if (t->op.kind == OP_STORE)
    {
      insert (t, l, p, t->op.x, t->op.ordered);
      note_done (t, l, t->op.x);
      return;
    }
  int64_t value = ra_read (t, l, p, t->op.ordered || rmw);
  t->result = value;
  if (!rmw)
    return;
  bool swap = t->op.kind == OP_CAS;
  t->result = swap ? value == t->op.x : value + t->op.x;
  if (!swap || t->result)
    {
      insert (t, l, p + 1, swap ? t->op.y : t->result, true);
      l->total = p + 1;
    }
  note_done (t, l, t->result);
}

/* May a message stand at position p > 0? */
static bool
free_place (const struct location *l, int p)
{
  return p == l->n || (!options.append && !l->message[p]->rmw);
}

int
ra_variants (struct task *t, int *arg)
{
  struct location *l = t->op.at;
  int n = 0, from = t->view.at[l->component];
  bool store = t->op.kind == OP_STORE, add = t->op.kind == OP_ADD,
       swap = t->op.kind == OP_CAS;
  if (t->op.kind == OP_WAIT && l->floor > from)
    from = l->floor;
  if (t->op.total && l->total > from)
    from = l->total;
  for (int p = from; p < l->n && n < ACTIONS; p++)
    {
      bool writes = store || add || (swap && l->message[p]->value == t->op.x);
      bool last_only = (add || swap) && options.append;
      if (last_only ? p == l->n - 1 : !writes || free_place (l, p + 1))
        arg[n++] = store ? p + 1 : p;
    }
  return n;
}
