/* SPDX-License-Identifier: MIT */
/* join.c - waits for the end of a process, or of all others.
 *
 * A joiner enters the program's list under the program's lock, and a process leaves the program
 * under that lock too.  So either the joiner finds the process ended, or a process that
 * ends finds the joiner in the list.
 */
#include "sync/sync.h"

/* Sleeps in w until the process, or all others, have ended.  With STATS, counts how long. */
static void
sleep_in (struct erb_wait *w)
{
  struct erb_process *self = w->process;
  erb_wait_sleep (w);
  if (w->since)
    erbium_add (&self->joined, erb_os->now () - w->since);
}

static void
join (erbium_process id, const char *where)
{
  struct erb_process *self = erb_self ();
  erbium_program *p = self->program;
  struct erb_wait one = { .process = self, .primitive = ERB_join, .end_of = id, .where = where,
                          .since = p->set.stats ? erb_os->now () : 0 };
  struct erb_wait *w = erb_wait_shared (&one);
  erb_not_while_faulting (ERB_join, where, "wait");
  if (erb_ask_join (p, id, where))
    return;
  erb_start_pending (p);
  erb_wake_partners (self);
  erb_task_of_wait (self);
  erb_os->lock (&p->lock);
  bool ended = erb_ready (w);
  if (!ended)
    {
      w->queued = true;
      w->next = p->joiners;
      p->joiners = w;
    }
  erb_os->unlock (&p->lock);
  if (!ended)
    {
      erb_event_wait_begins (&one);
      sleep_in (w);
      erb_event_wait_ends (&one);
    }
  erb_event_joined (p, where);
  if (self->task->joined)
    self->task->joined (id);
}

static void
check_handle (const erbium_program *program, erbium_process handle, const char *where)
{
  int64_t its = handle >> ERB_NUMBER_BITS;
  struct erb_text t, of;
  if (handle < 0 || its == program->id || !erb_describe_program_number (its, &of))
    return;
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_join, where, "enter its program, or join it where it was run",
             "process %lld is of %s, the caller is in %s",
             (long long) (handle & (((erbium_process) 1 << ERB_NUMBER_BITS) - 1)), of.s,
             erb_describe_program (program, &t));
}

void
(erbium_join) (erbium_process handle, const char *where)
{
  struct erb_process *self = erb_self ();
  check_handle (self->program, handle, where);
  erbium_process id = handle == 0 ? 0 : handle - (self->program->id << ERB_NUMBER_BITS);
  erb_os->lock (&self->program->lock);
  bool elsewhere = erb_ask_numbered_elsewhere (self->program);
  bool known = id >= 0 && (id <= self->program->next_process || erb_ask_alone (self->program)
                           || elsewhere);
  for (const struct erb_process *p = self->program->processes; p && !elsewhere; p = p->next)
    known = known && (p->id != id || p->entry.start);
  erb_os->unlock (&self->program->lock);
  if (!known)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_join, where, "join what run has returned",
               "no process has handle %lld", (long long) handle);
  if (id == self->id)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_join, where, NULL, "a process cannot join itself");
  if (id != 0)
    join (id, where);
}

void
(erbium_join_all) (const char *where)
{
  join (0, where);
}
