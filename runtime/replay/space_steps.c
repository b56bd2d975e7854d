/* SPDX-License-Identifier: MIT */
/* space_steps.c - record and replay of meetings with children and with the parent; the end.
 *
 * A replay has one process for each space on the path from the first one to the replayed one, and
 * no others.  Each runs as it did up to the start of the next one, then waits for it, and ends as
 * it has ended.  Children off this path are in the table of spaces without a process: their
 * recorded states are stored in their slots.
 */
#define _GNU_SOURCE
#include "replay/replay_steps.h"
#include "pages/pages.h"
#include "space/space.h"

#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int slot_on_path = -1;
static int64_t key_on_path;

int
erb_replay_slot_on_path (void)
{
  return slot_on_path;
}

int64_t
erb_replay_key_on_path (void)
{
  slot_on_path = -1;
  return key_on_path;
}

/* ---- Children ------------------------------------------------------------------ */

/* Ids of processes are negative. */
static const char *
call_for (int id, const char *call)
{
  return id < 0 ? "run" : call;
}

static bool
child_slot (int id, int *slot, const char *where)
{
  if (!erb_replay_replays ())
    return false;
  erb_replay_step (call_for (id, "erbium_space_alloc"), where);
  const struct erb_log_event *e = erb_replay_take (ERB_LOG_ALLOC, "it allocates a child");
  *slot = (int) (e->value[1] & (ERB_SPACES - 1));
  if (id == erb_replay_child_on_path ())
    {
      key_on_path = e->value[1];
      slot_on_path = *slot;
    }
  if (*slot < erb_spmc.spaces)
    erb_spmc_has_left (*slot); /* its former owner does not run */
  return true;
}

static void
child_allocated (int id, int64_t space, const char *where)
{
  if (erb_replay_mode != ERB_REPLAY_RECORDS)
    return;
  erb_replay_step (call_for (id, "erbium_space_alloc"), where);
  erb_replay_put (ERB_LOG_ALLOC, (int64_t[4]) { id, space }, NULL, 0);
}

/* Records the file of the function, and its offset there. */
static void
put_start (int id, void *(*fn) (void *))
{
  Dl_info info;
  struct link_map *map;
  const char *file = "";
  uintptr_t at = (uintptr_t) fn;
  if (dladdr1 ((void *) at, &info, (void **) &map, RTLD_DL_LINKMAP))
    {
      file = map->l_name;
      at -= map->l_addr;
    }
  erb_replay_put (ERB_LOG_START, (int64_t[4]) { id, (int64_t) at }, file, strlen (file));
}

static bool
child_absent (int id, void *(*fn) (void *), const char *where)
{
  if (!erb_replay_mode)
    return false;
  erb_replay_step (call_for (id, "erbium_space_start"), where);
  if (erb_replay_mode == ERB_REPLAY_RECORDS)
    {
      put_start (id, fn);
      return false;
    }
  const struct erb_log_event *e = erb_replay_take (ERB_LOG_START, "it starts a child");
  if (e->value[0] != id)
    erb_replay_differs (e, "it starts child %d", id);
  if (id != erb_replay_child_on_path ())
    return true;
  erbium_replay_forks ();
  return false;
}

/* ---- For debuggers: tool/start.c --------------------------------------------------- */

__attribute__ ((noinline)) void
erbium_replay_forks (void)
{
  __asm__ volatile ("");
}

__attribute__ ((noinline)) void
erbium_replay_has_begun (void)
{
  __asm__ volatile ("");
}

__attribute__ ((noinline)) void
erbium_replay_dies (void)
{
  __asm__ volatile ("");
}

/* ---- Waiting for the child, meetings ------------------------------------------------- */

/* Waits for the child on the path and ends as it has ended: the caller has reached its last
 * step. */
static void
child_runs (pid_t child)
{
  int status;
  if (!erb_replay_replays ())
    return;
  while (erb_kernel_wait (child, &status) < 0)
    if (errno != EINTR)
      _exit (ERBIUM_EXIT_REPLAY);
  if (WIFSIGNALED (status))
    {
      signal (WTERMSIG (status), SIG_DFL);
      raise (WTERMSIG (status));
    }
  _exit (WIFEXITED (status) ? WEXITSTATUS (status) : ERBIUM_EXIT_REPLAY);
}

static bool
child_known (int id, int32_t *state, int64_t *time)
{
  if (!erb_replay_replays ())
    return false;
  erb_replay_step ("erbium_space_sync", NULL);
  const struct erb_log_event *e = erb_replay_take (ERB_LOG_MET, "it meets a child");
  if (e->value[0] != id)
    erb_replay_differs (e, "it meets child %d", id);
  *state = (int32_t) e->value[1];
  *time = e->value[2];
  return true;
}

static void
child_met (int id, int32_t state, int64_t time)
{
  if (!erb_replay_records ())
    return;
  erb_replay_step ("erbium_space_sync", NULL);
  erb_replay_put (ERB_LOG_MET, (int64_t[4]) { id, state, time }, NULL, 0);
}

/* ---- The parent, and the end ------------------------------------------------------ */

static bool
parent_known (int32_t *state, const char *where)
{
  if (!erb_replay_replays ())
    return false;
  erb_replay_step ("erbium_space_ret", where);
  *state = (int32_t) erb_replay_take (ERB_LOG_LET, "it waits in erbium_space_ret")->value[0];
  return true;
}

static void
parent_met (int32_t state, const char *where)
{
  if (!erb_replay_records ())
    return;
  erb_replay_step ("erbium_space_ret", where);
  erb_replay_put (ERB_LOG_LET, (int64_t[4]) { state }, NULL, 0);
}

static void
space_ends (bool returned, int status)
{
  int64_t value[4] = { returned ? ERB_LOG_RETURNED : ERB_LOG_EXITED, status };
  if (!erb_replay_mode)
    return;
  erb_replay_step ("the end of a space", NULL);
  if (erb_replay_records ())
    {
      erb_replay_put (ERB_LOG_END, value, NULL, 0);
      erb_write_end ();
      erb_replay_end_steps ();
      return;
    }
  const struct erb_log_event *e = erb_replay_take (ERB_LOG_END, "it ends");
  if (e->value[0] != value[0] || e->value[1] != value[1])
    erb_replay_differs (e, "it %s, with status %d", returned ? "returns" : "calls exit", status);
  erb_replay_expect_asked ();
  erb_replay_end_steps ();
}

const struct erb_observer erb_replay_space_observer = {
  .wanted = erb_replay_wanted,
  .child_slot = child_slot,
  .child_allocated = child_allocated,
  .child_absent = child_absent,
  .child_runs = child_runs,
  .child_known = child_known,
  .child_met = child_met,
  .parent_known = parent_known,
  .parent_met = parent_met,
  .space_ends = space_ends,
  .space_cut_short = erb_replay_end_steps,
  .replays = erb_replay_replays,
  .value = erb_replay_value,
};
