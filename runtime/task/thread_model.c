/* SPDX-License-Identifier: MIT */
/* thread_model.c - processes as kernel threads, one each.
 *
 * A process sleeps on its token with a futex.  This model is used where a process blocks in the
 * kernel or in a library, and where there are processors for all.
 */
#include "task/task.h"

#include <limits.h>

void *
erb_thread_main (void *argument)
{
  struct erb_process *p = argument;
  erbium_program *program = p->program;
  void *stack = p->signal_stack = erb_signal_stack ();
  p->stack_end = erb_stack_end ();
  erb_kernel_name_thread ("%s", p->name);
  if (program->set.pin != ERB_PIN_NONE)
    erb_pin_self ((enum erb_pin) program->set.pin, (int) p->id);
  erb_process_body (p);
  erb_signal_stack_free (stack);
  return NULL;
}

int
erb_thread_start (struct erb_process *p, void *(*body) (void *))
{
  pthread_attr_t attributes;
  int64_t stack = p->program->set.stack;
  int error = pthread_attr_init (&attributes);
  if (error)
    return error;
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  if (stack > 0)
    error = pthread_attr_setstacksize (&attributes,
                                       stack < PTHREAD_STACK_MIN ? PTHREAD_STACK_MIN
                                                                 : (size_t) stack);
  if (!error)
    error = pthread_create (&p->thread, &attributes, body, p);
  pthread_attr_destroy (&attributes);
  return error;
}

static int
thread_start (struct erb_process *p)
{
  return erb_thread_start (p, erb_thread_main);
}

bool
erb_thread_park (struct erb_process *p, const struct erb_wait *w, int64_t timeout)
{
  (void) w;
  int64_t until = timeout < 0 ? 0 : erb_os->now () + timeout;
  while (!erb_take_token (p))
    {
      int64_t left = timeout < 0 ? -1 : until - erb_os->now ();
      if (timeout >= 0 && left <= 0)
        return erb_take_token (p);
      erb_os->sleep (&p->token, 0, left);
    }
  return true;
}

void
erb_thread_unpark (struct erb_process *p)
{
  erbium_store_release (&p->token, 1); /* acquired by erb_take_token */
}

/* p may be gone as soon as the token is stored.  The wake-up then reaches nobody, or a process that
 * has taken over this address and tests its own token again. */
void
erb_thread_finish_unpark (struct erb_process *p)
{
  erb_os->wake (&p->token);
}

void
erb_thread_take_unpark (struct erb_process *p)
{
  erb_thread_park (p, NULL, 0);
}

const struct erb_task_model erb_task_thread = {
  .name = "thread", .prose = "each process is a kernel thread",
  .hint = "raise the limit on threads (ulimit -u) or memory (ulimit -v), "
          "set ERBIUM_STACK to less, or ERBIUM_TASK to fiber",
  .start = thread_start, .park = erb_thread_park, .unpark = erb_thread_unpark,
  .finish_unpark = erb_thread_finish_unpark, .take_unpark = erb_thread_take_unpark,
};
