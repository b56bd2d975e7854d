/* SPDX-License-Identifier: MIT */
/* child_processes.c - processes of a program as spaces: those that the calling space has started.
 *
 * A space must outlive those that it has started, and take their ends from the system.  It does so when it
 * starts another, so that slots are used again, and at its own end.  A process that ends before those that it
 * has run has left the program, and its space stays as their host.
 *
 * Where the program is sealed nothing may depend on when a space has ended.  So what a process has
 * printed is passed on when it is joined, and once; with the rest, of those whom it hosts, when all are joined,
 * which is when the caller waits for their spaces too, in the order in which they were started.  These have
 * nothing else to wait for: all that they host have left the program.  Clocks count at the end of the caller.
 * Where one ends the program, what it has printed comes by way of those that have run it; how far others have come
 * by then depends on the schedule, so of those that were not joined nothing does.
 */
#include "space_model/child_processes.h"

#include <stdio.h>
#include <stdlib.h>

struct hosted
{
  struct erb_space_child child;
  erbium_program *program;
  erbium_process id;
  bool joined; /* what it had printed by then has been passed on */
  struct hosted *next;
};

static struct hosted *hosted; /* the last one that was started first */
static int numbers;           /* given to processes, for paths of spaces */
static int64_t latest;        /* clock of those that have gone */

struct erb_space_child *
erb_child_process_new (struct erb_process *p)
{
  erb_space self = erb_space_of_processes ("run", p->where);
  struct hosted *h = malloc (sizeof *h);
  erb_space space = h ? erb_space_take (self, -1, -(numbers + 1), p->where) : ERB_NO_SPACE;
  if (space == ERB_NO_SPACE)
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, p->where, p->task->hint,
               "process '%s' cannot be started: %s", p->name,
               h ? "there are as many spaces as there can be" : "no memory");
  numbers++;
  erb_event_child_allocated (-numbers, space, p->where);
  *h = (struct hosted) { { .space = space, .output = { .file = { -1, -1 } } }, p->program, p->id, false, hosted };
  hosted = h;
  erbium_store_release (&p->space, space); /* erb_space_check_deaths */
  return &h->child;
}

void
erb_child_process_drop (struct erb_process *p)
{
  struct hosted *h = hosted;
  hosted = h->next;
  erbium_store_release (&p->space, ERB_NO_SPACE); /* erb_space_check_deaths */
  erb_space_give_back (h->child.space);
  free (h);
}

void
erb_child_processes_forget (void)
{
  while (hosted)
    {
      struct hosted *h = hosted;
      hosted = h->next;
      free (h);
    }
  numbers = 0;
  latest = 0;
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
  erb_exit_status_check ();
  erb_space_check_deaths (h->program, NULL);
  int status = erb_space_status (h->child.space);
  erb_space_follow_interrupt (status);
  erb_space_say_status (status, how, sizeof how);
  erb_child_processes_die_of (h->child.space);
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
      struct erb_space_wait w = { state, erbium_load_acquire (state), &h->child.space, 1, a_while, NULL };
      erb_exit_status_check ();
      if (!has_ended (h) && erb_space_wait (&w) == 0)
        is_dead (h);
    }
}

/* Whose end may be taken as soon as it has come: of a sealed program, where nobody can tell. */
static bool
may_go (const struct hosted *h)
{
  return has_ended (h) && (!erb_sealed || (h->joined && erb_space_output_is_passed (&h->child.output)));
}

static void
forget (struct hosted **at)
{
  struct hosted *h = *at;
  int64_t time = erbium_load_relaxed (&erb_space_at (h->child.space)->time);
  if (latest < time)
    latest = time;
  erb_space_bury (&h->child);
  *at = h->next;
  free (h);
}

void
erb_child_processes_collect (void)
{
  for (struct hosted **at = &hosted; *at;)
    if (may_go (*at))
      forget (at);
    else
      at = &(*at)->next;
}

/* Where the one stands that was started first of p, NULL: of any program; NULL: there is none. */
static struct hosted **
find_first (const erbium_program *p)
{
  struct hosted **first = NULL;
  for (struct hosted **at = &hosted; *at; at = &(*at)->next)
    if (!p || (*at)->program == p)
      first = at;
  return first;
}

void
erb_child_processes_end (const erbium_program *p)
{
  for (struct hosted **first; (first = find_first (p));)
    {
      await (*first);
      forget (first);
    }
  if (!p)
    erb_event_clock_met (latest);
}

static void
pass_printed (struct hosted *h)
{
  const struct erb_space_slot *slot = erb_space_at (h->child.space);
  const int64_t end[2] = { erbium_load_acquire (&slot->printed[0]), erbium_load_acquire (&slot->printed[1]) };
  erb_space_output_pass_to (&h->child.output, end);
  h->joined = true;
}

void
erb_child_process_joined (erbium_process id)
{
  for (struct hosted *h = hosted; h; h = h->next)
    if (h->id == id && !h->joined)
      pass_printed (h);
}

/* h and those that were started before it, of p. */
static void
pass_rest (struct hosted *h, const erbium_program *p)
{
  if (!h)
    return;
  pass_rest (h->next, p);
  if (h->program != p)
    return;
  await (h);
  erb_space_output_pass (&h->child.output);
  h->joined = true;
}

void
erb_child_processes_joined (const erbium_program *p)
{
  pass_rest (hosted, p);
}

/* The one of the caller's that s is, or by way of which its output comes; NULL: there is none. */
static struct hosted *
way_to (erb_space s)
{
  erb_space self = erb_space_self_if_any (), parent;
  for (int n = 0; n < ERB_SPACES && s >= ERB_SPACES; n++, s = parent)
    if ((parent = erbium_load_relaxed (&erb_space_at (s)->owner) - 2) == self)
      break;
  struct hosted *h = hosted;
  while (h && h->child.space != s)
    h = h->next;
  return h;
}

/* Those on the way follow the verdict where they wait; one that computes is not waited for without end. */
static void
await_way (const struct hosted *h)
{
  const int64_t a_while = 10000000;
  for (int n = 0; n < 100 && erb_space_alive (h->child.space); n++)
    {
      struct erb_space_wait w = { &erb_space_at (h->child.space)->state, ERB_SPACE_RUNNING, &h->child.space, 1, a_while, NULL };
      erb_space_wait (&w);
    }
}

void
erb_child_processes_pass_output (erb_space from)
{
  struct hosted *h = erb_sealed ? way_to (from) : NULL;
  if (h && h->child.space != from)
    await_way (h);
  if (h)
    erb_space_output_pass (&h->child.output);
}

static void
pass_all (struct hosted *h)
{
  if (!h)
    return;
  pass_all (h->next);
  await_way (h);
  erb_space_output_pass (&h->child.output);
}

/* Whoever tells writes its buffers, too. */
void
erb_child_processes_pass_all_output (void)
{
  if (!erb_sealed)
    return;
  fflush (NULL);
  pass_all (hosted);
}

void
erb_child_processes_die_of (erb_space s)
{
  struct hosted *h = erb_sealed ? way_to (s) : NULL;
  erb_space_dies_of (s);
  if (h && h->child.space == s)
    erb_space_output_pass (&h->child.output);
}
