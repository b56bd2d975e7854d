/* SPDX-License-Identifier: MIT */
/* own_processor.c - a thread that waits goes to another processor than its partner's.
 *
 * The kernel wakes a thread beside its waker, or where it slept last, even if another processor is
 * free, above all where the two share no cache.  Two threads that take turns on one processor may
 * stay there for some milliseconds: neither spins with success, and each window of elements costs
 * two sleeps.  So each process notes where it runs when it begins to wait.  One that has polled in
 * vain, and whose partner was last seen on the same processor, leaves it.  No thread is bound: the
 * kernel may still move it.  Sealed processes may not ask for another processor, and stay.
 *
 * Workers of fibers do the same among themselves (fiber/worker_idle.c).
 */
#include "sync/sync.h"

void
erb_note_processor (struct erb_process *p)
{
  bool free = p->program->set.pin == ERB_PIN_NONE && !erb_sealed; /* to go elsewhere */
  int32_t here = free ? 1 + erb_processor_here () : 0;
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

/* Whether a process that w waits for is on the given processor. */
static bool
is_partners (const void *wait, int processor)
{
  const struct erb_wait *w = wait;
  for (int n = 0; n < w->record->ids[w->side]; n++)
    {
      struct erb_process *q = (struct erb_process *) (intptr_t)
        erbium_load_acquire (&w->record->slot[w->side][n].owner);
      if (q && q != w->process && processor_of (q) == 1 + processor)
        return true;
    }
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
