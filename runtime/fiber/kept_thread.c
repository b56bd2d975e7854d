/* SPDX-License-Identifier: MIT */
/* kept_thread.c - fibers that keep the thread on which they are.
 *
 * Libraries have state that belongs to a thread.  That of OpenMP tells in which region or task the
 * thread is, so a process that waits there must go on where it was, and no other process must begin
 * a region on this thread meanwhile.  Before it waits, such a process gives its worker to another
 * thread, as one that blocks does (os_thread.c).  It does not come back, but waits as a kernel
 * thread until it ends.
 *
 * Its model changes under the program's lock and while it is in no list of waits.  So whoever wakes
 * it later, under the lock of a record or of the program, sees the new model.
 */
#include "fiber/fiber_model.h"
#include "fiber/worker.h"

/* Of the library of OpenMP, if the program has been linked with it: how many parallel regions the
 * calling thread is in, with those of one thread. */
extern int omp_get_level (void) ERB_WEAK;

bool
erb_fiber_needs_thread (const struct erb_process *p)
{
  return p->keeps_thread || (omp_get_level && omp_get_level () > 0);
}

/* The thread is counted as awake when it serves again, and the process was until now. */
static void
leave (struct erb_process *p)
{
  erbium_add (&p->program->awake, 1);
  erb_worker_leave (p);
}

/* No process starts with it. */
static const struct erb_task_model kept = {
  .name = "fiber that keeps its thread",
  .park = erb_thread_park, .unpark = erb_thread_unpark,
  .finish_unpark = erb_thread_finish_unpark, .take_unpark = erb_thread_take_unpark,
  .leave = leave,
};

bool
erb_fiber_keeps_thread (struct erb_process *p)
{
  if (!erb_fiber_needs_thread (p))
    return false;
  bool entered = erb_os_thread_enter ();
  erb_os->lock (&p->program->lock);
  p->task = &kept;
  erb_os->unlock (&p->program->lock);
  erb_kernel_name_thread ("%s", p->name);
  if (entered)
    erb_os_thread_leave_worker (p);
  return true;
}

/* The plugin calls it in threads that are no processes too. */
void
erbium_keep_thread (void)
{
  struct erb_process *p = erb_forked () ? NULL : erb_self_if_any ();
  if (p)
    p->keeps_thread = true;
}
