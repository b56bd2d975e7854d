/* SPDX-License-Identifier: MIT */
/* space_start.c - from fork to the function of a space, and its end.
 *
 * A space inherits what a child of fork inherits: copies of memory, the open files with their
 * offsets, signal actions, the signal mask and limits; and of the threads only the calling one.
 * Two effects must not happen in both processes:
 *
 *   - output in buffers is written before the fork;
 *   - functions registered with atexit before the fork belong to the parent: at its end a space
 *     calls only those that it has registered itself.  A space that is a whole program, as a rank
 *     of MPI, calls all of them, and what libraries do at the end.
 *
 * At the end of a space its children are joined, then the functions of atexit are called, then
 * buffers are written, and only then is the parent notified.
 */
#define _GNU_SOURCE
#include "space/space.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* ---- The end of a space ---------------------------------------------------- */

static bool leaving;    /* its function has returned; it has not called exit */
static bool is_program; /* the functions registered before the fork are its own, too */

void
erb_space_is_program (void)
{
  is_program = true;
}

static void
store_report (int status)
{
  struct erb_text t, report;
  snprintf (report.s, sizeof report.s,
            "erbium: error: %.80s has called exit (status %d) instead of returning",
            erb_space_name_if_any (&t), status);
  erb_space_store_report (report.s);
}

/* The first function that a space registers with atexit, and so the last one that is called. */
static void
space_exits (int status, void *unused)
{
  erb_space self = erb_space_self_if_any ();
  (void) unused;
  if (self == ERB_NO_SPACE) /* in a child that the space has forked, or another thread of it */
    return;
  fflush (NULL);
  if (leaving)
    erb_event_space_leaves ();
  else
    store_report (status);
  erb_event_space_ends (leaving, status);
  if (leaving)
    {
      struct erb_space_slot *slot = erb_space_at (self);
      erb_space_show_time (slot);
      erbium_store_release (&slot->state, ERB_SPACE_ENDED); /* acquired by await_state */
      erb_space_wake (&slot->state);
    }
  if (!is_program)
    _exit (status);
}

void
erb_space_leave (const char *where)
{
  erb_space_join_children ("the end of a space", where);
  leaving = true;
  exit (EXIT_SUCCESS);
}

/* ---- The beginning ----------------------------------------------------------- */

/* Has the caller killed when its parent dies, also if that has already happened. */
static void
die_with (pid_t parent)
{
  erb_kernel_die_with_parent ();
  if (erb_kernel_getppid () != parent)
    raise (SIGKILL);
}

ERB_NORETURN static void
run (const struct erb_space_child *child, pid_t parent, void *(*fn) (void *), void *args,
     const char *where)
{
  erb_space self = child->space,
            parent_space = erbium_load_relaxed (&erb_space_at (self)->owner) - 2;
  die_with (parent);
  erb_space_output_begin (&child->output);
  erb_space_become (self);
  erb_space_forget_children ();
  on_exit (space_exits, NULL);
  /* Before its parent continues, so that a space that waits for this one there notices its
   * death. */
  erb_event_space_begins (self, parent_space, erb_space_at (self)->id, erb_space_at (self)->gid,
                          where);
  erb_space_begin_life (self);
  fn (args);
  erb_space_leave (where);
}

/* ---- The parent's side -------------------------------------------------------- */

/* Handles a child that has died before its life began: it becomes a running space without a life,
 * and spaces that wait for it are woken. */
static void
has_died_at_start (erb_space child)
{
  struct erb_space_slot *slot = erb_space_at (child);
  erbium_cas (&slot->state, ERB_SPACE_STARTING, ERB_SPACE_RUNNING);
  erb_space_wake (&slot->state);
  erb_event_space_gone (child);
}

/* Waits until the new space is alive, or has died before. */
static void
await_life (erb_space child, pid_t pid)
{
  const int64_t a_while = 10000000;
  struct erb_space_wait w
    = { &erb_space_at (child)->state, ERB_SPACE_STARTING, NULL, 0, a_while, NULL };
  while (erb_space_wait (&w) != ERB_SPACE_CHANGED)
    if (erb_kernel_has_died (pid))
      {
        has_died_at_start (child);
        break;
      }
}

static void
expect_not_started (const struct erb_space_child *child, int id, const char *where)
{
  struct erb_text t;
  if (child->started)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_space_start", where,
                  "allocate a child for each start", "child %d, %s, was started before", id,
                  erb_space_describe (child->space, &t));
}

int
erb_space_fork (struct erb_space_child *child, void *(*fn) (void *), void *args, const char *where,
                const char **call)
{
  struct erb_space_slot *slot = erb_space_at (child->space);
  pid_t self = erb_kernel_getpid ();
  snprintf (slot->where, sizeof slot->where, "%s", where);
  erbium_store_release (&slot->state, ERB_SPACE_STARTING); /* acquired by has_life */
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

/* In a replay, marks a child that is not run as a running space without a life. */
static void
is_not_replayed (struct erb_space_child *child, const char *where)
{
  struct erb_space_slot *slot = erb_space_at (child->space);
  snprintf (slot->where, sizeof slot->where, "%s", where);
  child->started = true;
  fflush (NULL);
  erbium_store_release (&slot->state, ERB_SPACE_RUNNING); /* acquired by has_life */
}

int
(erbium_space_start) (int id, void *(*fn) (void *), void *args, const char *where)
{
  const char *call;
  erb_space_self ("erbium_space_start", where);
  struct erb_space_child *child = erb_space_find_child (id, "erbium_space_start", where);
  expect_not_started (child, id, where);
  if (!fn)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_space_start", where,
                  "pass the function that child is to run", "the function of child %d is NULL", id);
  erb_space_expect_within_limit (child->space, "erbium_space_start", where);
  if (erb_ask_child_absent (id, fn, where))
    {
      is_not_replayed (child, where);
      return id;
    }
  int error = erb_space_fork (child, fn, args, where, &call);
  if (error && strcmp (call, "fork") != 0)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_space_start", where,
                  "join spaces before starting more, or let the system have more open files "
                  "(fs.file-max)",
                  "nothing to keep the output of child %d in: %s", id, strerror (error));
  if (error)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_space_start", where,
                  "raise the limit on processes (ulimit -u), or have fewer spaces at a time",
                  "no process for child %d: %s", id, strerror (error));
  return id;
}
