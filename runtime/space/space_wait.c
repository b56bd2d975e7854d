/* SPDX-License-Identifier: MIT */
/* space_wait.c - waiting for a change of a word in shared memory, or for a death.
 *
 * DLinux suspends a consumer with sigsuspend and resumes it with kill, and spends a quarter of the
 * time there (DLinux, section III.D, figure 4; docs/README.md#references).  Here a wait has three
 * stages, each more expensive than the one before:
 *
 *   1 check   one load
 *   2 spin    up to ERBIUM_SPIN ns, with a yield after each round of checks: the awaited space
 *             may need this processor; no spinning where other programs need it
 *             (core/spin_backoff.h)
 *   3 sleep   on the word and on the lives of all peers at once (futex_waitv): a wake-up is a
 *             change or a death
 *
 * The kernel wakes one sleeper for a death.  This sleeper wakes the others.  Since it may be killed
 * before, each sleeper also checks once a second.  Without futex_waitv (Linux before 5.16), each
 * sleeper checks the lives of its peers every 10 ms.
 */
#include "space/space.h"

#include <linux/futex.h>

enum { MOST = FUTEX_WAITV_MAX - 1 }; /* peers whose deaths wake the sleeper at once */

static const int64_t second = 1000000000;

static bool
has_changed (const struct erb_space_wait *w)
{
  return erbium_load_acquire (w->word) != w->expected;
}

/* Returns the index of a dead peer, or -1. */
static int
dead_peer (const struct erb_space_wait *w)
{
  for (int n = 0; n < w->count; n++)
    if (!erb_space_alive (w->peers[n]))
      return n;
  return -1;
}

/* Checks the word last: a change before the death takes precedence. */
static bool
is_over (const struct erb_space_wait *w, int64_t until, int *how)
{
  int dead = dead_peer (w);
  if (has_changed (w))
    *how = ERB_SPACE_CHANGED;
  else if (dead >= 0)
    *how = dead;
  else if (w->limit >= 0 && erb_os->now () >= until)
    *how = ERB_SPACE_LATE;
  else
    return false;
  return true;
}

/* ---- Spinning ---------------------------------------------------------------- */

static struct erb_spinning spinning;

static bool
spin (const struct erb_space_wait *w)
{
  int64_t most = erb_space_settings ()->spin, now = erb_os->now (), round;
  if (w->limit >= 0 && w->limit < most)
    most = w->limit;
  int64_t until = now + most;
  if (!erb_spinning_pays (&spinning, now))
    return false;
  do
    {
      round = now;
      for (int n = 0; n < ERB_POLLS; n++)
        {
          if (has_changed (w))
            return true;
          erb_os->pause ();
        }
      erb_os->yield ();
      now = erb_os->now ();
    }
  while (!erb_spinning_note (&spinning, round, now) && now < until);
  return has_changed (w);
}

/* ---- Sleeping ---------------------------------------------------------------- */

/* Collects the words to sleep on: that of w, and the life of each peer.  Returns their number, or 0
 * if a peer is dead. */
static int
words_of (const struct erb_space_wait *w, struct erb_sleep *words)
{
  int count = 0;
  words[count++] = (struct erb_sleep) { w->word, w->expected };
  for (int n = 0; n < w->count && n < MOST; n++)
    {
      struct erb_sleep *one = &words[count++];
      one->word = erb_space_death_word (w->peers[n], &one->expected);
      if (!one->word)
        return 0;
    }
  return count;
}

/* Wakes the next sleeper on each life that has ended. */
static void
wake_other_sleepers (const struct erb_space_wait *w, const struct erb_sleep *words, int count)
{
  for (int n = 1; n < count; n++)
    if (!erb_space_alive (w->peers[n - 1]))
      erb_space_wake (words[n].word);
}

static void
sleep_once (const struct erb_space_wait *w, int64_t until)
{
  struct erb_sleep words[MOST + 1];
  int count = words_of (w, words);
  int64_t left = w->limit < 0 ? second : until - erb_os->now ();
  if (!count || left <= 0)
    return;
  erb_os->sleep_any (words, count, left < second ? left : second);
  wake_other_sleepers (w, words, count);
}

int
erb_space_wait (const struct erb_space_wait *w)
{
  int64_t until = w->limit < 0 ? 0 : erb_os->now () + w->limit;
  int how;
  if (has_changed (w) || spin (w))
    return ERB_SPACE_CHANGED;
  while (!is_over (w, until, &how))
    {
      if (w->meeting)
        erb_event_meeting_sleeps (w->meeting->self, w->meeting->awaited, w->meeting->call,
                                  w->meeting->where);
      sleep_once (w, until);
    }
  if (w->meeting)
    erb_event_meeting_ends (w->meeting->self);
  return how;
}

void
erb_space_wake (erbium_atomic32 *word)
{
  erb_os->wake_shared (word);
}

void
erb_space_heavy_barrier (void)
{
  erb_os->heavy_barrier_shared ();
}
