/* SPDX-License-Identifier: MIT */
/* space_sync.c - erbium_space_alloc; and the meetings of parent and child: erbium_space_sync,
 * erbium_space_join, erbium_space_ret.
 *
 * Parent and child communicate only by the state of the child in the table:
 *
 *            child: erbium_space_ret            parent: erbium_space_sync (child, true)
 *   RUNNING -----------------> IN_RET ------------------------> RUNNING
 *      |                          |  parent: erbium_space_sync (child, false)
 *      |                          +------------------------> LEAVING
 *      | child: its function has returned                       |
 *      +---------------------> ENDED <--------------------------+
 *
 * Each sleeps on the state while the other one has to change it.
 */
#include "space/space.h"

#include <signal.h>
#include <stdio.h>

/* ---- Children --------------------------------------------------------------- */

static struct erb_space_child *children; /* the child with id n is at n - 1 */
static int child_count, child_room;

void
erb_space_forget_children (void)
{
  free (children);
  children = NULL;
  child_count = child_room = 0;
}

static void
add_child (erb_space space, const char *where)
{
  if (child_count == child_room)
    {
      int room = child_room ? 2 * child_room : 16;
      struct erb_space_child *more = realloc (children, room * sizeof *more);
      if (!more)
        erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_space_alloc", where,
                      "free memory, or raise the limit (ulimit -v)", "no memory for child %d",
                      child_count + 1);
      children = more;
      child_room = room;
    }
  children[child_count++] = (struct erb_space_child) { .space = space,
                                                      .output = { .file = { -1, -1 } } };
}

int
(erbium_space_alloc) (int gid, const char *where)
{
  erb_space self = erb_space_self ("erbium_space_alloc", where);
  if (gid < 0)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_space_alloc", where, "number spaces from 0 on",
                  "the gid is %d", gid);
  erb_space space = erb_space_take (self, gid, child_count + 1, where);
  if (space == ERB_NO_SPACE)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, "erbium_space_alloc", where,
                  "join spaces before allocating more",
                  "there are %d spaces already, as many as there can be", ERB_SPACES - 1);
  erb_space_expect_within_limit (space, "erbium_space_alloc", where);
  erb_event_child_allocated (child_count + 1, space, where);
  add_child (space, where);
  return child_count;
}

struct erb_space_child *
erb_space_find_child (int id, const char *function, const char *where)
{
  if (id < 1 || id > child_count)
    erb_fault_in (ERBIUM_EXIT_MISUSE, function, where,
                  "pass what erbium_space_alloc has returned here, to this space",
                  "there is no child %d; this space has allocated %d", id, child_count);
  if (children[id - 1].gone)
    erb_fault_in (ERBIUM_EXIT_MISUSE, function, where, "allocate another",
                  "child %d has ended, and was joined", id);
  return &children[id - 1];
}

/* ---- The parent --------------------------------------------------------------- */

enum { DEAD = ERB_SPACE_DEAD };

void
erb_space_show_time (struct erb_space_slot *slot)
{
  int64_t time = 0;
  erb_event_clock_shown (&time);
  erbium_store_relaxed (&slot->time, time);
}

/* Passes on the output of the child before anything else. */
static int32_t
met (struct erb_space_child *child, int32_t state)
{
  erb_space_output_pass (&child->output);
  if (state != DEAD)
    erb_event_clock_met (erbium_load_relaxed (&erb_space_at (child->space)->time));
  return state;
}

/* Waits until the child waits for its parent, or has ended; returns its state, or DEAD. */
static int32_t
await_state (const struct erb_space_child *child, const struct erb_meeting *m)
{
  erbium_atomic32 *state = &erb_space_at (child->space)->state;
  for (;;)
    {
      int32_t now = erbium_load_acquire (state);
      if (now == ERB_SPACE_IN_RET || now == ERB_SPACE_ENDED)
        return now;
      struct erb_space_wait w = { state, now, &child->space, 1, -1, m };
      if (erb_space_wait (&w) != ERB_SPACE_CHANGED)
        return DEAD;
    }
}

/* Makes the recorded effects of a child that has no process in a replay. */
static void
replay_child (const struct erb_space_child *child, int32_t state, int64_t time)
{
  struct erb_space_slot *slot = erb_space_at (child->space);
  erbium_store_relaxed (&slot->time, time);
  if (state != DEAD)
    erbium_store_release (&slot->state, state); /* acquired by await_state, in this process */
}

static int32_t
await_child (struct erb_space_child *child, const char *function, const char *where)
{
  struct erb_meeting m = { erb_space_slot (erb_space_self_if_any ()), erb_space_slot (child->space),
                           function, where };
  int id = (int) (child - children) + 1;
  int32_t state;
  int64_t time;
  erb_event_before_wait ();
  if (erb_ask_child_known (id, &state, &time))
    replay_child (child, state, time);
  else
    {
      state = await_state (child, &m);
      erb_event_child_met (id, state, erbium_load_relaxed (&erb_space_at (child->space)->time));
    }
  return met (child, state);
}

static void
set_child_state (const struct erb_space_child *child, enum erb_space_life what)
{
  struct erb_space_slot *slot = erb_space_at (child->space);
  fflush (NULL); /* earlier output of the parent precedes that of the child */
  erbium_store_release (&slot->state, what); /* acquired by erb_space_wait, in erbium_space_ret */
  erb_space_wake (&slot->state);
}

/* Collects and frees the child; keeps its status. */
int
erb_space_collect (struct erb_space_child *child)
{
  child->end = erb_space_reap (child->space);
  erb_space_give_back (child->space);
  erb_space_output_end (&child->output);
  child->gone = true;
  return child->end;
}

void
erb_space_pass_output (erb_space s)
{
  for (int n = 0; n < child_count; n++)
    if (children[n].space == s && !children[n].gone)
      erb_space_output_pass (&children[n].output);
}

int
erb_space_gone_child (erb_space s, int *end)
{
  if (erb_space_self_if_any () == ERB_NO_SPACE) /* in another thread, or in a child of fork */
    return 0;
  int n = 0;
  while (n < child_count && !(children[n].space == s && children[n].gone))
    n++;
  if (n == child_count)
    return 0;
  *end = children[n].end;
  return n + 1;
}

static enum erbium_space_state
sync_child (struct erb_space_child *child, bool restart, const char *function, const char *where)
{
  int32_t state = await_child (child, function, where), last = state;
  if (state == ERB_SPACE_IN_RET)
    set_child_state (child, restart ? ERB_SPACE_RUNNING : ERB_SPACE_LEAVING);
  if (state == ERB_SPACE_IN_RET && !restart)
    last = await_child (child, function, where);
  if (last == DEAD)
    return ERBIUM_SPACE_DIED;
  if (last == ERB_SPACE_ENDED)
    erb_space_collect (child);
  return state == ERB_SPACE_ENDED ? ERBIUM_SPACE_ENDED : ERBIUM_SPACE_RETURNED;
}

static enum erbium_space_state
sync_or_fault (struct erb_space_child *child, bool restart, const char *function, const char *where)
{
  enum erbium_space_state how = sync_child (child, restart, function, where);
  if (how == ERBIUM_SPACE_DIED)
    erb_space_fault_of_death (child->space, function, where,
                              "call erbium_space_ret, or return from its function");
  return how;
}

static struct erb_space_child *
started_child (int id, const char *function, const char *where)
{
  erb_space_self (function, where);
  struct erb_space_child *child = erb_space_find_child (id, function, where);
  if (!child->started)
    erb_fault_in (ERBIUM_EXIT_MISUSE, function, where, "call erbium_space_start first",
                  "child %d was not started: it would never return", id);
  return child;
}

int
(erbium_space_sync) (int id, bool restart, const char *where)
{
  return sync_or_fault (started_child (id, "erbium_space_sync", where), restart,
                        "erbium_space_sync", where);
}

void
(erbium_space_join) (int id, const char *where)
{
  sync_or_fault (started_child (id, "erbium_space_join", where), false, "erbium_space_join", where);
}

int
(erbium_space_watch) (int id, bool restart, int *status, const char *where)
{
  struct erb_space_child *child = started_child (id, "erbium_space_watch", where);
  enum erbium_space_state how = sync_child (child, restart, "erbium_space_watch", where);
  int end = how == ERBIUM_SPACE_DIED ? erb_space_collect (child) : 0;
  if (status)
    *status = end;
  return how;
}

void
erb_space_join_children (const char *function, const char *where)
{
  for (int n = 0; n < child_count; n++)
    if (children[n].gone)
      continue;
    else if (children[n].started)
      sync_or_fault (&children[n], false, function, where);
    else
      {
        erb_space_give_back (children[n].space);
        children[n].end = -1;
        children[n].gone = true;
      }
}

/* ---- The child ------------------------------------------------------------------ */

/* The system kills the caller when its parent dies; a caller that has disabled this kills
 * itself. */
int
(erbium_space_ret) (const char *where)
{
  erb_space self = erb_space_self ("erbium_space_ret", where);
  struct erb_space_slot *slot = erb_space_at (self);
  if (erb_space_slot (self) == 0)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_space_ret", where,
                  "call it in a space that was started",
                  "the first space has no parent to return to");
  fflush (NULL); /* earlier output of the child precedes that of the parent */
  erb_event_before_wait ();
  erb_space_show_time (slot);
  erbium_store_release (&slot->state, ERB_SPACE_IN_RET); /* acquired by await_state */
  erb_space_wake (&slot->state);
  erb_space parent = (erb_space) erbium_load_relaxed (&slot->owner) - 2;
  struct erb_meeting m = { erb_space_slot (self), erb_space_slot (parent), "erbium_space_ret",
                           where };
  struct erb_space_wait w = { &slot->state, ERB_SPACE_IN_RET, &parent, 1, -1, &m };
  int32_t state;
  if (erb_ask_parent_known (&state, where))
    /* In place of the parent, which does not run in a replay. */
    erbium_store_relaxed (&slot->state, state);
  else
    {
      if (erb_space_wait (&w) != ERB_SPACE_CHANGED)
        raise (SIGKILL);
      state = erbium_load_acquire (&slot->state);
      erb_event_parent_met (state, where);
    }
  if (state == ERB_SPACE_LEAVING)
    erb_space_leave (where);
  return 0;
}

/* ---- Names ------------------------------------------------------------------------ */

int
(erbium_space_id) (const char *where)
{
  return erb_space_at (erb_space_self ("erbium_space_id", where))->id;
}

int
(erbium_space_gid) (const char *where)
{
  return erb_space_at (erb_space_self ("erbium_space_gid", where))->gid;
}

const char *
(erbium_space_path) (const char *where)
{
  return erb_space_at (erb_space_of_processes ("erbium_space_path", where))->path;
}
