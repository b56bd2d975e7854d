/* SPDX-License-Identifier: MIT */
/* inbox.c - how a process becomes ready: on its worker, or from another thread.
 *
 * Only the thread of its worker puts a process into a row (run_queue.c).  Any other thread puts the
 * process into the inbox of that worker, and wakes the worker if it sleeps.
 */
#include "fiber/worker.h"

/* w counts as awake at once.  Otherwise the caller's worker could be the last one to fall asleep,
 * before w runs, and would search all processes for a deadlock.  When w wakes up it wakes the
 * monitor too, if that still sleeps.  But w is on its way to a process, so the caller does it
 * first. */
ERB_WAKES void
erb_worker_wake (struct erb_worker *w)
{
  if (!erbium_load_seq_cst (&w->asleep) || !erbium_cas (&w->asleep, 1, 0))
    return;
  erbium_add (&w->program->awake, 1);
  erb_os->wake (&w->asleep);
  erb_monitor_wake (w->program);
}

/* Puts p in the inbox of w. p->mail says why p has been sent since it was last taken out, so that p
 * is in the inbox only once, although two threads may send it: a waker, and the thread on which p
 * comes back.
 *
 * The processes are in the inbox in the order of their arrival, latest first.  The store is a
 * release, and is acquired in erb_worker_open_inbox. */
ERB_WAKES void
erb_worker_send (struct erb_worker *w, struct erb_process *p, enum erb_mail why)
{
  int32_t before;
  int64_t first;
  do
    before = erbium_load_relaxed (&p->mail);
  while (!erbium_cas (&p->mail, before, before | (int32_t) why));
  if (before)
    return;
  do
    {
      first = erbium_load_relaxed (&w->inbox);
      p->inbox_next = (struct erb_process *) (intptr_t) first;
    }
  while (!erbium_cas (&w->inbox, first, (int64_t) (intptr_t) p));
  erb_worker_wake (w);
}

/* p is not on its stack any more, and does not wait: nobody else makes it ready.  A wake-up that
 * comes meanwhile is remembered. */
static void
come_back (struct erb_worker *w, struct erb_process *p)
{
  p->woken = false;
  erb_worker_put_back (w, p);
}

static void
take_out (struct erb_worker *w, struct erb_process *p)
{
  int32_t why;
  do
    why = erbium_load_relaxed (&p->mail);
  while (!erbium_cas (&p->mail, why, 0));
  erb_worker_count (&w->arrived, 1);
  if (why & ERB_WOKEN)
    p->low_priority = false; /* no process of this worker brings it more */
  bool off_stack = p->parked && p != w->running;
  struct erb_worker *to = why == ERB_WOKEN && off_stack
                          ? erb_worker_forwards_to (w, p, p->remote_wait) : NULL;
  if (to)
    {
      erb_worker_unpark (w, p, true);
      erb_worker_move (w, p, to);
      return;
    }
  if (off_stack) /* or its views may change meanwhile */
    erb_worker_welcomes (w, p);
  if (why & ERB_WOKEN)
    erb_worker_make_ready (w, p, true);
  if (why & ERB_BACK)
    come_back (w, p);
}

ERB_WAKES void
erb_worker_ready (struct erb_process *p)
{
  int32_t before = 0;
  struct erb_local *local = erb_local_enter (&before);
  struct erb_worker *home = erb_worker_home (p), *here = (struct erb_worker *) local;
  if (here == home)
    erb_worker_make_ready (home, p, true);
  if (here)
    erb_local_exit (before);
  if (here == home)
    return;
  erbium_store_relaxed (&p->waker, (int64_t) (intptr_t) here);
  erb_worker_send (home, p, ERB_WOKEN);
}

void
erb_worker_finish_unpark (struct erb_process *p)
{
  (void) p; /* of the task model's row: a thread is woken by it */
  int32_t before = 0;
  struct erb_local *here = erb_local_enter (&before);
  if (!here)
    return;
  if (!erb_local_thread ()->holds)
    erb_worker_share ((struct erb_worker *) here);
  erb_local_exit (before);
}

ERB_WAKES void
erb_worker_open_inbox (struct erb_worker *w)
{
  int64_t first;
  do
    first = erbium_load_relaxed (&w->inbox);
  while (first && !erbium_cas (&w->inbox, first, 0));
  struct erb_process *p = (struct erb_process *) (intptr_t) first, *in_order = NULL, *next;
  for (; p; p = next)
    {
      next = p->inbox_next;
      p->inbox_next = in_order;
      in_order = p;
    }
  for (p = in_order; p; p = next)
    {
      next = p->inbox_next;
      take_out (w, p);
    }
}
