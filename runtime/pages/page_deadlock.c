/* SPDX-License-Identifier: MIT */
/* page_deadlock.c - spaces that wait for each other.
 *
 * A page is fixed by its producer alone, a space is met by its parent or its child alone, and a
 * space that has not been started can be started by its owner alone.  So a sleeping space waits for
 * one other space, and the deadlocks are the cycles of these waits.  Each space notes in shared
 * memory that it sleeps, the space that it waits for, and how often it has checked in vain since.
 *
 * The first member reports the cycle: parents come before children, and children of one parent in
 * the order of their ids.  The first member is a space that has been started, and does not depend
 * on the schedule, as numbers do.  It walks the cycle twice.  In the first walk all members sleep.
 * In the second walk they are in the same sleeps, and each has made one complete check in between
 * and found that it must go on waiting.  So the event that each waits for had not happened at a
 * time when all others slept already, and no member can be the first to proceed.
 *
 * A space counts as asleep only if no other thread can act for it: its process has one thread, or
 * the sleeper is a thread that has entered a space of its own.  Signal handlers must not use pages
 * and channels (erbium/spmc.h).
 *
 * Cost: nothing before a sleep has lasted for a tenth of a second, then one walk for each sleep of
 * that length or more.
 */
#define _GNU_SOURCE
#include "space/space.h"
#include "pages/page_access.h"

#include <stdio.h>
#include <string.h>

/* ---- Who sleeps -------------------------------------------------------- */

static int32_t
next_turn (const struct erb_spmc_sleep *s, bool sleeps)
{
  uint32_t turn = (uint32_t) erbium_load_relaxed (&s->turn);
  return (int32_t) ((turn + 1) | 1u) - !sleeps;
}

static bool
sleeps (const struct erb_spmc_sleep *s)
{
  return erbium_load_relaxed (&s->turn) & 1;
}

/* Copies without snprintf, which needs much of a stack for signals. */
static char *
copy (char *to, const char *end, const char *text)
{
  while (*text && to < end)
    *to++ = *text++;
  *to = 0;
  return to;
}

static void
begin (struct erb_spmc_sleep *s, int awaited, const char *call, const char *where)
{
  const char *end = s->in + sizeof s->in - 1;
  s->awaited = awaited;
  char *at = copy (s->in, end, call);
  if (where)
    copy (copy (copy (at, end, " ("), end, where), end, ")");
  erbium_store_relaxed (&s->checks, 0);
  erbium_store_release (&s->turn, next_turn (s, true)); /* acquired in member_of */
}

void
erb_spmc_sleeps_no_more (int self)
{
  if (self >= erb_spmc.spaces)
    return;
  struct erb_spmc_sleep *s = &erb_spmc.space[self].sleep;
  if (sleeps (s))
    erbium_store_relaxed (&s->turn, next_turn (s, false));
}

/* ---- Cycles ------------------------------------------------------------ */

typedef struct erb_spmc_member member;

/* Returns false if the space does not wait for one other space. */
static bool
member_of (int space, member *m)
{
  const struct erb_spmc_sleep *s = &erb_spmc.space[space].sleep;
  m->space = space;
  m->turn = erbium_load_acquire (&s->turn); /* from begin */
  m->checks = erbium_load_acquire (&s->checks); /* from erb_spmc_sleeps */
  m->awaited = s->awaited;
  if (m->turn & 1)
    return true;
  m->turn = 0;
  m->awaited = erb_spmc_starter_of (space);
  return m->awaited >= 0;
}

/* Without spaces of erbium/space.h the program has chosen the numbers. */
static bool
comes_before (int a, int b)
{
  erb_space s = erb_spmc_space_of (a), t = erb_spmc_space_of (b);
  return s == ERB_NO_SPACE || t == ERB_NO_SPACE ? a < b : erb_space_comes_before (s, t);
}

/* Collects the members of the cycle that contains self.  Returns 0 if there is none, if it is too
 * long, or if self is not the first of its sleeping members; a member that has not been started
 * cannot report. */
static int
walk (int self, member *members)
{
  int count = 0;
  for (int space = self; count < ERB_SPMC_MOST_MEMBERS; space = members[count++].awaited)
    {
      if (count && space == self)
        return count;
      if (space < 0 || space >= erb_spmc.spaces || !member_of (space, &members[count])
          || (members[count].turn && comes_before (space, self)))
        return 0;
    }
  return 0;
}

static bool
same_sleeps (const member *then, const member *now, int count)
{
  for (int n = 0; n < count; n++)
    if (then[n].space != now[n].space || then[n].turn != now[n].turn)
      return false;
  return true;
}

/* The first check since the last walk may have begun before that walk; the second one did not. */
static bool
have_checked (const member *then, const member *now, int count)
{
  for (int n = 0; n < count; n++)
    if (now[n].turn && now[n].checks - then[n].checks < 2)
      return false;
  return true;
}

/* Writes "space 0 in erbium_chan_recv (file:line) waits for space 0.1". */
static void
member_text (const member *m, char *to, size_t room)
{
  struct erb_text self, other;
  bool waits = m->turn != 0;
  snprintf (to, room, "%s%s%s %s %s", erb_spmc_space_name (m->space, &self), waits ? " in " : "",
            waits ? erb_spmc.space[m->space].sleep.in : "",
            waits ? "waits for" : "has not been started by",
            erb_spmc_space_name (m->awaited, &other));
}

ERB_NORETURN static void
report (const member *members, int count, const char *call, const char *where)
{
  static char all[1600]; /* one buffer suffices: only the first fault of a program is reported */
  size_t length = 0;
  for (int n = 0; n < count && length + 4 < sizeof all; n++)
    {
      length += (size_t) snprintf (all + length, sizeof all - length, "%s", n ? "; " : "");
      member_text (&members[n], all + length, sizeof all - length);
      length += strlen (all + length);
    }
  erb_fault_in (ERBIUM_EXIT_DEADLOCK, call, where,
                erb_spmc_hint (where,
                               "let one of them send, fix or return before it waits, or test "
                               "first (erbium_chan_test, erbium_spmc_test)"),
                "deadlock: these spaces wait for each other: %s", all);
}

void
erb_spmc_sleeps (int self, int awaited, const char *call, const char *where)
{
  if (!erb_spmc.spaces || self >= erb_spmc.spaces || !erb_spmc_is_whole_space ())
    return;
  struct erb_spmc_sleep *s = &erb_spmc.space[self].sleep;
  struct erb_spmc_watch *w = &erb_spmc.watch[self];
  if (sleeps (s) && s->awaited == awaited)
    /* Acquired in member_of. */
    erbium_store_release (&s->checks, erbium_load_relaxed (&s->checks) + 1);
  else
    {
      erb_spmc_sleeps_no_more (self);
      begin (s, awaited, call, where);
      w->count = 0;
    }
  const member *then = w->seen[w->last];
  member *now = w->seen[!w->last];
  int found = walk (self, now);
  if (found && found == w->count && same_sleeps (then, now, found))
    {
      if (have_checked (then, now, found))
        report (now, found, call, where);
      return; /* the members of `then` must check again */
    }
  w->count = found;
  w->last = !w->last;
}
