/* SPDX-License-Identifier: MIT */
/* own_processor.c - a thread that waits goes to another processor than its partner's, or to the
 * same one.
 *
 * The kernel wakes a thread beside its waker, or where it slept last, even if another processor is
 * free, above all where the two share no cache.  Two threads that take turns on one processor may
 * stay there for some milliseconds: neither spins with success, and each window of elements costs
 * two sleeps.  So each process notes where it runs when it begins to wait.  One that has polled in
 * vain, and whose partner was last seen on the same processor, leaves it.  No thread is bound: the
 * kernel may still move it.  Sealed processes may not ask for another processor, and stay.
 *
 * Where other programs need the processors, nobody spins.  Processes that hand single elements to
 * each other for short turns hardly ever run at the same time, and a wake-up on another processor,
 * which has to stop a program that computes there, takes several times as long as one on the
 * waker's own.  So such a process goes to the processor of its partner.  Of two it is the one on
 * the processor of the higher number that goes, so that they do not change places.
 *
 * Workers of fibers do the same among themselves (fiber/worker_idle.c).
 */
#include "sync/sync.h"

void
erb_note_processor (struct erb_process *p)
{
  bool movable = p->program->set.pin == ERB_PIN_NONE && !erb_sealed;
  int32_t here = movable ? 1 + erb_processor_here () : 0;
  if (erbium_load_relaxed (&p->processor) != here)
    erbium_store_relaxed (&p->processor, here);
}

/* The processor of q plus 1, as far as it is known, or 0.  q may have ended. */
static int32_t
processor_of (const struct erb_process *q)
{
  int32_t processor;
  return erb_ask_processor (q, &processor) ? processor : erbium_load_relaxed (&q->processor);
}

/* The processor of the nth process that w waits for, or -1: it is not known, or is the caller. */
static int
partners_processor (const struct erb_wait *w, int n)
{
  struct erb_process *q = (struct erb_process *) (intptr_t)
    erbium_load_acquire (&w->record->slot[w->side][n].owner);
  return q && q != w->process ? processor_of (q) - 1 : -1;
}

/* Whether a process that w waits for is on the given processor. */
static bool
is_partners (const void *wait, int processor)
{
  const struct erb_wait *w = wait;
  for (int n = 0; n < w->record->ids[w->side]; n++)
    if (partners_processor (w, n) == processor)
      return true;
  return false;
}

void
erb_leave_partner (const struct erb_wait *w)
{
  int here = erbium_load_relaxed (&w->process->processor) - 1;
  if (here < 0 || !is_partners (w, here))
    return;
  here = erb_leave_processor (is_partners, w);
  if (here >= 0)
    erbium_store_relaxed (&w->process->processor, 1 + here);
}

void
erb_join_partner (const struct erb_wait *w)
{
  if (erbium_load_relaxed (&w->process->processor) == 0) /* not movable */
    return;
  int here = erb_processor_here (), lowest = here;
  for (int n = 0; n < w->record->ids[w->side]; n++)
    {
      int there = partners_processor (w, n);
      if (there >= 0 && there < lowest)
        lowest = there;
    }
  if (lowest < here && erb_go_to_processor (lowest))
    erbium_store_relaxed (&w->process->processor, 1 + lowest);
}
