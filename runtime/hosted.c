/* SPDX-License-Identifier: MIT */
/* hosted.c - processes of a program as spaces: those that the calling space has started.
 *
 * A space must outlive those that it has started, and take their ends from the system.  It does so when it
 * starts another, so that slots are used again, and at its own end.  A process that ends before those that it
 * has run has left the program, and its space stays as their host.
 */
#include "hosted.h"
#include "replay/replay.h"

#include <stdlib.h>

struct hosted
{
  struct erb_space_child child;
  erbium_program *program;
  erbium_process id;
  struct hosted *next;
};

static struct hosted *hosted; /* the last one that was started first */
static int numbers;           /* given to processes, for paths of spaces */

struct erb_space_child *
erb_hosted_new (struct erb_process *p)
{
  erb_space self = erb_space_of_processes ("run", p->where);
  struct hosted *h = malloc (sizeof *h);
  erb_space space = h ? erb_space_take (self, -1, -(numbers + 1), p->where) : ERB_NO_SPACE;
  if (space == ERB_NO_SPACE)
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, p->where, p->task->mend,
               "process '%s' cannot be started: %s", p->name,
               h ? "there are as many spaces as there can be" : "no memory");
  numbers++;
  erb_replay_allocated (-numbers, space, p->where);
  *h = (struct hosted) { { .space = space, .output = { .file = { -1, -1 } } }, p->program, p->id, hosted };
  hosted = h;
  erbium_store_release (&p->space, space); /* erb_space_look_for_deaths */
  return &h->child;
}

void
erb_hosted_drop (struct erb_process *p)
{
  struct hosted *h = hosted;
  hosted = h->next;
  erbium_store_release (&p->space, ERB_NO_SPACE); /* erb_space_look_for_deaths */
  erb_space_give_back (h->child.space);
  free (h);
}

void
erb_hosted_forget (void)
{
  while (hosted)
    {
      struct hosted *h = hosted;
      hosted = h->next;
      free (h);
    }
  numbers = 0;
}

static bool
has_ended (const struct hosted *h)
{
  return erbium_load_acquire (&erb_space_at (h->child.space)->state) == ERB_SPACE_ENDED;
}

/* Where its process had left the program, nobody else looks for it. */
ERB_NORETURN static void
is_dead (const struct hosted *h)
{
  char how[160];
  struct erb_text t;
  erb_verdict_look ();
  erb_space_look_for_deaths (h->program, NULL);
  int status = erb_space_status (h->child.space);
  erb_space_follow_interrupt (status);
  erb_space_say_status (status, how, sizeof how);
  erb_fault_in (ERBIUM_EXIT_DEATH, NULL, NULL, erb_space_mend_of (status),
                "the space of a process that had ended, %s, %s", erb_space_say (h->child.space, &t), how);
}

/* A wait for each may be long, and the program end meanwhile. */
static void
await (struct hosted *h)
{
  erbium_atomic32 *state = &erb_space_at (h->child.space)->state;
  while (!has_ended (h))
    {
      const int64_t a_while = 100000000;
      struct erb_space_wait w = { state, erbium_load_acquire (state), &h->child.space, 1, a_while };
      erb_verdict_look ();
      if (!has_ended (h) && erb_space_wait (&w) == 0)
        is_dead (h);
    }
}

void
erb_hosted_collect (bool all)
{
  for (struct hosted **at = &hosted, *h; (h = *at);)
    {
      if (all)
        await (h);
      if (!has_ended (h))
        {
          at = &h->next;
          continue;
        }
      erb_space_await_child (&h->child);
      erb_space_bury (&h->child);
      *at = h->next;
      free (h);
    }
}

void
erb_hosted_pass_output (erbium_process id)
{
  for (struct hosted *h = hosted; h; h = h->next)
    if (id == 0 || h->id == id)
      erb_seal_output_pass (&h->child.output);
}
