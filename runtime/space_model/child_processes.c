/* SPDX-License-Identifier: MIT */
/* child_processes.c - the processes that the calling space has started, each in a child space.
 *
 * A space must outlive its children and collect their processes from the system.  It does so when
 * it starts another child, so that slots are reused, and at its own end.  A process that ends
 * before its children leaves the program, and its space stays until they have ended.
 *
 * In a sealed program nothing may depend on the time at which a space ends.  So the output of a
 * process is passed on once, when the process is joined.  The output of its children that it has
 * not joined follows when all processes are joined: then the caller also waits for their spaces, in
 * the order in which they were started.  This wait ends, since their own children have left the
 * program.  Clocks count at the end of the caller.  If a process ends the program, its output is
 * passed on by its ancestors.  The progress of others at that moment depends on the schedule, so
 * only output of joined processes is passed on.
 */
#include "space_model/child_processes.h"

#include <stdio.h>
#include <stdlib.h>

struct child_process
{
  struct erb_space_child child;
  erbium_program *program;
  erbium_process id;
  bool joined; /* its output up to its end has been passed on */
  struct child_process *next;
};

static struct child_process *children; /* most recently started first */
static int numbers;                    /* given to processes so far, for paths of spaces */
static int64_t latest;                 /* latest clock of the collected children */

struct erb_space_child *
erb_child_process_new (struct erb_process *p)
{
  erb_space self = erb_space_of_processes ("run", p->where);
  struct child_process *c = malloc (sizeof *c);
  erb_space space = c ? erb_space_take (self, -1, -(numbers + 1), p->where) : ERB_NO_SPACE;
  if (space == ERB_NO_SPACE)
    erb_fault (ERBIUM_EXIT_RESOURCE, ERB_run, p->where, p->task->hint,
               "process '%s' cannot be started: %s", p->name,
               c ? "there are as many spaces as there can be" : "no memory");
  numbers++;
  erb_event_child_allocated (-numbers, space, p->where);
  *c = (struct child_process){
    { .space = space, .output = { .file = { -1, -1 } } }, p->program, p->id, false, children
  };
  children = c;
  erbium_store_release (&p->space, space); /* acquired by erb_space_check_deaths */
  return &c->child;
}

void
erb_child_process_drop (struct erb_process *p)
{
  struct child_process *c = children;
  children = c->next;
  erbium_store_release (&p->space, ERB_NO_SPACE); /* acquired by erb_space_check_deaths */
  erb_space_give_back (c->child.space);
  free (c);
}

void
erb_child_processes_forget (void)
{
  while (children)
    {
      struct child_process *c = children;
      children = c->next;
      free (c);
    }
  numbers = 0;
  latest = 0;
}

static bool
has_ended (const struct child_process *c)
{
  return erbium_load_acquire (&erb_space_at (c->child.space)->state) == ERB_SPACE_ENDED;
}

/* If the process had left the program, no other space detects the death. */
ERB_NORETURN static void
is_dead (const struct child_process *c)
{
  char how[160];
  struct erb_text t;
  erb_exit_status_check ();
  erb_space_check_deaths (c->program, NULL);
  int status = erb_space_status (c->child.space);
  erb_space_follow_interrupt (status);
  erb_space_describe_status (status, how, sizeof how);
  erb_child_processes_die_of (c->child.space);
  erb_fault_in (ERBIUM_EXIT_DEATH, NULL, NULL, erb_space_hint_of (status),
                "the space of a process that had ended, %s, %s",
                erb_space_describe (c->child.space, &t), how);
}

/* The wait may be long, and the program may end meanwhile. */
static void
await (struct child_process *c)
{
  erbium_atomic32 *state = &erb_space_at (c->child.space)->state;
  while (!has_ended (c))
    {
      const int64_t a_while = 100000000;
      struct erb_space_wait w = { state, erbium_load_acquire (state), &c->child.space, 1, a_while,
                                  NULL };
      erb_exit_status_check ();
      if (!has_ended (c) && erb_space_wait (&w) == 0)
        is_dead (c);
    }
}

/* Whether a child may be collected: in a sealed program only if the moment has no visible
 * effect. */
static bool
may_go (const struct child_process *c)
{
  return has_ended (c)
         && (!erb_sealed || (c->joined && erb_space_output_is_passed (&c->child.output)));
}

static void
forget (struct child_process **at)
{
  struct child_process *c = *at;
  int64_t time = erbium_load_relaxed (&erb_space_at (c->child.space)->time);
  if (latest < time)
    latest = time;
  erb_space_collect (&c->child);
  *at = c->next;
  free (c);
}

void
erb_child_processes_collect (void)
{
  for (struct child_process **at = &children; *at;)
    if (may_go (*at))
      forget (at);
    else
      at = &(*at)->next;
}

/* Returns the link to the first child of p, or of any program if p is NULL; NULL if there is
 * none. */
static struct child_process **
find_first (const erbium_program *p)
{
  struct child_process **first = NULL;
  for (struct child_process **at = &children; *at; at = &(*at)->next)
    if (!p || (*at)->program == p)
      first = at;
  return first;
}

void
erb_child_processes_end (const erbium_program *p)
{
  for (struct child_process **first; (first = find_first (p));)
    {
      await (*first);
      forget (first);
    }
  if (!p)
    erb_event_clock_met (latest);
}

static void
pass_printed (struct child_process *c)
{
  const struct erb_space_slot *slot = erb_space_at (c->child.space);
  const int64_t end[2] = { erbium_load_acquire (&slot->printed[0]),
                           erbium_load_acquire (&slot->printed[1]) };
  erb_space_output_pass_to (&c->child.output, end);
  c->joined = true;
}

void
erb_child_process_joined (erbium_process id)
{
  for (struct child_process *c = children; c; c = c->next)
    if (c->id == id && !c->joined)
      pass_printed (c);
}

/* Passes on the output of c and of earlier children of p, in the order in which they were
 * started. */
static void
pass_rest (struct child_process *c, const erbium_program *p)
{
  if (!c)
    return;
  pass_rest (c->next, p);
  if (c->program != p)
    return;
  await (c);
  erb_space_output_pass (&c->child.output);
  c->joined = true;
}

void
erb_child_processes_joined (const erbium_program *p)
{
  pass_rest (children, p);
}

/* Returns the child of the caller that is s or an ancestor of s; NULL if there is none. */
static struct child_process *
child_leading_to (erb_space s)
{
  erb_space self = erb_space_self_if_any (), parent;
  for (int n = 0; n < ERB_SPACES && s >= ERB_SPACES; n++, s = parent)
    if ((parent = erbium_load_relaxed (&erb_space_at (s)->owner) - 2) == self)
      break;
  struct child_process *c = children;
  while (c && c->child.space != s)
    c = c->next;
  return c;
}

/* Waits until the child has followed the exit status (exit_status.c), which it does at its next
 * wait; but not long, since it may be computing. */
static void
await_briefly (const struct child_process *c)
{
  const int64_t a_while = 10000000;
  for (int n = 0; n < 100 && erb_space_alive (c->child.space); n++)
    {
      struct erb_space_wait w = {
        &erb_space_at (c->child.space)->state, ERB_SPACE_RUNNING, &c->child.space, 1, a_while, NULL
      };
      erb_space_wait (&w);
    }
}

void
erb_child_processes_pass_output (erb_space from)
{
  struct child_process *c = erb_sealed ? child_leading_to (from) : NULL;
  if (c && c->child.space != from)
    await_briefly (c);
  if (c)
    erb_space_output_pass (&c->child.output);
}

static void
pass_all (struct child_process *c)
{
  if (!c)
    return;
  pass_all (c->next);
  await_briefly (c);
  erb_space_output_pass (&c->child.output);
}

/* The reporting space writes its own buffers, too. */
void
erb_child_processes_pass_all_output (void)
{
  if (!erb_sealed)
    return;
  fflush (NULL);
  pass_all (children);
}

void
erb_child_processes_die_of (erb_space s)
{
  struct child_process *c = erb_sealed ? child_leading_to (s) : NULL;
  erb_space_dies_of (s);
  if (c && c->child.space == s)
    erb_space_output_pass (&c->child.output);
}
