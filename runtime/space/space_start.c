/* SPDX-License-Identifier: MIT */
/* space_start.c - from fork to the function of a space, and its end.
 *
 * What a space has of its parent is what a child of fork has: copies of memory, the same
 * open files with their offsets, what signals do, the mask of signals, the limits; of
 * threads, the one that called.  What would be done twice is done once:
 *
 *   - output in buffers is written before the fork;
 *   - functions given to atexit before it are the parent's: at its end a space calls
 *     those that it has given itself, and stops where the parent's begin.
 *
 * The order at the end: children are joined, then functions of atexit are called,
 * buffers are written, and only then does the parent hear of it.
 */
#define _GNU_SOURCE
#include "space/space.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* ---- The end of a space ---------------------------------------------------- */

static bool leaving; /* by its own will, not by a call of exit */

static void
leave_words (int status)
{
  struct erb_text t, words;
  snprintf (words.s, sizeof words.s, "erbium: error: %.80s has called exit (status %d) instead of returning",
            erb_space_name_if_any (&t), status);
  erb_space_leave_words (words.s);
}

/* The first function that a space gives to atexit: the last that is called. */
static void
space_exits (int status, void *unused)
{
  erb_space self = erb_space_self_if_any ();
  (void) unused;
  if (self == ERB_NO_SPACE) /* a child that the space has forked, or a thread of it */
    return;
  fflush (NULL);
  if (leaving)
    erb_event_space_leaves ();
  else
    leave_words (status);
  erb_event_space_ends (leaving, status);
  if (leaving)
    {
      struct erb_space_slot *slot = erb_space_at (self);
      erb_space_show_time (slot);
      erbium_store_release (&slot->state, ERB_SPACE_ENDED); /* erb_space_wait, in erbium_space_sync */
      erb_space_wake (&slot->state);
    }
  _exit (status);
}

void
erb_space_leave (const char *where)
{
  erb_space_join_children ("the end of a space", where);
  leaving = true;
  exit (EXIT_SUCCESS);
}

/* ---- Its beginning ----------------------------------------------------------- */

/* Killed when its parent is, also if that was before it asked for this. */
static void
die_with (pid_t parent)
{
  erb_kernel_die_with_parent ();
  if (erb_kernel_getppid () != parent)
    raise (SIGKILL);
}

ERB_NORETURN static void
run (const struct erb_space_child *child, pid_t parent, void *(*fn) (void *), void *args, const char *where)
{
  erb_space self = child->space, parent_space = erbium_load_relaxed (&erb_space_at (self)->owner) - 2;
  die_with (parent);
  erb_space_output_begin (&child->output);
  erb_space_become (self);
  erb_space_forget_children ();
  on_exit (space_exits, NULL);
  /* Before its parent goes on, so who waits for it there hears of its death, too. */
  erb_event_space_begins (self, parent_space, erb_space_at (self)->id, erb_space_at (self)->gid, where);
  erb_space_live (self);
  fn (args);
  erb_space_leave (where);
}

/* ---- The parent's side -------------------------------------------------------- */

/* It has died before it had a life: it is made one that runs and has none, and who waits for it is
 * told. */
static void
is_stillborn (erb_space child)
{
  struct erb_space_slot *slot = erb_space_at (child);
  erbium_cas (&slot->state, ERB_SPACE_STARTING, ERB_SPACE_RUNNING);
  erb_space_wake (&slot->state);
  erb_event_space_gone (child);
}

/* Until the new space has a life of its own, or has died before. */
static void
await_life (erb_space child, pid_t pid)
{
  const int64_t a_while = 10000000;
  struct erb_space_wait w = { &erb_space_at (child)->state, ERB_SPACE_STARTING, NULL, 0, a_while, NULL };
  while (erb_space_wait (&w) != ERB_SPACE_CHANGED)
    if (erb_kernel_has_died (pid))
      {
        is_stillborn (child);
        break;
      }
}

static void
expect_not_started (const struct erb_space_child *child, int id, const char *where)
{
  struct erb_text t;
  if (child->started)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_space_start", where, "allocate a child for each start",
                  "child %d, %s, was started before", id, erb_space_say (child->space, &t));
}

int
erb_space_fork (struct erb_space_child *child, void *(*fn) (void *), void *args, const char *where,
                const char **call)
{
  struct erb_space_slot *slot = erb_space_at (child->space);
  pid_t self = erb_kernel_getpid ();
  snprintf (slot->where, sizeof slot->where, "%s", where);
  erbium_store_release (&slot->state, ERB_SPACE_STARTING); /* has_life */
  child->started = true;
  fflush (NULL);
  *call = "memfd_create";
  if (!erb_ask_replays () && !erb_space_output_make (&child->output))
    return errno;
  *call = "fork";
  erb_kernel_begin_privileged ();
  pid_t pid = fork ();
  erb_kernel_end_privileged ();
  if (pid == 0)
    run (child, self, fn, args, where);
  if (pid < 0)
    return errno;
  erbium_store_relaxed (&slot->pid, pid);
  await_life (child->space, pid);
  erb_event_child_runs (pid);
  return 0;
}

/* In a replay, where it was not to be run: it counts as one that runs without a life. */
static void
is_not_replayed (struct erb_space_child *child, const char *where)
{
  struct erb_space_slot *slot = erb_space_at (child->space);
  snprintf (slot->where, sizeof slot->where, "%s", where);
  child->started = true;
  fflush (NULL);
  erbium_store_release (&slot->state, ERB_SPACE_RUNNING); /* has_life: without one */
}

int
(erbium_space_start) (int id, void *(*fn) (void *), void *args, const char *where)
{
  const char *call;
  erb_space_self ("erbium_space_start", where);
  struct erb_space_child *child = erb_space_find_child (id, "erbium_space_start", where);
  expect_not_started (child, id, where);
  if (!fn)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_space_start", where, "pass the function that child is to run",
                  "the function of child %d is NULL", id);
  erb_space_expect_within_limit (child->space, "erbium_space_start", where);
  if (erb_ask_child_absent (id, fn, where))
    {
      is_not_replayed (child, where);
      return id;
    }
  int error = erb_space_fork (child, fn, args, where, &call);
  if (error && strcmp (call, "fork") != 0)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_space_start", where,
                  "join spaces before starting more, or let the system have more open files (fs.file-max)",
                  "nothing to keep the output of child %d in: %s", id, strerror (error));
  if (error)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_space_start", where,
                  "raise the limit on processes (ulimit -u), or have fewer spaces at a time",
                  "no process for child %d: %s", id, strerror (error));
  return id;
}
