/* SPDX-License-Identifier: MIT */
/* record_lock.c - the lock of a record, which costs fibers of one worker no atomic operation.
 *
 * A process takes it to wait or to wake, so a fiber takes it once for each switch.  Where all
 * processes of a record live on one worker, one thread does everything and nobody is kept out.  So
 * a record can be *biased*: its worker takes the lock with plain stores, and every other thread,
 * which comes seldom, has to end the bias first.
 *
 *   worker: holds = the record (L1), light barrier, read whether it is biased here
 *   other:  lock the mutex, bias = none (L2), heavy barrier, wait while holds is the record
 *
 * Either the worker finds the bias gone, and takes the mutex, or the other thread finds what the
 * worker holds, and waits.  The worker does not switch or take another record's lock in between, so
 * the wait lasts some instructions, or while a window is made.  While a thread holds the lock by
 * the bias it counts as inside (local.h), so that it is not replaced.
 *
 * A bias begins with a wait whose partners are all fibers of the same worker
 * (fiber/fiber_wait.c).  Other processes of the record may live elsewhere; they end the bias.  That
 * costs a heavy barrier, so each bias begins after twice as many of those waits as the one before.
 */
#include "record/record.h"

enum
{
  MOST_DOUBLED = 16,
  PATIENCE = 1000 /* yields */
};

/* The bias is read with acquire, for a bias that its own worker has ended
 * (erb_record_end_own_bias).  What others did under the lock is known to the thread that took the
 * mutex to begin the bias.  The only other thread that can find the bias to be its own is one that
 * serves that worker later (fiber/os_thread.c), and that thread has acquired what the former thread
 * released. */
static struct erb_local *
biased_to (const erbium_record *r)
{
  return (struct erb_local *) (intptr_t) erbium_load_acquire (&r->bias);
}

/* Takes the lock if r is biased to the caller's worker.  The thread is tested first: if it has lost
 * its worker, `holds' belongs to another thread. */
static bool
take_biased (erbium_record *r)
{
  int32_t before;
  struct erb_local *w = biased_to (r), *here = w ? erb_local_enter (&before) : NULL;
  if (here && here == w)
    {
      erbium_store_relaxed (&w->holds, (int64_t) (intptr_t) r); /* L1 */
      erbium_light_barrier ();
      if (biased_to (r) == w)
        {
          struct erb_local_thread *t = erb_local_thread ();
          t->holds = r;
          t->before = before;
          return true;
        }
      erbium_store_relaxed (&w->holds, 0); /* nothing was done */
    }
  if (here)
    erb_local_exit (before);
  return false;
}

/* Ends the bias of r, if there is one.  Called under the mutex. */
static void
end_bias (erbium_record *r)
{
  struct erb_local *w = biased_to (r);
  if (!w)
    return;
  erbium_store_relaxed (&r->bias, 0); /* L2 */
  erb_heavy_barrier (r->program);
  while (erbium_load_acquire (&w->holds) == (int64_t) (intptr_t) r)
    erb_os->yield ();
}

ERB_WAKES void
erb_record_lock (erbium_record *r)
{
  if (take_biased (r))
    return;
  erb_os->lock (&r->lock);
  end_bias (r);
}

/* The thread's `holds' decides, not the worker's: another thread of the worker may just be trying,
 * and find the bias gone. */
ERB_WAKES void
erb_record_unlock (erbium_record *r)
{
  struct erb_local_thread *t = erb_local_thread ();
  if (!t || t->holds != r)
    {
      erb_os->unlock (&r->lock);
      return;
    }
  t->holds = NULL;
  erbium_store_release (&t->local->holds, 0); /* end_bias */
  erb_local_exit (t->before);
}

/* Takes the lock for a report of a program that is cut short.  The thread that holds it may be the
 * caller, or never go on.  Then this returns false, and the bias stays, so that others wait. */
bool
erb_record_try_lock (erbium_record *r)
{
  if (!erb_os->try_lock (&r->lock))
    return false;
  struct erb_local *w = biased_to (r);
  if (!w)
    return true;
  erbium_store_relaxed (&r->bias, 0); /* L2 */
  erb_heavy_barrier (r->program);
  for (int n = 0; n < PATIENCE && erbium_load_acquire (&w->holds) == (int64_t) (intptr_t) r; n++)
    erb_os->yield ();
  if (erbium_load_acquire (&w->holds) != (int64_t) (intptr_t) r)
    return true;
  erbium_store_relaxed (&r->bias, (int64_t) (intptr_t) w);
  erb_os->unlock (&r->lock);
  return false;
}

bool
erb_record_may_bias (erbium_record *r, const struct erb_local *here)
{
  int64_t left = erbium_load_relaxed (&r->to_bias);
  if (left > 0 && biased_to (r) != here)
    erbium_store_relaxed (&r->to_bias, left - 1);
  return left == 0 && biased_to (r) != here;
}

void
erb_record_bias (erbium_record *r, struct erb_local *here)
{
  if (biased_to (r))
    return;
  r->biases += r->biases < MOST_DOUBLED;
  erbium_store_relaxed (&r->to_bias, (1 << r->biases) - 1);
  erbium_store_relaxed (&r->bias, (int64_t) (intptr_t) here);
}

/* No thread of `here' has the lock by its bias meanwhile, so no barrier is needed: a thread that
 * takes the mutex sees all that was done under the bias (acquired in biased_to), and the worker
 * finds the bias gone when it next looks.  Another thread may end the bias at the same time, and
 * begin one of its own. */
void
erb_record_end_own_bias (erbium_record *r, const struct erb_local *here)
{
  if (erbium_load_relaxed (&r->bias) == (int64_t) (intptr_t) here)
    erbium_cas (&r->bias, (int64_t) (intptr_t) here, 0); /* biased_to */
}

static void
end_biases (erbium_record *r)
{
  for (; r; r = r->next)
    erbium_store_relaxed (&r->bias, 0);
}

void
erb_records_end_biases (erbium_program *program)
{
  end_biases (program->records);
  end_biases (program->gone);
}
